import { at, isObject, type JsonObject } from '../../http/json.ts'
import type { Bindings } from '../../target/states.ts'
import type { Context } from '../check.ts'
import { sessionPath } from '../idioms.ts'
import { Blocked } from '../outcome.ts'
import { reach } from '../states.ts'

/** @throws {Blocked} */
export function documentsOf({
  documents,
}: Bindings): { document_id: string; sha256: string; path: string }[] {
  const list = Array.isArray(documents) ? documents.filter(isObject) : []
  if (
    list.length === 0 ||
    !list.every(({ sha256, path }) => typeof sha256 === 'string' && typeof path === 'string')
  ) {
    throw new Blocked('signing_session: expected the binding documents, each with sha256 and path')
  }
  return list as unknown as { document_id: string; sha256: string; path: string }[]
}

/** Sets up a session with documents to sign at a stage, with the token of its signer. @throws {Blocked} */
export function signingSession(ctx: Context, stage: string, more: JsonObject = {}) {
  return reach(ctx, 'signing_session', { ...more, stage }, 'session_id', 'browser_token')
}

/** Returns the request of the signer's page. @throws {Blocked} */
export function post(
  ctx: Context,
  label: string,
  { requests, browser_token: key }: Bindings,
  name: string,
) {
  const [path, json] = [at(requests, name, 'path'), at(requests, name, 'json')]
  if (typeof path !== 'string') throw new Blocked(`signing_session: expected requests.${name}.path`)
  return ctx.step(label, { method: 'POST', path, as: { key: String(key) }, json: json ?? {} })
}

export async function statusOf(ctx: Context, key: string, id: string): Promise<unknown> {
  return at(
    (await ctx.setUp('retrieve the session', { method: 'GET', path: sessionPath(id), as: { key } }))
      .json,
    'data',
    'status',
  )
}
