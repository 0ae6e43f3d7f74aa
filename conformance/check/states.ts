import { at, isObject, type JsonObject } from '../http/json.ts'
import { type Bindings, StateUnavailable } from '../target/states.ts'
import { shown } from '../text.ts'
import type { Context } from './check.ts'
import { idText } from './idioms.ts'
import { submittedApplicant } from './resources/applicant-fields.ts'
import { refusedSubscription } from './resources/refused-subscription.ts'
import { Blocked, Unreachable } from './outcome.ts'

/**
 * Sets up a provider state at home in test mode, unless `params` say otherwise.
 * @param names bindings that the check requires; a number is an id (GAP-RECORD-IDS) and returned as text
 * @throws {StateError, Blocked}
 */
export async function reach<Name extends string = never>(
  ctx: Context,
  state: string,
  params: JsonObject,
  ...names: Name[]
): Promise<Bindings & Record<Name | 'organization' | 'key', string>> {
  const bindings = await ctx.state(state, params)
  if (state === 'webhook_subscription' && bindings['refused'] === true)
    throw await refusedSubscription(ctx, params)
  const texts = ['organization', 'key', ...names].map((name) => {
    const text = idText(bindings[name])
    if (text === undefined && bindings['refused'] === true)
      throw new Blocked(`the service refuses the state ${state}, and the check needs it`)
    if (text === undefined)
      throw new Blocked(
        `the state ${state} has to return the binding ${name}, a text that is not empty; it returned ${shown(bindings[name])}`,
      )
    return [name, text]
  })
  return { ...bindings, ...Object.fromEntries(texts) } as Bindings &
    Record<Name | 'organization' | 'key', string>
}

/** Whether the keys of the check belong to organizations that no other check uses. */
export function hasOwnKeys(ctx: Context): boolean {
  return ctx.offers('organization') && ctx.offers('key')
}

/**
 * Sets up a state with a parameter that a provider may refuse, as PROTOCOL.md permits.
 * @throws {StateError, Blocked, Unreachable}
 */
export async function reachIfPossible<Name extends string = never>(
  ctx: Context,
  state: string,
  params: JsonObject,
  ...names: Name[]
): Promise<Bindings & Record<Name | 'organization' | 'key', string>> {
  try {
    return await reach(ctx, state, params, ...names)
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error
    throw new Unreachable(
      `the provider refuses the state ${state} with these params, as PROTOCOL.md permits: ${error.reason}`,
    )
  }
}

/** Returns the texts of a binding that no response may contain. */
export function withheldIn({ withheld }: Bindings): string[] {
  return Array.isArray(withheld)
    ? withheld.filter((text) => typeof text === 'string' && text !== '')
    : []
}

/** Complete for every kind of check: some services require the person in each submission. */
const PERSON = { familyName: 'Testperson', givenNames: ['Una'] }

/**
 * Returns the browser request that submits typed data, as the state describes it.
 * @param applicant in the names of an SDK submission
 */
export function submissionOf(
  { open }: Pick<Context, 'open'>,
  submission: unknown,
  key: string,
  applicant: JsonObject = PERSON,
) {
  const [path, json, place] = [
    at(submission, 'path'),
    at(submission, 'json'),
    at(submission, 'applicant'),
  ]
  const body = isObject(json) ? json : {}
  const whole = submittedApplicant(open, applicant)
  return {
    method: 'POST' as const,
    path: typeof path === 'string' ? path : '/',
    as: { key },
    json: typeof place === 'string' ? { ...body, [place]: whole } : { ...body, ...whole },
  }
}

/**
 * Returns a session of two checks whose first step is submitted.
 * @param params further parameters of the state
 * @throws {StateError, Blocked, Unreachable}
 */
export async function startedSession(ctx: Context, params: JsonObject = {}) {
  const open = await reach(
    ctx,
    'open_session',
    { ...params, checks: ['id_verification', 'credit_history'] },
    'session_id',
    'browser_token',
  )
  await ctx.setUp(
    'submit the first of two steps',
    submissionOf(ctx, open['submission'], open.browser_token),
  )
  return open
}
