import { Command } from 'commander'
import { type Connection, dataOf } from '../library/connection.ts'
import { SimulatorError } from '../library/errors.ts'
import {
  type RunningFlags,
  action,
  connectToHealthy,
  forRunningSimulator,
} from './running-simulator.ts'
import { organizationFor } from './running-simulator.ts'

interface ListFlags extends RunningFlags {
  organization?: string
  session?: string
  limit: string
}

interface Event {
  id: string
  type: string
  session_id: string | null
  organization: string
  mode: string
  created_at: string
}

/** `vskit events list | resend`. */
export function eventsCommand(): Command {
  const list = new Command('list')
    .description('Lists events, newest first.')
    .option('--organization <id>', 'only of this organization')
    .option('--session <id>', 'only of this session')
    .option('--limit <number>', 'how many', '20')
  const resend = new Command('resend')
    .description('Redelivers an event: the same bytes, to every subscription of its type.')
    .argument('<id>', 'id of the event')
    .option('--subscription <id>', 'only to this subscription')
  return new Command('events')
    .description('Lists the events of the running simulator, or redelivers one.')
    .addCommand(forRunningSimulator(list).action(action('events list', runList)))
    .addCommand(forRunningSimulator(resend).action(action('events resend', runResend)))
}

async function runList(flags: ListFlags): Promise<void> {
  const connection = await connectToHealthy(flags)
  const query = new URLSearchParams({ limit: flags.limit })
  if (flags.organization !== undefined)
    query.set('organization', await organizationFor(connection, flags.organization))
  if (flags.session !== undefined) query.set('session_id', flags.session)
  const events = await dataOf<Event[]>(connection, 'GET', `/events?${query}`)
  for (const event of events)
    console.log(
      flags.json
        ? JSON.stringify(event)
        : [
            event.created_at,
            event.id,
            event.type.padEnd(36),
            event.session_id ?? '',
            event.organization,
            event.mode,
          ].join('  '),
    )
}

async function runResend(
  id: string,
  flags: RunningFlags & { subscription?: string },
): Promise<void> {
  const answer = await replay(await connectToHealthy(flags), id, flags.subscription)
  console.log(
    flags.json
      ? JSON.stringify(answer)
      : `${answer.event_id} is queued for ${answer.deliveries} ${answer.deliveries === 1 ? 'subscription' : 'subscriptions'}`,
  )
}

interface Replay {
  event_id: string
  deliveries: number
}

/** @throws {SimulatorError} that names the id if there is no such event */
async function replay(connection: Connection, id: string, subscription?: string): Promise<Replay> {
  try {
    return await dataOf<Replay>(
      connection,
      'POST',
      `/events/${encodeURIComponent(id)}/replay`,
      subscription === undefined ? {} : { subscription_id: subscription },
    )
  } catch (error) {
    if (!(error instanceof SimulatorError) || error.code !== 'resource_not_found') throw error
    const or = subscription === undefined ? '' : `, or no subscription '${subscription}' for it`
    const { status, body } = error
    throw new SimulatorError(
      `there is no event '${id}'${or}; vskit events list shows the latest events`,
      { ...(status !== undefined && { status }), body, cause: error },
    )
  }
}
