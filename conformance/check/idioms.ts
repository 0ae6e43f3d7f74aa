import type { Answer } from '../http/answer.ts'
import { at, isObject, type JsonObject } from '../http/json.ts'
import { featureOf } from '../target/features.ts'
import type { CredentialNeed } from '../target/target.ts'
import { shown } from '../text.ts'
import type { Context } from './check.ts'
import { idsObserved } from './calls.ts'
import { Blocked, Broken } from './outcome.ts'

/** Steps that many checks share. */

/** Returns the status, and the error code if there is one: `404 resource_not_found`. */
export function statusAndCode(answer: Answer): string {
  const code = at(answer.json, 'error', 'code')
  return typeof code === 'string' ? `${answer.status} ${code}` : String(answer.status)
}

/**
 * Returns the resource in a response: under a member that the target file names, in `data`, or the
 * object with an id that is nearest to the top; undefined if there are several. The contract shows
 * the wrapper of one read only (GAP-CREATE-SESSION, GAP-APPLICANT-RESPONSE, GAP-TEMPLATE-WRITE).
 */
export function resourceIn({ json, wrappers }: Answer): JsonObject | undefined {
  const data = at(json, 'data')
  const outer = isObject(data) ? data : json
  // A session may have a member with the name of a wrapper, such as its applicant.
  const isSession = String(at(outer, 'id')).startsWith('vs_')
  const named = wrappers.map((path) => at(json, ...path.split('.'))).find(isObject)
  if (named && !isSession) return named
  let level = isObject(outer) ? [outer] : []
  while (level.length > 0) {
    const found = level.filter((value) => Object.hasOwn(value, 'id'))
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
    level = level.flatMap((value) => Object.values(value).filter(isObject))
  }
  return isObject(outer) ? outer : undefined
}

/**
 * Returns the resource in a response.
 * @throws {Blocked} if it is not found, and the target file names no wrapper
 */
export function resourceOf(ctx: Context, answer: Answer): JsonObject | undefined {
  const resource = resourceIn(answer)
  if (
    !resource &&
    isObject(answer.json) &&
    answer.status < 300 &&
    !ctx.open.named.has('wrappers')
  ) {
    throw new Blocked(
      'several objects of the response have an id; name the member that holds the resource in open_choices.wrappers of the target file',
    )
  }
  return resource
}

/** Judges an error response whose status and code are both stated. @returns whether both are as stated */
export function expectRefusal(
  ctx: Context,
  answer: Answer,
  stated: { status: number; code: string; requirements: readonly string[] },
): boolean {
  const { status, code, requirements } = stated
  const holds = answer.status === status && at(answer.json, 'error', 'code') === code
  for (const requirement of requirements) {
    ctx.expect(requirement, `${status} with the error code ${code}`, holds, statusAndCode(answer))
  }
  return holds
}

/** Whether the service rejected a request as a client error: any 4xx. */
export function isRefused({ status }: Answer): boolean {
  return status >= 400 && status < 500
}

/**
 * Returns credentials that share their beginning with a real one, or its letters. Four characters are whole bytes in
 * each usual encoding, so that no decoder ignores the difference. Where a secret has capital and small letters, their
 * case distinguishes secrets; a service may ignore it where all letters have one case (GAP-CREDENTIAL-CASE).
 */
export function nearCredentials(real: string): readonly [label: string, changed: string][] {
  const [start] = /^(ah_[ps]k_[a-z]+_[a-z]+_|bt_)?/.exec(real)!
  const secret = real.slice(start.length)
  const hasBothCases = /[a-z]/.test(secret) && /[A-Z]/.test(secret)
  const otherCase = secret.replaceAll(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  )
  const near: [label: string, changed: string][] = [
    ['four characters less', real.slice(0, -4)],
    ['four characters more', `${real}aaaa`],
  ]
  if (hasBothCases)
    near.push(['the letters of the secret in the other case', `${start}${otherCase}`])
  return near
}

