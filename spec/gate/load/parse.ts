import {
  isAlias,
  isCollection,
  isPair,
  isMap,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
} from 'yaml'
import { CouldNotJudge } from '../judgement.ts'

export type Json = null | boolean | number | string | Json[] | Members
export type Members = { [key: string]: Json }

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A contract is text that people write: what is larger than these is none, and is not read. */
export const BOUNDS = {
  fileBytes: 8 << 20,
  totalBytes: 24 << 20,
  yamlBytes: 2 << 20,
  yamlItems: 100_000,
  files: 400,
  aliases: 2000,
  depth: 120,
}

export interface ParsedFile {
  readonly path: string
  readonly text: string
  readonly value: Json
}

export interface Home {
  readonly file: string
  readonly pointer: string
}

const homes = new WeakMap<object, Home>()

/** Where an object was written first. What YAML shares by an alias is one object, hence one place. */
export function homeOf(node: object): Home {
  return homes.get(node) ?? { file: '', pointer: '' }
}

/** Visits each object once, so aliases cost nothing. */
function settle(node: Json, file: string, pointer: string, depth: number): void {
  if (typeof node !== 'object' || node === null || homes.has(node)) return
  if (depth > BOUNDS.depth) throw new CouldNotJudge(`${file} is nested deeper than ${BOUNDS.depth}`)
  homes.set(node, { file, pointer })
  for (const [key, child] of Object.entries(node))
    settle(child, file, `${pointer}/${encodePart(key)}`, depth + 1)
}

/** A key as a part of a JSON pointer. */
export function encodePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Base and head share most of their files, and each is read once. */
const parsed = new Map<string, ParsedFile>()

/** @throws CouldNotJudge with file and line */
export function parseFile(path: string, text: string): ParsedFile {
  const known = parsed.get(path)
  if (known?.text === text) return known
  const file = freshlyParsed(path, text)
  parsed.set(path, file)
  return file
}

function freshlyParsed(path: string, text: string): ParsedFile {
  if (text.length > BOUNDS.fileBytes)
    throw new CouldNotJudge(`${path} is larger than ${BOUNDS.fileBytes >> 20} MiB`)
  const value = path.endsWith('.json') ? parseJson(path, text) : parseYaml(path, text)
  settle(value, path, '', 0)
  return { path, text, value }
}

function parseJson(path: string, text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new CouldNotJudge(`${path} is not JSON: ${firstLine(error)}`)
  }
}

/** YAML takes a thousand times its size while it is parsed, so what is more than people write is refused before. */
function parseYaml(path: string, text: string): Json {
  const { yamlBytes, yamlItems } = BOUNDS
  if (text.length > yamlBytes)
    throw new CouldNotJudge(
      `${path} is larger than ${yamlBytes >> 20} MiB; as JSON it may be larger`,
    )
  if ((text.match(/[\n,[{]/g)?.length ?? 0) > yamlItems)
    throw new CouldNotJudge(
      `${path} has more than ${yamlItems} lines and items; as JSON it may have more`,
    )
  try {
    const document = parseDocument(text, { logLevel: 'silent' })
    const [fault] = document.errors
    if (fault) throw fault
    return document.toJS({ maxAliasCount: BOUNDS.aliases }) as Json
  } catch (error) {
    throw new CouldNotJudge(`${path} is not YAML that can be read: ${firstLine(error)}`)
  }
}

function firstLine(error: unknown): string {
  if (error instanceof RangeError || String(error).includes('call stack'))
    return 'it is nested too deeply'
  return String((error as Error).message)
    .split('\n')[0]!
    .replace(/:$/, '')
}

/** Line of a pointer, from 1; that of the nearest parent when nothing stands there. */
export function lineOf(text: string, pointer: string): number {
  if (text.length > BOUNDS.yamlBytes) return 1
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'silent' })
  let node: unknown = document.contents
  let offset = 0
  for (const part of pointer.split('/').slice(1)) {
    const found = step(document, node, part.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (!found) break
    ;({ node, offset } = found)
  }
  return counter.linePos(offset).line
}

function step(
  document: Document,
  from: unknown,
  key: string,
): { node: unknown; offset: number } | undefined {
  const node = isAlias(from) ? from.resolve(document) : from
  if (!isCollection(node)) return undefined
  const item: unknown = isMap(node)
    ? node.items.find(
        (pair) => isPair(pair) && String((pair.key as { value?: unknown }).value) === key,
      )
    : node.items[Number(key)]
  if (!item) return undefined
  const [start, inside] = isPair(item) ? [item.key, item.value] : [item, item]
  return { node: inside, offset: (start as Node).range?.[0] ?? 0 }
}
