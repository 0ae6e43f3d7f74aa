import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { runVskit, startVskit } from '../commands/testing.ts'
import packageJson from '../package.json' with { type: 'json' }
import { weekly } from '../tools/testing/rounds.ts'

const ROOT = join(import.meta.dirname, '..')
const CLI = join(ROOT, 'bin/vskit.cjs')
const run = promisify(execFile)

/** Copies an example and links `vskit` to this checkout, whose sources replace the build. */
function copyOf(name: string): string {
  const folder = t.testdir()
  const copy = join(folder, name)
  cpSync(join(import.meta.dirname, name), copy, { recursive: true })
  const installed = join(copy, 'node_modules', 'vskit')
  mkdirSync(installed, { recursive: true })
  const exports = JSON.parse(
    JSON.stringify(packageJson.exports).replaceAll('./dist/', './').replaceAll('.js"', '.ts"'),
  ) as object
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'vskit', exports }))
  for (const part of ['library', 'spec', 'simulator'])
    symlinkSync(join(ROOT, part), join(installed, part))
  return copy
}

t.test(
  'examples that Node.js runs without a compiler use no syntax newer than Node.js 22',
  async (t) => {
    for (const folder of [
      'node-backend',
      'web',
      'implementer',
      'testing/node-test',
      'testing/jest',
    ])
      for (const file of readdirSync(join(import.meta.dirname, folder)))
        if (/\.m?[jt]s$/.test(file))
          t.notMatch(
            readFileSync(join(import.meta.dirname, folder, file), 'utf8'),
            /\busing \w+ =/,
            file,
          )
  },
)

t.test('node-backend passes its own tests', async (t) => {
  const cwd = copyOf('node-backend')
  const { stdout } = await run(process.execPath, ['--test'], { cwd })
  t.match(stdout, /^# fail 0$|ℹ fail 0/m)
  t.match(stdout, /^# pass [1-9]|ℹ pass [1-9]/m)
})

t.test('the first webhook arrives with one command from the root', async (t) => {
  const port = String(await freePort())
  const args = ['exec', '--forward-to', `http://127.0.0.1:${port}/`]
  const script = 'examples/node-backend/first-webhook.js'
  const { stdout } = await run(process.execPath, [CLI, ...args, '--', process.execPath, script], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: port },
  })
  t.match(stdout, /^verified webhook: kyc\.session\.completed of vs_\w+, approved$/m)
})

t.test('an example on a port that is taken says so, and which variable to set', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  const service = { VSKIT_URL: 'http://127.0.0.1:9', VSKIT_KEY: 'k', VSKIT_WEBHOOK_SECRET: 's' }
  const env = { ...process.env, ...service, PORT: port, US_PORT: '0', EU_PORT: port }
  const web = copyOf('web')
  // A separate package, so that `vskit` is resolved as an installed package.
  writeFileSync(join(web, 'package.json'), '{ "name": "shop", "type": "module" }')
  for (const [script, variable] of [
    [join(web, 'server.mjs'), 'PORT'],
    ['node-backend/server.js', 'PORT'],
    ['node-backend/first-webhook.js', 'PORT'],
    ['implementer/server.js', 'EU_PORT'],
  ] as const) {
    const ended = await run(process.execPath, [script], { cwd: import.meta.dirname, env }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    t.match(ended, { code: 1, stderr: `Port ${port} is in use. Set ${variable} to another one` })
    t.notMatch(ended.stderr, /^\s+at /m, script)
  }
})

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
const python = hasPython ? {} : { skip: 'python3 is not installed on this machine' }

t.test('python, where Python is installed', python, async (t) => {
  const cwd = join(import.meta.dirname, 'python')
  const port = String(await freePort())
  const args = ['exec', '--quiet', '--forward-to', `http://127.0.0.1:${port}/`]
  const { stdout } = await run(process.execPath, [CLI, ...args, '--', 'python3', 'verify.py'], {
    cwd,
    env: { ...process.env, PORT: port },
  })
  t.match(stdout, /^completed: approved\nportrait: \d+ bytes\nfront: \d+ bytes$/m)
})

t.test('the services of compose.yaml run as processes', weekly, async (t) => {
  interface Service {
    command?: string[]
    environment: Record<string, string>
  }
  const { services } = parse(
    readFileSync(join(import.meta.dirname, 'compose/compose.yaml'), 'utf8'),
  ) as { services: Record<'simulator' | 'webhooks' | 'app', Service> }
  const [control, us, eu, app] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  /** Names of the services, replaced by local addresses. */
  const here = (text: string): string =>
    text
      .replace('simulator:4000', `127.0.0.1:${control}`)
      .replace('simulator:4001', `127.0.0.1:${us}`)
      .replace('app:3000', `127.0.0.1:${app}`)
  const environment = (service: Service): Record<string, string> =>
    Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, here(value)]),
    )
  const simulator = startVskit(t, ['simulator'], {
    cwd: t.testdir(),
    env: {
      ...environment(services.simulator),
      // As in the image, but on loopback only.
      VSKIT_LOG: 'json',
      VSKIT_ADMIN_PORT: String(control),
      VSKIT_US_PORT: String(us),
      VSKIT_EU_PORT: String(eu),
    },
  })
  await simulator.says(/Ctrl-C/)
  const health = ['health', '--control', `http://127.0.0.1:${control}`]
  t.match(await runVskit(t, health), { code: 0 })
  const named = await fetch(`http://127.0.0.1:${control}/control/v1/health`)
  t.equal(named.status, 200)

  const backend = spawn(process.execPath, ['server.js'], {
    cwd: join(import.meta.dirname, 'node-backend'),
    env: { ...process.env, ...environment(services.app), HOST: '127.0.0.1', PORT: String(app) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => backend.kill('SIGKILL'))
  await once(backend.stdout, 'data')
  const listen = startVskit(t, services.webhooks.command!.map(here), {
    env: environment(services.webhooks),
  })
  await listen.says(/Ctrl-C/)
  const url = `http://127.0.0.1:${app}/verifications`
  const made = await fetch(url, { method: 'POST', body: '{"orderId": "A-1"}' })
  const { sessionId } = (await made.json()) as { sessionId: string }
  await fetch(`http://127.0.0.1:${control}/control/v1/sessions/${sessionId}/journey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"action": "submit"}',
  })
  await listen.says(/<-- 200 /)
  const result = (await (await fetch(`${url}/A-1`)).json()) as object
  t.match(result, { status: 'completed', outcome: 'approved', images: ['portrait', 'front'] })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
