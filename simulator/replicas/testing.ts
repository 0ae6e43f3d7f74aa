import type { Test } from 'tap'
import { type Entry, entryOf } from '../request-log/entry.ts'
import type { Listening, RunningSimulator, ServerOptions } from '../server.ts'
import { storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { type PostgresServer, startPostgres } from '../store/testing/postgres-server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
let server: Promise<PostgresServer> | undefined
let databases = 0

/** Returns the URL of an empty database. The test file shares one server. */
export async function emptyDatabase(t: Test): Promise<string> {
  if (!server) {
    server = startPostgres()
    root(t).teardown(async () => (await server)!.stop())
  }
  return (await server).database(`replicas_${++databases}`)
}

/** Two replicas with a new database. */
export interface Pair {
  a: RunningSimulator
  b: RunningSimulator
  /** A further connection to their database. */
  database: Database
}

/** Starts two replicas. */
export async function pair(t: Test, options: ServerOptions = {}): Promise<Pair> {
  const store = await emptyDatabase(t)
  const start = () =>
    simulatorFor(t, { store, world: roomyWorld(), storeLimits: BUSY_LIMITS, ...options })
  const [a, b] = [await start(), await start()]
  return { a, b, database: await openDatabase(t, store) }
}

/** Opens another connection to a database. */
async function openDatabase(t: Test, store: string): Promise<Database> {
  const database = await Database.open(storeAddress(store), {
    report: () => undefined,
    limits: BUSY_LIMITS,
  })
  t.teardown(() => database.close())
  return database
}

function root(t: Test): Test {
  return t.parent ? root(t.parent as Test) : t
}

/** Client of the public API. */
export const at = (simulator: RunningSimulator) => client(simulator, KEY)
/** Client of the control API. */
export const control = (simulator: RunningSimulator) => client(simulator, undefined, 'control')
export const dataOf = <T>(reply: { json: <T>() => T }) => reply.json<{ data: T }>().data

export async function newSession(simulator: RunningSimulator): Promise<string> {
  return dataOf<{ id: string }>(await at(simulator)('POST', '/v1/sessions', {})).id
}

export async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Reads a streamed response part by part; `end` closes the connection. */
export async function partsOf(
  t: Test,
  simulator: Listening,
  path: string,
  { body, headers, separator = '\n' }: { body?: object; headers?: object; separator?: string } = {},
) {
  const abort = new AbortController()
  t.teardown(() => abort.abort())
  const response = await fetch(`${simulator.control_url}/control/v1${path}`, {
    signal: abort.signal,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const parts: string[] = []
  let rest = ''
  const next = async (wanted: (part: string) => boolean): Promise<string> => {
    for (;;) {
      const found = parts.shift()
      if (found !== undefined && wanted(found)) return found
      if (found !== undefined) continue
      const { value, done } = await reader.read()
      if (done) throw new Error('the answer ended')
      const some = (rest + value).split(separator)
      rest = some.pop()!
      parts.push(...some)
    }
  }
  return { status: response.status, next, end: () => abort.abort() }
}

/** Follows the changes of an organization and its requests. */
export const events = (t: Test, simulator: RunningSimulator, lastId?: string) =>
  partsOf(t, simulator, '/organizations/org_acme/stream?mode=test&include=requests', {
    separator: '\n\n',
    headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
  })

/** An entry of the journal with the given text in its request. */
export function entryWith(text: string): Entry {
  const body = { contentType: null, bytes: null, text: null, truncated: false }
  const entry = { path: '/v1/applicants', about: [], request: { ...body, text }, response: body }
  return entryOf(JSON.stringify(entry))
}
