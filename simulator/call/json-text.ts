import { limits } from '../../spec/generated/limits.ts'

/** Returns whether a JSON text, valid or not, exceeds the maximum nesting depth (GAP-BODY-LIMITS). */
export function tooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) i = endOfString(text, i)
    else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      if (++depth > limits.json_depth_max.value) return true
    } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) depth--
  }
  return false
}

/**
 * Returns the exact source text of a member of a JSON object, or undefined if there is no such
 * member. `JSON.parse` would reorder numeric keys and round long numbers; opaque customer data must
 * be returned unchanged (SES metadata).
 * @param text a valid JSON text whose value is an object
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined
  eachMember(text, (key, start, end) => {
    // The last of repeated members counts, as in JSON.parse.
    if (key === name) found = text.slice(start, end)
  })
  return found
}

/**
 * Returns the names and the source texts of all members of a JSON object, also of repeated ones, which `JSON.parse` drops.
 * @param text a valid JSON text whose value is an object
 */
export function memberTexts(text: string): { name: string; text: string }[] {
  const members: { name: string; text: string }[] = []
  eachMember(text, (name, start, end) => members.push({ name, text: text.slice(start, end) }))
  return members
}

/** @param text a valid JSON text whose value is an object */
function eachMember(text: string, visit: (name: string, start: number, end: number) => void): void {
  let i = text.indexOf('{') + 1
  for (;;) {
    i = skipBlank(text, i)
    if (text.charCodeAt(i) !== QUOTE) return
    const keyEnd = endOfString(text, i)
    const name = JSON.parse(text.slice(i, keyEnd + 1)) as string
    const start = skipBlank(text, skipBlank(text, keyEnd + 1) + 1)
    const end = endOfValue(text, start)
    visit(name, start, end)
    i = skipBlank(text, end) + 1
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c

function skipBlank(text: string, i: number): number {
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++
  return i
}

/** Returns the index of the closing quote. Uses indexOf, since most of a body is strings. */
function endOfString(text: string, open: number): number {
  for (let i = open; ;) {
    i = text.indexOf('"', i + 1)
    if (i === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(i - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return i
  }
}

/** Returns the index after the value that starts at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let i = start
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      i = endOfString(text, i)
      if (depth === 0) return i + 1
    } else if (c === OPEN_BRACE || c === OPEN_BRACKET) depth++
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      if (depth === 0) return i
      if (--depth === 0) return i + 1
    } else if (depth === 0 && (c === COMMA || c <= 0x20)) return i
  }
  return i
}
