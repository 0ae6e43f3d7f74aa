import { createHmac } from 'node:crypto'
import { isObject, type JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import { changeJson, type Fault } from '../proxy.ts'

/** GAP-DELIVERY-LOG: how this twin pages its log. */
export const PAGING = { list_limit: 'page_size', list_cursor: 'after', list_next: 'following' }

const NAMES: Record<string, string> = { status: 'state', http_code: 'responseCode', latency_ms: 'tookMs',
  attempt: 'tries',
  error_code: 'reason', session_id: 'sessionId', subscription_id: 'endpoint' }

const isLog = (path: string): boolean => path.startsWith('/v1/webhook-events')

export const DELIVERY_CHOICES: Fault = {
  request(request) {
    if (!isLog(request.path)) return
    request.path = request.path.replace('page_size=', 'limit=').replace('after=', 'cursor=')
  },
  response({ path }, response) {
    if (!isLog(path) || response.status !== 200) return
    changeJson(response, (page) => {
      const { data, next_cursor: following } = page as unknown as { data: JsonObject[], next_cursor: unknown }
      return { data: data.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [NAMES[key] ?? key,
        value]))),
        following }
    })
  },
}

/** Payloads are additive, and other headers may come along; the body is signed again, so that it stays genuine. */
export function additiveEvents(): Fault {
  const secrets: string[] = []
  return {
    bindings(_, { secret }) { if (typeof secret === 'string') secrets.push(secret) },
    delivery(one) {
      const header = one.headers.find(([name]) => name.toLowerCase() === 'x-webhook-signature')
      const sign = (secret: string) => `v1=${createHmac('sha256', secretBytes(secret)!).update(one.body).digest('hex')}`
      const signers = secrets.filter((secret) => header?.[1].split(' ').includes(sign(secret)))
      if (!header || signers.length === 0) return
      const json: unknown = JSON.parse(one.body.toString())
      if (!isObject(json) || !('mode' in json)) return
      one.body = Buffer.from(JSON.stringify({ apiHint: 'additive', ...json }, undefined, 1))
      header[1] = signers.map(sign).join(' ')
      one.headers.push(['X-Twin-Delivery', String(Math.random())])
    },
  }
}
