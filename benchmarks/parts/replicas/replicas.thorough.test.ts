import t from 'tap'
import { serverSeconds } from '../../process/postgres.ts'

t.test('the CPU time of a server includes running and ended children', async (t) => {
  const { spawn, spawnSync } = await import('node:child_process')
  // CPU time, because on a busy machine a process gets less than the elapsed time.
  const burn = 'while (process.cpuUsage().user < 300_000);'
  const before = serverSeconds(process.pid)
  spawnSync(process.execPath, ['-e', burn])
  const ended = serverSeconds(process.pid)
  t.ok(ended - before > 0.1, `${ended - before} s of a child that has ended`)
  const child = spawn(process.execPath, ['-e', `${burn}; setInterval(() => {}, 1000)`])
  t.teardown(() => child.kill())
  while (serverSeconds(process.pid) - ended < 0.1)
    await new Promise((resolve) => setTimeout(resolve, 20))
})