/** Returns the issues of a validation error; empty if there are none. */
export function issuesOf(answer: Answer): JsonObject[] {
  const issues = at(answer.json, 'error', 'details', 'issues')
  return Array.isArray(issues) ? issues.filter(isObject) : []
}

/**
 * Returns the path of an issue with its indexes as texts. The contract shows an index as a number in the path of a
 * refused action only; some validators write texts.
 */
export function stepsOf(path: unknown): unknown {
  return Array.isArray(path)
    ? path.map((step: unknown) => (typeof step === 'number' ? String(step) : step))
    : path
}

/**
 * Whether an issue is about a missing member. The contract does not say whether its path leads to the member or to the
 * object that lacks it; then `param` or the message names the member.
 */
export function isMissing({ path, param, message }: JsonObject, steps: readonly string[]): boolean {
  const name = steps.at(-1)!
  const place = JSON.stringify(stepsOf(path))
  if (place === JSON.stringify(steps)) return true
  const isNamed = param === name || (typeof message === 'string' && message.includes(name))
  return isNamed && place === JSON.stringify(steps.slice(0, -1))
}

/**
 * Returns each `param` of an error. The contract does not say where it is, so it is read on the
 * issues, and beside them.
 */
export function paramsOf(answer: Answer): unknown[] {
  return [
    at(answer.json, 'error', 'param'),
    at(answer.json, 'error', 'details', 'param'),
    ...issuesOf(answer).map(({ param }) => param),
  ]
}

/** Creates a session to work with, and returns its response. @throws {Blocked} */
export async function newSession(
  ctx: Context,
  as: CredentialNeed,
  fields: JsonObject = {},
): Promise<{ id: string; answer: Answer }> {
  const answer = await ctx.setUp('create a session to work with', {
    method: 'POST',
    path: '/v1/sessions',
    as,
    json: { ...ctx.sessionFields(as), ...fields },
  })
  return { id: sessionIdIn(answer), answer }
}

/** Returns the id of a session that was created. @throws {Broken} */
export function sessionIdIn(answer: Answer): string {
  const id = resourceIn(answer)?.['id']
  if (typeof id === 'string' && id !== '' && !answer.isLargeNumber(id)) return id
  throw new Broken({
    requirement: 'END-009',
    expected: 'the created session with its id, a string',
    got: shown(answer.json),
  })
}

/**
 * Returns an id as text, as in a path; undefined if the value is none. Only the id of a session is
 * stated to be a string: others may be numbers (GAP-RECORD-IDS).
 */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return Number.isSafeInteger(value) ? String(value) : undefined
}

/** Returns the id of the resource in a response as text; undefined if there is none. */
export function idIn(answer: Answer): string | undefined {
  return idText(resourceIn(answer)?.['id'])
}

/**
 * Returns the id of a record that was created. The contract does not state that the response of an
 * applicant, a template or a request shows the id; but a service that shows it once must always
 * show it.
 * @param requirement the requirement that the call succeeds
 * @throws {Broken}
 */
export function createdId(answer: Answer, requirement: string): string {
  const id = idIn(answer)
  if (id !== undefined) return id
  throw new Broken({
    requirement,
    expected: 'the created record with its id',
    got: shown(answer.json),
    assumes: idsObserved(requirement),
  })
}

/** Requests an image with the key of a state. */
export function imageOf(id: string, artifact: string, key: string) {
  return {
    method: 'GET' as const,
    path: `${sessionPath(id)}/idv-image/${encodeURIComponent(artifact)}`,
    as: { key },
  }
}

export function sessionPath(id: string): string {
  return `/v1/sessions/${encodeURIComponent(id)}`
}

/** Whether the target has the feature that a path belongs to; the check lists it in its needs. */
export function hasRoute(ctx: Context, path: string): boolean {
  const feature = featureOf(path)
  return feature === undefined || ctx.has(feature)
}
