import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { createSimulator } from '../../library/vskit.ts'
import { runVskit, startVskit, until } from '../testing.ts'

const folder = t.testdir()
const CLI = new URL('../../bin/vskit.cjs', import.meta.url).pathname

const node = (script: string): string[] => ['--', process.execPath, '--eval', script]

/** Whether a process runs and is not a zombie. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const pidIn = (name: string): number => Number(readFileSync(`${folder}/${name}`, 'utf8'))

t.test('the command reaches its simulator, and exec returns its exit code', async (t) => {
  const script = `
    const { VSKIT_US_URL, VSKIT_EU_URL, VSKIT_KEY, VSKIT_EU_TEST_KEY, VSKIT_CONTROL_URL, VSKIT_WEBHOOK_SECRET } = process.env
    const ask = (url, key) => fetch(url + '/v1/sessions', { headers: { authorization: 'Bearer ' + key } })
    const statuses = [(await ask(VSKIT_US_URL, VSKIT_KEY)).status, (await ask(VSKIT_EU_URL, VSKIT_EU_TEST_KEY)).status]
    const { status } = (await (await fetch(VSKIT_CONTROL_URL + '/health')).json()).data
    console.log(JSON.stringify([...statuses, status, VSKIT_WEBHOOK_SECRET.slice(0, 6)]))
    process.exitCode = 7`
  const { code, stdout, stderr } = await runVskit(t, ['exec', ...node(script)])
  t.equal(stdout, '[200,200,"ok","whsec_"]\n')
  t.match(stderr, /^vskit exec: region us http:\/\/127\.0\.0\.1:\d+/)
  t.equal(code, 7)
})

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

t.test('--snapshot starts with the state of a snapshot file', async (t) => {
  const simulator = await createSimulator()
  const { id } = await simulator.trigger('kyc.session.completed')
  const file = `${t.testdir()}/state.vskit`
  await simulator.exportSnapshot(file)
  const key = simulator.key()
  await simulator.close()
  const script = `
    fetch(process.env.VSKIT_US_URL + '/v1/sessions/${id}', { headers: { authorization: 'Bearer ${key}' } })
      .then(async (answer) => console.log(answer.status, (await answer.json()).data.status))`
  t.match(await runVskit(t, ['exec', '--quiet', '--snapshot', file, ...node(script)]), {
    code: 0,
    stdout: '200 completed\n',
  })
  t.match(await runVskit(t, ['exec', '--snapshot', import.meta.filename, ...node('')]), {
    code: 1,
    stderr: /it is not a snapshot file/,
  })
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

t.test('a missing command, and an invalid world', async (t) => {
  t.match(await runVskit(t, ['exec', '--', 'no-such-command']), {
    code: 127,
    stderr: /no-such-command: command not found/,
  })
  t.match(await runVskit(t, ['exec', '--world', 'none.json', '--', 'true']), {
    code: 1,
    stderr: /vskit exec: .*none\.json/,
  })
  t.match(await runVskit(t, ['exec']), { code: 1, stderr: /missing required argument/ })
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
