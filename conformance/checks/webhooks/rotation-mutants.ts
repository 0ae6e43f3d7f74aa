import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import { CANCELLED, COMPLETED } from '../../check/resources/events.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { creates, type Mutant } from '../../self-test/wire-faults.ts'
import { withSignature } from './delivery-faults.ts'

const isPing = (body: Buffer): boolean =>
  !('sessionId' in (JSON.parse(body.toString()) as JsonObject))

/** Signs some deliveries with another secret that it has created. */
const signing =
  (secretOf: 'first' | 'rotated', which: (body: Buffer) => boolean): (() => Fault) =>
  () => {
    const secrets: { first?: string; rotated?: string } = {}
    return {
      bindings({ state }, { secret }) {
        if (typeof secret !== 'string') return
        if (state === 'webhook_subscription') secrets.first ??= secret
        if (state === 'rotated_webhook_secret') secrets.rotated = secret
      },
      delivery(one) {
        const secret = secrets[secretOf]
        if (secret === undefined || !which(one.body)) return
        const hex = createHmac('sha256', secretBytes(secret)!).update(one.body).digest('hex')
        one.headers = withSignature(one.headers, `v1=${hex}`)
      },
    }
  }

export const ROTATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'signs pings with the secret that was replaced',
    killedBy: 'webhooks.after-a-rotation',
    breaks: ['EVT-002', 'SUB-008', 'HDR-017'],
    fault: signing('first', isPing),
  },
  {
    name: 'rotates the secret of every subscription',
    killedBy: 'webhooks.after-a-rotation',
    breaks: 'EVT-002',
    fault: signing('rotated', (body) => !isPing(body)),
  },
  {
    name: 'marks events that follow a ping as pings',
    killedBy: 'webhooks.after-a-rotation',
    breaks: 'HDR-006',
    fault: () => ({
      delivery(one) {
        if (!isPing(one.body)) one.headers.push(['X-Webhook-Origin', 'test_ping'])
      },
    }),
  },
  {
    name: 'signs replays with the secret that was replaced',
    killedBy: 'webhooks.after-a-rotation',
    breaks: ['EVT-002', 'HDR-017'],
    fault: () => {
      const seen = new Map<string, number>()
      // Each event goes to two endpoints first.
      const isReplay = (body: Buffer): boolean => {
        const times = (seen.get(body.toString()) ?? 0) + 1
        seen.set(body.toString(), times)
        return !isPing(body) && times > 2
      }
      return signing('first', isReplay)()
    },
  },
  {
    name: 'signs retries with the secret that was replaced meanwhile',
    killedBy: 'webhooks.retry-after-a-rotation',
    breaks: ['EVT-002', 'SUB-008'],
    fault: () => {
      const seen = new Set<string>()
      const isRetry = (body: Buffer): boolean => {
        const isKnown = seen.has(body.toString())
        seen.add(body.toString())
        return isKnown
      }
      return signing('first', isRetry)()
    },
  },
  {
    name: 'builds events anew after a rotation',
    killedBy: 'webhooks.retry-after-a-rotation',
    breaks: 'EVB-014',
    fault: () => {
      let secret: Buffer | undefined
      return {
        bindings({ state }, bindings) {
          if (state === 'rotated_webhook_secret') secret = secretBytes(String(bindings['secret']))
        },
        delivery(one) {
          if (!secret) return
          const event = JSON.parse(one.body.toString()) as JsonObject
          one.body = Buffer.from(JSON.stringify({ ...event, retried: true }))
          const hex = createHmac('sha256', secret).update(one.body).digest('hex')
          one.headers = withSignature(one.headers, `v1=${hex}`)
        },
      }
    },
  },
  {
    name: 'derives secrets from addresses',
    killedBy: 'webhooks.secrets-of-one-address',
    breaks: 'SUB-005',
    fault: () => {
      const secrets = new Map<unknown, unknown>()
      return {
        bindings({ state, params }, bindings) {
          if (state !== 'webhook_subscription') return
          if (!secrets.has(params['url'])) secrets.set(params['url'], bindings['secret'])
          bindings['secret'] = secrets.get(params['url']) as string
        },
      }
    },
  },
  ...(['live', 'test'] as const).map((mode): Mutant => ({
    name: `sends no ${mode} events to an address that is registered in both modes`,
    killedBy: 'webhooks.one-address-in-both-modes',
    breaks: 'EVT-001',
    fault: () => {
      const registered = new Map<unknown, Set<unknown>>()
      let isInBoth = false
      return {
        bindings({ state, params }) {
          if (state !== 'webhook_subscription') return
          const modes = registered.get(params['url']) ?? new Set()
          registered.set(params['url'], modes.add(params['mode']))
          isInBoth ||= modes.size > 1
        },
        delivery: ({ body }) =>
          isInBoth && (JSON.parse(body.toString()) as JsonObject)['mode'] === mode ? 0 : 1,
      }
    },
  })),
  {
    name: 'gives a changed subscription another secret without showing it',
    killedBy: 'webhooks.changes-take-effect',
    breaks: 'EVT-002',
    fault: () => {
      let isChanged = false
      return {
        request({ method, path }) {
          isChanged ||= method === 'PATCH' && path.startsWith('/v1/webhook-subscriptions/')
        },
        delivery(one) {
          if (isChanged) one.headers = withSignature(one.headers, `v1=${'0'.repeat(64)}`)
        },
      }
    },
  },
  {
    name: 'sends the events of a session to earlier endpoints only',
    killedBy: 'webhooks.endpoint-added-later',
    breaks: ['EVT-001', 'EVT-004'],
    fault: () => {
      let isCreated = false
      let isLate = false
      return {
        request(request) {
          isCreated ||= creates(request)
        },
        bindings({ state }) {
          isLate ||= isCreated && state === 'webhook_subscription'
        },
        delivery: () => (isLate ? 0 : 1),
      }
    },
  },
  {
    name: 'replays events to subscriptions of other types',
    killedBy: 'webhooks.replays-to-subscribed-endpoints',
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription') params['events'] = [COMPLETED, CANCELLED]
      },
    }),
  },
  {
    name: 'replays live events to test endpoints',
    killedBy: 'webhooks.replays-to-subscribed-endpoints',
    breaks: 'PLN-030',
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription') params['mode'] = 'live'
      },
    }),
  },
  {
    name: 'sends an event to two endpoints at most',
    killedBy: 'webhooks.each-of-several-endpoints',
    breaks: 'EVT-001',
    fault: () => {
      let sent = 0
      return { delivery: () => (++sent > 2 ? 0 : 1) }
    },
  },
  {
    name: 'signs for each endpoint with the secret of the first one',
    killedBy: 'webhooks.each-of-several-endpoints',
    breaks: 'EVT-002',
    fault: signing('first', () => true),
  },
  {
    name: 'rotates a secret once',
    killedBy: 'webhooks.after-a-rotation',
    breaks: 'SUB-008',
    fault: () => {
      let rotated: unknown
      return {
        bindings({ state }, bindings) {
          if (state !== 'rotated_webhook_secret') return
          rotated ??= bindings['secret']
          bindings['secret'] = rotated as string
        },
      }
    },
  },
]
