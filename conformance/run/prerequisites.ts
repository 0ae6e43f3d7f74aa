import type { Catalogue } from '../check/catalogue.ts'
import { CALL_REQUIREMENTS } from '../check/calls.ts'
import type { BrokenStep } from '../check/outcome.ts'
import type { Traffic } from '../http/traffic.ts'
import { count, shownWhole } from '../text.ts'
import { signatureOf } from './judge.ts'
import type { CheckResult, Expectation } from './result.ts'

/** The area of failures outside the checks, in a call that they need. */
const PREREQUISITES = 'prerequisites'

/** Requirements on calls that checks need, other than their success. */
const FURTHER = [
  'END-009',
  'EVT-001',
  'EVT-018',
  'ERR-025',
  'GEN-006',
  'LIM-008',
  'LIM-022',
  'LIM-026',
  'SUB-003',
] as const

/** Id under which a broken prerequisite fails. */
function prerequisiteId(requirement: string): string {
  return `${PREREQUISITES}.${requirement.toLowerCase()}`
}

/** Every such id. */
export const PREREQUISITE_IDS: readonly string[] = [
  ...new Set([...CALL_REQUIREMENTS, ...FURTHER]),
].map(prerequisiteId)

interface Found {
  check: string
  step: BrokenStep
  traffic: readonly Traffic[]
}

/**
 * Violations of the contract that kept checks from judging. A blocked check has no verdict: without
 * these, a service that breaks a call would count as not judged.
 */
export class Prerequisites {
  readonly #found: Found[] = []
  readonly #seen = new Set<string>()

  /** Records an observed fact that a broken step may assume. */
  observe(assumption: string): void {
    this.#seen.add(assumption)
  }

  /** Whether this fact was observed so far. */
  has(assumption: string): boolean {
    return this.#seen.has(assumption)
  }

  add(found: Found): void {
    this.#found.push(found)
  }

  /**
   * Returns one failed result for each broken requirement, except those that a check has reported
   * itself.
   * @param others results of the checks
   */
  results(others: readonly CheckResult[], catalogue: Catalogue): CheckResult[] {
    const known = new Set(others.flatMap(brokenBy))
    const certain = this.#found.filter(
      ({ step }) => step.assumes === undefined || this.#seen.has(step.assumes),
    )
    return [...Map.groupBy(certain, ({ step }) => step.requirement)]
      .filter(([requirement]) => !known.has(requirement))
      .map(([requirement, found]) => resultOf(requirement, found, catalogue))
  }
}

function brokenBy({ outcome, expectations }: CheckResult): string[] {
  return outcome === 'fail'
    ? expectations.filter(({ holds }) => !holds).map(({ requirement }) => requirement)
    : []
}

function resultOf(requirement: string, found: readonly Found[], catalogue: Catalogue): CheckResult {
  const { level, text } = catalogue.get(requirement)!
  const each = [
    ...new Map(found.map((one) => [`${one.step.expected} ${one.step.got}`, one])).values(),
  ]
  const traffic = each.flatMap((one) => one.traffic)
  const expectations = each.map(({ step }, i): Expectation => ({
    requirement,
    level,
    text,
    expected: step.expected,
    got: shownWhole(step.got),
    holds: false,
    after: each.slice(0, i + 1).flatMap((one) => one.traffic).length,
  }))
  const checks = [...new Set(found.map(({ check }) => check))]
  return {
    id: prerequisiteId(requirement),
    area: PREREQUISITES,
    level,
    requirements: [requirement],
    outcome: 'fail',
    seen_in: checks,
    signature: signatureOf(expectations),
    why: `${count(checks.length, 'check')} could not judge because of this: ${checks.slice(0, 5).join(', ')}${checks.length > 5 ? ' and others' : ''}.`,
    expectations,
    observations: [],
    measurements: [],
    traffic,
    notes: [],
    milliseconds: 0,
  }
}
