import type { JsonObject } from '../../http/json.ts'
import type { Fault, ProxiedDelivery } from '../../self-test/proxy.ts'

/** Changes the body of each event in transit; the ping has none of its members. */
export const body =
  (change: (body: JsonObject) => void): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const json = JSON.parse(delivery.body.toString()) as JsonObject
      if ('sessionId' in json) change(json)
      delivery.body = Buffer.from(JSON.stringify(json))
    },
  })

export const headers =
  (change: (headers: ProxiedDelivery['headers']) => ProxiedDelivery['headers']): (() => Fault) =>
  () => ({
    delivery(delivery) {
      delivery.headers = change(delivery.headers)
    },
  })

export const without = (name: string): (() => Fault) =>
  headers((all) => all.filter(([sent]) => sent.toLowerCase() !== name.toLowerCase()))

export const withHeader = (name: string, value: string): (() => Fault) =>
  headers((all) => [
    ...all.filter(([sent]) => sent.toLowerCase() !== name.toLowerCase()),
    [name, value],
  ])

export const VERSION = 'X-Webhook-Event-Version'

/** Replaces the signature. */
export function withSignature(
  all: ProxiedDelivery['headers'],
  value: string,
): ProxiedDelivery['headers'] {
  return [
    ...all.filter(([name]) => name.toLowerCase() !== 'x-webhook-signature'),
    ['X-Webhook-Signature', value],
  ]
}
