import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import demoWorld from '../fixtures/world/demo.json' with { type: 'json' }
import { announcement, readableTable } from './announce.ts'
import { collectSeldom } from './clock/collector.ts'
import { helpersGiveWay } from './clock/priority.ts'
import { type RunningSimulator, type ServerOptions, startSimulator } from './server.ts'
import type { WorldFile } from './store/world.ts'
import { readWorld } from './world-file.ts'

interface Flags {
  host: string
  adminPort: number
  usPort: number
  euPort: number
  usUrl?: string
  euUrl?: string
  dataDir?: string
  memory?: boolean
  world?: string
  seed?: string
  loopbackReceivers?: boolean
  journal?: boolean
  json?: boolean
}

/** `vskit simulator`: runs until SIGINT or SIGTERM. */
export function simulatorCommand(): Command {
  return new Command('simulator')
    .description('Runs the simulator: two regions and a control API, on this machine.')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--admin-port <port>', 'control API (0 takes a free port)', port, 4000)
    .option('--us-port <port>', 'region us', port, 4001)
    .option('--eu-port <port>', 'region eu', port, 4002)
    .option(
      '--us-url <origin>',
      'where applicants reach region us (default: where it listens)',
      origin,
    )
    .option('--eu-url <origin>', 'the same for region eu', origin)
    .option('--data-dir <folder>', 'keep everything in this folder (default: in memory)')
    .option('--memory', 'keep nothing on disk (the default)')
    .option('--world <file>', 'organizations and keys to start with, instead of the demo world')
    .option('--seed <text>', 'the same ids, secrets and jitter at each run')
    .option(
      '--loopback-receivers',
      'deliver webhooks to this machine too, without checking its certificates',
    )
    .option(
      '--journal',
      'write down what the public API is asked and answers, for the control API to list',
    )
    .option('--json', 'print one line of JSON when ready, instead of the table')
    .action((flags: Flags, command: Command) =>
      run(flags).catch((error: Error) => command.error(`vskit simulator: ${error.message}`)),
    )
}

async function run(flags: Flags): Promise<void> {
  if (flags.memory && flags.dataDir !== undefined)
    throw new Error('--memory and --data-dir exclude each other.')
  const given = flags.world === undefined ? undefined : await readFile(flags.world, 'utf8')
  const world = given === undefined ? (demoWorld as WorldFile) : readWorld(given, flags.world!)
  const simulator = await start({ ...flags, world })
  const ready = announcement(simulator, world)
  // Before anybody can know that it runs: who reads the line may send a signal at once.
  stopOnSignal(simulator)
  console.log(flags.json ? JSON.stringify(ready) : readableTable(ready, flags))
  helpersGiveWay()
  collectSeldom()
  simulator.warmUp()
}

/** A stored world that somebody broke by hand fails somewhere inside: then its mistakes are told, by place. */
async function start(options: ServerOptions): Promise<RunningSimulator> {
  try {
    return await startSimulator(options)
  } catch (error) {
    const file = options.dataDir && join(options.dataDir, 'world.json')
    if (file && existsSync(file)) readWorld(await readFile(file, 'utf8'), file)
    throw error
  }
}

/** The first signal closes cleanly: requests in flight are answered, what was acknowledged is stored. A second one ends at once. */
function stopOnSignal(simulator: RunningSimulator): void {
  let closing = false
  const stop = (signal: NodeJS.Signals): void => {
    if (closing) process.exit(130)
    closing = true
    console.error(`${signal}: closing`)
    simulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Links are made of it, so that it is a plain origin and nothing else. */
function origin(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`)
    return url.origin
  throw new InvalidArgumentError(
    'Expected an origin such as https://verify.example.test, without a path.',
  )
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return Number(text)
}
