import type { Relation } from '../values/assertions.ts'
import { type Comparison, compareExpressions } from './automaton.ts'
import { type Test, compile, findInTime, testOf } from './matcher.ts'
import { parsePattern } from './syntax.ts'

/** @property witness strings that only one of the patterns matches */
export interface PatternRelation {
  readonly relation: Relation | 'equal'
  readonly witness?: string
}

/**
 * Compares the strings that two patterns match. If the patterns cannot be compared completely, they
 * are compared with samples: a string that only one pattern matches proves that it is not the
 * narrower one, and nothing about the reverse.
 */
export function patternRelation(before: string, after: string): PatternRelation {
  const [was, is] = [compile(before), compile(after)]
  if (!was || !is) return { relation: 'unclear' }
  const [old, now] = [parsePattern(before), parsePattern(after)]
  const compared: Comparison = old && now ? compareExpressions(old, now) : { isComplete: false }
  const { isComplete } = compared
  // A sample is shown rather than another string, so that the id of the change stays the same.
  const samples = [before, after].flatMap((pattern) => samplesOf(pattern))
  const more = isComplete
    ? []
    : [before, after].flatMap((pattern) => samplesOf(pattern, 'all ends'))
  const [matched, matches] = [testOf(was, old), testOf(is, now)]
  const first = (fits: Test, other: Test, proof: string | undefined) => {
    const isProof = (text: string) => fits(text) && !other(text)
    return findInTime(samples, isProof) ?? proof ?? findInTime(more, isProof)
  }
  const come = first(matches, matched, compared.come)
  const gone = first(matched, matches, compared.gone)
  if (come !== undefined && gone !== undefined)
    return { relation: 'other', witness: `${quoted(come)} fits now, ${quoted(gone)} no longer` }
  if (come !== undefined)
    return {
      relation: isComplete ? 'wider' : 'wider-or-other',
      witness: `${quoted(come)} fits now`,
    }
  if (gone !== undefined)
    return {
      relation: isComplete ? 'narrower' : 'narrower-or-other',
      witness: `${quoted(gone)} no longer matches`,
    }
  return { relation: isComplete ? 'equal' : 'unclear' }
}

/** With its length if it is cut: two long strings may have the same start. */
const quoted = (text: string): string =>
  text.length > 40
    ? `${JSON.stringify(`${text.slice(0, 40)}…`)} (${text.length} characters)`
    : JSON.stringify(text)

const MOST = 60

/**
 * Generates a few strings that match a pattern: the first and the last member of each class, or
 * both ends of all its ranges, and the bounds of each repetition.
 */
export function samplesOf(pattern: string, members?: 'all ends'): string[] {
  const reader = { text: pattern, at: 0, hasAllEnds: members !== undefined }
  const spelt = alternatives(reader)
  return [
    ...new Set(
      spelt.flatMap((text) => [text, `${text}x`, `x${text}`, text.toUpperCase(), `${text}\n`]),
    ),
  ].slice(0, 5 * MOST)
}

interface Reader {
  readonly text: string
  readonly hasAllEnds: boolean
  at: number
}

function alternatives(reader: Reader): string[] {
  const all = [...sequence(reader)]
  while (reader.text[reader.at] === '|') {
    reader.at++
    all.push(...sequence(reader))
  }
  return all.slice(0, MOST)
}

function sequence(reader: Reader): string[] {
  let texts = ['']
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at]!)) {
    const repeated = repeat(atom(reader), reader)
    texts = texts.flatMap((text) => repeated.map((part) => text + part))
    // Choose evenly: otherwise the samples would differ only in their last letters.
    if (texts.length > MOST)
      texts = texts.filter((_, index) => index % Math.ceil(texts.length / MOST) === 0)
  }
  return texts
}

function atom(reader: Reader): string[] {
  const letter = reader.text[reader.at++]!
  if (letter === '^' || letter === '$') return ['']
  if (letter === '.') return ['a', '-']
  if (letter === '\\') return escaped(reader.text[reader.at++] ?? '')
  if (letter === '[') return members(reader)
  if (letter !== '(') return [letter]
  const prefix = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(reader.text.slice(reader.at))?.[0] ?? ''
  reader.at += prefix.length
  const inner = alternatives(reader)
  reader.at++
  return /[=!]/.test(prefix) ? [''] : inner
}

function escaped(letter: string): string[] {
  return (
    { d: ['0', '9'], w: ['a', '_'], s: [' '], D: ['a'], W: ['-'], S: ['a'], b: [''], B: [''] }[
      letter
    ] ?? [letter]
  )
}

function members(reader: Reader): string[] {
  const end = reader.text.indexOf(']', reader.at + 1)
  const inside = reader.text.slice(reader.at, end)
  reader.at = end < 0 ? reader.text.length : end + 1
  if (inside.startsWith('^')) return ['a', '0', '-'].filter((letter) => !inside.includes(letter))
  if (!reader.hasAllEnds) {
    const letters = inside.replace(/\\(.)/g, '$1')
    return [...new Set([letters[0]!, letters.at(-1)!])].filter(Boolean)
  }
  const parts = [...inside.matchAll(/\\(.)|(.)-(.)|(.)/gsu)]
  const letters = parts.flatMap(([, escape, from, to, one]) =>
    escape === undefined ? [from ?? one!, to ?? one!] : escaped(escape),
  )
  return [...new Set(letters)]
}

function repeat(parts: string[], reader: Reader): string[] {
  const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(reader.text.slice(reader.at))
  if (!match) return parts
  reader.at += match[0].length
  const [least, most] = { '*': [0, 2], '+': [1, 2], '?': [0, 1] }[match[0][0]!] ?? [
    Number(match[1]),
    match[2] ? Number(match[3] || Number(match[1]) + 1) : Number(match[1]),
  ]
  const times = [...new Set([least!, most!])].filter((count) => count <= 300)
  return times.flatMap((count) => (count === 0 ? [''] : parts.map((part) => part.repeat(count))))
}
