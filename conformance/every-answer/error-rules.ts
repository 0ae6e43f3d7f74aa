import { expectEnvelope } from '../check/error-body.ts'
import { statusAndCode } from '../check/idioms.ts'
import { at } from '../http/json.ts'
import type { Exchange, Judge } from './exchange.ts'

/** The status of each code that has one, and the requirement that says so. */
const STATUSES: Readonly<Record<string, readonly [status: number, requirement: string]>> = {
  validation_error: [422, 'ERR-001'],
  resource_not_found: [404, 'ERR-005'],
  artifact_not_available: [404, 'ERR-009'],
  insufficient_scope: [403, 'ERR-012'],
}

/** Statuses of refusals that come from the service itself, and not from what frames a request. */
const OF_THE_SERVICE = new Set([402, 403, 404, 422])

/** Judges the body of a refusal, and that its code and status belong together. */
export function expectErrorBody(judge: Judge, { key, answer }: Exchange): void {
  const code = String(at(answer.json, 'error', 'code'))
  const stated = STATUSES[code]
  if (answer.status >= 400 && stated) {
    const [status, requirement] = stated
    judge.expect(
      requirement,
      `${status} with the code ${code}`,
      answer.status === status,
      statusAndCode(answer),
    )
  }
  if (!OF_THE_SERVICE.has(answer.status) || !key?.startsWith('ah_sk_')) return
  expectEnvelope(judge, answer)
  const type = answer.header('Content-Type')
  judge.expect(
    'END-002',
    `a refusal called application/json, ${statusAndCode(answer)}`,
    /^application\/([\w.-]+\+)?json\b/i.test(type ?? ''),
    type,
  )
}
