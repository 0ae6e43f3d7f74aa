import type { Context } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { Broken } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { at, isObject, type JsonObject, parseJson } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { verify } from '../verify/verify-request.ts'

export const KEYS = { method: 'GET' as const, path: '/.well-known/esign-keys' }
export const NEEDS = {
  features: ['document_verification'],
  credentials: [],
  states: ['signed_document'],
} as const

/** A verified live document, its seal, and the keys of the region. @throws {Blocked} */
export async function sealed(ctx: Context, params: JsonObject) {
  const bindings = await reach(
    ctx,
    'signed_document',
    { mode: 'live', status: 'verified', ...params },
    'sha256',
  )
  const answer = await verify(ctx, bindings.sha256)
  const seal = at(answer.json, 'seal')
  if (!isObject(seal)) {
    throw new Broken({
      requirement: 'VFR-014',
      expected: 'a seal in the response about a sealed document',
      got: `${statusAndCode(answer)} with ${shown(seal)}`,
    })
  }
  const { json: keySet } = await ctx.setUp('read the keys', KEYS)
  return { bindings, sha256: bindings.sha256, seal, keySet, status: at(answer.json, 'status') }
}

export function claimsOf(payload: unknown): JsonObject | undefined {
  try {
    const claims: unknown = parseJson(String(payload))
    return isObject(claims) ? claims : undefined
  } catch {
    return undefined
  }
}
