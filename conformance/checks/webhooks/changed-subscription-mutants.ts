import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { answers, type Mutant, sending, type Which } from '../../self-test/wire-faults.ts'

const CHANGES = 'webhooks.changes-take-effect'

const changes: Which = ({ method, path }) =>
  method === 'PATCH' && path.startsWith('/v1/webhook-subscriptions/')
const isChangeToPlainHttp: Which = sending(changes, ({ url }) => String(url).startsWith('http:'))

/** Stores another change than the response shows. */
export const stores = (member: string, stored: (sent: JsonObject) => JsonObject) => (): Fault => {
  const shown = new Map<string, unknown>()
  return {
    request(request) {
      if (!changes(request) || request.body.byteLength === 0) return
      const sent = JSON.parse(request.body.toString()) as JsonObject
      if (!(member in sent)) return
      shown.set(request.path, sent[member])
      request.body = Buffer.from(JSON.stringify(stored(sent)))
    },
    response(request, response) {
      if (!changes(request) || !shown.has(request.path)) return
      changeJson(response, ({ data }) => {
        if (data) data[member] = shown.get(request.path)
      })
    },
  }
}

/** Stores the types of a change whose address it refuses, which the contract leaves open. */
export const storesRefusedTypes = (): Fault => {
  let isLate = false
  return {
    request(request) {
      if (!isChangeToPlainHttp(request)) return
      const { events } = JSON.parse(request.body.toString()) as JsonObject
      request.body = Buffer.from(JSON.stringify({ events }))
      isLate = true
    },
    response(request, response) {
      if (!isLate || !changes(request)) return
      isLate = false
      response.status = 422
    },
  }
}

/** Faults in changes of addresses and types. */
export const CHANGED_SUBSCRIPTION_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps the address that a change replaces',
    killedBy: CHANGES,
    breaks: 'EVT-001',
    fault: stores('url', () => ({ is_active: true })),
  },
  {
    name: 'ignores a second change of the address',
    killedBy: CHANGES,
    breaks: 'EVT-001',
    fault: () => {
      const moved = new Map<string, unknown>()
      return {
        request(request) {
          if (!changes(request) || request.body.byteLength === 0) return
          const { url, ...others } = JSON.parse(request.body.toString()) as JsonObject
          if (typeof url !== 'string' || url.startsWith('http:')) return
          if (moved.has(request.path))
            request.body = Buffer.from(JSON.stringify({ ...others, is_active: true }))
          else moved.set(request.path, url)
        },
      }
    },
  },
  {
    name: 'accepts a change to plain HTTP',
    killedBy: CHANGES,
    breaks: 'SUB-002',
    fault: answers(isChangeToPlainHttp, (response) => {
      response.status = 200
    }),
  },
  {
    name: 'shows the secret in the refusal of a change',
    killedBy: CHANGES,
    breaks: 'SUB-007',
    fault: () => {
      let secret: unknown
      return {
        bindings({ state }, bindings) {
          if (state === 'webhook_subscription') secret = bindings['secret']
        },
        response(request, response) {
          if (isChangeToPlainHttp(request))
            changeJson(response, ({ error }) => Object.assign(error!, { details: { secret } }))
        },
      }
    },
  },
  {
    name: 'keeps the types that a change removes',
    killedBy: CHANGES,
    breaks: 'SUB-003',
    fault: stores('events', ({ events }) => ({
      events: [...(events as string[]), 'kyc.session.cancelled'],
    })),
  },
]
