import { inspect } from 'node:util'
import { momentOf } from './moment.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { EVENT_TYPES } from './trigger.ts'
import type {
  ConnectOptions,
  KeyFilter,
  OrganizationOptions,
  SimulatorOptions,
} from './types/options.ts'
import type { TriggerOptions } from './types/sessions.ts'
import type { ListenOptions, WebhookFilter } from './types/webhooks.ts'

/** Values that an option accepts. */
interface Kind {
  expected: string
  fits: (value: unknown) => boolean
  /** Names that an object accepts, and no others. */
  members?: Readonly<Record<string, Kind>>
}

/** The kind of every option of a type; a new option without a kind does not compile. */
type Kinds<T> = {
  readonly [Name in keyof Required<T> as string extends Name ? never : Name]: Kind
}

const text: Kind = {
  expected: 'a text',
  fits: (value) => typeof value === 'string' && value !== '',
}
const flag: Kind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' }
const callback: Kind = { expected: 'a function', fits: (value) => typeof value === 'function' }
const object: Kind = { expected: 'an object', fits: isObject }
const port: Kind = {
  expected: 'a port from 0 to 65535',
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
}
/** Longer timeouts would fire at once: timers of Node.js hold 31 bits. */
const milliseconds: Kind = {
  expected: 'a number of milliseconds from 0 to 2147483647',
  fits: (value) => typeof value === 'number' && value >= 0 && value < 2 ** 31,
}

function oneOf(...values: readonly string[]): Kind {
  return {
    expected: `one of ${values.map((value) => `'${value}'`).join(', ')}`,
    fits: (value) => values.includes(value as string),
  }
}

function listOf(kind: Kind): Kind {
  return {
    expected: `a list, each ${kind.expected}`,
    fits: (value) => Array.isArray(value) && value.every((one) => kind.fits(one)),
  }
}

function membersOf(members: Readonly<Record<string, Kind>>): Kind {
  return { ...object, members }
}

const mode = oneOf('test', 'live')
const region = oneOf('us', 'eu')

export const SIMULATOR_OPTIONS: Kinds<SimulatorOptions> = {
  world: {
    expected: "'demo', a path or an object",
    fits: (value) => text.fits(value) || isObject(value),
  },
  budgets: oneOf('contract', 'roomy'),
  seed: text,
  clock: {
    expected: "'running', 'frozen', a Date or an ISO 8601 time from 1970 to 9899",
    fits: (value) => value === 'running' || value === 'frozen' || isClockTime(momentOf(value)),
  },
  loopbackReceivers: flag,
  https: flag,
  dataDir: text,
  journal: flag,
  ports: membersOf({ control: port, us: port, eu: port }),
}

export const CONNECT_OPTIONS: Kinds<ConnectOptions> = {
  control: text,
  ca: text,
  regions: membersOf({ us: text, eu: text }),
}

export const KEY_FILTER: Kinds<KeyFilter> = {
  organization: text,
  region,
  mode,
  type: oneOf('sk', 'pk'),
}

/** The control API checks the other fields. */
export const ORGANIZATION_OPTIONS: Kinds<OrganizationOptions> = {
  id: text,
  name: text,
  region,
  mode,
  scopes: listOf(text),
  budgets: {
    expected: "'contract', 'roomy' or an object",
    fits: (value) => value === 'contract' || value === 'roomy' || isObject(value),
  },
}

export const WEBHOOK_FILTER: Kinds<WebhookFilter> = {
  type: oneOf(...EVENT_TYPES, 'webhook.test_ping'),
  sessionId: text,
  organization: text,
  mode,
  timeout: milliseconds,
}

export const LISTEN_OPTIONS: Kinds<ListenOptions> = {
  forwardTo: text,
  routes: membersOf(Object.fromEntries(EVENT_TYPES.map((type) => [type, text]))),
  handler: callback,
  events: listOf(oneOf(...EVENT_TYPES)),
  organization: text,
  mode,
  onDelivery: callback,
}

export const TRIGGER_OPTIONS: Kinds<TriggerOptions> = { organization: text, mode, session: object }

/**
 * Checks the options of a caller that may have no types.
 * @param caller the function, for the message
 * @param others whether further names are allowed
 * @throws {TypeError} for the first option that is unknown or of a wrong type
 */
export function checkOptions(
  caller: string,
  given: unknown,
  kinds: Readonly<Record<string, Kind>>,
  { others = false } = {},
): void {
  if (!isObject(given))
    throw new TypeError(`${caller}: expected an object of options, got ${shown(given)}.`)
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind && others) continue
    if (!kind) throw new TypeError(`${caller}: ${unknown(name, Object.keys(kinds))}`)
    if (value === undefined) continue
    if (!kind.fits(value))
      throw new TypeError(`${caller}: ${name}: expected ${kind.expected}, got ${shown(value)}.`)
    if (kind.members) checkOptions(`${caller}: ${name}`, value, kind.members)
  }
}

/**
 * Checks that the options are an object; the simulator checks its members.
 * @throws {TypeError} when they are not
 */
export function checkObject(caller: string, given: unknown): void {
  checkOptions(caller, given, {}, { others: true })
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** @throws {TypeError} when the method or the path of a call is not one */
export function checkCall(caller: string, method: unknown, path: unknown): void {
  if (!METHODS.includes(method as string))
    throw new TypeError(
      `${caller}: method: expected one of ${METHODS.join(', ')}, got ${shown(method)}.`,
    )
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new TypeError(
      `${caller}: path: expected a path that starts with '/', got ${shown(path)}.`,
    )
}

/** Returns the id of a session, encoded for a path. @throws {TypeError} when it is not a text */
export function sessionSegment(id: unknown): string {
  if (!text.fits(id)) throw new TypeError(`Expected the id of a session, got ${shown(id)}.`)
  return encodeURIComponent(id as string)
}

/** The simulated clock takes these times only: timestamps have four-digit years. */
function isClockTime(moment: Date | undefined): boolean {
  return moment !== undefined && moment.getTime() >= 0 && moment.getUTCFullYear() < 9900
}

function unknown(name: string, known: readonly string[]): string {
  return `there is no option '${name}'.${didYouMean(name, known)} Known options: ${known.join(', ')}.`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Formats a value for messages. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Infinity }).slice(0, 80)
}
