import { at, isObject, type JsonObject } from '../http/json.ts'
import type { Bindings } from '../target/states.ts'
import type { Context } from './check.ts'
import { Blocked } from './outcome.ts'

/**
 * Sets up a provider state at home in test mode, unless `params` say otherwise.
 * @param names bindings that the check requires; all of them strings
 * @throws {StateError, Blocked}
 */
export async function reach<Name extends string = never>(
  ctx: Context,
  state: string,
  params: JsonObject,
  ...names: Name[]
): Promise<Bindings & Record<Name | 'organization' | 'key', string>> {
  const bindings = await ctx.state(state, { region: ctx.home, mode: 'test', ...params })
  for (const name of ['organization', 'key', ...names]) {
    if (typeof bindings[name] !== 'string' || bindings[name] === '') {
      throw new Blocked(`${state}: expected the binding ${name}`)
    }
  }
  return bindings as Bindings & Record<Name | 'organization' | 'key', string>
}

/** Returns the texts of a binding that no response may contain. */
export function withheldIn({ withheld }: Bindings): string[] {
  return Array.isArray(withheld)
    ? withheld.filter((text) => typeof text === 'string' && text !== '')
    : []
}

/** Returns the browser request that submits typed data, as the state describes it. */
export function submissionOf(submission: unknown, key: string, applicant?: JsonObject) {
  const [path, json, place] = [
    at(submission, 'path'),
    at(submission, 'json'),
    at(submission, 'applicant'),
  ]
  const body = isObject(json) ? json : {}
  return {
    method: 'POST' as const,
    path: typeof path === 'string' ? path : '/',
    as: { key },
    json:
      applicant === undefined
        ? body
        : typeof place === 'string'
          ? { ...body, [place]: applicant }
          : { ...body, ...applicant },
  }
}
