import type { Answer } from '../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../http/json.ts'
import { idText } from './idioms.ts'

/**
 * Returns the records of a list: under a member that the target file names, else under `data`, else
 * the list nearest to the top. The contract leaves the member open (GAP-LISTS, GAP-DELIVERY-LOG).
 */
export function recordsIn({ json, status, wrappers }: Answer): JsonObject[] {
  if (status >= 300) return []
  const named = wrappers.map((path) => at(json, ...path.split('.'))).find(Array.isArray)
  const data = at(json, 'data')
  return (named ?? (Array.isArray(data) ? data : nearestList(json))).filter(isObject)
}

function nearestList(json: unknown): unknown[] {
  const queue = [json]
  for (let i = 0; i < queue.length && i < 100; i++) {
    const value = queue[i]
    if (Array.isArray(value) && value.some(isObject)) return value
    if (isObject(value)) queue.push(...Object.values(value))
  }
  return []
}

/** Returns the ids of sessions anywhere in a response, each once. */
export function sessionIdsIn({ searchable }: Answer): string[] {
  return [...new Set(searchable.match(/(?<=")vs_[^"]*(?=")/g))]
}

/**
 * Whether a response shows a record with this id. A numeric id could equal any other number, so it
 * counts only as the member `id` (GAP-RECORD-IDS).
 */
export function showsRecord({ json, searchable }: Answer, id: string): boolean {
  if (!/^\d+$/.test(id)) return searchable.includes(JSON.stringify(id))
  return walk(json).some(({ path, value }) => path.at(-1) === 'id' && idText(value) === id)
}

/** Returns the ids that more than one of the records has. A list may be long, so each id is looked up once. */
export function repeatedIds(records: readonly JsonObject[]): string[] {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  for (const { id } of records) {
    const text = idText(id)
    if (text === undefined) continue
    if (seen.has(text)) repeated.add(text)
    seen.add(text)
  }
  return [...repeated]
}
