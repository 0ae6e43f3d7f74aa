import { secretBytes } from '../../receiver/signature.ts'
import { changeJson } from '../../self-test/proxy.ts'
import type { Mutant, Which } from '../../self-test/wire-faults.ts'

const ROWS = 'deliveries.a-row-for-each-attempt'
const log: Which = ({ path }) => path.startsWith('/v1/webhook-events')

/** Signing secrets in the delivery log. */
export const LOGGED_SECRET_MUTANTS: readonly Mutant[] = [
  ...(['webhook_subscription', 'rotated_webhook_secret'] as const).map((state): Mutant => ({
    name: `logs a secret of a rotated subscription, that of ${state}`,
    killedBy: 'deliveries.rows-after-a-rotation',
    breaks: 'DLV-007',
    fault: () => {
      const secrets = new Map<string, unknown>()
      return {
        bindings(use, bindings) {
          secrets.set(use.state, bindings['secret'])
        },
        response(request, response) {
          if (log(request) && secrets.has('rotated_webhook_secret'))
            changeJson(response, (page) => {
              const key = String(secrets.get(state)).replace('whsec_', '')
              for (const row of [page.data].flat()) row['signed_with'] = key
            })
        },
      }
    },
  })),
  {
    name: 'counts attempts anew after the rotation of the secret',
    killedBy: 'deliveries.attempts-across-a-rotation',
    breaks: 'DLV-005',
    fault: afterRotation((page) => {
      for (const row of [page.data].flat()) row['attempt'] = 1
    }),
  },
  {
    name: 'logs no attempt after the rotation of the secret',
    killedBy: 'deliveries.attempts-across-a-rotation',
    breaks: 'DLV-001',
    fault: afterRotation((page) => {
      page.data = [page.data].flat().slice(-1) as never
    }),
  },
  {
    name: 'logs the secret',
    killedBy: ROWS,
    breaks: 'DLV-007',
    fault: () => {
      let secret: unknown
      return {
        bindings(_, bindings) {
          secret ??= bindings['secret']
        },
        response(request, response) {
          if (log(request))
            changeJson(response, (page) => {
              Object.assign(page, { signed_with: secret })
            })
        },
      }
    },
  },
  {
    name: 'logs a secret without its own prefix',
    killedBy: ROWS,
    breaks: 'DLV-007',
    fault: () => {
      let key = ''
      return {
        bindings(_, bindings) {
          const { secret } = bindings
          if (typeof secret !== 'string') return
          key = secret.replace('whsec_', '')
          bindings['secret'] = `sec_${key}`
        },
        response(request, response) {
          if (log(request))
            changeJson(response, (page) => {
              Object.assign(page, { signed_with: key })
            })
        },
      }
    },
  },
  {
    name: 'logs the bytes of the secret in hex',
    killedBy: ROWS,
    breaks: 'DLV-007',
    fault: () => {
      let key: Buffer | undefined
      return {
        bindings(_, { secret }) {
          if (typeof secret === 'string') key ??= secretBytes(secret)
        },
        response(request, response) {
          if (log(request))
            changeJson(response, (page) => {
              for (const row of [page.data].flat()) row['key'] = key?.toString('hex')
            })
        },
      }
    },
  },
]

/** Changes the pages of the delivery log once a secret was rotated. */
function afterRotation(change: Parameters<typeof changeJson>[1]): Mutant['fault'] {
  return () => {
    let isRotated = false
    return {
      bindings({ state }) {
        isRotated ||= state === 'rotated_webhook_secret'
      },
      response(request, response) {
        if (log(request) && isRotated) changeJson(response, change)
      },
    }
  }
}
