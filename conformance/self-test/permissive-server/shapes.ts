import { isObject, type JsonObject } from '../../http/json.ts'
import type { ProxiedResponse } from '../proxy.ts'
import type { Choice } from './choice.ts'
import type { Draw } from './preferences.ts'

/**
 * Variations that no ledger row covers and every JSON reader must accept: order of members, additional and absent
 * members, ids.
 */
export function shapeChoices({ chance, pick, number }: Draw): Choice[] {
  const word = () => Math.floor(number() * 1e9).toString(36)
  return [
    ...(chance(0.6) ? [shaped(ordered(word()))] : []),
    ...(chance(0.6)
      ? [shaped(extended(`x_${word()}`, pick([null, 7, 'more', [], { nested: [] }])))]
      : []),
    ...(chance(0.6) ? [shaped(withoutNulls)] : []),
    ...(chance(0.6) ? [otherIds(pick(['person-', 'A', '7f_', 'usr.']))] : []),
  ]
}

/** Members with content of the customer, or whose members are all stated. */
const AS_IT_IS = new Set(['metadata', 'seal', 'screening_rules', 'paths', 'components', 'details'])

/** Changes each object in the JSON of a response, parents last. */
function shaped(
  change: (object: JsonObject, isError: boolean, path: string) => JsonObject,
): Choice {
  const walked = (value: unknown, isError: boolean, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walked(one, isError, path))
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, one]) => [
      name,
      AS_IT_IS.has(name) ? one : walked(one, isError, path),
    ])
    return change(Object.fromEntries(members) as JsonObject, isError, path)
  }
  return {
    response({ path }, response) {
      const json = jsonOf(response)
      // OpenAPI states the members of its documents.
      if (json !== undefined && path !== '/openapi.json')
        response.body = Buffer.from(JSON.stringify(walked(json, response.status >= 400, path)))
    },
  }
}

/**
 * Orders members by the seed and the address of the request: a runtime may order each response anew. Errors have one
 * order, because an order by the address would tell two hidden records apart.
 */
function ordered(seed: string): (object: JsonObject, isError: boolean, path: string) => JsonObject {
  return (object, isError, path) => {
    const salt = isError ? seed : seed + path
    const rank = (name: string): number =>
      [...salt, ...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1009, 7)
    return Object.fromEntries(
      Object.entries(object).toSorted(([a], [b]) => rank(a) - rank(b)),
    ) as JsonObject
  }
}

function extended(
  name: string,
  value: unknown,
): (object: JsonObject, isError: boolean) => JsonObject {
  return (object, isError) => (isError ? object : { ...object, [name]: value })
}

/** Members without a value are omitted. An error has its six members, and an event row its columns. */
function withoutNulls(object: JsonObject, isError: boolean): JsonObject {
  return isError
    ? object
    : Object.fromEntries(
        Object.entries(object).filter(
          ([name, value]) => value !== null || name === 'capture_acquisition',
        ),
      )
}

/** The contract leaves the prefix of applicant ids open (GAP-APPLICANT-RESPONSE). */
function otherIds(prefix: string): Choice {
  const theirs = (text: string) =>
    text.replaceAll(new RegExp(`${prefix.replace('.', '\\.')}(?=[a-z0-9]{20,})`, 'g'), 'app_')
  const ours = (text: string) => text.replaceAll(/\bapp_(?=[a-z0-9]{20,})/g, prefix)
  const rewritten = <T extends object>(value: T, to: (text: string) => string): void => {
    Object.assign(value, JSON.parse(to(JSON.stringify(value))))
  }
  return {
    request(request) {
      request.path = theirs(request.path)
      if (request.headers['content-type']?.includes('json'))
        request.body = Buffer.from(theirs(request.body.toString('latin1')), 'latin1')
    },
    response(_, response) {
      if (jsonOf(response) !== undefined)
        response.body = Buffer.from(ours(response.body.toString()))
    },
    state: (use) => rewritten(use, theirs),
    bindings: (_, bindings) => rewritten(bindings, ours),
  }
}

function jsonOf({ body, headers }: ProxiedResponse): unknown {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type?.includes('json') && body.byteLength > 0 ? JSON.parse(body.toString()) : undefined
}
