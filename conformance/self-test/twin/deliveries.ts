import { createHmac } from 'node:crypto'
import { isObject, type JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import type { ProxiedDelivery } from '../proxy.ts'
import { type Choice, edit, writtenLate } from './choice.ts'

/** How this twin pages its log. */
export const PAGING = { list_limit: 'page_size', list_cursor: 'after', list_next: 'following' }

/** Where it signs; the target file says so. */
export const SIGNATURE_HEADER = 'X-Twin-Signature'

const NAMES: Record<string, string> = {
  status: 'state',
  http_code: 'responseCode',
  latency_ms: 'tookMs',
  attempt: 'tries',
  error_code: 'reason',
  session_id: 'sessionId',
  subscription_id: 'endpoint',
  created_at: 'occurredAt',
}

const isLog = (path: string): boolean => path.startsWith('/v1/webhook-events')
const SIGNED = /^x-(webhook|twin)-signature$/i

export function logChoices(): readonly Choice[] {
  const isWritten = writtenLate()
  const moments = new Map<unknown, unknown>()
  return [
    {
      turns: 'GAP-DELIVERY-LOG',
      delivery({ body }) {
        const { sessionId, occurredAt } = JSON.parse(body.toString()) as JsonObject
        moments.set(sessionId, occurredAt)
      },
      request(request) {
        if (!isLog(request.path)) return
        request.path = request.path.replace('page_size=', 'limit=').replace('after=', 'cursor=')
      },
      response({ path }, response) {
        if (!isLog(path) || response.status !== 200) return
        edit(response, ({ data, next_cursor: following }) => ({
          following,
          data: (data as JsonObject[])
            .filter(({ id }) => isWritten(id))
            // A first attempt begins in the very millisecond of its event.
            .map((row) => ({
              ...row,
              ...(row['attempt'] === 1 && {
                created_at: moments.get(row['session_id']) ?? row['created_at'],
              }),
            }))
            .map((row) =>
              Object.fromEntries(
                Object.entries(row).map(([key, value]) => [NAMES[key] ?? key, value]),
              ),
            ),
        }))
      },
    },
  ]
}

/** What is sent is signed again, so that it stays genuine; whatever is not genuine stays so. */
export function deliveryChoices(): readonly Choice[] {
  const secrets: string[] = []
  const sign = (secret: string, body: Buffer) =>
    `v1=${createHmac('sha256', secretBytes(secret)!).update(body).digest('hex')}`
  const resigned = (delivery: ProxiedDelivery, change: (body: JsonObject) => JsonObject): void => {
    const header = delivery.headers.find(([name]) => SIGNED.test(name))
    const signers = secrets.filter((secret) =>
      header?.[1].split(' ').includes(sign(secret, delivery.body)),
    )
    const json: unknown = JSON.parse(delivery.body.toString())
    if (!header || signers.length === 0 || !isObject(json)) return
    const body = Buffer.from(JSON.stringify(change(json)))
    delivery.body = body
    header[1] = signers.map((secret) => sign(secret, body)).join(' ')
  }
  return [
    // Payloads are additive, and other headers may come along.
    {
      bindings(_, { secret }) {
        if (typeof secret === 'string') secrets.push(secret)
      },
      delivery(delivery) {
        resigned(delivery, (body) => ('mode' in body ? { apiHint: 'additive', ...body } : body))
        delivery.headers.push(['X-Twin-Delivery', String(Math.random())])
      },
    },
    {
      turns: 'GAP-EVENT-STATUS',
      delivery(delivery) {
        resigned(delivery, (body) =>
          body['status'] === 'awaiting_review' ? { ...body, status: 'parked' } : body,
        )
      },
    },
    {
      turns: 'GAP-TEST-PING',
      delivery(delivery) {
        resigned(delivery, ({ mode, ...body }) =>
          body['test'] === true ? body : { ...body, ...(mode !== undefined && { mode }) },
        )
      },
    },
    {
      turns: 'GAP-SIGNATURE',
      delivery(delivery) {
        delivery.headers = delivery.headers
          .filter(([name]) => !/^x-webhook-(id|timestamp)$/i.test(name))
          .map(([name, value]) => [SIGNED.test(name) ? SIGNATURE_HEADER : name, value])
      },
    },
    {
      turns: 'GAP-DELIVERY-ORDER',
      delivery: ({ body }) => (body.includes('kyc.session.cancelled') ? 2 : undefined),
    },
  ]
}
