/** Safe reading of untrusted JSON. */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `JSON` with proposal-json-parse-with-source, which TypeScript does not declare yet. */
const SourceJson = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
}

/**
 * Parses JSON. Whole numbers that a double can't hold, such as 64-bit ids, become their digits as text.
 * @param kept gets these digits
 * @throws {SyntaxError}
 */
export function parseJson(text: string, kept?: Set<string>): unknown {
  // A reviver is slow, and recurses: deep documents without such a number are parsed without one.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  try {
    return SourceJson.parse(text, (_key, value, { source }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
      if (source === undefined || !/^-?\d+$/.test(source)) return value
      kept?.add(source)
      return source
    })
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** Returns the value of a JSON text, or undefined if it is none. */
export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Returns a value that `JSON.stringify` writes as these digits. */
export function exactNumber(digits: string): object {
  return SourceJson.rawJSON(digits)
}

/** Returns the value at a path of own members; undefined if the path does not exist. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let current = value
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part))
      return undefined
    current = (current as Record<string | number, unknown>)[part]
  }
  return current
}

/**
 * Whether a value contains another one: objects may have more members, at any depth and in any
 * order; arrays and other values are equal.
 */
export function containsJson(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(value) &&
      value.length === part.length &&
      part.every((one, i) => containsJson(value[i], one))
    )
  if (!isObject(part)) return value === part
  return (
    isObject(value) &&
    Object.entries(part).every(([name, one]) => containsJson(at(value, name), one))
  )
}

export interface Visit {
  value: unknown
  /** `walk` reuses this array; copy it to keep it. */
  path: readonly (string | number)[]
}

interface Frame {
  node: object
  keys: string[] | undefined
  next: number
}

/**
 * Yields every value in a document, including itself, parents first. Uses neither recursion nor a
 * queue: an untrusted document can be deeper than any stack and wider than the free memory.
 * @param enter returns false for a member to skip
 */
export function* walk(
  document: unknown,
  enter: (key: string | number, path: readonly (string | number)[]) => boolean = () => true,
): Generator<Visit> {
  const path: (string | number)[] = []
  const frames: Frame[] = []
  const open = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      frames.push({
        node: value,
        keys: Array.isArray(value) ? undefined : Object.keys(value),
        next: 0,
      })
    }
  }
  yield { value: document, path }
  open(document)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    path.length = frames.length - 1
    const key = frame.keys
      ? frame.keys[frame.next]
      : frame.next < (frame.node as unknown[]).length
        ? frame.next
        : undefined
    frame.next++
    if (key === undefined) {
      frames.pop()
      continue
    }
    if (!enter(key, path)) continue
    const value = (frame.node as Record<string | number, unknown>)[key]
    path.push(key)
    yield { value, path }
    open(value)
  }
}

/** Returns JSON that is the same for objects with the same members in any order. */
export function orderlessJson(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/**
 * Returns JSON as `JSON.stringify` writes it, and other text unchanged. Libraries escape letters that
 * need it not: PHP writes `/` as `\/`, others `+` or `é` as `\u002b` and `\u00e9`.
 */
export function withoutEscapes(text: string): string {
  try {
    return JSON.stringify(parseJson(text))
  } catch {
    return text
  }
}

/** Whether a response contains a text, also in JSON that escapes some of its letters. */
export function reveals(response: string | undefined, text: string): boolean {
  if (response === undefined) return false
  return (
    response.includes(text) || withoutEscapes(response).includes(JSON.stringify(text).slice(1, -1))
  )
}
