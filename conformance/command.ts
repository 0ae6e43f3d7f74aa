import { Command, InvalidArgumentError, Option } from 'commander'
import type { Io } from './actions.ts'
import { LIMITS } from './http/request.ts'
import { PARALLEL } from './run/pool.ts'
import { leave, stopOnSignal } from './stop-on-signal.ts'
import { DEFAULT_TARGET } from './target/target-file.ts'

/** Loaded when the command runs, so that its help loads no checks. */
const actions = () => import('./actions.ts')

/** Exit code of a run without a verdict. */
const COULD_NOT_JUDGE = 2

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
  onSignal: stopOnSignal,
  leave,
})

/** `vskit conformance`: exit 0 conforming, 1 nonconforming, 2 could not run. */
export function conformanceCommand(io: Io = processIo()): Command {
  const guarded = (action: () => Promise<void>) => async (): Promise<void> => {
    try {
      await action()
    } catch (error) {
      const name = error instanceof InvalidArgumentError ? 'error' : 'vskit conformance'
      command.configureOutput().outputError?.(`${name}: ${(error as Error).message}\n`, io.err)
      io.exit(COULD_NOT_JUDGE)
    }
  }
  const command = new Command('conformance')
    .description('Tests an implementation of the contract at its URLs.')
    .option('-t, --target <file>', 'target file, YAML or JSON', DEFAULT_TARGET)
    .addOption(
      new Option(
        '--simulator [address]',
        'test a running simulator of this kit; its control address (default: VSKIT_CONTROL_URL, .vskit/simulator.json, then port 4000)',
      ).conflicts('target'),
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
    .addHelpText(
      'after',
      '\nExit: 0 conforming, 1 nonconforming, 2 could not run; 129, 130, 143 after a\nsignal.',
    )
  command.action(guarded(async () => (await actions()).judge(io, command.opts())))
  const init = new Command('init')
    .description('Writes a commented target file to start from.')
    .argument('[file]', 'where to', DEFAULT_TARGET)
  init.action(
    guarded(async () => (await actions()).writeTemplate(io, init.processedArgs[0] as string)),
  )
  const list = new Command('list')
    .description('Lists the checks and their needs; --area and --only choose among them.')
    .option('--json', 'for machines')
  list.action(guarded(async () => (await actions()).list(io, list.optsWithGlobals())))
  const coverage = new Command('coverage')
    .description('Lists the requirements that the checks judge, and the reasons for others.')
    .option('--missing', 'list the requirements that still lack a check')
    .option('--json', 'print JSON, every requirement')
  coverage.action(guarded(async () => (await actions()).coverage(io, coverage.opts())))
  const diff = new Command('diff')
    .description(
      'Compares two --report-json files. Exit code 1: a check fails that did not fail before.',
    )
    .argument('<before>', 'report of the earlier run')
    .argument('<after>', 'report of the later run')
  diff.action(
    guarded(async () => (await actions()).diff(io, ...(diff.processedArgs as [string, string]))),
  )
  return command.addCommand(init).addCommand(list).addCommand(coverage).addCommand(diff)
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
