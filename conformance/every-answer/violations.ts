import type { Catalogue } from '../check/catalogue.ts'
import type { Traffic } from '../http/traffic.ts'
import { shown } from '../text.ts'
import { signatureOf } from '../run/judge.ts'
import type { CheckResult, Expectation } from '../run/result.ts'
import type { Exchange } from './exchange.ts'
import { judgeAnswer, RULE_REQUIREMENTS } from './rules.ts'

/** The area of what fails by a rule of every answer. */
export const EVERY_ANSWER = 'every-answer'

/** Every id under which a broken rule fails. */
export const EVERY_ANSWER_IDS: readonly string[] = RULE_REQUIREMENTS.map(idOf)

function idOf(requirement: string): string {
  return `${EVERY_ANSWER}.${requirement.toLowerCase()}`
}

/** Of one rule; more have the same cause, and would make the report long. */
const MOST_SHOWN = 5

interface Violation {
  requirement: string
  check: string
  expected: string
  got: string
  traffic: Traffic
}

/** What one answer breaks, if its key turns out to be valid, and in any case. */
interface Look {
  key: string
  ofValidKey: readonly Violation[]
  ofAnyKey: readonly Violation[]
}

/** What breaks the rules of every answer in a run. */
export class Violations {
  readonly #looks: Look[] = []
  /** Keys that some request succeeded with, or that the target file or the provider gave as valid. */
  readonly #valid = new Set<string>()

  /** Takes a key as valid in the region that it is used in, though no request may succeed with it. */
  trust(key: string): void {
    this.#valid.add(key)
  }

  /** @param traffic the same exchange, as reports show it */
  look(check: string, exchange: Exchange, hasRateLimits: boolean, traffic: Traffic): void {
    const { key = '', answer } = exchange
    if (answer.status < 300) this.#valid.add(key)
    const judged = (isValidKey: boolean): Violation[] => {
      const found: Violation[] = []
      const expect = (requirement: string, expected: string, holds: boolean, got: unknown) => {
        if (!holds) found.push({ requirement, check, expected, got: shown(got), traffic })
        return holds
      }
      judgeAnswer({ expect }, exchange, { hasRateLimits, isValidKey })
      return found
    }
    // Now, as a clock is read; whether the key is valid may show later.
    const ofValidKey = judged(true)
    if (ofValidKey.length > 0) this.#looks.push({ key, ofValidKey, ofAnyKey: judged(false) })
  }

  /** One failed result for each requirement that is broken, but for those that a check has found broken itself. */
  results(others: readonly CheckResult[], catalogue: Catalogue): CheckResult[] {
    const found = this.#looks.flatMap(({ key, ofValidKey, ofAnyKey }) =>
      this.#valid.has(key) ? ofValidKey : ofAnyKey,
    )
    const known = new Set(
      others
        .filter(({ outcome }) => outcome === 'fail')
        .flatMap(({ expectations }) => expectations)
        .filter(({ holds }) => !holds)
        .map(({ requirement }) => requirement),
    )
    return [...Map.groupBy(found, ({ requirement }) => requirement)]
      .filter(([requirement]) => catalogue.has(requirement) && !known.has(requirement))
      .map(([requirement, found]) => resultOf(requirement, found, catalogue))
  }
}

function resultOf(
  requirement: string,
  found: readonly Violation[],
  catalogue: Catalogue,
): CheckResult {
  const { level, text } = catalogue.get(requirement)!
  const few = [...new Map(found.map((one) => [`${one.expected} ${one.got}`, one])).values()].slice(
    0,
    MOST_SHOWN,
  )
  const expectations = few.map(({ expected, got }, i): Expectation => ({
    requirement,
    level,
    text,
    expected,
    got,
    holds: false,
    after: i + 1,
  }))
  const checks = [...new Set(found.map(({ check }) => check))]
  return {
    id: idOf(requirement),
    area: EVERY_ANSWER,
    level,
    requirements: [requirement],
    outcome: 'fail',
    seen_in: checks,
    signature: signatureOf(expectations),
    why: `Seen in answers to other checks: ${checks.slice(0, 5).join(', ')}${checks.length > 5 ? ' and others' : ''}.`,
    expectations,
    observations: [],
    measurements: [],
    traffic: few.map(({ traffic }) => traffic),
    notes: [],
    milliseconds: 0,
  }
}
