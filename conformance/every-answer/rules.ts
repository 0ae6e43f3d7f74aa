import { requirementOf } from '../check/calls.ts'
import { expectRateHeaders, rateOf } from '../check/rate.ts'
import { dateOf, endByClocks, secondsLeft } from '../check/window-end.ts'
import { at } from '../http/json.ts'
import { expectErrorBody, expectLimitDetails } from './error-rules.ts'
import type { Exchange, Judge } from './exchange.ts'
import { isOrdinary } from './ordinary-path.ts'
import { expectResource } from './resource-rules.ts'
import { VERIFY_REQUIREMENTS } from './verify-rules.ts'

/** Every requirement that a rule judges on one response. */
export const RULE_REQUIREMENTS = [
  'LIM-009',
  'LIM-010',
  'LIM-011',
  'LIM-022',
  'LIM-023',
  'LIM-024',
  'LIM-025',
  'LIM-026',
  'LIM-027',
  'LIM-028',
  'LIM-029',
  'LIM-030',
  'ENV-001',
  'ENV-002',
  'ENV-003',
  'ENV-004',
  'ERR-001',
  'ERR-005',
  'ERR-009',
  'ERR-012',
  'END-002',
  'END-011',
  'END-013',
  'SES-001',
  'SES-002',
  'SES-004',
  'SES-007',
  'IDV-001',
  'IDV-003',
  'IDV-009',
  'IDV-025',
  'IDV-026',
  'IMG-010',
  'IMG-011',
  'IMG-012',
  'IMG-013',
  'REP-001',
  'DLV-007',
  'DLV-008',
  'SCN-015',
  'SCN-017',
  'STA-012',
  'APP-036',
  'APP-037',
  'APP-038',
  'VAL-001',
  'VAL-002',
  'VAL-003',
  'VAL-004',
  'VAL-005',
  'IMG-014',
  ...VERIFY_REQUIREMENTS,
] as const

/** Error codes that only a caller with a valid key can get. */
const OF_VALID_KEYS = new Set([
  'insufficient_scope',
  'payment_required',
  'subscription_required',
  'artifact_not_available',
  'document_unreadable',
])

/** Error codes that a service may also return for an invalid key (GAP-WRONG-CREDENTIAL). */
const OF_ANY_KEYS = new Set(['validation_error', 'resource_not_found'])

/** Conflicts: only a caller with a valid key can get them, with any code (GAP-FURTHER-CODES). */
const OF_RECORDS = new Set([409, 410])

const DAY_SECONDS = 86_400
const IMAGES_A_MINUTE = 120
/** Tolerated error of the local clock, by which a response without a Date header is judged (GAP-DATE-HEADER). */
const CLOCK_SECONDS = 300

/**
 * Judges a response by the contract's rules for every response of its kind. Of routes that the
 * contract leaves open, only successes are judged, since the service may reject the form of the
 * request.
 */
export function judgeAnswer(
  judge: Judge,
  exchange: Exchange,
  { hasRateLimits, isValidKey }: { hasRateLimits: boolean; isValidKey: boolean },
): void {
  const { request, answer } = exchange
  // The contract leaves open which paths are malformed and how a service responds (GAP-NOT-FOUND).
  if (!isOrdinary(request.path)) return
  if (hasRateLimits && isPublicApi(request.path) && isAuthenticated(exchange, isValidKey))
    expectRate(judge, exchange)
  if (exchange.isClassLimit) expectLimitDetails(judge, exchange)
  if (isPublicApi(request.path) && isKnown(exchange)) expectErrorBody(judge, exchange)
  if (requirementOf(request) !== undefined && answer.status < 400) expectResource(judge, exchange)
}

/** Whether the route exists, by the contract or by the target file. */
function isKnown({ request, isNamedRoute }: Exchange): boolean {
  return requirementOf(request) !== undefined || isNamedRoute === true
}

function isPublicApi(path: string): boolean {
  return path.startsWith('/v1/') && !path.startsWith('/v1/esign/')
}

function isAuthenticated(exchange: Exchange, isValidKey: boolean): boolean {
  const { request, key, answer, isClassLimit, isElsewhere } = exchange
  if (!key?.startsWith('ah_sk_')) return false
  if (answer.status < 300 || isClassLimit) return true
  const code = String(at(answer.json, 'error', 'code'))
  if (!isKnown(exchange) || isElsewhere) return false
  // A service may refuse a query before authentication (GAP-UNKNOWN-QUERY, GAP-REFUSAL-ORDER).
  if (code === 'validation_error' && request.path.includes('?')) return false
  if (OF_VALID_KEYS.has(code)) return true
  return isValidKey && (OF_ANY_KEYS.has(code) || OF_RECORDS.has(answer.status))
}

function expectRate(judge: Judge, { request, answer }: Exchange): void {
  const label = `${request.method} ${request.path.split('?')[0]}`
  expectRateHeaders(judge, label, answer)
  const rate = rateOf(answer)
  if (!rate) return
  const requirement = requirementOf(request)
  // The window may have ended while the response was on its way.
  const isDated = dateOf(answer) !== undefined
  const slack = isDated ? Math.ceil(answer.milliseconds / 1000) : CLOCK_SECONDS
  judge.expect(
    'LIM-024',
    `X-RateLimit-Reset at the end of a window of ${rate.window} s in the response to "${label}"`,
    secondsLeft(answer, rate.reset + slack, rate.window + 2 * slack) !== undefined,
    endByClocks(answer, rate.reset),
  )
  judge.expect(
    'LIM-023',
    `X-RateLimit-Remaining of at most the limit in the response to "${label}"`,
    rate.remaining <= rate.limit,
    `${rate.remaining} of ${rate.limit}`,
  )
  if (requirement === undefined) return
  const [id, seconds] = requirement === 'DSR-001' ? ['LIM-010', DAY_SECONDS] : ['LIM-009', 60]
  judge.expect(
    String(id),
    `a window of ${seconds} s in the response to "${label}"`,
    rate.window === seconds,
    rate.window,
  )
  if (requirement === 'END-015')
    judge.expect('LIM-011', 'a budget of 120', rate.limit === IMAGES_A_MINUTE, rate.limit)
}
