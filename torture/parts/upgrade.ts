import { readdirSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Backend, Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import { type Expected, FOLDERS, readAll } from '../upgrade/folders.ts'

/** A newer version may add members, but must return all members of the earlier one. */
function holds(now: unknown, then: unknown): boolean {
  if (typeof then !== 'object' || then === null) return now === then
  if (typeof now !== 'object' || now === null) return false
  return Object.entries(then).every(([name, value]) =>
    holds((now as Record<string, unknown>)[name], value),
  )
}

export const upgrade: Part = {
  name: 'upgrade',
  promise: 'Data folders of released versions can be opened, and responses are the same.',
  cases: readdirSync(FOLDERS).length,
  share: 0.3,
  quick: true,
  stores: ['folder'],
  async run(run) {
    const versions = readdirSync(FOLDERS).sort()
    await run.inLanes(
      1,
      async (no) => {
        const version = versions[no]!
        const folder = await run.folder()
        await cp(join(FOLDERS, version), folder, { recursive: true })
        const { key, expected } = JSON.parse(
          await readFile(join(folder, 'expected.json'), 'utf8'),
        ) as { key: string; expected: Expected[] }
        let running
        try {
          running = await run.simulator({ folder, stderr: /^/ })
        } catch (error) {
          const { message } = error as Error
          run.expect(
            /Start that version|--repair|can't be used/.test(message),
            no,
            () => `${version} is refused without instructions: ${message}`,
          )
          return
        }
        const clients = new Clients(running)
        const found = await readAll(new Backend(clients.us, 'org_acme', key), expected)
        for (const [i, { path, status, text }] of expected.entries()) {
          const now = found[i]!
          run.expect(
            now.status === status && holds(JSON.parse(now.text), JSON.parse(text)),
            no,
            () => `${version} ${path}: ${now.status} ${now.text}\n  before: ${status} ${text}`,
          )
        }
        clients.close()
        await running.kill('SIGTERM')
      },
      versions.length,
    )
    run.figures.versions = versions.join(' ')
  },
}
