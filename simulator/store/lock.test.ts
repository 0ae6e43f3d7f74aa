import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lockDirectory } from './lock.ts'

const other = (dir: string): void => {
  const program = `import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    lockDirectory(${JSON.stringify(dir)})
    process.kill(process.pid, 'SIGKILL')`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
}

t.test('a directory is locked by one process at a time until it is released', async (t) => {
  const dir = t.testdir({})
  const free = lockDirectory(dir)
  t.throws(() => lockDirectory(dir), /in use by another simulator/)
  t.throws(() => other(dir), /in use by another simulator/)
  free.release()
  lockDirectory(dir).release()
})

t.test('a killed process holds no lock', async (t) => {
  const dir = `${t.testdir({})}/made/on/the/way`
  t.throws(() => other(dir), 'killed while it held the lock')
  lockDirectory(dir).release()
})

/** Locks the folder as a user that is not root, which no permission stops. @returns the error */
function refusalForOther(dir: string): string {
  const program = `import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    try { lockDirectory(${JSON.stringify(dir)}) } catch (error) { console.log(error.message) }`
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    ...user,
    encoding: 'utf8',
    // Modules that the test runner loads may be unreadable for that user.
    env: {},
  })
}

t.test('a folder without write permission is named, not its missing lock file', async (t) => {
  const dir = t.testdir({})
  chmodSync(dir, 0o555)
  t.match(
    refusalForOther(dir),
    /is read-only for this process \(EACCES\)\. Make the folder and its files writable, or choose another folder/,
  )
  chmodSync(dir, 0o777)
  t.equal(refusalForOther(dir), '')
  chmodSync(join(dir, 'lock.sqlite'), 0o444)
  t.match(refusalForOther(dir), /is read-only for this process \(EACCES\)/)
  chmodSync(join(dir, 'lock.sqlite'), 0o666)
  writeFileSync(join(dir, 'lock.sqlite-journal'), '', { mode: 0o400 })
  t.match(refusalForOther(dir), /is read-only for this process \(EACCES\)/, 'the journal')
})

t.test('a folder that this user may not create is refused with the folder to change', async (t) => {
  const dir = t.testdir({})
  chmodSync(dir, 0o555)
  t.equal(
    refusalForOther(join(dir, 'data/acme')),
    `${join(dir, 'data/acme')} cannot be used as a data folder: this user may not create folders in ${dir} (EACCES). ` +
      'Make that folder writable, or choose another one with --data-dir.\n',
  )
})

t.test('a folder in place of the lock file is named', async (t) => {
  const dir = t.testdir({})
  mkdirSync(join(dir, 'lock.sqlite'))
  t.throws(() => lockDirectory(dir), /lock\.sqlite cannot be locked: .* delete the file/)
})
