import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { tooDeep } from '../call/json-text.ts'
import { allocatePages } from '../threads/pages.ts'
import type { LendableFile } from '../threads/task-thread.ts'

/** A file from a base64 member of a JSON body. */
export type EncodedFile = {
  /** Path of the member: names joined by dots. */
  path: string
  /** Length of its text. */
  characters: number
} & (LendableFile | NotBase64)

interface NotBase64 {
  bytes?: undefined
}

/** A JSON text in which each file is replaced by an empty string. */
export interface ReducedJson {
  text: string
  files: EncodedFile[]
}

/** Shorter strings stay in the text. */
const LONG_STRING = 1024
/** A multiple of four, so that each piece of base64 can be decoded alone. */
const PIECE_CHARACTERS = 64 * 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Removes the files from a JSON text, so that the rest is short enough to parse and validate in one
 * turn. Does not parse the whole text: millions of small values would take seconds.
 * @param paths of the members that are files, joined by dots
 * @param rest maximum number of bytes outside of the files
 * @returns `too large` if there are more; for a text that is not JSON, one that is not JSON either
 */
export function withoutFiles(
  body: Buffer,
  paths: readonly string[],
  rest: number,
): ReducedJson | 'no UTF-8' | 'too large' {
  if (!isUtf8(body)) return 'no UTF-8'
  const found = longStrings(body, rest)
  if (!found) return 'too large'
  // Replace each long string by a mark, to find its member after parsing.
  const mark = randomUUID()
  const marked = joined(body, found, (i) => Buffer.from(`${mark}${i}`))
  const value = parsed(marked)
  if (value === undefined) return { text: marked, files: [] }
  const files: EncodedFile[] = []
  const taken = new Set<number>()
  for (const path of paths) {
    const text = memberAt(value, path.split('.'))
    if (text === undefined) continue
    const no = text.startsWith(mark) ? Number(text.slice(mark.length)) : undefined
    if (no !== undefined) taken.add(no)
    files.push(decoded(path, no === undefined ? text : stringOf(body, found[no]!)))
  }
  const kept = found.map(({ start, end }, i) => body.subarray(start, taken.has(i) ? start : end))
  const outside = kept.reduce((bytes, { length }) => bytes + length, outsideOf(found, body.length))
  return outside > rest ? 'too large' : { text: joined(body, found, (i) => kept[i]!), files }
}

function outsideOf(places: readonly Place[], length: number): number {
  return places.reduce((bytes, { start, end }) => bytes - (end - start), length)
}

/** Position of a string between its quotes. */
interface Place {
  start: number
  end: number
  escaped: boolean
}

/** Returns the positions of long strings; undefined if more than `rest` bytes are outside of them. */
function longStrings(body: Buffer, rest: number): Place[] | undefined {
  const found: Place[] = []
  let outside = 0
  let last = 0
  // Search for the next backslash only after passing this one: a search per string would take
  // minutes for long texts.
  let escape = body.indexOf(BACKSLASH)
  for (let open = body.indexOf(QUOTE); open >= 0; open = body.indexOf(QUOTE, last)) {
    if (escape >= 0 && escape <= open) escape = body.indexOf(BACKSLASH, open + 1)
    const place = stringAt(body, open + 1, escape)
    outside += open + 1 - last
    if (place.end - place.start > LONG_STRING) found.push(place)
    else outside += place.end - place.start
    if (outside > rest) return undefined
    last = place.end + 1
  }
  return outside + body.length - last > rest ? undefined : found
}

/**
 * Returns the string that starts after a quote. An unterminated string ends with the text.
 *
 * @param escape place of the first backslash at or behind the start; negative if there is none
 */
function stringAt(body: Buffer, start: number, escape: number): Place {
  let end = body.indexOf(QUOTE, start)
  if (end < 0) end = body.length
  if (escape < 0 || escape > end) return { start, end, escaped: false }
  for (end = escape; end < body.length && body[end] !== QUOTE; end++)
    if (body[end] === BACKSLASH) end++
  return { start, end: Math.min(end, body.length), escaped: true }
}

/** Returns the text with each long string replaced. */
function joined(body: Buffer, places: readonly Place[], at: (i: number) => Buffer): string {
  const pieces: Buffer[] = []
  let last = 0
  for (const [i, { start, end }] of places.entries()) {
    pieces.push(body.subarray(last, start), at(i))
    last = end
  }
  return new TextDecoder().decode(Buffer.concat([...pieces, body.subarray(last)]))
}

function parsed(text: string): unknown {
  if (tooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberAt(value: unknown, names: string[]): string | undefined {
  let at = value
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return typeof at === 'string' ? at : undefined
}

/**
 * Returns the value of a string. Some serializers escape the slashes of base64. Invalid escapes are
 * kept, because such a text is not base64 either.
 */
function stringOf(body: Buffer, { start, end, escaped }: Place): string {
  const literal = body.toString(escaped ? 'utf8' : 'latin1', start, end)
  return escaped ? ((parsed(`"${literal}"`) as string | undefined) ?? literal) : literal
}

function decoded(path: string, text: string): EncodedFile {
  const characters = text.length
  const bytes = bytesOf(text)
  return bytes ? { path, characters, bytes } : { path, characters }
}

/**
 * Decodes base64; returns undefined for other text. Works in pieces, because otherwise the text
 * would be in memory three times.
 */
function bytesOf(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = allocatePages(Math.max(0, (text.length / 4) * 3 - padding) | 0)
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    const piece = text.slice(at, at + PIECE_CHARACTERS)
    const start = (at / 4) * 3
    const end = start + bytes.write(piece, start, 'base64')
    const isWhole = end === bytes.length || end - start === (PIECE_CHARACTERS / 4) * 3
    // Node ignores invalid characters, so encode again and compare.
    if (!isWhole || bytes.toString('base64', start, end) !== piece) return undefined
  }
  return bytes
}
