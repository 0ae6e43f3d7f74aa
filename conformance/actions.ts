import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { sharedFile, unwritable } from '../library/file-errors.ts'
import { loadCatalogue } from './check/catalogue.ts'
import { AREAS, type Check } from './check/check.ts'
import { loadKnownFaults } from './check/known-faults.ts'
import { CHECKS } from './checks/all.ts'
import { readAuthority } from './http/authority.ts'
import { LIMITS } from './http/request.ts'
import { Redactor } from './http/redactor.ts'
import { BadgeReporter } from './report/badge.ts'
import { coverageText, currentCoverage, listJson, listTable } from './report/check-lists.ts'
import { EVERY_ANSWER_IDS } from './every-answer/violations.ts'
import { diffReports, failedChecks } from './report/diff.ts'
import { HtmlReporter } from './report/html.ts'
import { JsonReporter } from './report/json.ts'
import { JunitReporter } from './report/junit.ts'
import type { Reporter, Sink } from './report/reporter.ts'
import { checkWritable, readReport, saveReport } from './report/saved.ts'
import { TapReporter } from './report/tap.ts'
import { TerminalReporter } from './report/terminal.ts'
import { RunEnd } from './run/run-end.ts'
import { featureCheckId, runSuite } from './run/suite.ts'
import { PREREQUISITE_IDS } from './run/prerequisites.ts'
import { FEATURE_NAMES } from './target/features.ts'
import { TARGET_TEMPLATE } from './target/init.ts'
import { loadTarget, readTarget } from './target/load.ts'
import { authorityOf, findSimulator, runningAddress } from './target/simulator.ts'
import { DEFAULT_TARGET } from './target/target-file.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { printable, shellWord } from './text.ts'

/** Streams of the process that the command uses. */
export interface Io {
  out: Sink
  err: Sink
  /** Whether `out` is a terminal, and whether it takes colors. */
  terminal: boolean
  /** Whether `err` gets a progress line every ten seconds. */
  progressLines?: boolean
  color: boolean
  env: Readonly<Record<string, string | undefined>>
  exit: (code: number) => void
  /**
   * Calls `stop` at the first signal that ends the process, with its exit code.
   * @returns a function that stops listening
   */
  onSignal?: (stop: (signal: string, code: number) => void) => () => void
  /** Ends the process with the code of `exit` once its output is written. */
  leave?: () => void
}

export interface Flags {
  target: string
  /** Control address; true without one. */
  simulator?: string | true
  only?: string[]
  area?: string[]
  slow?: boolean
  trace?: boolean
  tap?: boolean
  reportJson?: string
  reportJunit?: string
  reportHtml?: string
  badge?: string
  rerunFailed?: string
  parallel: number
  caFile?: string
  timeout: number
  timeLimit: number
}

/** Runs the checks against the target. */
export async function judge(io: Io, flags: Flags): Promise<void> {
  const checks = selected(flags)
  if (checks.length === 0) {
    io.out(`No check failed in ${flags.rerunFailed}; there is nothing to run.\n`)
    return io.exit(0)
  }
  const ids = CHECKS.map(({ id }) => id)
  const known = [
    ...ids,
    ...FEATURE_NAMES.map(featureCheckId),
    ...PREREQUISITE_IDS,
    ...EVERY_ANSWER_IDS,
  ]
  const simulator = flags.simulator === true ? runningAddress(io.env) : flags.simulator
  const ca = authorityFor(flags.caFile, simulator)
  const target =
    simulator === undefined
      ? loadTarget(flags.target, io.env, known)
      : readTarget(JSON.stringify(await findSimulator(simulator, ca)), 'simulator', io.env, known)
  const redactor = new Redactor()
  const hidden =
    (write: Sink): Sink =>
    (text) =>
      write(redactor.text(text))
  const reporters: Reporter[] = [
    flags.tap
      ? new TapReporter(hidden(io.out))
      : new TerminalReporter({
          out: hidden(io.out),
          color: io.color,
          trace: flags.trace ?? false,
          ...(io.terminal && { progress: hidden(io.err) }),
          ...(io.progressLines && { progressLines: hidden(io.err) }),
        }),
  ]
  const shared = sharedFile({
    '--report-json': flags.reportJson,
    '--report-junit': flags.reportJunit,
    '--report-html': flags.reportHtml,
    '--badge': flags.badge,
  })
  if (shared !== undefined) throw new Error(shared)
  const files: [file: string | undefined, reporter: (write: Sink) => Reporter][] = [
    [flags.reportJson, (write) => new JsonReporter(write)],
    [flags.reportJunit, (write) => new JunitReporter(write)],
    [flags.badge, (write) => new BadgeReporter(write)],
    [flags.reportHtml, (write) => new HtmlReporter(write, currentCoverage(), loadKnownFaults())],
  ]
  for (const [file, reporter] of files) {
    if (file === undefined) continue
    checkWritable(file)
    reporters.push(reporter(hidden((text) => saveReport(file, text))))
  }
  const end = new RunEnd()
  let signalCode: number | undefined
  const forgetSignals = io.onSignal?.((signal, code) => {
    signalCode = code
    end.now(`the run was ended by ${signal}`)
  })
  const report = await runSuite({
    end,
    target,
    checks,
    whole: checks.length === CHECKS.length,
    catalogue: loadCatalogue(),
    redactor,
    reporters,
    limits: { ...LIMITS, timeoutMs: flags.timeout * 1000, ...(ca !== undefined && { ca }) },
    timeLimit: flags.timeLimit,
    parallel: flags.parallel,
    slow: flags.slow ?? false,
    preflight: true,
  }).finally(forgetSignals)
  io.exit(signalCode ?? report.exit_code)
  if (end.because !== undefined) io.leave?.()
}

