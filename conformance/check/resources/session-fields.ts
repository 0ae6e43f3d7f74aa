import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../../http/json.ts'
import type { StepRequest } from '../check.ts'

/**
 * Returns a creation of a session with the fields that its key needs: a template of the target file
 * belongs to another organization than a key that the provider made.
 * @param own fields of the key; undefined if the provider named none
 * @param listed fields of the target file, which a check may have put in; other values stay
 */
export function withSessionFields(
  request: StepRequest,
  own: JsonObject | undefined,
  listed: readonly JsonObject[],
): StepRequest {
  const { method, path, json } = request
  if (!own || method !== 'POST' || path !== '/v1/sessions' || !isObject(json)) return request
  const isReplaced = (name: string): boolean =>
    !Object.hasOwn(json, name) ||
    listed.some((fields) => isDeepStrictEqual(fields[name], json[name]))
  const replaced = Object.entries(own).filter(([name]) => isReplaced(name))
  return { ...request, json: { ...json, ...Object.fromEntries(replaced) } }
}
