import { type Command, InvalidArgumentError, Option } from 'commander'
import { InputFileError } from '../library/file-errors.ts'
import { allowedReceivers } from './features/webhooks/sending/addresses.ts'
import { demandOpenFiles } from './open-files.ts'
import { LOG_FORMS } from './request-log/log-form.ts'
import type { Flags } from './run.ts'
import { CommandWithVariables } from './settings.ts'

/** Exit code of every command for a file that it cannot use. */
const WRONG_ARGUMENT = 2

/** Defines `vskit simulator`: runs until SIGINT or SIGTERM. */
export function simulatorCommand(): Command {
  const command = new CommandWithVariables('simulator')
    .description('Runs the simulator: two regions and a control API, on this machine.')
    .option('--host <address>', 'address to listen on', address, '127.0.0.1')
    .option('--admin-port <port>', 'control API (0 takes a free port)', port, 4000)
    .option('--us-port <port>', 'region us', port, 4001)
    .option('--eu-port <port>', 'region eu', port, 4002)
    .option(
      '--us-url <origin>',
      'public URL of region us, for clients and applicants (default: its listener)',
      origin,
    )
    .option('--eu-url <origin>', 'public URL of region eu, for clients and applicants', origin)
    .option(
      '--https',
      "serve HTTPS, with a certificate of the simulator's own authority for localhost and the host names of the other flags",
    )
    .option(
      '--ca-file <file>',
      'with --https: write the authority there (PEM), for clients to trust',
      path,
    )
    .option('--data-dir <folder>', 'store all data in this folder (default: in memory)', path)
    .option('--durable', 'with --data-dir: sync each write to the disk before it is acknowledged')
    .option(
      '--store <url>',
      'store all data in a PostgreSQL database, which several simulators may share: postgres://USER:PASSWORD@HOST/DATABASE; or in one for each region: us=postgres://...,eu=postgres://...',
    )
    .option(
      '--repair',
      'move damaged files of the data folder aside, start without them, and report them',
    )
    .option('--memory', 'store nothing on disk (the default)')
    .option(
      '--world <file>',
      'organizations and keys to start with, instead of the demo world',
      path,
    )
    .option('--seed <text>', 'generate the same ids, secrets and jitter at each run', seed)
    .option(
      '--loopback-receivers',
      'also deliver webhooks to this machine, without certificate checks',
    )
    .option(
      '--journal',
      'record requests and responses of the public API; the control API lists them',
    )
    .addOption(
      new Option(
        '--budgets <which>',
        "rate-limit budgets: the contract's, or roomy (too large for tests to use up)",
      )
        .choices(['contract', 'roomy'])
        .default('contract'),
    )
    .option('--stop-with-parent', 'exit when the parent process ends')
    .option(
      '--real-camera',
      'show the camera of this machine on the hosted pages; pictures are discarded (needs a loopback --host)',
    )
    .option(
      '--allow-receivers <networks...>',
      'also deliver webhooks to these networks and hosts, without certificate checks: 172.16.0.0/12, app.internal',
      receivers,
    )
    .option('--control-host <names...>', 'additional host names of the control API', several)
    .addOption(
      new Option(
        '--log <form>',
        'log line for each request and delivery (default: pretty on a terminal)',
      ).choices(LOG_FORMS),
    )
    .option('--config <file>', 'JSON file of flags, with names in camel case', path)
    .option('--json', 'print one line of JSON when ready, instead of the table')
    .addHelpText(
      'after',
      `
Every flag except --config and --repair can be a variable: --data-dir is
VSKIT_DATA_DIR, --us-url is VSKIT_US_PUBLIC_URL. A flag wins over a variable, a
variable over the file of --config.`,
    )
  return command.action(async (_flags: Flags, called: Command) => {
    try {
      demandOpenFiles()
      command.checkVariables()
      const { config } = called.opts<Flags>()
      if (config !== undefined) (await import('./config.ts')).applyConfig(called, config)
      // Loaded now, so that the help needs no simulator.
      await (await import('./run.ts')).run(ownAuthority(called))
    } catch (error) {
      const name = error instanceof InvalidArgumentError ? 'error' : 'vskit simulator'
      const exitCode = error instanceof InputFileError ? WRONG_ARGUMENT : 1
      called.error(`${name}: ${(error as Error).message}`, { exitCode })
    }
  })
}

/**
 * Returns the flags without a `VSKIT_CA_FILE` that is meant for clients: a simulator on plain HTTP
 * has no authority, and in `vskit exec` the file holds the authority of another simulator.
 */
function ownAuthority(called: Command): Flags {
  const { caFile, ...flags } = called.opts<Flags>()
  const isForClients =
    called.getOptionValueSource('caFile') === 'env' &&
    (!flags.https || process.env.VSKIT_EXEC_ID !== undefined)
  return caFile === undefined || isForClients ? flags : { ...flags, caFile }
}

/** Collects the values of a repeatable flag; a variable holds them separated by commas. */
function several(text: string, before: string[] | undefined): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0)
    throw new InvalidArgumentError(
      `Expected at least one, got ${text === '' ? 'an empty text' : `'${text}'`}.`,
    )
  return [...(before ?? []), ...parts]
}

function receivers(text: string, before: string[] | undefined): string[] {
  const all = several(text, before)
  try {
    allowedReceivers(all)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
  return all
}

/** Parses an origin. Links are built from it, so it must have no path, query or credentials. */
function origin(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`)
    return url.origin
  throw new InvalidArgumentError(
    'Expected an origin such as https://verify.example.test, without a path.',
  )
}

/** Refuses brackets, and the value of an unset variable of the shell: Node.js would listen on every address. */
function address(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected an address such as 127.0.0.1.')
  if (text.startsWith('['))
    throw new InvalidArgumentError('Expected an IPv6 address without brackets, such as ::1.')
  return text
}

/** Refuses the value of an unset variable of the shell: an error about a file without a name would not tell the flag. */
function path(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a path, got an empty text.')
  return text
}

/** Refuses the value of an unset variable of the shell, as the library does. */
function seed(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a text that is not empty.')
  return text
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return Number(text)
}
