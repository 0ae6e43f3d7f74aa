import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openSqlite } from './sqlite.ts'
import { countDocuments } from '../testing/count-documents.ts'

const WRITER = fileURLToPath(new URL('../testing/sync-writer.ts', import.meta.url))
const skip = spawnSync('strace', ['-V']).status === 0 ? false : 'strace is not installed'

// The counts are per thread. The main thread syncs the header of the log; the worker syncs both
// files at each checkpoint. SQLite calls fsync, and the worker itself fdatasync.
for (const [name, when] of [
  ['records.sqlite-wal', 2],
  ['records.sqlite', 1],
] as const)
  t.test(`after SQLite fails to sync ${name}, no other checkpoint runs`, { skip }, async (t) => {
    const folder = t.testdir()
    const [file, trace] = ['records.sqlite', 'trace.txt'].map((one) => join(folder, one))
    await openSqlite(file!).close()
    const inject = ['-e', 'trace=fsync', '-e', `inject=fsync:error=EIO:when=${when}`]
    const writer = spawn(
      'strace',
      ['-f', '-qq', '-o', trace!, '-P', join(folder, name), ...inject, process.execPath].concat(
        WRITER,
        file!,
      ),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(writer.stdout, 'data')) as [Buffer]
    const { written, pid, problem } = JSON.parse(line.toString()) as {
      written: number
      pid: number
      problem?: string
    }
    t.match(readFileSync(trace!, 'utf8'), /EIO.*INJECTED/)
    t.match(problem, /cannot be synced to the disk: disk I\/O error.*Start the simulator again/)
    const ended = once(writer, 'exit')
    process.kill(pid, 'SIGKILL')
    await ended
    t.ok(existsSync(`${file}-wal`), 'the log is kept')
    const again = openSqlite(file!, (error) => t.fail('a checkpoint failed', { error }))
    t.equal(await countDocuments(again, 'us/test/org', 'session'), written)
    await again.close()
  })
