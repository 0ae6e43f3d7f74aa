import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { clientAt, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { emptyDatabase, until } from './testing.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'replicas.md')
const SKIPPED_MS = 1100
const nginx = hasNginx() ? {} : { skip: 'nginx is not installed on this machine' }

t.test('the configuration of docs/replicas.md balances three replicas', nginx, async (t) => {
  const store = await emptyDatabase(t)
  const start = (ports: ServerOptions = {}) =>
    simulatorFor(t, { store, world: roomyWorld(), storeLimits: BUSY_LIMITS, ...ports })
  const replicas = [await start(), await start(), await start()]
  const ports = { us: await freePort(), eu: await freePort() }
  let text = /```nginx\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8'))![1]!
  for (const [i, { base_urls }] of replicas.entries())
    for (const [region, digit] of [
      ['us', 1],
      ['eu', 2],
    ] as const)
      text = text.replace(`127.0.0.1:${i + 1}400${digit}`, new URL(base_urls[region]!).host)
  text = text
    .replace('listen 4001', `listen ${ports.us}`)
    .replace('listen 4002', `listen ${ports.eu}`)
  await run(t, text)
  const calls = {
    us: clientAt(`http://127.0.0.1:${ports.us}`, demoKey('org_acme')),
    eu: clientAt(`http://127.0.0.1:${ports.eu}`, demoKey('org_umbra')),
  }
  await until(
    () =>
      calls.us('GET', '/v1/sessions').then(
        ({ status }) => status === 200,
        () => false,
      ),
    'nginx answers',
  )
  // The first read starts the count.
  for (const { control_url } of replicas) await metricsOf(control_url)
  for (const call of [calls.us, calls.eu])
    for (let i = 0; i < 6; i++) {
      const made = await call('POST', '/v1/sessions', {})
      t.equal(made.status, 201)
      const { id } = made.json<{ data: { id: string } }>().data
      t.equal((await call('GET', `/v1/sessions/${id}`)).status, 200, 'at the next replica')
    }
  for (const { control_url } of replicas) {
    const metrics = await metricsOf(control_url)
    for (const region of ['us', 'eu'])
      t.match(metrics, new RegExp(`vskit_requests_total\\{[^}]*region="${region}"[^}]*\\} [1-9]`))
  }
  for (const [i, replica] of replicas.entries()) {
    await replica.close()
    for (let n = 0; n < 6; n++)
      t.equal(
        (await calls.us('GET', '/v1/sessions')).status,
        200,
        `after replica ${i + 1} has left`,
      )
    await start(portsOf(replica))
    // nginx skips a replica for a second after a refused connection.
    await sleep(SKIPPED_MS)
  }
})

function portsOf({ control_url, base_urls }: RunningSimulator): ServerOptions {
  const portOf = (url: string): number => Number(new URL(url).port)
  return {
    adminPort: portOf(control_url),
    usPort: portOf(base_urls.us!),
    euPort: portOf(base_urls.eu!),
  }
}

async function metricsOf(control: string): Promise<string> {
  return (await fetch(`${control}/control/v1/metrics`)).text()
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs nginx in the foreground with this text in its `http` block, until the test ends. */
async function run(t: Test, text: string): Promise<ChildProcess> {
  const folder = t.testdir()
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}\n${text} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
