import { type Connection, dataOf } from './connection.ts'
import { secondsOf } from './duration.ts'
import { SimulatorError, lostError, refusal } from './errors.ts'
import { listen } from './listen.ts'
import { momentOf } from './moment.ts'
import { newOrganization } from './organization.ts'
import {
  KEY_FILTER,
  LISTEN_OPTIONS,
  ORGANIZATION_OPTIONS,
  TRIGGER_OPTIONS,
  WEBHOOK_FILTER,
  checkCall,
  checkObject,
  checkOptions,
  sessionSegment,
  shown,
} from './options.ts'
import { exportSnapshot, importSnapshot } from './snapshot-files.ts'
import { trigger } from './trigger.ts'
import type { KeyFilter, KnownKey, OrganizationOptions } from './types/options.ts'
import type { Fault, RecordedRequest } from './types/requests.ts'
import type { SimulatedSession } from './types/sessions.ts'
import type { Simulator } from './types/simulator.ts'
import type { Mode } from '../spec/generated/wire.ts'
import { WebhookQueue } from './webhook-queue.ts'

interface Surroundings {
  connection: Connection
  regions: Simulator['regions']
  keys: readonly KnownKey[]
  ca: string | undefined
  /** Budgets of organizations that are created later without their own. */
  budgets: 'contract' | 'roomy'
  close(): Promise<void>
}

