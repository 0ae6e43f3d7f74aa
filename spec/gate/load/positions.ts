import { type ParseError, visit } from 'jsonc-parser'
import { isMap, isPair, isScalar, isSeq, type Document, type LineCounter, type Node } from 'yaml'
import { encodePart } from './json.ts'

/** Lines by JSON pointer, from 1. */
export type Lines = ReadonlyMap<string, number>

const indexes = new WeakMap<object, Lines>()

/** Returns the line of a pointer, from 1, or of its nearest existing parent. */
export function lineOf(file: { text: string; lines?: Lines }, pointer: string): number {
  const lines = file.lines ?? indexes.get(file) ?? jsonLines(file.text)
  if (!file.lines) indexes.set(file, lines)
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return 1
}

function jsonLines(text: string): Lines {
  const lines = new Map<string, number>()
  const put = (path: readonly (string | number)[], line: number): void => {
    const pointer = path.map((part) => `/${encodePart(String(part))}`).join('')
    if (!lines.has(pointer)) lines.set(pointer, line + 1)
  }
  const value = (_: number, __: number, line: number, path: () => (string | number)[]): boolean => {
    put(path(), line)
    return true
  }
  visit(text, {
    onObjectBegin: (offset, length, line, _, path) => value(offset, length, line, path),
    onArrayBegin: (offset, length, line, _, path) => value(offset, length, line, path),
    onLiteralValue: (_, __, ___, line, ____, path) => put(path(), line),
    onObjectProperty: (name, _, __, line, ___, path) => put([...path(), name], line),
    onError: (_: ParseError['error']) => {},
  })
  return lines
}

/** Returns the first duplicate key in JSON text; `JSON.parse` would keep the last one without an error. */
export function repeatedKey(text: string): { key: string; line: number } | null {
  const open: Set<string>[] = []
  let found: { key: string; line: number } | null = null
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (key, _, __, line) => {
      const keys = open.at(-1)
      if (keys?.has(key)) found ??= { key, line: line + 1 }
      keys?.add(key)
    },
  })
  return found
}

/**
 * Returns the lines of a YAML document, from the parser's line counter.
 * @throws {Error} if a key occurs twice: the parser's own check compares each key with all others
 */
export function yamlLines(document: Document, counter: LineCounter): Lines {
  const lines = new Map<string, number>()
  const walk = (node: unknown, pointer: string): void => {
    // Aliases are skipped: their nodes have the location of the anchor (see `homeOf`).
    if (isMap(node)) {
      const keys = new Set<unknown>()
      for (const pair of node.items) {
        if (!isPair(pair)) continue
        const key = pair.key as Node & { value?: unknown }
        if (isScalar(key) && keys.has(key.value)) {
          const { line, col } = counter.linePos(key.range?.[0] ?? 0)
          throw new Error(`Map keys must be unique at line ${line}, column ${col}`)
        }
        if (isScalar(key)) keys.add(key.value)
        step(`${pointer}/${encodePart(String(key.value))}`, key, pair.value)
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries())
        step(`${pointer}/${index}`, item as Node, item)
    }
  }
  const step = (pointer: string, start: Node, inside: unknown): void => {
    lines.set(pointer, counter.linePos(start?.range?.[0] ?? 0).line)
    walk(inside, pointer)
  }
  walk(document.contents, '')
  return lines
}
