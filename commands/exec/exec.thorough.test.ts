import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { runs } from '../../simulator/testing/process.ts'
import { createSimulator } from '../../library/vskit.ts'
import { runVskit, startVskit, until } from '../testing.ts'

// Other tests of the command: exec.test.ts.

const folder = t.testdir()
const CLI = new URL('../../bin/vskit.cjs', import.meta.url).pathname

const node = (script: string): string[] => ['--', process.execPath, '--eval', script]

t.test('--https: another simulator in the command keeps the authority of the first', async (t) => {
  const start = (flags: string) =>
    `"${process.execPath}" "${CLI}" simulator ${flags} --json --stop-with-parent --admin-port 0 --us-port 0 --eu-port 0`
  const script = `
    const { execSync, spawn } = require('node:child_process')
    const { readFileSync } = require('node:fs')
    const read = () => readFileSync(process.env.VSKIT_CA_FILE, 'utf8')
    const before = read()
    const started = (command) => new Promise((resolve) => {
      const child = spawn(command, { shell: true })
      child.stdout.once('data', (line) => { child.kill(); resolve(JSON.parse(line).control.split(':')[0]) })
      child.stderr.once('data', (text) => { child.kill(); resolve(String(text)) })
    })
    Promise.all([started(${JSON.stringify(start(''))}), started(${JSON.stringify(start('--https'))})]).then((found) => {
      console.log(JSON.stringify([...found, read() === before]))
      process.exit()
    })`
  const { stdout } = await runVskit(t, ['exec', '--quiet', '--https', ...node(script)])
  t.strictSame(JSON.parse(stdout), ['http', 'https', true])
})

t.test('--snapshot: budgets and keys are those of the restored world', async (t) => {
  const here = t.testdir()
  const world = `${here}/world.json`
  const demo = readFileSync(new URL('../../fixtures/world/demo.json', import.meta.url), 'utf8')
  writeFileSync(
    world,
    demo.replaceAll('org_acme', 'org_other').replaceAll(/_(test|live)_demo/g, '_$1_other'),
  )
  const simulator = await createSimulator({ world, budgets: 'contract' })
  const file = `${here}/state.vskit`
  await simulator.exportSnapshot(file)
  const key = simulator.key()
  await simulator.close()
  const script = `
    const { VSKIT_URL, VSKIT_KEY, VSKIT_ORGANIZATION } = process.env
    fetch(VSKIT_URL + '/v1/sessions', { headers: { authorization: 'Bearer ' + VSKIT_KEY } })
      .then(({ headers }) => console.log(VSKIT_KEY, VSKIT_ORGANIZATION, headers.get('x-ratelimit-limit')))`
  const run = (...more: string[]) =>
    runVskit(t, ['exec', '--quiet', '--snapshot', file, ...more, ...node(script)])
  t.match(await run('--world', world), { stdout: `${key} org_other 1000000\n` })
  t.match(await run('--world', world, '--budgets', 'contract'), {
    stdout: new RegExp(`^${key} org_other \\d{1,4}\n$`),
  })
  const without = 'console.log(process.env.VSKIT_US_KEY, process.env.VSKIT_US_TEST_KEY)'
  t.match(await runVskit(t, ['exec', '--quiet', '--snapshot', file, ...node(without)]), {
    stdout: 'undefined undefined\n',
    stderr: /contains no key of the demo world.* with --world\./,
  })
})

t.test('--snapshot: the limit for an address is that of the restored world', async (t) => {
  const here = t.testdir()
  const demo = readFileSync(new URL('../../fixtures/world/demo.json', import.meta.url), 'utf8')
  const limited = { ...(JSON.parse(demo) as object), ip_limit: 2 }
  const world = `${here}/limited.json`
  writeFileSync(world, JSON.stringify(limited))
  for (const from of ['limited', 'demo']) {
    const simulator = await createSimulator({
      budgets: 'contract',
      world: from === 'demo' ? 'demo' : world,
    })
    await simulator.exportSnapshot(`${here}/${from}.vskit`)
    await simulator.close()
  }
  const script = `
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await fetch(process.env.VSKIT_US_URL + '/v1/sessions')).status)
    console.log(...statuses)`
  const run = (snapshot: string, ...more: string[]) => {
    const args = ['--quiet', '--budgets', 'contract', '--snapshot', `${here}/${snapshot}.vskit`]
    return runVskit(t, ['exec', ...args, ...more, ...node(script)])
  }
  t.equal((await run('limited')).stdout, '401 401 429\n')
  t.equal((await run('demo', '--world', world)).stdout, '401 401 401\n')
})

const pidIn = (name: string): number => Number(readFileSync(`${folder}/${name}`, 'utf8'))

