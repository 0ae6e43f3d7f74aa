import { loadCatalogue } from '../check/catalogue.ts'
import { CHECKS } from '../checks/all.ts'
import { type HttpLimits, LIMITS } from '../http/request.ts'
import { Redactor } from '../http/redactor.ts'
import type { Hooks } from '../receiver/hooks.ts'
import type { RunReport } from '../run/result.ts'
import { PARALLEL } from '../run/pool.ts'
import { runSuite } from '../run/suite.ts'
import { readTarget, type TargetFile } from '../target/load.ts'

const catalogue = loadCatalogue()

/**
 * Longer than a user would wait, because other tests run at the same time; shorter than tap's
 * time-out.
 */
const BESIDE_OTHERS: HttpLimits = { ...LIMITS, timeoutMs: 30_000 }
const TIME_LIMIT_SECONDS = 200

/** Runs the suite against a target, without reports. */
export function judge(
  file: TargetFile,
  env: Record<string, string>,
  options: {
    only?: readonly string[]
    limits?: HttpLimits
    timeLimit?: number
    parallel?: number
    slow?: boolean
    hooks?: Hooks
    enough?: (broken: readonly string[]) => boolean
    /** Seconds. @default 0, since a self-test that waits for a window uses too many requests */
    patience?: number
  } = {},
): Promise<RunReport> {
  const ids = CHECKS.map(({ id }) => id)
  return runSuite({
    target: readTarget(JSON.stringify(file), 'self-test', env, ids),
    checks: CHECKS.filter(({ id }) => options.only?.includes(id) ?? true),
    whole: options.only === undefined,
    catalogue,
    redactor: new Redactor(),
    reporters: [],
    limits: options.limits ?? BESIDE_OTHERS,
    timeLimit: options.timeLimit ?? TIME_LIMIT_SECONDS,
    parallel: options.parallel ?? PARALLEL,
    slow: options.slow ?? false,
    ...(options.hooks && { hooks: options.hooks }),
    ...(options.enough && { enough: options.enough }),
    patience: options.patience ?? 0,
  })
}

/**
 * Returns a third of the ids, so that each run of the tests has some checks in each setting. The weekly
 * run and `npm run test:changed` use all of them.
 */
export function share(ids: readonly string[], part: 0 | 1 | 2 = 0): string[] {
  return ids.filter((_, i) => process.env.TEST_FULL || i % 3 === part)
}

/**
 * Returns half of a third: the first half for `npm test`, the second for `npm run test:thorough`. In the
 * weekly run and `npm run test:changed`, the first half is all ids.
 */
export function halfShare(
  ids: readonly string[],
  half: 'first' | 'second',
  part: 0 | 1 | 2 = 0,
): string[] {
  const third = ids.filter((_, i) => i % 3 === part)
  if (half === 'second') return third.filter((_, i) => i % 2 === 1)
  return process.env.TEST_FULL ? [...ids] : third.filter((_, i) => i % 2 === 0)
}

/** Formats the failures of a run with their reasons, for a failing self-test. */
export function failures({ checks }: RunReport): string[] {
  return checks
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'unreachable')
    .map(({ id, outcome, reason, expectations }) =>
      [
        `${id}: ${outcome}`,
        reason ?? '',
        ...expectations
          .filter(({ holds }) => !holds)
          .map(
            ({ requirement, expected, got }) => `${requirement} expected ${expected}, got ${got}`,
          ),
      ].join(' | '),
    )
}
