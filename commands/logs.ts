import { Command, InvalidArgumentError } from 'commander'
import { HttpConnection } from '../library/http-connection.ts'
import { readLines } from '../library/lines.ts'
import { type LogLine, formatLine } from '../simulator/request-log/log-line.ts'
import {
  type RunningFlags,
  action,
  controlOf,
  forRunningSimulator,
  healthOf,
  organizationFor,
} from './running-simulator.ts'

interface Flags extends RunningFlags {
  status?: (status: number | null) => boolean
  organization?: string
}

/** `vskit logs tail`: requests and deliveries of the running simulator as they happen. */
export function logsCommand(): Command {
  const tail = new Command('tail')
    .description('Prints requests and deliveries of the running simulator live, until Ctrl-C.')
    .option('--status <status>', 'only requests with this status: 404, 4xx', status)
    .option('--organization <id>', 'only of this organization')
  return new Command('logs')
    .description('Shows requests and deliveries of the running simulator.')
    .addCommand(forRunningSimulator(tail).action(action('logs tail', run)))
}

async function run(flags: Flags): Promise<void> {
  const control = await controlOf(flags)
  const connection = new HttpConnection(control)
  await healthOf(connection)
  const url = new URL(`${control.url}/feed?kinds=request,delivery`)
  if (flags.organization !== undefined) {
    const named = await organizationFor(connection, flags.organization)
    url.searchParams.set('organization', named)
  }
  // The connection does not keep the process alive.
  setInterval(() => undefined, 2 ** 30)
  const { ended } = await readLines<LogLine | { kind: 'ready' }>(
    url.href,
    control.ca,
    undefined,
    (line) => {
      if (line.kind === 'ready') {
        if (!flags.json) console.error('Following requests and deliveries. Press Ctrl-C to stop.')
        return
      }
      if (flags.status && !(line.kind === 'request' && flags.status(line.status))) return
      console.log(flags.json ? JSON.stringify(line) : formatLine(line))
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
  await ended
  throw new Error('the simulator has closed the connection. Start it again, then this command.')
}

function status(text: string): (status: number | null) => boolean {
  if (!/^[1-5](\d\d|xx)$/.test(text))
    throw new InvalidArgumentError('Expected a status such as 404, or 4xx.')
  return (given) =>
    given !== null && new RegExp(`^${text.replaceAll('x', '\\d')}$`).test(String(given))
}
