import type { Answer } from '../http/answer.ts'
import { at, isObject, type JsonObject } from '../http/json.ts'
import type { CredentialNeed } from '../target/target.ts'
import type { Context } from './check.ts'
import { Blocked } from './outcome.ts'

/** What many checks do. */

/** Status, and the error code where there is one: `404 resource_not_found`. */
export function statusAndCode(answer: Answer): string {
  const code = at(answer.json, 'error', 'code')
  return typeof code === 'string' ? `${answer.status} ${code}` : String(answer.status)
}

/**
 * The resource in an answer, wrapped in `data` or not: the contract shows the wrapper on one read alone.
 * (GAP-CREATE-SESSION, GAP-APPLICANT-RESPONSE)
 */
export function resourceIn(answer: Answer): JsonObject | undefined {
  const data = at(answer.json, 'data')
  if (isObject(data)) return data
  return isObject(answer.json) ? answer.json : undefined
}

/** Judges a refusal whose status and code are both stated. @returns whether both are as stated */
export function expectRefusal(
  ctx: Context,
  answer: Answer,
  stated: { status: number; code: string; requirements: readonly string[] },
): boolean {
  const { status, code, requirements } = stated
  const holds = answer.status === status && at(answer.json, 'error', 'code') === code
  for (const requirement of requirements) {
    ctx.expect(requirement, `${status} with the code ${code}`, holds, statusAndCode(answer))
  }
  return holds
}

/** The issues of a validation error; none where there are none. */
export function issuesOf(answer: Answer): JsonObject[] {
  const issues = at(answer.json, 'error', 'details', 'issues')
  return Array.isArray(issues) ? issues.filter(isObject) : []
}

/** A new session to work with, and its answer. @throws {Blocked} */
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
  const id = resourceIn(answer)?.['id']
  if (typeof id !== 'string' || id === '')
    throw new Blocked('the created session came back without an id')
  return { id, answer }
}

/** Asks for an image with the key of a state. */
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
