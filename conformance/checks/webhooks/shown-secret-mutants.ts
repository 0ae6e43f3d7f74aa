import type { JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { type Mutant, sending, type Which } from '../../self-test/wire-faults.ts'

const ONCE = 'webhooks.secret-is-shown-once'
/** Stands for the secret until the JSON is text. */
const SECRET = 'secret goes here'

const retrieves: Which = ({ method, path }) =>
  method === 'GET' && path.startsWith('/v1/webhook-subscriptions/')
const resumes: Which = sending(
  ({ method, path }) => method === 'PATCH' && path.startsWith('/v1/webhook-subscriptions/'),
  ({ is_active }) => is_active === true,
)

/**
 * Shows a secret of a subscription in some responses.
 * @param choose returns one of its secrets, the newest last
 * @param written returns the secret as the JSON text has it
 */
const showing =
  (
    to: Which,
    choose: (secrets: string[]) => string | undefined,
    written: (secret: string) => string = String,
  ): (() => Fault) =>
  () => {
    const secrets = new Map<unknown, string[]>()
    return {
      bindings({ params }, bindings) {
        const id = bindings['subscription_id'] ?? params['subscription_id']
        if (typeof bindings['secret'] === 'string')
          secrets.set(id, [...(secrets.get(id) ?? []), bindings['secret']])
      },
      response(request, response) {
        const id = decodeURIComponent(request.path.split('/').at(-1)!)
        const secret = choose(secrets.get(id) ?? [])
        if (secret === undefined || response.status !== 200 || !to(request)) return
        changeJson(response, ({ data }) => {
          ;(data as JsonObject)['signing_secret'] = SECRET
        })
        response.body = Buffer.from(response.body.toString().replace(SECRET, () => written(secret)))
      },
    }
  }

const first = (secrets: string[]): string | undefined => secrets[0]
const isRotated = (secrets: string[]): boolean => secrets.length > 1

/** Faults that show a signing secret again. */
export const SHOWN_SECRET_MUTANTS: readonly Mutant[] = (
  [
    ['shows the secret of a subscription again', ONCE, showing(retrieves, first)],
    [
      'shows the secret of a subscription again, with escaped letters',
      ONCE,
      showing(retrieves, first, (secret) =>
        secret.replace(/[a-z+/]/gi, (letter) => {
          const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
          return `\\u${code}`
        }),
      ),
    ],
    [
      'shows the bytes of the secret in hex',
      ONCE,
      showing(retrieves, first, (secret) => secretBytes(secret)!.toString('hex')),
    ],
    [
      'shows the secret that a rotation replaced',
      ONCE,
      showing(retrieves, (secrets) => (isRotated(secrets) ? secrets[0] : undefined)),
    ],
    [
      'shows the secret of a rotation again',
      ONCE,
      showing(retrieves, (secrets) => (isRotated(secrets) ? secrets.at(-1) : undefined)),
    ],
    [
      'shows the secret when a subscription is resumed',
      'webhooks.secret-is-hidden-when-resumed',
      showing(resumes, first),
    ],
  ] as const
).map(([name, killedBy, fault]) => ({ name, killedBy, breaks: 'SUB-007', fault }))
