import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { isAlive } from '../self-test/tiny-target.ts'
import { ProcessGroup } from './process-group.ts'

/** Time for a process to end after a signal, also on a busy machine. */
const DEATH_MS = 10_000
const FOREVER = ['-e', 'console.log("up"); setInterval(() => {}, 1000)']
const DEAF = [
  '-e',
  'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)',
]

t.test('the end removes every process and folder', async (t) => {
  const group = new ProcessGroup({ graceMs: 100 })
  const started = [group.start('polite', FOREVER), group.start('deaf', DEAF)]
  for (const one of started) t.equal(await one.firstLine(), 'up')
  const folder = await group.folder()
  await writeFile(join(folder, 'file'), 'content')
  t.strictSame(group.pids.map(isAlive), [true, true])
  await Promise.all([group.end(), group.end()])
  t.strictSame(group.pids.map(isAlive), [false, false])
  t.notOk(existsSync(folder))
  t.throws(() => group.start('late', FOREVER), /late cannot be started/)
})

t.test('a folder can be removed before the end', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const [gone, kept] = [await group.folder(), await group.folder()]
  await writeFile(join(gone, 'file'), 'content')
  await group.remove(gone)
  t.strictSame([gone, kept].map(existsSync), [false, true])
  await group.end()
  t.notOk(existsSync(kept))
})

t.test('one process can be ended alone', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const [first, second] = [group.start('first', FOREVER), group.start('second', FOREVER)]
  await Promise.all([first.firstLine(), second.firstLine()])
  await group.stop(first)
  t.strictSame(group.pids.map(isAlive), [false, true])
})

t.test('a process has time to close before it is killed', async (t) => {
  const group = new ProcessGroup({ graceMs: DEATH_MS })
  t.teardown(() => group.end())
  const file = join(t.testdir(), 'closed')
  const started = group.start('closing', [
    '-e',
    `process.on('SIGTERM', () => {
      require('node:fs').writeFileSync(${JSON.stringify(file)}, '')
      process.exit()
    })
    console.log('up')
    setInterval(() => {}, 1000)`,
  ])
  await started.firstLine()
  await group.stop(started)
  t.ok(existsSync(file))
})

t.test('the error of an unexpected exit repeats the output of the process', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const started = group.start('simulator', ['-e', 'console.error("port taken"); process.exit(3)'])
  await t.rejects(started.died, {
    message: /^simulator ended unexpectedly \(code 3\):\nport taken$/,
  })
  await t.rejects(started.firstLine(), /port taken/, 'a pending read of its output fails')
})

t.test('a process that cannot be started', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const there = process.execPath
  process.execPath = `${there}-of-another-machine`
  const started = group.start('peer', FOREVER)
  process.execPath = there
  await t.rejects(started.died, /peer cannot be started: .*ENOENT/)
})

t.test('a crash of the bench ends its processes', async (t) => {
  const bench = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    const { ProcessGroup } = await import(${JSON.stringify(new URL('./process-group.ts', import.meta.url).href)})
    const group = new ProcessGroup()
    const started = group.start('deaf', ${JSON.stringify(DEAF)})
    await started.firstLine()
    console.log(started.pid, await group.folder())
    throw new Error('broken')`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [output] = (await once(bench.stdout, 'data')) as [Buffer]
  const [pid, folder] = output.toString().trim().split(' ')
  const [code] = await once(bench, 'exit')
  t.equal(code, 1)
  t.match(pid, /^\d+$/)
  t.notOk(existsSync(folder!))
  t.teardown(() => isAlive(Number(pid)) && process.kill(Number(pid), 'SIGKILL'))
  for (let waited = 0; isAlive(Number(pid)) && waited < DEATH_MS; waited += 20) await sleep(20)
  t.notOk(isAlive(Number(pid)))
})
