import { Command, InvalidArgumentError, Option } from 'commander'
import { leave, stopOnSignal } from '../conformance/stop-on-signal.ts'
import type { Io } from './actions.ts'
import { AREAS } from './check.ts'
import { DEFAULT_CONFIG } from './config-file.ts'

/** Loaded when the command runs, so that its help does not load the simulator. */
const actions = () => import('./actions.ts')

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
  exit: (code) => {
    process.exitCode = code
  },
  onSignal: stopOnSignal,
  leave,
})

/** `vskit check-integration`: exit 0 conforming, 1 nonconforming, 2 could not run. */
export function checkIntegrationCommand(io: Io = processIo()): Command {
  const guarded = (action: () => Promise<void>) => async (): Promise<void> => {
    try {
      await action()
    } catch (error) {
      io.err(`vskit check-integration: ${(error as Error).message}\n`)
      io.exit(COULD_NOT_JUDGE)
    }
  }
  const command = new Command('check-integration')
    .description('Tests a client of the service: your webhook receiver and your backend.')
    .option('--drive <command>', 'command that drives your backend (integration/PROTOCOL.md)')
    .option('--webhook <url>', 'URL of your receiver, if the driver does not name it')
    .addOption(
      new Option(
        '--secret <secret>',
        'signing secret of your receiver; without it, one is generated and printed',
      ).env('VSKIT_WEBHOOK_SECRET'),
    )
    .option(
      '--config <file>',
      `configuration, YAML or JSON (default: ${DEFAULT_CONFIG}, if it exists)`,
    )
    .option('--only <id...>', 'run only these checks')
    .addOption(
      new Option('--area <area...>', 'run only the checks of these areas').choices(
        Object.keys(AREAS),
      ),
    )
    .option('--strict', 'also fail the run on a broken should')
    .option('--trace', 'show every webhook and every request')
    .option('--log', 'show the output of the driver')
    .option('--report-json <file>', 'also write the whole run to a file')
    .option('--report-junit <file>', 'also write JUnit XML to a file')
    .option('--report-html <file>', 'also write an HTML report to a file: duties, checks, traffic')
    .option('--answer-within <seconds>', 'time limit of the receiver for a response', seconds, 15)
    .option('--patience <seconds>', 'time limit for a result', seconds, 5)
    .option('--timeout <seconds>', 'time limit of the driver for one response', seconds, 60)
    .option('--wait <seconds>', 'time limit for the start of the receiver', seconds, 60)
    .option('--limit <seconds>', 'time limit of the whole run', seconds, 900)
    .addHelpText(
      'after',
      '\nExit: 0 conforming, 1 nonconforming, 2 could not run; 129, 130, 143 after a\nsignal.',
    )
  command.action(guarded(async () => (await actions()).judge(io, command.opts())))
  const list = new Command('list').description('Lists the checks and their needs.')
  list.action(guarded(async () => io.out((await actions()).listText())))
  const duties = new Command('duties').description(
    'Lists the duties of clients, with the check of each or the reason why it cannot be observed.',
  )
  duties.action(guarded(async () => io.out((await actions()).dutiesText())))
  return command.addCommand(list).addCommand(duties)
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 3600))
    throw new InvalidArgumentError('Expected a number of seconds above 0, at most 3600.')
  return value
}