/**
 * Returns the certificate authority to trust: the named file, or the one that a simulator in this
 * folder published.
 */
function authorityFor(
  caFile: string | undefined,
  simulator: string | undefined,
): string | undefined {
  if (caFile) return readAuthority(caFile)
  return simulator === undefined ? undefined : authorityOf(simulator)
}

/** Returns the ids to run; undefined if `--rerun-failed` names a report without failures. */
function selected({
  only,
  area,
  rerunFailed,
}: Pick<Flags, 'only' | 'area' | 'rerunFailed'>): readonly Check[] {
  if (rerunFailed !== undefined) {
    const failed = failedChecks(readReport(rerunFailed))
    return CHECKS.filter(({ id }) => failed.includes(id))
  }
  const areas = Object.keys(AREAS)
  for (const id of only ?? []) {
    const ids = CHECKS.map((check) => check.id)
    if (!ids.includes(id)) {
      throw new InvalidArgumentError(
        `there is no check "${id}".${didYouMean(id, ids, '"')} (vskit conformance list shows all)`,
      )
    }
  }
  for (const name of area ?? []) {
    if (!areas.includes(name)) {
      throw new InvalidArgumentError(
        `there is no area "${name}".${didYouMean(name, areas, '"')} Known: ${areas.join(', ')}`,
      )
    }
  }
  const chosen = CHECKS.filter(
    (check) => (only?.includes(check.id) ?? true) && (area?.includes(check.area) ?? true),
  )
  if (chosen.length === 0) throw new InvalidArgumentError('no check matches both --only and --area')
  return chosen
}

/** @throws {Error} if the file exists */
export function writeTemplate(io: Io, file: string): void {
  try {
    const created = openSync(file, 'wx')
    try {
      writeFileSync(created, TARGET_TEMPLATE)
    } catch (error) {
      // The next run would find an incomplete file, and refuse to replace it.
      rmSync(file)
      throw error
    } finally {
      closeSync(created)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(file, error)
    throw new Error(
      `${file} already exists and was not changed. Choose another name: vskit conformance init FILE`,
      { cause: error },
    )
  }
  const flag = file === DEFAULT_TARGET ? '' : ` --target ${shellWord(file)}`
  io.out(`Wrote ${file}. Set the variables that it names, then: vskit conformance${flag}\n`)
}

export function list(
  io: Io,
  flags: Pick<Flags, 'only' | 'area' | 'rerunFailed'> & { json?: boolean },
): void {
  const checks = selected(flags)
  io.out(flags.json ? listJson(checks) : listTable(checks))
}

export function coverage(io: Io, flags: { missing?: boolean; json?: boolean }): void {
  io.out(coverageText(flags))
}

/** Exits with code 1 if a check fails that did not fail before. */
export function diff(io: Io, before: string, after: string): void {
  const { newlyFailing, text } = diffReports(readReport(before), readReport(after))
  io.out(printable(text))
  io.exit(newlyFailing.length > 0 ? 1 : 0)
}
