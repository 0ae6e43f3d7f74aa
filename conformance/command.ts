import { writeFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { loadCatalogue } from './check/catalogue.ts'
import { AREAS, type Check } from './check/check.ts'
import { loadKnownFaults } from './check/known-faults.ts'
import { CHECKS } from './checks/all.ts'
import { readAuthority } from './http/authority.ts'
import { LIMITS } from './http/request.ts'
import { Redactor } from './http/redactor.ts'
import { BadgeReporter } from './report/badge.ts'
import { diffReports, failedChecks } from './report/diff.ts'
import { HtmlReporter } from './report/html.ts'
import { JsonReporter } from './report/json.ts'
import { JunitReporter } from './report/junit.ts'
import type { Reporter, Sink } from './report/reporter.ts'
import { readReport, saveReport } from './report/saved.ts'
import { TapReporter } from './report/tap.ts'
import { TerminalReporter } from './report/terminal.ts'
import { featureCheckId, PARALLEL, runSuite } from './run/suite.ts'
import { FEATURE_NAMES } from './target/features.ts'
import { TARGET_TEMPLATE } from './target/init.ts'
import { loadTarget, readTarget } from './target/load.ts'
import { PREREQUISITE_IDS } from './run/prerequisites.ts'
import { authorityOf, findSimulator } from './target/simulator.ts'
import { didYouMean, printable } from './text.ts'
import { listTable, listJson, currentCoverage, coverageText } from './report/check-lists.ts'

const DEFAULT_TARGET = 'vskit.target.yaml'

/** Could not judge: neither a yes nor a no. */
const COULD_NOT_JUDGE = 2

/** The parts of the process that the command uses. */
export interface Io {
  out: Sink
  err: Sink
  /** Whether `out` is a terminal, and whether it takes colors. */
  terminal: boolean
  /** Whether `err` takes a line about progress every ten seconds. */
  progressLines?: boolean
  color: boolean
  env: Readonly<Record<string, string | undefined>>
  exit: (code: number) => void
}

const processIo = (): Io => ({
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  terminal: process.stdout.isTTY && process.stderr.isTTY && !process.env['CI'],
  progressLines: !process.stderr.isTTY,
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  env: process.env,
  exit: (code) => {
    process.exitCode = code
  },
})

interface Flags {
  target: string
  simulator?: string
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

/** `vskit conformance`: exit 0 conforming, 1 nonconforming, 2 could not judge. */
export function conformanceCommand(io: Io = processIo()): Command {
  const guarded = (action: () => void | Promise<void>) => async (): Promise<void> => {
    try {
      await action()
    } catch (error) {
      io.err(`vskit conformance: ${(error as Error).message}\n`)
      io.exit(COULD_NOT_JUDGE)
    }
  }
  const command = new Command('conformance')
    .description('Tests an implementation of the contract at its URLs.')
    .option('-t, --target <file>', 'target file, YAML or JSON', DEFAULT_TARGET)
    .addOption(
      new Option(
        '--simulator [address]',
        'test a running simulator of this kit; its control address',
      )
        .preset('http://127.0.0.1:4000')
        .conflicts('target'),
    )
    .option('--only <id...>', 'run only these checks')
    .option('--area <area...>', 'run only the checks of these areas')
    .option('--slow', 'also run checks that take up to a minute')
    .option('--trace', 'show every request and response')
    .option('--tap', 'print TAP instead of the text report')
    .option(
      '--report-json <file>',
      'also write the whole run to a file; compressed if its name ends in .gz',
    )
    .option('--report-junit <file>', 'also write JUnit XML to a file')
    .option(
      '--report-html <file>',
      'also write an HTML report to a file: requirements, checks, traffic',
    )
    .option('--badge <file>', 'also write an SVG badge to a file')
    .addOption(
      new Option(
        '--rerun-failed <file>',
        'run only the checks that failed or could not be judged in this --report-json file',
      ).conflicts(['only', 'area']),
    )
    .option('--parallel <checks>', 'number of concurrent checks', whole(1, 64), PARALLEL)
    .addOption(
      new Option(
        '--ca-file <file>',
        'certificate authority of the target, in PEM, instead of those that Node.js trusts',
      ).env('VSKIT_CA_FILE'),
    )
    .option('--timeout <seconds>', 'time-out of one response', seconds, LIMITS.timeoutMs / 1000)
    .option('--time-limit <seconds>', 'time-out of the whole run', seconds, 600)
    .addHelpText('after', '\nExit: 0 conforming, 1 nonconforming, 2 could not judge.')
  command.action(guarded(() => judge(io, command.opts())))
  const init = new Command('init')
    .description('Writes a commented target file to start from.')
    .argument('[file]', 'where to', DEFAULT_TARGET)
  init.action(guarded(() => writeTemplate(io, init.processedArgs[0] as string)))
  const list = new Command('list')
    .description('Lists the checks and their needs.')
    .option('--json', 'for machines')
  list.action(
    guarded(() => io.out(list.opts<{ json?: boolean }>().json ? listJson() : listTable())),
  )
  const coverage = new Command('coverage')
    .description('Lists the requirements that the checks judge, and the reasons for others.')
    .option('--missing', 'list the requirements that still lack a check')
    .option('--json', 'print JSON, every requirement')
  coverage.action(guarded(() => io.out(coverageText(coverage.opts()))))
  const diff = new Command('diff')
    .description('Compares two --report-json files. Exit code 1: a check fails newly.')
    .argument('<before>', 'report of the earlier run')
    .argument('<after>', 'report of the later run')
  diff.action(
    guarded(() => {
      const [before, after] = diff.processedArgs as [string, string]
      const { newlyFailing, text } = diffReports(readReport(before), readReport(after))
      io.out(printable(text))
      io.exit(newlyFailing.length > 0 ? 1 : 0)
    }),
  )
  return command.addCommand(init).addCommand(list).addCommand(coverage).addCommand(diff)
}

async function judge(io: Io, flags: Flags): Promise<void> {
  const checks = selected(flags)
  if (checks.length === 0) {
    io.out(`No check failed in ${flags.rerunFailed}; nothing is left to run.\n`)
    return io.exit(0)
  }
  const ids = CHECKS.map(({ id }) => id)
  const known = [...ids, ...FEATURE_NAMES.map(featureCheckId), ...PREREQUISITE_IDS]
  const ca = authorityFor(flags)
  const target =
    flags.simulator === undefined
      ? loadTarget(flags.target, io.env, known)
      : readTarget(
          JSON.stringify(await findSimulator(flags.simulator, ca)),
          'simulator',
          io.env,
          known,
        )
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
  const files: [file: string | undefined, reporter: (write: Sink) => Reporter][] = [
    [flags.reportJson, (write) => new JsonReporter(write)],
    [flags.reportJunit, (write) => new JunitReporter(write)],
    [flags.badge, (write) => new BadgeReporter(write)],
    [flags.reportHtml, (write) => new HtmlReporter(write, currentCoverage(), loadKnownFaults())],
  ]
  for (const [file, reporter] of files) {
    if (file === undefined) continue
    // Written to now, so that a wrong path is found before the run and not after it.
    saveReport(file, '')
    reporters.push(reporter(hidden((text) => saveReport(file, text))))
  }
  const report = await runSuite({
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
  })
  io.exit(report.exit_code)
}

/** The certificate authority to trust: the named file, or what a simulator in this folder has said of itself. */
function authorityFor({ caFile, simulator }: Flags): string | undefined {
  if (caFile) return readAuthority(caFile)
  return simulator === undefined ? undefined : authorityOf(simulator)
}

/** None where those of a run are asked for again of which none failed. */
function selected({ only, area, rerunFailed }: Flags): readonly Check[] {
  if (rerunFailed !== undefined) {
    const failed = failedChecks(readReport(rerunFailed))
    return CHECKS.filter(({ id }) => failed.includes(id))
  }
  const areas = Object.keys(AREAS)
  for (const id of only ?? []) {
    const ids = CHECKS.map((check) => check.id)
    if (!ids.includes(id)) {
      throw new Error(
        `there is no check "${id}".${didYouMean(id, ids)} (vskit conformance list shows all)`,
      )
    }
  }
  for (const name of area ?? []) {
    if (!areas.includes(name)) {
      throw new Error(
        `there is no area "${name}".${didYouMean(name, areas)} Known: ${areas.join(', ')}`,
      )
    }
  }
  const chosen = CHECKS.filter(
    (check) => (only?.includes(check.id) ?? true) && (area?.includes(check.area) ?? true),
  )
  if (chosen.length === 0) throw new Error('no check matches both --only and --area')
  return chosen
}

function writeTemplate(io: Io, file: string): void {
  try {
    writeFileSync(file, TARGET_TEMPLATE, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(
      `${file} already exists and was not changed. Choose another name: vskit conformance init FILE`,
      { cause: error },
    )
  }
  const flag = file === DEFAULT_TARGET ? '' : ` --target ${file}`
  io.out(`Wrote ${file}. Set the variables that it names, then: vskit conformance${flag}\n`)
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 86_400))
    throw new InvalidArgumentError('Expected a number of seconds above 0.')
  return value
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
    }
    return value
  }
}
