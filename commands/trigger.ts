import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { dataOf } from '../library/connection.ts'
import { TRIGGERS, trigger, reasonNotTriggerable } from '../library/trigger.ts'
import type { SessionCreate } from '../spec/generated/wire.ts'
import {
  type RunningFlags,
  action,
  connectToHealthy,
  forRunningSimulator,
  organizationFor,
} from './running-simulator.ts'

interface Flags extends RunningFlags {
  live?: boolean
  organization?: string
  set: Record<string, unknown>
}

/** `vskit trigger EVENT`: creates a session and emits an event. */
export function triggerCommand(): Command {
  const command = new Command('trigger')
    .description('Creates a session in the running simulator and triggers an event.')
    // The choices are for the help and for completion.
    .addArgument(
      new Argument('<event>', 'type of the event').choices(TRIGGERS).argParser(deliverable),
    )
    .option('--organization <id>', 'organization (default: the first)')
    .option('--live', 'in live mode')
    .addOption(
      new Option(
        '--set <field=value>',
        'a field of the session, as in metadata.orderId=A; may be repeated',
      )
        .argParser(setting)
        .default({}, 'none'),
    )
  return forRunningSimulator(command).action(action('trigger', run))
}

async function run(type: string, flags: Flags): Promise<void> {
  const connection = await connectToHealthy(flags)
  const organization = await organizationFor(connection, flags.organization)
  const mode = flags.live ? 'live' : 'test'
  const session = await trigger(connection, type, organization, {
    mode,
    session: flags.set as SessionCreate,
  })
  const events = await dataOf<{ id: string; type: string; body: string }[]>(
    connection,
    'GET',
    `/events?session_id=${session.id}`,
  )
  const announced = events.toReversed()
  if (flags.json) {
    console.log(JSON.stringify({ session, events: announced }))
    return
  }
  console.log(`${session.id} of ${organization} in ${mode} mode is ${session.status}`)
  for (const event of announced) console.log(`${event.id}  ${event.type}`)
}

function deliverable(type: string): string {
  const problem = reasonNotTriggerable(type)
  if (problem !== undefined) throw new InvalidArgumentError(problem)
  return type
}

/** Sets a value at its path: parsed JSON, or else text. */
function setting(text: string, before: Record<string, unknown>): Record<string, unknown> {
  const at = text.indexOf('=')
  if (at < 1)
    throw new InvalidArgumentError('Expected a field, = and its value, such as metadata.orderId=A.')
  const path = text.slice(0, at).split('.')
  const whole = structuredClone(before)
  let place = whole
  for (const name of path.slice(0, -1)) {
    const member = Object.hasOwn(place, name) ? place[name] : undefined
    if (typeof member !== 'object' || member === null) define(place, name, {})
    place = Object.getOwnPropertyDescriptor(place, name)!.value as Record<string, unknown>
  }
  define(place, path.at(-1)!, valueOf(text.slice(at + 1)))
  return whole
}

/** Sets a member also if its name is `__proto__`, which an assignment takes for the prototype. */
function define(place: object, name: string, value: unknown): void {
  Object.defineProperty(place, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function valueOf(text: string): unknown {
  if (!/^[[{]|^(true|false|null)$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
