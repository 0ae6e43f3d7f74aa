import { requirementOf } from '../check/calls.ts'
import { expectEnvelope, hasCode } from '../check/error-body.ts'
import { statusAndCode } from '../check/idioms.ts'
import { rateOf } from '../check/rate.ts'
import type { Answer } from '../http/answer.ts'
import { at } from '../http/json.ts'
import type { Exchange, Judge } from './exchange.ts'

/** The status of each code that has one, and the requirement that states it. */
const STATUSES: Readonly<Record<string, readonly [status: number, requirement: string]>> = {
  validation_error: [422, 'ERR-001'],
  resource_not_found: [404, 'ERR-005'],
  artifact_not_available: [404, 'ERR-009'],
  insufficient_scope: [403, 'ERR-012'],
}

/** Statuses of errors by the service itself, in contrast to those by a proxy in front of it. */
const OF_THE_SERVICE = new Set([402, 403, 404, 409, 410, 422])

/** Statuses of refused bodies, which a proxy uses too. */
const OF_BODIES = new Set([400, 413, 415])

/** Codes of the contract whose status is open; the service itself returns them. */
const NAMED_CODES = new Set(['rate_limit_exceeded', 'region_mismatch', 'wrong_token_type'])

/** Judges an error body, and that its code and status belong together. */
export function expectErrorBody(judge: Judge, { request, key, answer }: Exchange): void {
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
  if (answer.status >= 400 && requirementOf(request) === 'END-016') {
    const mode = at(answer.json, 'error', 'details', 'mode')
    if (code !== 'document_unreadable')
      judge.expect('SCN-017', `no details.mode with the code ${code}`, mode === undefined, mode)
  }
  if (code === 'validation_error') expectIssues(judge, answer)
  // A proxy does not count requests.
  const isCounted = OF_BODIES.has(answer.status) && rateOf(answer) !== undefined
  const isOfService = OF_THE_SERVICE.has(answer.status) || NAMED_CODES.has(code) || isCounted
  if (answer.status < 400 || !isOfService || !key?.startsWith('ah_sk_')) return
  expectEnvelope(judge, answer)
  const type = answer.header('Content-Type')
  judge.expect(
    'END-002',
    `an error body of type application/json, ${statusAndCode(answer)}`,
    /^application\/([\w.-]+\+)?json\b/i.test(type ?? ''),
    type,
  )
}

/** Judges the form of each issue. Only the refusal of an unresolvable field has `details.field` in place of issues. */
function expectIssues(judge: Judge, answer: Answer): void {
  const details = at(answer.json, 'error', 'details')
  const issues = at(details, 'issues')
  const isList = Array.isArray(issues) && issues.length > 0
  judge.expect(
    'VAL-001',
    'details.issues, an array of the problems',
    isList || typeof at(details, 'field') === 'string',
    details,
  )
  for (const issue of Array.isArray(issues) ? (issues as unknown[]) : []) {
    const [path, keys] = [at(issue, 'path'), at(issue, 'keys')]
    judge.expect('VAL-002', 'an issue with a code', hasCode(issue), issue)
    const message = at(issue, 'message')
    const isText = typeof message === 'string' && message !== ''
    judge.expect('VAL-004', 'an issue with message as a string', isText, issue)
    judge.expect('VAL-003', 'an issue with path as an array', Array.isArray(path), issue)
    const areTexts = Array.isArray(keys) && keys.every((key) => typeof key === 'string')
    judge.expect('VAL-005', 'keys as an array of strings', keys === undefined || areTexts, issue)
  }
}

/** Judges the details of a 429 of a route class. */
export function expectLimitDetails(judge: Judge, { answer }: Exchange): void {
  for (const [member, requirement, type] of LIMIT_DETAILS) {
    const value = at(answer.json, 'error', 'details', member)
    const holds = type === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string'
    judge.expect(requirement, `details.${member} of a 429, of the type ${type}`, holds, value)
  }
  const rate = rateOf(answer)
  if (!rate) return
  for (const [member, requirement, header, slack] of [
    ['reset_at', 'LIM-026', rate.reset, SLACK_SECONDS],
    ['limit', 'LIM-027', rate.limit, 0],
    ['window_seconds', 'LIM-028', rate.window, 0],
  ] as const) {
    const value = at(answer.json, 'error', 'details', member)
    judge.expect(
      requirement,
      `details.${member} equal to the X-RateLimit headers of the same response: ${header}`,
      typeof value !== 'number' || Math.abs(value - header) <= slack,
      value,
    )
  }
}

/** The parts of a service may round times differently. */
const SLACK_SECONDS = 2

const LIMIT_DETAILS = [
  ['reset_at', 'LIM-026', 'integer'],
  ['limit', 'LIM-027', 'integer'],
  ['window_seconds', 'LIM-028', 'integer'],
  ['route_class', 'LIM-029', 'string'],
  ['tier', 'LIM-030', 'string'],
] as const
