import { CANCELLED, COMPLETED, REVIEW } from '../../check/resources/events.ts'
import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../../self-test/proxy.ts'
import { answers, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'
import { stores } from './changed-subscription-mutants.ts'
import { withSignature } from './delivery-faults.ts'
import { PLAIN } from './webhook-subscriptions.ts'

const changes: Which = ({ method, path }) =>
  method === 'PATCH' && path.startsWith('/v1/webhook-subscriptions/')
const lists: Which = ({ method, path }) => method === 'GET' && path === '/v1/webhook-subscriptions'
const rotates: Which = ({ path }) => path.endsWith('/rotate-secret')
const SHORT = Buffer.alloc(16, 7)

const acceptsRefusedChanges = answers(changes, (response) => {
  if (response.status === 422) response.status = 200
})

/** Answers each accepted change without a body, which the contract allows, beside the fault. */
const withoutBody = (fault: Fault): Fault => ({
  ...fault,
  response(request, response) {
    fault.response?.(request, response)
    if (!changes(request) || response.status !== 200) return
    response.status = 204
    response.body = Buffer.alloc(0)
  },
})

/** Faults in addresses and secrets of subscriptions, and in replays of their events. */
export const SUBSCRIPTION_MUTANTS: readonly Mutant[] = [
  {
    name: 'still sends events to a subscription that was deleted',
    killedBy: 'webhooks.deleted-subscription',
    breaks: 'EVT-001',
    fault: () => ({
      request({ method, path }) {
        if (method === 'DELETE' && path.startsWith('/v1/webhook-subscriptions/'))
          return { status: 204, headers: [], body: Buffer.alloc(0) }
      },
    }),
  },
  ...PLAIN.map((address): Mutant => ({
    name: `accepts plain HTTP of ${address.replace('\n', ', a line feed and ')}`,
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-002',
    fault: () => ({
      bindings({ params }, bindings) {
        const path = String(params['url']).slice(address.length)
        if (String(params['url']).startsWith(address) && !path.includes('//'))
          bindings['refused'] = false
      },
    }),
  })),
  {
    name: 'accepts https: without its slashes',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-001',
    fault: () => ({
      bindings({ params }, bindings) {
        if (/^https:\/?[^/]/.test(String(params['url']))) bindings['refused'] = false
      },
    }),
  },
  {
    name: 'accepts every URL except plain HTTP',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-001',
    fault: () => ({
      bindings({ params }, bindings) {
        if (!/^http:/i.test(String(params['url']))) bindings['refused'] = false
      },
    }),
  },
  {
    name: 'sends declined documents to subscriptions of signed ones',
    killedBy: 'webhooks.chosen-occurrences',
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription' && `${params['events']}`.endsWith('document_signed'))
          params['events'] = ['kyc.session.document_signed', 'kyc.session.document_declined']
      },
    }),
  },
  ...(
    [
      ['announces a cancellation as a completion, too', CANCELLED, 'EVT-003'],
      ['announces an expiry as a completion, too', 'kyc.session.expired', 'EVT-003'],
      ['announces a completion twice after a review', REVIEW, 'EVT-003'],
    ] as const
  ).map(([name, type, breaks]): Mutant => ({
    name,
    killedBy: 'webhooks.no-other-events',
    breaks,
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription' && `${params['events']}` === COMPLETED)
          params['events'] = [COMPLETED, type]
      },
    }),
  })),
  {
    name: 'announces each request to cancel',
    killedBy: 'webhooks.cancelled-once',
    breaks: 'EVT-004',
    fault: () => ({
      delivery({ body }) {
        return [body, Buffer.from(body.toString().replace('"occurredAt":"20', '"occurredAt":"21'))]
      },
    }),
  },
  {
    name: 'shows other types of a subscription without a change',
    killedBy: 'webhooks.changed-types',
    breaks: 'SUB-003',
    fault: () => ({
      request(request) {
        if (!changes(request)) return
        return {
          status: 200,
          headers: [],
          body: Buffer.from(`{"data":${request.body.toString()}}`),
        }
      },
    }),
  },
  {
    name: 'adds the types of a change to those that were chosen before',
    killedBy: 'webhooks.changed-types',
    breaks: 'SUB-003',
    fault: () => ({ request: keepsCancelled }),
  },
  {
    name: 'adds the types of a change to those that were chosen before, and answers it with 204',
    killedBy: 'webhooks.changed-types',
    breaks: 'SUB-003',
    fault: () => withoutBody({ request: keepsCancelled }),
  },
  {
    name: 'accepts plain HTTP in a change, and answers it with 204',
    killedBy: 'webhooks.changed-by-its-route',
    breaks: 'SUB-002',
    fault: () => withoutBody(acceptsRefusedChanges()),
  },
  {
    name: 'keeps only the first type of a change',
    killedBy: 'webhooks.changed-types',
    breaks: 'SUB-003',
    fault: stores('events', ({ events }) => ({ events: (events as string[]).slice(0, 1) })),
  },
  {
    name: 'refuses the reserved event type in a change',
    killedBy: 'webhooks.changed-by-its-route',
    breaks: 'EVT-018',
    fault: refuses(
      (request) => changes(request) && request.body.includes('kyc.session.skipped_by_applicant'),
    ),
  },
  {
    name: 'accepts plain HTTP in a change',
    killedBy: 'webhooks.changed-by-its-route',
    breaks: 'SUB-002',
    fault: acceptsRefusedChanges,
  },
  ...(
    [
      ['a response to a change', changes],
      ['the list of subscriptions', lists],
    ] as const
  ).map(([where, to]): Mutant => ({
    name: `shows the secret of a subscription in ${where}`,
    killedBy: 'webhooks.changed-by-its-route',
    breaks: 'SUB-007',
    fault: () => {
      const secrets: string[] = []
      return {
        bindings(_, { secret }) {
          if (secret !== undefined) secrets.push(String(secret))
        },
        response(request, response) {
          if (!to(request) || response.status !== 200) return
          changeJson(response, (body) => {
            ;(body as unknown as JsonObject)['secrets'] = secrets
          })
        },
      }
    },
  })),
  {
    name: 'gives the same secret by the route that rotates it',
    killedBy: 'webhooks.rotated-by-its-route',
    breaks: ['SUB-008', 'HDR-017'],
    fault: () => {
      let secret: unknown
      return {
        bindings(_, bindings) {
          secret ??= bindings['secret']
        },
        response(request, response) {
          if (rotates(request))
            changeJson(response, ({ data }) => {
              data['secret'] = secret
            })
        },
      }
    },
  },
  {
    name: 'gives a secret of 16 bytes by the route that rotates it',
    killedBy: 'webhooks.rotated-by-its-route',
    breaks: 'SUB-004',
    fault: () => {
      let isRotated = false
      return {
        response(request, response) {
          if (!rotates(request)) return
          isRotated = true
          changeJson(response, ({ data }) => {
            data['secret'] = `whsec_${SHORT.toString('base64')}`
          })
        },
        delivery(one) {
          if (!isRotated) return
          const hex = createHmac('sha256', SHORT).update(one.body).digest('hex')
          one.headers = withSignature(one.headers, `v1=${hex}`)
        },
      }
    },
  },
  {
    name: 'lists subscriptions of both modes',
    killedBy: 'webhooks.subscriptions-of-live-mode',
    breaks: 'PLN-007',
    fault: () => {
      const urls: unknown[] = []
      return {
        state({ params }) {
          if (params['mode'] === 'live') urls.push(params['url'])
        },
        response(request, response) {
          if (!lists(request) || response.status !== 200) return
          changeJson(response, ({ data }) => {
            for (const url of urls) (data as unknown as JsonObject[]).push({ id: 'wh_1', url })
          })
        },
      }
    },
  },
  {
    name: 'changes a subscription of live mode for a test key',
    killedBy: 'webhooks.subscriptions-of-live-mode',
    breaks: 'PLN-007',
    fault: answers(changes, (response) => {
      if (response.status === 404) response.status = 200
    }),
  },
  {
    name: 'replays events with the status of today',
    killedBy: 'webhooks.replay-of-each-event',
    breaks: 'EVB-015',
    fault: statusOfToday,
  },
]

function keepsCancelled(request: ProxiedRequest): void {
  if (changes(request))
    request.body = Buffer.from(request.body.toString().replace('[', '["kyc.session.cancelled",'))
}

function statusOfToday(): Fault {
  const sent = new Set<string>()
  return {
    delivery(delivery) {
      const text = delivery.body.toString()
      if (sent.has(text) && !text.includes('"expired"')) {
        const body = { ...(JSON.parse(text) as JsonObject), status: 'expired' }
        delivery.body = Buffer.from(JSON.stringify(body))
      }
      sent.add(text)
    },
  }
}
