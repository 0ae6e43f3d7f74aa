import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import t from 'tap'

const only = { skip: process.platform === 'linux' ? false : 'only Linux has priorities of threads' }
const priority = JSON.stringify(new URL('priority.ts', import.meta.url).href)

t.test('a thread that gives way lowers itself, and nobody else', only, async (t) => {
  const before = getPriority()
  const worker = new Worker(
    `
    import { getPriority } from 'node:os'
    import { parentPort } from 'node:worker_threads'
    const { giveWay } = await import(${priority})
    const before = getPriority()
    giveWay()
    parentPort.postMessage([before, getPriority()])
  `,
    { eval: true },
  )
  const [[first, then]] = (await once(worker, 'message')) as [[number, number]]
  t.equal(first, before)
  t.ok(then > first, `${first} to ${then}`)
  t.equal(getPriority(), before)
})

t.test("V8's helpers give way to a running simulator, its other threads don't", only, async (t) => {
  const command = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const child = spawn(process.execPath, [command, 'simulator', '--json', ...ports], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(createInterface({ input: child.stdout }), 'line')
  const levels = (): Map<string, number[]> => {
    const found = new Map<string, number[]>()
    for (const thread of readdirSync(`/proc/${child.pid}/task`)) {
      const name = readFileSync(`/proc/${child.pid}/task/${thread}/comm`, 'utf8').trim()
      found.set(name, [...(found.get(name) ?? []), getPriority(Number(thread))])
    }
    return found
  }
  const own = getPriority(child.pid)
  t.equal(own, getPriority(), 'that of who started it')
  // The line is out a moment before they are asked.
  for (
    let tries = 0;
    tries < 200 &&
    levels()
      .get('V8Worker')
      ?.some((level) => level <= own);
    tries++
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { V8Worker: helpers, ...others } = Object.fromEntries(levels())
  t.ok(helpers && helpers.length > 0, 'Node still names them so')
  t.ok(
    helpers?.every((level) => level > own),
    `${helpers?.join()} beside ${own}`,
  )
  t.ok(
    Object.values(others)
      .flat()
      .every((level) => level === own),
    JSON.stringify(others),
  )
})
