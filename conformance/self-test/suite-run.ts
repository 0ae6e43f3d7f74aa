import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Check } from '../check/check.ts'
import { CHECKS } from '../checks/all.ts'
import type { RunReport } from '../run/result.ts'
import type { TargetFile } from '../target/load.ts'
import { type CommandRun, runConformance } from '../testing/command-run.ts'
import { failures, halfShare } from './run.ts'
import type { StartedSimulator } from './simulator.ts'
import { undeclaredFeatures } from './undeclared-features.ts'

/** Runs the command `vskit conformance` as on a terminal; returns its output. */
export async function run(args: string[], env: Record<string, string>): Promise<CommandRun> {
  return runConformance(args, env, true)
}

/** Writes a target file; returns its path. */
export function written(folder: string, target: TargetFile): string {
  const file = join(folder, 'target.json')
  writeFileSync(file, JSON.stringify(target))
  return file
}

/** One run with reports in the folder, which must be conforming, and must not leak a key. */
async function conforming(
  t: Test,
  folder: string,
  env: Record<string, string>,
  args: readonly string[],
): Promise<RunReport> {
  const { out, err, code } = await run([...args, ...files(folder)], env)
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport
  t.strictSame(failures(report), [])
  t.strictSame([report.verdict, report.exit_code, code], ['conforming', 0, 0])
  // Without the states that a check can do without, it judges a part of its requirements.
  const isWhole = (id: string): boolean =>
    report.grade !== 'black-box' ||
    !CHECKS.find((check) => check.id === id)?.needs.optionalStates?.length
  for (const { id, requirements, expectations } of report.checks.filter(
    ({ id, outcome }) => outcome === 'pass' && isWhole(id),
  )) {
    const judged = new Set(expectations.map(({ requirement }) => requirement))
    t.strictSame(
      requirements.filter((requirement) => !judged.has(requirement)),
      [],
      `${id} judged all its requirements`,
    )
  }
  t.strictSame(
    report.checks
      .map((result) => [result.id, ...undeclaredFeatures(result)])
      .filter((one) => one[1]),
    [],
    'each check lists the features whose routes it requests',
  )
  t.match(out, /conforming: no check failed/)
  t.notOk(leaks([out, err, ...reports(folder)], env), 'no key in any output')
  return report
}

/** Runs a sixth of the checks with keys only; those that need more must be unreachable. */
export async function runWithKeys(
  t: Test,
  simulator: StartedSimulator,
  half: 'first' | 'second',
): Promise<void> {
  const folder = t.testdir()
  const target = written(folder, simulator.targetFile())
  const needsMore = ({ needs }: Check): boolean =>
    needs.states !== undefined || needs.webhooks === true
  const idsOf = (checks: readonly Check[]): string[] => checks.map(({ id }) => id)
  const left = idsOf(CHECKS.filter(needsMore))
  const reachable = halfShare(idsOf(CHECKS.filter((check) => !needsMore(check))), half)
  const args = ['--target', target, '--trace', '--only', ...left, ...reachable]
  const { checks, grade } = await conforming(t, folder, simulator.freshEnv(), args)
  t.equal(grade, 'black-box')
  t.equal(checks.length, left.length + reachable.length)
  t.strictSame(
    checks.filter(({ outcome }) => outcome === 'unreachable').map(({ id }) => id),
    left,
  )
}

/** Runs a sixth of the checks with provider states. */
export async function runWithStates(
  t: Test,
  simulator: StartedSimulator,
  half: 'first' | 'second',
): Promise<void> {
  // mutants.thorough.test.ts has another third and the other planes, suite.thorough.test.ts the last.
  const ids = halfShare(
    CHECKS.filter(({ plane }) => plane === undefined).map(({ id }) => id),
    half,
    1,
  )
  const here = CHECKS.filter(({ id }) => ids.includes(id))
  const args = ['--simulator', simulator.control, '--only', ...here.map(({ id }) => id)]
  const { checks, grade } = await conforming(t, t.testdir(), simulator.env, args)
  t.equal(grade, 'with provider states')
  // Those take up to a minute each; the mutants' test runs them.
  t.strictSame(
    checks.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome }) => `${id} ${outcome}`),
    here.filter(({ slow }) => slow).map(({ id }) => `${id} unreachable`),
  )
}

/** Flags for each report file, with texts that the file must contain. */
const FORMS = ['json', 'junit', 'html']
export const files = (folder: string): string[] =>
  FORMS.flatMap((form) => [`--report-${form}`, join(folder, `report.${form}`)])
export const reports = (folder: string): string[] =>
  FORMS.map((form) => readFileSync(join(folder, `report.${form}`), 'utf8'))

/** The first form of a secret that stands in an output, in any case, escaping or encoding; undefined when none does. */
export function leaks(outputs: string[], env: Record<string, string>): string | undefined {
  const forms = Object.values(env).flatMap((secret) => {
    // In base64 a secret has three forms, by its offset; nine bytes of its end are enough to
    // recognize it.
    const coded = [0, 1, 2].map((less) =>
      Buffer.from(secret.slice(-9 - less, secret.length - less)).toString('base64'),
    )
    return [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('hex').slice(-16),
      ...coded,
    ]
  })
  const literal = (form: string): string => form.toLowerCase().replace(/[^\w\s]/g, '\\$&')
  // One search for all: the outputs are long.
  const any = new RegExp(forms.map(literal).join('|'))
  return outputs.map((output) => any.exec(output.toLowerCase())?.[0]).find(Boolean)
}
