import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Change, Job, Put, Records, View } from '../records.ts'
import { openSqlite } from '../sqlite/sqlite.ts'

/** The adapters of the records port. Every test body of this folder runs on each of them. */
export const adapters: { name: string; open: (t: Test) => Records }[] = [
  { name: 'file', open: (t) => openSqlite(join(t.testdir(), 'records.sqlite')) },
  { name: 'memory', open: () => openSqlite(':memory:') },
]

/** Runs a test body on every adapter, each with an empty store that is closed afterwards. */
export function onEveryAdapter(
  t: Test,
  name: string,
  body: (t: Test, records: Records) => Promise<void>,
): void {
  for (const adapter of adapters) {
    void t.test(`${name} (${adapter.name})`, async (t) => {
      const records = adapter.open(t)
      t.teardown(() => records.close())
      await body(t, records)
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
