import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import type { Mutant, Which } from '../../self-test/wire-faults.ts'
import { withSignature } from './delivery-faults.ts'
import { PLAIN } from './webhook-subscriptions.ts'

const rotates: Which = ({ path }) => path.endsWith('/rotate-secret')
const SHORT = Buffer.alloc(16, 7)

/** Faults in addresses and secrets of subscriptions, and in replays of their events. */
export const SUBSCRIPTION_MUTANTS: readonly Mutant[] = [
  ...PLAIN.map((address): Mutant => ({
    name: `accepts plain HTTP of ${address}`,
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
    name: 'replays events with the status of today',
    killedBy: 'webhooks.replay-of-each-event',
    breaks: 'EVB-015',
    fault: statusOfToday,
  },
]

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
