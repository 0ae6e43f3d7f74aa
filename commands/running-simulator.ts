import { type Command, InvalidArgumentError, Option } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, dataOf } from '../library/connection.ts'
import { ForeignServerError, SimulatorError } from '../library/errors.ts'
import { InputFileError } from '../library/file-errors.ts'
import { type Control, findControl, readAuthority } from '../library/find-control.ts'
import { HttpConnection } from '../library/http-connection.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { httpUrl } from './http-url.ts'
import { fail } from './json-errors.ts'

/** Flags of every command that calls a running simulator. */
export interface RunningFlags {
  control?: string
  caFile?: string
  json?: boolean
}

const controlUrl = httpUrl('the URL of a control API, such as http://127.0.0.1:4000')

/** Adds the flags, and formats errors like the other commands. */
export function forRunningSimulator(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--control <url>',
        'control API of the simulator (default: .vskit/simulator.json, then port 4000)',
      )
        .env('VSKIT_CONTROL_URL')
        // An empty value, as of an unset variable of the shell, counts as not given.
        .argParser((text) => (text === '' ? text : controlUrl(text))),
    )
    .addOption(
      new Option(
        '--ca-file <file>',
        'certificate authority of a simulator that speaks HTTPS (default: .vskit/simulator.json)',
      ).env('VSKIT_CA_FILE'),
    )
    .option('--json', 'print JSON, one object per line')
}

/**
 * Runs a command's action. Prints an error as one message without a stack, and exits.
 * @param exitCodeOf exit code of an error. @default 2 if the simulator refuses a value or a file cannot be used, otherwise 1
 */
export function action<Args extends unknown[]>(
  name: string,
  run: (...args: Args) => Promise<void>,
  exitCodeOf: (error: Error) => number = exitCodeOfError,
): (...args: Args) => Promise<void> {
  return (...args) => {
    const command = args.at(-1) as Command
    return demandAuthority(command)
      .then(() => run(...args))
      .catch((error: Error) => {
        if (error instanceof InvalidArgumentError) command.error(`error: ${error.message}`)
        return fail(command, `vskit ${name}: ${error.message}`, codeOf(error), exitCodeOf(error))
      })
  }
}

/**
 * Reads the file of the flag `--ca-file` also if the URL needs no certificate, so that a wrong path is found. The variable may
 * be meant for other commands.
 */
async function demandAuthority(command: Command): Promise<void> {
  const { caFile } = command.opts<RunningFlags>()
  if (caFile && command.getOptionValueSource('caFile') === 'cli') await readAuthority(caFile)
}

/** The simulator validates some arguments, and some name a file: they end a command like those that commander refuses. */
function exitCodeOfError(error: Error): number {
  const isRefused = error instanceof SimulatorError && error.code === 'validation_error'
  return isRefused || error instanceof InputFileError ? 2 : 1
}

/** Code of an error for `--json`. */
function codeOf(error: Error): string | undefined {
  if (!(error instanceof SimulatorError)) return undefined
  return error.code ?? (error.status === undefined ? 'unreachable' : undefined)
}

export async function connect(flags: RunningFlags): Promise<Connection> {
  return new HttpConnection(await controlOf(flags))
}

export interface Health {
  status: string
  problems?: string[]
  version: string
  clock: { now: string; frozen: boolean }
  regions: Record<string, { base_url: string }>
}

/** Another program at the port may accept the connection and stay silent. */
const ANSWER_MS = 5000

/** @throws {SimulatorError} if no simulator answers in time, or another server does */
export async function healthOf(connection: Connection): Promise<Health> {
  const health = await Promise.race([
    dataOf<Health | undefined>(connection, 'GET', '/health'),
    silence(connection.controlUrl),
  ])
  if (typeof health?.version === 'string' && typeof health.regions === 'object') return health
  throw new ForeignServerError('GET', `${connection.controlUrl}/health`, 200, health)
}

async function silence(url: string): Promise<never> {
  await sleep(ANSWER_MS, undefined, { ref: false })
  throw new SimulatorError(
    `${url} did not answer within ${ANSWER_MS / 1000} s. Check that a simulator listens there, or name its control API with --control or in VSKIT_CONTROL_URL.`,
  )
}

/** Connects, and finds a server that is silent or no simulator before a request that may take long. */
export async function connectToHealthy(flags: RunningFlags): Promise<Connection> {
  const connection = await connect(flags)
  await healthOf(connection)
  return connection
}

/** Returns the control API that the flags name, with the certificates to trust there. */
export async function controlOf({ control, caFile }: RunningFlags): Promise<Control> {
  return findControl(control, caFile === undefined ? {} : { caFile })
}

/** Returns the named organization, or the first one. @throws {Error} that lists the known ones */
export async function organizationFor(connection: Connection, named?: string): Promise<string> {
  const organizations = await dataOf<{ id: string }[]>(connection, 'GET', '/organizations')
  const found =
    named === undefined ? organizations[0] : organizations.find(({ id }) => id === named)
  if (found) return found.id
  if (named === undefined)
    throw new Error('the simulator has no organization; create one in its console')
  const ids = organizations.map(({ id }) => id)
  throw new Error(
    `there is no organization '${named}'.${didYouMean(named, ids)} Expected one of: ${ids.join(', ')}`,
  )
}
