import type { CharacterSet, Expression } from './syntax.ts'

/** Strings that only one of two expressions matches. */
export interface Comparison {
  /** A string that only the second one matches. */
  readonly come?: string
  readonly gone?: string
  /** Whether all strings were considered: a missing string then proves that there is none. */
  readonly isComplete: boolean
}

/** Larger automata are compared by samples. */
const MOST_STATES = 3000
const MOST_PAIRS = 4000

/** Compares two expressions with a simultaneous run of their automata. */
export function compareExpressions(before: Expression, after: Expression): Comparison {
  return compareIntersections([before], [after])
}

/** Compares the strings that match all expressions of each side, of which there is at least one. */
export function compareIntersections(
  before: readonly Expression[],
  after: readonly Expression[],
): Comparison {
  const found: { come?: string; gone?: string } = {}
  for (const run of runsOf(before, after)) {
    if (run === null) return { ...found, isComplete: false }
    const [matched, matches] = matchedBy(run)
    if (matches && !matched) found.come ??= run.text
    if (matched && !matches) found.gone ??= run.text
    if (found.come !== undefined && found.gone !== undefined) break
  }
  return { ...found, isComplete: true }
}

/** Whether a string may match both expressions. */
export function haveCommonMatch(one: Expression, other: Expression): boolean {
  for (const run of runsOf([one], [other]))
    if (run === null || matchedBy(run).every(Boolean)) return true
  return false
}

/**
 * Returns a test of whether an expression matches a string, which takes linear time in the length of the string. Null if the
 * automaton is too large.
 */
export function matcherOf(expression: Expression): ((text: string) => boolean) | null {
  const automaton = automatonOf(expression)
  if (!automaton) return null
  return (text) => {
    let states = automaton.closure([automaton.start])
    for (const letter of text) states = automaton.step(states, letter.codePointAt(0)!)
    return states.includes(ACCEPTED)
  }
}

/** The states of the automata of both sides after a text. Empty for a side that no longer text matches. */
interface Run {
  readonly old: States
  readonly now: States
  readonly text: string
}

type States = readonly (readonly number[])[]

function matchedBy({ old, now }: Run): [boolean, boolean] {
  const isMatch = (side: States) =>
    side.length > 0 && side.every((states) => states.includes(ACCEPTED))
  return [isMatch(old), isMatch(now)]
}

/** Yields each pair of states that a text leads to; null if there are too many. */
function* runsOf(
  before: readonly Expression[],
  after: readonly Expression[],
): Generator<Run | null> {
  const [was, is] = [before.map(automatonOf), after.map(automatonOf)]
  if (!areBuilt(was) || !areBuilt(is)) return yield null
  const letters = lettersOf(...was, ...is)
  if (!letters) return yield null
  const stepped = (automata: readonly Automaton[], side: States, letter: number): States => {
    const next = side.map((states, index) => automata[index]!.step(states, letter))
    return next.some((states) => states.length === 0) ? [] : next
  }
  const closed = (automata: readonly Automaton[]) =>
    automata.map((automaton) => automaton.closure([automaton.start]))
  const start: Run = { old: closed(was), now: closed(is), text: '' }
  const queue = [start]
  const seen = new Set([keyOf(start)])
  for (const run of queue) {
    yield run
    for (const letter of letters) {
      const next: Run = {
        old: stepped(was, run.old, letter),
        now: stepped(is, run.now, letter),
        text: run.text + String.fromCodePoint(letter),
      }
      const key = keyOf(next)
      if ((next.old.length === 0 && next.now.length === 0) || seen.has(key)) continue
      if (seen.size >= MOST_PAIRS) return yield null
      seen.add(key)
      queue.push(next)
    }
  }
}

function areBuilt(automata: readonly (Automaton | null)[]): automata is readonly Automaton[] {
  return !automata.includes(null)
}

function keyOf({ old, now }: Run): string {
  return `${old.join(';')}|${now.join(';')}`
}

const ACCEPTED = 0

