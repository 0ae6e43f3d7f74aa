import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Change, Job, Put, Records, View } from '../records.ts'
import { openSqlite } from '../sqlite.ts'

/** The adapters of the records port. Each test body of this folder runs on every one of them. */
export const adapters: { name: string; open: (t: Test) => Records }[] = [
  { name: 'file', open: (t) => openSqlite(join(t.testdir(), 'records.sqlite')) },
  { name: 'memory', open: () => openSqlite(':memory:') },
]

/** Runs a test body on every adapter, each time on an empty store that is closed behind it. */
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

/** A document to be put, of a kind and scope that matter only where a test says otherwise. */
export function put(id: string, body: unknown, more: Partial<Put> = {}): Put {
  return { type: 'put', scope: 'us/test/org_a', kind: 'session', id, body, ifVersion: 0, ...more }
}

/** A session as it is stored: by it one sees what is in memory. */
export const TEXT: View = { kind: 'session', kept: 1000, of: ({ text }) => text }

export function schedule(id: string, due: number, more: Partial<Job> = {}): Change {
  return {
    type: 'schedule',
    job: { id, lane: 'lane', due, kind: 'expire', scope: 'us/test/org_a', ref: id, ...more },
  }
}

/**
 * What a crash of the process at this moment would leave of the store that is open in a folder.
 * @returns the records file, in a folder of its own below that one
 */
export function crash(folder: string): string {
  const left = mkdtempSync(join(folder, 'left-'))
  for (const name of readdirSync(folder))
    if (name.startsWith('records.sqlite')) copyFileSync(join(folder, name), join(left, name))
  return join(left, 'records.sqlite')
}