t.test('--https: the command trusts the simulator and all previous authorities', async (t) => {
  const before = `${t.testdir({ 'before.pem': 'those of before' })}/before.pem`
  const script = `
    const { readFileSync } = require('node:fs')
    const { VSKIT_US_URL, VSKIT_CONTROL_URL, VSKIT_CA_FILE, SSL_CERT_FILE, CURL_CA_BUNDLE } = process.env
    const ask = async (url) => (await fetch(url)).status
    const read = (file) => readFileSync(file, 'utf8')
    Promise.all([ask(VSKIT_US_URL + '/openapi.json'), ask(VSKIT_CONTROL_URL + '/health')]).then((statuses) =>
      console.log(JSON.stringify({
        statuses, url: VSKIT_US_URL, file: VSKIT_CA_FILE,
        given: read(SSL_CERT_FILE).startsWith('those of before') && read(SSL_CERT_FILE).endsWith(read(VSKIT_CA_FILE)),
        others: read(CURL_CA_BUNDLE).split('BEGIN CERTIFICATE').length > 20 && read(CURL_CA_BUNDLE).endsWith(read(VSKIT_CA_FILE)),
      })))`
  const env = { SSL_CERT_FILE: before, CURL_CA_BUNDLE: '' }
  const { code, stdout, stderr } = await runVskit(
    t,
    ['exec', '--quiet', '--https', ...node(script)],
    { env },
  )
  t.equal(stderr, '')
  t.equal(code, 0)
  const output = JSON.parse(stdout) as { file: string }
  t.match(output, { statuses: [200, 200], url: /^https:/, given: true, others: true })
  t.notOk(existsSync(output.file), 'the files are deleted')
})

t.test('an application that does not listen is named, once', async (t) => {
  const script = `
    const { VSKIT_URL: url, VSKIT_KEY: key, VSKIT_CONTROL_URL: control } = process.env
    const post = async (to, body, headers) =>
      (await fetch(to, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })).json()
    for (let i = 0; i < 2; i++) {
      const { data } = await post(url + '/v1/sessions', {}, { authorization: 'Bearer ' + key })
      await post(control + '/sessions/' + data.id + '/journey', { action: 'end' })
    }
    await post(control + '/clock/settle')`
  const url = 'http://127.0.0.1:9/hook'
  const { code, stderr } = await runVskit(t, [
    'exec',
    '--quiet',
    '--forward-to',
    url,
    '--',
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ])
  t.equal(code, 0)
  t.match(stderr, `was not delivered to ${url}: nothing is listening at ${url}`)
  t.equal(stderr.trim().split('\n').length, 1, stderr)
})

t.test('two concurrent runs are independent', async (t) => {
  const both = await Promise.all(
    [0, 1].map(() =>
      runVskit(t, ['exec', '--quiet', ...node('console.log(process.env.VSKIT_US_URL)')]),
    ),
  )
  t.equal(new Set(both.map(({ stdout }) => stdout)).size, 2)
  t.strictSame(
    both.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  )
})

/** A command with a child that never ends. */
const FAMILY = `
  const { spawn } = require('node:child_process')
  const { writeFileSync } = require('node:fs')
  const grandchild = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  writeFileSync('grandchild', String(grandchild.pid))
  writeFileSync('child', String(process.pid))
`

t.test('processes that the command leaves running are ended', async (t) => {
  const { code } = await runVskit(t, ['exec', ...node(`${FAMILY}; process.exit(0)`)], {
    cwd: folder,
  })
  t.equal(code, 0)
  t.notOk(runs(pidIn('grandchild')))
})

for (const [signal, expected] of [
  ['SIGTERM', { code: 143, signal: null }],
  ['SIGKILL', { code: null, signal: 'SIGKILL' }],
] as const)
  t.test(`${signal} leaves no process behind`, async (t) => {
    const script = `${FAMILY}; console.log('begun', process.env.VSKIT_US_URL); setInterval(() => {}, 1000)`
    const command = startVskit(t, ['exec', ...node(script)], { cwd: folder })
    const url = /begun (\S+)/.exec(await command.says(/begun \S+\n/))![1]!
    const [child, grandchild] = [pidIn('child'), pidIn('grandchild')]
    t.ok(runs(child) && runs(grandchild))
    t.match(await command.kill(signal), expected)
    await until(() => !runs(child) && !runs(grandchild), 'command and child have ended')
    await t.rejects(fetch(url), 'the simulator has ended')
  })

t.test('--stop-with-parent ends the simulator with the process that started it', async (t) => {
  const args = [
    'simulator',
    '--json',
    '--stop-with-parent',
    '--admin-port=0',
    '--us-port=0',
    '--eu-port=0',
  ]
  const parent = spawn(
    process.execPath,
    [
      '--eval',
      `const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify([CLI, ...args])}, { stdio: ['ignore', 'pipe', 'ignore'] })
       child.stdout.once('data', () => console.log(child.pid))
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: t.testdir() },
  )
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  )
  t.ok(runs(pid))
  parent.kill('SIGKILL')
  await until(() => !runs(pid), 'the simulator has ended')
})

t.test(
  '--stop-with-parent ends a simulator whose parent ended before it started',
  { skip: process.platform !== 'linux' && 'only Linux shows the session of a process' },
  async (t) => {
    const args = ['simulator', '--stop-with-parent', '--admin-port=0', '--us-port=0', '--eu-port=0']
    const parent = spawn(
      process.execPath,
      [
        '--eval',
        `const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify([CLI, ...args])}, { stdio: 'ignore' })
         console.log(child.pid)
         process.exit()`,
      ],
      // With a session of its own: in a container, the test and the adopting process may share one.
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: t.testdir(), detached: true },
    )
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    )
    t.teardown(() => runs(pid) && process.kill(pid, 'SIGKILL'))
    await until(() => !runs(pid), 'the simulator has ended')
  },
)

t.test('no files remain beside the command', async (t) => {
  t.notOk(existsSync(`${folder}/.vskit`))
  t.strictSame(readdirSync(folder).sort(), ['child', 'grandchild'])
})