interface State {
  readonly set?: CharacterSet
  readonly next: number[]
}

class Automaton {
  readonly states: readonly State[]
  readonly start: number

  constructor(states: readonly State[], start: number) {
    this.states = states
    this.start = start
  }

  /** The states that are reached without a letter and that read one, or accept. */
  closure(from: readonly number[]): number[] {
    const seen = new Set(from)
    for (const index of seen) {
      const { set, next } = this.states[index]!
      if (!set) for (const other of next) seen.add(other)
    }
    return [...seen]
      .filter((index) => index === ACCEPTED || this.states[index]!.set)
      .sort((one, other) => one - other)
  }

  step(from: readonly number[], letter: number): number[] {
    const reached = from.flatMap((index) => {
      const { set, next } = this.states[index]!
      return set && contains(set, letter) ? next : []
    })
    return this.closure([...new Set(reached)])
  }
}

function contains(set: CharacterSet, letter: number): boolean {
  return set.some(([from, to]) => from <= letter && letter <= to)
}

/** Null if the automaton is too large. */
function automatonOf(expression: Expression): Automaton | null {
  const states: State[] = [{ next: [] }]
  const add = (state: State): number => states.push(state) - 1
  /** Returns the state from which the expression leads to `end`. */
  const build = (part: Expression, end: number): number => {
    if (states.length > MOST_STATES) return end
    if ('set' in part) return add({ set: part.set, next: [end] })
    if ('sequence' in part) return part.sequence.reduceRight((to, one) => build(one, to), end)
    if ('choice' in part) return add({ next: part.choice.map((one) => build(one, end)) })
    const { repeated, least, most } = part
    let start = end
    if (most === Infinity) {
      start = add({ next: [end] })
      states[start]!.next.push(build(repeated, start))
    } else
      for (let count = least; count < Math.min(most, least + MOST_STATES); count++)
        start = add({ next: [end, build(repeated, start)] })
    for (let count = 0; count < Math.min(least, MOST_STATES); count++)
      start = build(repeated, start)
    return start
  }
  const start = build(expression, ACCEPTED)
  return states.length > MOST_STATES ? null : new Automaton(states, start)
}

const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd8_00, 0xdf_ff]

/**
 * One letter of each group that no set of the automata divides; a printable one if possible. Null if a set divides the
 * surrogates: two of them may be one character.
 */
function lettersOf(...automata: readonly Automaton[]): number[] | null {
  const sets = [
    ...new Set(automata.flatMap(({ states }) => states.flatMap(({ set }) => [set ?? []]))),
  ]
  const starts = new Set([0, ...sets.flat().flatMap(([from, to]) => [from, to + 1])])
  if ([...starts].some((code) => code > FIRST_SURROGATE && code <= LAST_SURROGATE)) return null
  const sorted = [...starts].filter((code) => code <= 0x10_ff_ff).sort((one, other) => one - other)
  const groups = sorted.map((from, index) => [from, (sorted[index + 1] ?? 0x11_00_00) - 1] as const)
  const letters = groups
    .map(([from, to]) => {
      const printable = [97, 65, 48, 45, 32].find((code) => from <= code && code <= to)
      const code = printable ?? (from <= 32 && to > 32 ? 33 : from)
      // The last surrogate never begins a pair.
      return code === FIRST_SURROGATE ? Math.min(to, LAST_SURROGATE + 1) : code
    })
    .sort((one, other) => rank(one) - rank(other))
  // Classes of Unicode have hundreds of ranges: letters of the same sets lead to the same states.
  const kinds = new Map<string, number>()
  for (const letter of letters) {
    const kind = sets.map((set) => (contains(set, letter) ? '1' : '0')).join('')
    if (!kinds.has(kind)) kinds.set(kind, letter)
  }
  return [...kinds.values()]
}

/** Letters and digits first, so that a string that is shown is readable. */
function rank(code: number): number {
  return code > 32 && code < 127 ? (/\w/.test(String.fromCharCode(code)) ? 0 : 1) : 2
}
