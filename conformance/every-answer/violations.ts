import type { Catalogue } from '../check/catalogue.ts'
import type { Traffic } from '../http/traffic.ts'
import { shownWhole } from '../text.ts'
import { signatureOf } from '../run/judge.ts'
import type { CheckResult, Expectation } from '../run/result.ts'
import type { Delivery } from '../receiver/receiver.ts'
import type { Exchange, Judge } from './exchange.ts'
import { DELIVERY_REQUIREMENTS, judgeDelivery } from './delivery-rules.ts'
import { judgeAnswer, RULE_REQUIREMENTS } from './rules.ts'
import { MEMORY_REQUIREMENTS, RunMemory } from './run-memory.ts'

/** Area of failures of the rules for every response. */
const EVERY_ANSWER = 'every-answer'

/** Every id under which a broken rule is reported. */
export const EVERY_ANSWER_IDS: readonly string[] = [
  ...new Set([...RULE_REQUIREMENTS, ...DELIVERY_REQUIREMENTS, ...MEMORY_REQUIREMENTS]),
].map(idOf)

function idOf(requirement: string): string {
  return `${EVERY_ANSWER}.${requirement.toLowerCase()}`
}

/** Limit for one rule; more have the same cause, and would make the report long. */
const MOST_SHOWN = 5

interface Violation {
  requirement: string
  check: string
  expected: string
  got: string
  traffic: Traffic
}

/** Broken rules of one response, for each assumption about its key: a rule may hold only for valid keys. */
interface JudgedAnswer {
  key: string
  ifKeyIsValid: readonly Violation[]
  ifKeyIsUnknown: readonly Violation[]
}

/** Collects broken rules of every response in a run. */
export class Violations {
  readonly #judged: JudgedAnswer[] = []
  /** Keys of a successful request, or that the target file or the provider declared valid. */
  readonly #valid = new Set<string>()
  readonly #revoked = new Set<string>()
  readonly #memory = new RunMemory()

  /** Records a key as valid in its region, even if no request succeeds with it. */
  markKeyValid(key: string): void {
    this.#valid.add(key)
  }

  /** Records that later requests with the key are not authenticated. */
  markKeyRevoked(key: string): void {
    this.#revoked.add(key)
  }

  /** @param traffic the same exchange, in the form of the reports */
  addAnswer(check: string, exchange: Exchange, hasRateLimits: boolean, traffic: Traffic): void {
    const { key: sent = '', answer } = exchange
    // It stays valid for the responses before its revocation.
    const key = this.#revoked.has(sent) ? `revoked ${sent}` : sent
    if (answer.status < 300) this.#valid.add(key)
    const judged = (isValidKey: boolean) =>
      collected(check, traffic, (judge) =>
        judgeAnswer(judge, exchange, { hasRateLimits, isValidKey }),
      )
    const remembered = collected(check, traffic, (judge) =>
      this.#memory.judge(judge, exchange, hasRateLimits),
    )
    // Judged now, because the rules read the clock. A later response may show whether the key is
    // valid.
    const ifKeyIsValid = [...judged(true), ...remembered]
    if (ifKeyIsValid.length > 0)
      this.#judged.push({ key, ifKeyIsValid, ifKeyIsUnknown: [...judged(false), ...remembered] })
  }

  /** Judges a received webhook. @param traffic the same delivery in the form of the reports */
  addDelivery(check: string, delivery: Delivery, traffic: Traffic): void {
    const found = collected(check, traffic, (judge) => judgeDelivery(judge, delivery))
    if (found.length > 0) this.#judged.push({ key: '', ifKeyIsValid: found, ifKeyIsUnknown: found })
  }

  /** Returns one failed result for each broken requirement, except those that a check has reported itself. */
  results(others: readonly CheckResult[], catalogue: Catalogue): CheckResult[] {
    const found = this.#judged.flatMap(({ key, ifKeyIsValid, ifKeyIsUnknown }) =>
      this.#valid.has(key) ? ifKeyIsValid : ifKeyIsUnknown,
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

function collected(check: string, traffic: Traffic, run: (judge: Judge) => void): Violation[] {
  const found: Violation[] = []
  const expect = (requirement: string, expected: string, holds: boolean, got: unknown) => {
    if (!holds) found.push({ requirement, check, expected, got: shownWhole(got), traffic })
    return holds
  }
  run({ expect })
  return found
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
    why: `Seen in responses to other checks: ${checks.slice(0, 5).join(', ')}${checks.length > 5 ? ' and others' : ''}.`,
    expectations,
    observations: [],
    measurements: [],
    traffic: few.map(({ traffic }) => traffic),
    notes: [],
    milliseconds: 0,
  }
}
