import { runInNewContext } from 'node:vm'
import { matcherOf } from './automaton.ts'
import { type Expression, parsePattern } from './syntax.ts'

export type Test = (text: string) => boolean

/** Returns a regular expression with the rules of JSON Schema; null if the pattern is not one. */
export function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

/** A `RegExp` may need exponential time, so it is used only for patterns without an automaton. */
export function testOf(pattern: RegExp, expression: Expression | null): Test {
  return (expression && matcherOf(expression)) ?? ((text) => pattern.test(text))
}

const MOST_MILLISECONDS = 250
/** For all patterns of a comparison together: a contract may have hundreds, each with hundreds of names. */
const MOST_IN_ALL = 3000
let spent = 0

/** Returns the first text that passes a test; undefined if there is none, or if the time is over before one is found. */
export function findInTime(texts: readonly string[], test: Test): string | undefined {
  return inTime(() => texts.find(test))
}

/** Call before a comparison: each has the same time. */
export function restartTime(): void {
  spent = 0
  tests.clear()
}

/** Returns undefined if the time is over. */
function inTime<Result>(run: () => Result): Result | undefined {
  if (spent >= MOST_IN_ALL) return undefined
  const began = performance.now()
  try {
    // Only `node:vm` can interrupt a regular expression.
    return runInNewContext('run()', { run }, { timeout: MOST_MILLISECONDS }) as Result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    spent += performance.now() - began
  }
}

/** `undecided` if the pattern needs too much time, `unreadable` if it is not a regular expression. */
export type Match = boolean | 'undecided' | 'unreadable'

const tests = new Map<string, (name: string) => Match>()

/** Whether a pattern matches the name of a field. */
export function matchName(pattern: string, name: string): Match {
  const test = tests.get(pattern) ?? nameTest(pattern)
  tests.set(pattern, test)
  return test(name)
}

function nameTest(pattern: string): (name: string) => Match {
  const compiled = compile(pattern)
  if (!compiled) return () => 'unreadable'
  const expression = parsePattern(pattern)
  const automaton = expression && matcherOf(expression)
  if (automaton) return automaton
  const known = new Map<string, Match>()
  let isSlow = false
  return (name) => {
    // One name is enough: each further one could take as long.
    const match = known.get(name) ?? (isSlow ? undefined : inTime(() => compiled.test(name)))
    isSlow ||= match === undefined
    known.set(name, match ?? 'undecided')
    return match ?? 'undecided'
  }
}