/** The object that `createSimulator` and `connectSimulator` return. */
export async function newHandle(given: Surroundings): Promise<Simulator> {
  const { connection, keys } = given
  const ask = <T>(method: string, path: string, body?: object, headers?: Record<string, string>) =>
    dataOf<T>(connection, method, path, body, headers)
  const secrets = new Map<string, string>()
  const secretOf = async (organization: string, mode: Mode): Promise<string> => {
    const path = `/organizations/${organization}/forwarder_secret?mode=${mode}`
    const secret = secrets.get(path) ?? (await ask<{ secret: string }>('GET', path)).secret
    secrets.set(path, secret)
    return secret
  }
  const queue = new WebhookQueue(secretOf)
  await connection.followEvents(
    (line) => queue.push(line),
    () => queue.close(() => lostError(connection.controlUrl)),
  )
  let lastSnapshot: string | undefined
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    queue.close()
    return (closing ??= given.close())
  }

  const clock = async (path: string, body?: object): Promise<Date> =>
    new Date((await ask<{ now: string }>(body ? 'POST' : 'GET', path, body)).now)
  const at = (moment?: Date | string): { at?: string } => {
    if (moment === undefined) return {}
    const date = momentOf(moment)
    if (!date)
      throw new TypeError(`freeze: expected a Date or an ISO 8601 time, got ${shown(moment)}.`)
    return { at: date.toISOString() }
  }
  const session = async (
    id: string,
    action: string,
    body?: object,
    signals?: Record<string, unknown>,
  ): Promise<SimulatedSession> =>
    ask('POST', `/sessions/${sessionSegment(id)}/${action}`, body, {
      ...(signals && { 'x-simulator-signals': JSON.stringify(signals) }),
    })

  const simulator: Simulator = {
    regions: given.regions,
    control: {
      url: connection.controlUrl,
      request: async (method, path, body) => {
        checkCall('control.request', method, path)
        return ask(method, path, body)
      },
    },
    console: new URL(connection.controlUrl).origin,
    ca: given.ca,
    keys,
    key: (filter = {}) => {
      checkOptions('key', filter, KEY_FILTER)
      return keyOf(keys, filter)
    },
    organization: async (options: OrganizationOptions = {}) => {
      checkOptions('organization', options, ORGANIZATION_OPTIONS, { others: true })
      const { budgets = given.budgets, ...others } = options
      return newOrganization(simulator, connection, { ...others, budgets })
    },

    now: () => clock('/clock'),
    freeze: async (moment) => clock('/clock/freeze', at(moment)),
    resume: async () => new Date((await ask<{ now: string }>('POST', '/clock/resume')).now),
    advance: async (by) => {
      if (typeof by !== 'number' && typeof by !== 'string')
        throw new TypeError(`advance: expected a number of seconds or a text, got ${shown(by)}.`)
      return clock('/clock/advance', { seconds: secondsOf(by) })
    },
    settle: async () => {
      await ask('POST', '/settle')
    },

    snapshot: async (name) => {
      const { id } = await ask<{ id: string }>(
        'POST',
        '/snapshots',
        name === undefined ? {} : { name },
      )
      return (lastSnapshot = id)
    },
    restore: async (id = lastSnapshot) => {
      if (id === undefined)
        throw new SimulatorError('restore: no snapshot was taken yet. Call snapshot() first.')
      await ask('POST', `/snapshots/${encodeURIComponent(id)}/restore`)
      queue.clear()
    },
    exportSnapshot: async (file, id) =>
      exportSnapshot(connection, id ?? (await simulator.snapshot()), file),
    importSnapshot: async (file) => {
      lastSnapshot = await importSnapshot(connection, file)
      queue.clear()
      return lastSnapshot
    },
    reset: async (options = {}) => {
      checkObject('reset', options)
      await ask('POST', '/reset', options)
      queue.clear()
    },

    fault: async (input): Promise<Fault> => {
      checkObject('fault', input)
      const { id } = await ask<{ id: string }>('POST', '/faults', input)
      return {
        id,
        hits: async () => {
          const all = await ask<{ id: string; hits: { count: number } }[]>('GET', '/faults')
          return all.find((fault) => fault.id === id)?.hits.count ?? 0
        },
        remove: async () => {
          await ask('DELETE', `/faults/${id}`)
        },
      }
    },
    requests: async (filter = {}) => {
      checkObject('requests', filter)
      const search = new URLSearchParams({ limit: '100' })
      for (const [name, value] of Object.entries(filter))
        if (value !== undefined) search.set(name, String(value))
      const found: RecordedRequest[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        if (cursor !== '') search.set('cursor', cursor)
        const path = `/requests?${search}`
        const { status, body } = await connection.send('GET', path)
        if (status !== 200) throw refusal('GET', connection.controlUrl + path, status, body)
        const page = body as { data: RecordedRequest[]; next_cursor: string | null }
        found.push(...page.data)
        cursor = page.next_cursor
      }
      return found.toReversed()
    },
    nextWebhook: async (filter = {}) => {
      checkOptions('nextWebhook', filter, WEBHOOK_FILTER)
      return queue.next(filter)
    },
    listen: async (options) => {
      checkOptions('listen', options, LISTEN_OPTIONS)
      return listen(connection, options.organization ?? (await firstOf(ask)), options)
    },

    submit: async (id, options = {}) => {
      checkObject('submit', options)
      const { signals, ...fields } = options
      return session(id, 'journey', { action: 'submit', ...fields }, signals)
    },
    submitStep: async (id, step_id, options = {}) => {
      checkObject('submitStep', options)
      const { signals, ...fields } = options
      return session(id, 'journey', { action: 'submit_step', step_id, ...fields }, signals)
    },
    end: (id) => session(id, 'journey', { action: 'end' }),
    abandon: (id) => session(id, 'journey', { action: 'abandon' }),
    review: (id, outcome) => session(id, 'review', { outcome }),
    cancel: (id) => session(id, 'cancel'),
    expire: (id) => session(id, 'expire'),
    declineToSign: (id, reason) =>
      session(id, 'decline_to_sign', reason === undefined ? undefined : { reason }),
    trigger: async (type, options = {}) => {
      checkOptions('trigger', options, TRIGGER_OPTIONS)
      return trigger(connection, type, options.organization ?? (await firstOf(ask)), options)
    },
    reverify: (id) => session(id, 'reverify'),

    close,
    [Symbol.asyncDispose]: close,
  }
  return simulator
}

async function firstOf(ask: <T>(method: string, path: string) => Promise<T>): Promise<string> {
  const [first] = await ask<{ id: string }[]>('GET', '/organizations')
  if (!first)
    throw new SimulatorError('The simulator has no organization. Create one with organization().')
  return first.id
}

function keyOf(keys: readonly KnownKey[], filter: KeyFilter): string {
  const { mode = 'test', type = 'sk', ...others } = filter
  const wanted = { mode, type, ...others }
  const fits = keys.filter((key) =>
    Object.entries(wanted).every(
      ([name, value]) => value === undefined || key[name as keyof KeyFilter] === value,
    ),
  )
  const most = Math.max(...fits.map(({ scopes }) => scopes.length))
  const found = fits.find(({ scopes }) => scopes.length === most)
  if (found) return found.key
  const known = keys.map(
    ({ organization, region, mode, type }) => `\n  ${organization} ${region} ${mode} ${type}`,
  )
  throw new SimulatorError(
    keys.length === 0
      ? 'The keys of this simulator are not known here. Create an organization with organization(): it comes with a key.'
      : `No key fits ${JSON.stringify(wanted)}. There are:${known.join('')}`,
  )
}
