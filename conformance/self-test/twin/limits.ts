import type { JsonObject } from '../../http/json.ts'
import { classOf, setRate } from '../mutants/counting.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../proxy.ts'

/** What this twin wants of a data subject request (GAP-DSR). */
export const SUBJECT_REQUEST = { data_subject_request: { right: 'see', person: { id: '{applicant_id}' } } }

const asksForData = ({ method, path }: ProxiedRequest): boolean => method === 'POST' && path === '/v1/data_subject_requests'

/** Refused requests of each window, which this twin does not count (GAP-WINDOW-ALIGNMENT). */
const uncounted = new Map<string, number>()

export const LIMIT_CHOICES: Fault = {
  request(request) {
    if (!asksForData(request)) return
    const { right, person } = JSON.parse(request.body.toString()) as { right?: string, person?: JsonObject }
    request.body = Buffer.from(JSON.stringify(right === 'see' ? { type: 'access', applicant_id: person?.['id'] } : {}))
  },
  response(request, response) {
    const header = (name: string) => response.headers.find(([one]) => one === `X-RateLimit-${name}`)?.[1]
    // Whoever is stopped by address is told until when, and no more (GAP-IP-LIMIT).
    if (response.status === 429 && header('Limit') === undefined) {
      changeJson(response, ({ error }) => {
        const { reset_at, limit, window_seconds } = error!.details as JsonObject
        error!.details = { reset_at, limit, window_seconds } as object
      })
    }
    if (header('Remaining') === undefined || response.status === 429) return
    // The simulator behind counts them; where a check goes by what is left, that would come out.
    if (classOf(request) === 'sessions:read_image') return
    const place = [request.headers['authorization'], classOf(request), header('Reset')].join(' ')
    if (response.status >= 400) uncounted.set(place, (uncounted.get(place) ?? 0) + 1)
    setRate(response, 'Remaining', Number(header('Remaining')) + (uncounted.get(place) ?? 0))
  },
}
