import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createSimulator, verifyWebhook } from '../library/vskit.ts'
import { runs } from '../simulator/testing/process.ts'
import { CLI, runVskit, startVskit, until } from './testing.ts'

const simulator = await createSimulator()
t.teardown(() => simulator.close())
const env = { VSKIT_CONTROL_URL: new URL(simulator.control.url).origin }

/** An application on plain HTTP that verifies with its own secret, and responds as configured. */
async function application(secret: () => string, answers: number[] = []) {
  const verified: { path: string; sessionId: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const event = verifyWebhook(body, request.headers, secret()) as { sessionId: string }
      verified.push({ path: request.url!, sessionId: event.sessionId })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { verified, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const subscriptions = async (id: string): Promise<number> =>
  (await simulator.control.request<unknown[]>('GET', `/organizations/${id}/webhook_subscriptions`))
    .length

t.test(
  'an application on plain HTTP verifies webhooks; a 500 is retried; Ctrl-C unsubscribes',
  async (t) => {
    const acme = await simulator.organization()
    const app = await application(() => acme.webhookSecret, [500])
    const args = ['listen', '--organization', acme.id, '--forward-to', `${app.url}/hook`]
    const command = startVskit(t, args, { env })
    t.match(await command.says(/Ctrl-C/), acme.webhookSecret)
    const { id } = await acme.createSession()
    await simulator.submit(id)
    await command.says(/<-- 500 \d+ms/)
    await simulator.advance('1h')
    const stdout = await command.says(/<-- 200 \d+ms/)
    t.match(stdout, new RegExp(`--> kyc.session.completed ${id} to ${app.url}/hook\n<-- 500 `))
    t.strictSame(app.verified, [
      { path: '/hook', sessionId: id },
      { path: '/hook', sessionId: id },
    ])
    t.equal(await subscriptions(acme.id), 1)
    const { code } = await command.kill('SIGINT')
    t.equal(code, 0)
    t.equal(await subscriptions(acme.id), 0)
  },
)

t.test('it unsubscribes however it ends', async (t) => {
  // Without a chance to clean up, the simulator notices the closed connection.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    const acme = await simulator.organization()
    const command = startVskit(t, ['listen', '--organization', acme.id, '--json'], { env })
    t.match(JSON.parse(await command.says(/\n/)), { kind: 'ready', organization: acme.id })
    t.equal(await subscriptions(acme.id), 1)
    await command.kill(signal)
    await until(async () => (await subscriptions(acme.id)) === 0, `unsubscribed after ${signal}`)
  }
})

t.test('--stop-with-parent unsubscribes and ends after the process that started it', async (t) => {
  const acme = await simulator.organization()
  const args = [CLI, 'listen', '--organization', acme.id, '--json', '--stop-with-parent']
  const parent = spawn(
    process.execPath,
    [
      '--eval',
      `const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['ignore', 'pipe', 'inherit'] })
       child.stdout.once('data', () => console.log(child.pid))
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  )
  t.teardown(() => parent.kill('SIGKILL'))
  const [text] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(text.toString())
  t.equal(await subscriptions(acme.id), 1)
  parent.kill('SIGKILL')
  await until(async () => (await subscriptions(acme.id)) === 0, 'unsubscribed')
  await until(() => !runs(pid), 'the command has ended')
})

t.test('events, routes, JSON, and an application that is not running', async (t) => {
  const acme = await simulator.organization({ mode: 'live' })
  const app = await application(() => acme.webhookSecret)
  const command = startVskit(
    t,
    `listen --organization ${acme.id} --mode live --json
      --events kyc.session.completed,kyc.session.cancelled
      --forward-to http://127.0.0.1:9/ --route kyc.session.cancelled=${app.url}/gone`.split(/\s+/),
    { env },
  )
  await command.says(/ready/)
  const { id } = await acme.createSession()
  await simulator.cancel(id)
  await command.says(/"kind":"result"/)
  t.strictSame(app.verified, [{ path: '/gone', sessionId: id }])
  const other = await acme.createSession()
  await simulator.end(other.id)
  const lines = (await command.says(/connection_failed/)).trim().split('\n')
  t.match(
    lines.map((line) => JSON.parse(line) as object),
    [
      { kind: 'ready', mode: 'live', secret: acme.webhookSecret },
      { kind: 'delivery', type: 'kyc.session.cancelled', url: `${app.url}/gone` },
      { kind: 'result', type: 'kyc.session.cancelled', status: 200 },
      { kind: 'delivery', type: 'kyc.session.completed', session_id: other.id },
      { kind: 'result', error: 'connection_failed', reason: /nothing is listening at/ },
    ],
  )
})

t.test(
  "the secret is available before listening, and can be written into the application's .env file",
  async (t) => {
    const folder = t.testdir()
    const acme = await simulator.organization()
    const args = ['listen', '--organization', acme.id]
    const { stdout, code } = await runVskit(t, [...args, '--print-secret'], { env })
    t.equal(stdout, `${acme.webhookSecret}\n`)
    t.equal(code, 0)
    await runVskit(t, [...args, '--print-secret', '--secret-file', `${folder}/printed`], { env })
    t.match(readFileSync(`${folder}/printed`, 'utf8'), acme.webhookSecret)
    // With two lines of one name, Node.js reads the last, and others the first.
    writeFileSync(`${folder}/.env`, 'A=1\nexport SECRET="old"\nMY_SECRET=3\nSECRET = older\nB=2')
    const into = (name: string, file: string) => [`--${name}-file`, `${folder}/${file}`]
    await startVskit(t, [...args, ...into('secret', '.env'), '--secret-name', 'SECRET'], {
      env,
    }).says(/is in .*\.env as SECRET/)
    t.equal(
      readFileSync(`${folder}/.env`, 'utf8'),
      `A=1\nexport SECRET=${acme.webhookSecret}\nMY_SECRET=3\nSECRET=${acme.webhookSecret}\nB=2\n`,
    )
    await startVskit(t, [...args, ...into('secret', 'new')], { env }).says(/is in .*new as VSKIT_/)
    const line = `VSKIT_WEBHOOK_SECRET=${acme.webhookSecret}\n`
    t.equal(readFileSync(`${folder}/new`, 'utf8'), line, 'a missing file')
    writeFileSync(`${folder}/old`, '')
    await startVskit(t, [...args, ...into('env', 'old')], { env }).says(/is in .*old as VSKIT_/)
    t.equal(readFileSync(`${folder}/old`, 'utf8'), line, 'under its former name')
    t.equal(statSync(`${folder}/old`).mode & 0o777, 0o600, 'an existing file becomes private')
  },
)

t.test('--env-file of a checkout creates the file: npm runs Node.js with --', async (t) => {
  const { scripts } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { scripts: { vskit: string } }
  const file = `${t.testdir()}/new.env`
  const acme = await simulator.organization()
  const [node, ...command] = scripts.vskit.split(' ')
  t.equal(node, 'node')
  const child = spawn(
    process.execPath,
    [...command, 'listen', '--organization', acme.id, '--env-file', file],
    { cwd: new URL('..', import.meta.url), env: { ...process.env, ...env }, stdio: 'ignore' },
  )
  t.teardown(() => child.kill('SIGKILL'))
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'the file')
  t.equal(readFileSync(file, 'utf8'), `VSKIT_WEBHOOK_SECRET=${acme.webhookSecret}\n`)
})
