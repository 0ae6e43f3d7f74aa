import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { createSimulator } from '../../library/vskit.ts'
import { runVskit } from '../testing.ts'

// Other tests of the command: exec.test.ts.

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
