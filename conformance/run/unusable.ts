import { adviceFor, isAboutForm, isOpenForm } from '../check/advice.ts'
import { requirementOf, idsObserved } from '../check/calls.ts'
import type { Context, StepRequest } from '../check/check.ts'
import { idIn, issuesOf, statusAndCode } from '../check/idioms.ts'
import { Blocked, Broken } from '../check/outcome.ts'
import { secondsUntilReset } from '../check/patience.ts'
import type { Answer } from '../http/answer.ts'
import { at, isObject } from '../http/json.ts'
import type { Credential, Target } from '../target/target.ts'
import { shown } from '../text.ts'
import { exchangeOf, numbered } from './exchange-numbers.ts'
import { findCredential } from './needs.ts'

/** Responses after which a check cannot continue: blocked by an open point, or broken by the target. */

/**
 * Returns the error to throw after the error response of a call that a check needs.
 * @param own whether the key was made for the check, so that it has every scope
 */
export function unusable(...failed: Parameters<typeof errorAfter>): Blocked {
  const [, , , , answer] = failed
  return numbered(errorAfter(...failed), exchangeOf(answer))
}

function errorAfter(
  { open, home }: Pick<Context, 'open' | 'home'>,
  target: Target,
  label: string,
  request: StepRequest,
  answer: Answer,
  own: boolean,
): Blocked {
  const got = statusAndCode(answer)
  const { as } = request
  const listed = typeof as === 'string' ? findCredential(target, home, as) : undefined
  const hasRights = own || (listed !== undefined && mayBeTheKeys(answer, listed) === false)
  const advice = adviceFor(open, request, answer)
  const message = `"${label}" returned ${got}, and the check needs it to succeed${advice}`
  // The contract leaves routes of the data plane open (GAP-SDK-ROUTES), so the error can be about
  // the form.
  const isSdk = request.path.startsWith('/sdk/v1/') && answer.status >= 500
  const requirement = requirementOf(request) ?? (isSdk ? 'GEN-006' : undefined)
  if (requirement === undefined) return new Blocked(message)
  const assumes = mayBeOpen(request, answer, hasRights) && {
    assumes: successOf(requirement, request),
  }
  return new Broken({ requirement, expected: `success of "${label}"`, got, ...assumes }, message)
}

/** Errors about the account of an organization. Billing applies to live mode only (PLN-018, PLN-019, PLN-022). */
const ABOUT_THE_ACCOUNT: readonly string[] = ['402 payment_required', '403 subscription_required']

/**
 * Whether an error to a key of the target file may be the key's: it lacks a scope, or its account may
 * not spend. Undefined if the error is about something else.
 */
export function mayBeTheKeys(answer: Answer, credential: Credential): boolean | undefined {
  const got = statusAndCode(answer)
  if (got === '403 insufficient_scope') return credential.hasEveryScope !== true
  return ABOUT_THE_ACCOUNT.includes(got) ? credential.label.endsWith('.live') : undefined
}

/** Whether an error response can be caused by an open form, or by a key of the target file. */
function mayBeOpen(request: StepRequest, answer: Answer, hasRights: boolean): boolean {
  const { status } = answer
  if (status === 402 || status === 403) return !hasRights
  if (!isAboutForm(status)) return false
  if (request.method === 'POST' && request.path === '/v1/sessions')
    return status === 422 && asksForMore(answer, request.json)
  return isOpenForm(request)
}

/** Whether an error response requires a field that was not sent: the contract leaves further fields open. */
function asksForMore(answer: Answer, sent: unknown): boolean {
  return issuesOf(answer).some(({ path }) => {
    if (!Array.isArray(path) || path.length === 0) return false
    return (
      at(sent, ...path.map((part) => (typeof part === 'number' ? part : String(part)))) ===
      undefined
    )
  })
}

/** Returns the facts that a response has shown and that later steps may assume. */
export function observedFacts(request: StepRequest, answer: Answer): string[] {
  const requirement = requirementOf(request)
  if (requirement === undefined || answer.status < 200 || answer.status >= 300) return []
  const hasId = idIn(answer) !== undefined
  return [successOf(requirement, request), ...(hasId ? [idsObserved(requirement)] : [])]
}

/** Names the fact that a call succeeded with a key. */
export function successOf(requirement: string, { as }: StepRequest): string {
  return `success of ${requirement} with ${isObject(as) ? 'a key of the provider' : (as ?? 'no key')}`
}

/**
 * Returns the error to throw after a persistent, unwanted 429 that is not the address limit's.
 * @param wrongly whether the 429 persisted after the end of its window, with a key that no other
 * client uses
 */
export function persistent429(label: string, answer: Answer, wrongly: boolean): Blocked {
  return numbered(after429(label, answer, wrongly), exchangeOf(answer))
}

function after429(label: string, answer: Answer, wrongly: boolean): Blocked {
  if (secondsUntilReset(answer, Date.now()) === undefined) {
    return new Broken({
      requirement: 'LIM-026',
      expected: `details.reset_at in the 429 of "${label}"`,
      got: shown(answer.json),
    })
  }
  if (wrongly) {
    return new Broken({
      requirement: 'ERR-025',
      expected: `"${label}" to be admitted once its window had rolled, with a key that no other client has`,
      got: statusAndCode(answer),
    })
  }
  return new Blocked(
    `"${label}" returned 429, and waiting for the window to roll did not help; use keys that no other client uses, or raise --time-limit`,
  )
}

/** Returns the error to throw after a persistent 429 of the limit by address. */
export function addressLimited(label: string, answer: Answer): Blocked {
  const error = new Blocked(
    `"${label}" returned 429, as does a request without a credential: the limit by address is used up; wait a minute, or raise it for the suite`,
  )
  return numbered(error, exchangeOf(answer))
}
