import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ServerOptions } from '../server.ts'
import { simulatorFor } from '../testing/simulator.ts'

/** The open files of a folder, of this process. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`)
      return file.startsWith(folder) ? [file] : []
    } catch {
      // The descriptor of the folder itself.
      return []
    }
  })
}

t.test(
  'a start that fails closes the files of its data folder',
  { skip: process.platform !== 'linux' && 'only Linux lists the open files of a process' },
  async (t) => {
    const dataDir = t.testdir()
    const start = (options: ServerOptions = {}) => simulatorFor(t, { dataDir, ...options })
    await t.rejects(start({ allowReceivers: ['10.0.0.0/99'] }), /10\.0\.0\.0\/99/)
    t.strictSame(openFiles(dataDir), [])
    writeFileSync(join(dataDir, 'snapshots'), '')
    await t.rejects(start(), { code: 'ENOTDIR' })
    t.strictSame(openFiles(dataDir), [])
  },
)
