import { execFileSync } from 'node:child_process'
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
  free()
  lockDirectory(dir)()
})

t.test('a killed process holds no lock', async (t) => {
  const dir = `${t.testdir({})}/made/on/the/way`
  t.throws(() => other(dir), 'killed while it held the lock')
  lockDirectory(dir)()
})
