import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Change, CopyableRecords, Job, Put, Records, View } from '../records.ts'
import { type StoreAddress, storeAddress } from '../postgres/address.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import { BUSY_LIMITS } from './busy-limits.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** The adapters for a single process. */
export const sqliteAdapters: { name: string; open: (t: Test) => CopyableRecords }[] = [
  { name: 'file', open: (t) => openSqlite(join(t.testdir(), 'records.sqlite')) },
  { name: 'memory', open: () => openSqlite(':memory:') },
]

/** The adapters of the records port. Every test body of this folder runs on each of them. */
export const adapters: Adapter[] = [
  ...sqliteAdapters.map((adapter) => ({ ...adapter, local: true })),
  { name: 'postgres', open: openEmptyPostgres, local: false },
]

interface Adapter {
  name: string
  open: (t: Test) => Records | Promise<Records>
  /** Whether one process owns the store: its reads may be answered from memory, and see writes before their commit. */
  local: boolean
}

let server: Promise<PostgresServer> | undefined

/** Returns the address of an empty database; the test file shares one server. */
export async function postgresAddress(t: Test): Promise<StoreAddress> {
  if (!server) {
    server = startPostgres()
    root(t).teardown(async () => (await server)!.stop())
  }
  return storeAddress(await (await server).database(`test_${++databases}`))
}

let databases = 0
let shared: Promise<StoreAddress> | undefined

/** Reuses one database, because creating one takes longer than emptying it. */
async function openEmptyPostgres(t: Test): Promise<Records> {
  const { database, records } = await openPostgres(
    await (shared ??= postgresAddress(t)),
    (error) => {
      throw error
    },
    BUSY_LIMITS,
  )
  root(t).teardown(() => database.close())
  await records.clear()
  // Positions of an empty store begin at 1.
  await database.transaction((ask) => ask('ALTER SEQUENCE entries RESTART'))
  return records
}

function root(t: Test): Test {
  return t.parent ? root(t.parent as Test) : t
}

/** Runs a test body on the adapters that copy into files. */
export function onSqlite(
  t: Test,
  name: string,
  body: (t: Test, records: CopyableRecords) => Promise<void>,
): void {
  onEach(sqliteAdapters, t, name, body)
}

/** Runs a test body on every adapter, each with an empty store that is closed afterwards. */
export function onEveryAdapter(
  t: Test,
  name: string,
  body: (t: Test, records: Records, adapter: Adapter) => Promise<void>,
): void {
  onEach(adapters, t, name, body)
}

function onEach<R extends Records, A extends { name: string; open: (t: Test) => R | Promise<R> }>(
  among: readonly A[],
  t: Test,
  name: string,
  body: (t: Test, records: R, adapter: A) => Promise<void>,
): void {
  for (const adapter of among) {
    void t.test(`${name} (${adapter.name})`, async (t) => {
      const records = await adapter.open(t)
      t.teardown(() => records.close())
      await body(t, records, adapter)
    })
  }
}

/** Returns a put with default kind and scope. */
export function put(id: string, body: unknown, more: Partial<Put> = {}): Put {
  return { type: 'put', scope: 'us/test/org_a', kind: 'session', id, body, ifVersion: 0, ...more }
}

/** Shows a session's stored text; used to observe the cache. */
export const TEXT: View = { kind: 'session', kept: 1000, of: ({ text }) => text }

export function schedule(id: string, due: number, more: Partial<Job> = {}): Change {
  return {
    type: 'schedule',
    job: { id, lane: 'lane', due, kind: 'expire', scope: 'us/test/org_a', ref: id, ...more },
  }
}

/**
 * Copies the files of an open store, as a crash at this moment would leave them.
 * @returns the records file, in a subfolder
 */
export function crash(folder: string): string {
  const left = mkdtempSync(join(folder, 'left-'))
  for (const name of readdirSync(folder))
    if (name.startsWith('records.sqlite')) copyFileSync(join(folder, name), join(left, name))
  return join(left, 'records.sqlite')
}
