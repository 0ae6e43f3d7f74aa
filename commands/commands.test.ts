import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { refusedBy } from '../simulator/testing/refused.ts'
import { healthCommand } from './health.ts'
import { runVskit, startVskit, until } from './testing.ts'
import { triggerCommand } from './trigger.ts'

const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
t.teardown(() => simulator.close())
const env = { VSKIT_CONTROL_URL: simulator.control.url }
const vskit = async (args: string): Promise<string> => {
  const { code, stdout, stderr } = await runVskit(t, args.split(' '), { env })
  if (code !== 0) throw new Error(`vskit ${args} ended with ${code}: ${stderr}`)
  return stdout
}

t.test('trigger, events list, events resend', async (t) => {
  const acme = await simulator.organization()
  const taken: string[] = []
  await using _ = await acme.listen({ handler: ({ id }) => void taken.push(id) })
  const response = JSON.parse(
    await vskit(
      `trigger kyc.session.cancelled --organization ${acme.id} --set metadata.orderId=A --set metadata.paid=true --json`,
    ),
  ) as { session: object; events: { id: string; type: string }[] }
  t.match(response.session, { status: 'cancelled', metadata: { orderId: 'A', paid: true } })
  const { id } = response.events[0]!
  t.match(
    await vskit(`events list --organization ${acme.id}`),
    new RegExp(`${id}  kyc.session.cancelled`),
  )
  t.match(await vskit(`events resend ${id}`), `${id} is queued for 1 subscription\n`)
  await simulator.settle()
  t.strictSame(taken, [id, id])
  t.match(await runVskit(t, ['trigger', 'kyc.session.skipped_by_applicant'], { env }), {
    code: 2,
    stderr: /'kyc.session.skipped_by_applicant' is reserved: .* not delivered yet/,
  })
  t.match(await runVskit(t, ['trigger', 'kyc.session.none'], { env }), {
    code: 2,
    stderr:
      /No event of type 'kyc\.session\.none' is delivered\. Expected one of: kyc\.session\.completed/,
  })
  t.match(await runVskit(t, ['events', 'resend', 'evt_none'], { env }), {
    code: 1,
    stderr: /there is no event 'evt_none'; vskit events list shows the latest events/,
  })
})

t.test('clock', async (t) => {
  t.equal(await vskit('clock show'), '2026-01-01T00:00:00.000Z (frozen)\n')
  t.equal(await vskit('clock advance 7d'), '2026-01-08T00:00:00.000Z (frozen)\n')
  t.equal(await vskit('clock set 2026-02-01T00:00:00Z'), '2026-02-01T00:00:00.000Z (frozen)\n')
  t.match(JSON.parse(await vskit('clock resume --json')), { frozen: false })
  t.match(await vskit('clock freeze 2026-03-01T00:00:00Z'), '2026-03-01T00:00:00.000Z (frozen)\n')
  t.match(await runVskit(t, ['clock', 'advance', 'soon'], { env }), {
    code: 2,
    stderr: /error: .*Expected a duration such as/,
  })
})

t.test('snapshot save, list, load', async (t) => {
  const acme = await simulator.organization()
  const { id } = await acme.createSession()
  const kept = (await vskit('snapshot save before')).trim()
  await simulator.cancel(id)
  t.match(await vskit('snapshot list'), new RegExp(`^${kept} .* before$`, 'm'))
  t.equal(await vskit('snapshot load before'), `${kept} is restored\n`)
  t.match(await acme.session(id), { status: 'created' })
  t.match(await runVskit(t, ['snapshot', 'load', 'other'], { env }), {
    code: 1,
    stderr: new RegExp(`there is no snapshot 'other'. Expected one of:\n {2}${kept} before`),
  })
})

t.test('logs tail', async (t) => {
  const acme = await simulator.organization()
  const all = startVskit(t, ['logs', 'tail', '--organization', acme.id], { env })
  const refused = startVskit(t, ['logs', 'tail', '--status', '4xx', '--json'], { env })
  for (const command of [all, refused])
    // Both are connected once they report a request.
    await until(async () => {
      await acme.request('POST', '/v1/sessions', { aplicant: {} }).catch(() => undefined)
      return command.stdout() !== ''
    }, 'it follows')
  t.match(all.stdout(), /^POST \/v1\/sessions 422 \d+ms req_\w+ validation_error: .*did you mean/m)
  await using _ = await acme.listen({ handler: () => 500 })
  const { id } = await acme.createSession()
  await simulator.cancel(id)
  await all.says(new RegExp(`^webhook kyc.session.cancelled ${id} 500 \\d+ms http_5xx$`, 'm'))
  const lines = refused.stdout().trim().split('\n')
  t.ok(lines.every((line) => (JSON.parse(line) as { status: number }).status === 422))
  t.equal((await all.kill('SIGINT')).code, 0)
})

t.test('health, and discovery of the simulator', async (t) => {
  const folder = t.testdir()
  const elsewhere = { cwd: folder, env: { VSKIT_CONTROL_URL: '' } }
  t.match(await vskit('health'), /^ok: vskit \d+\.\d+\.\d+, 2026-03-01/)
  const gone = ['health', '--control', 'http://127.0.0.1:9']
  t.match(await runVskit(t, gone, { env }), { code: 1, stderr: /No simulator answers at/ })
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const started = startVskit(t, ['simulator', ...ports], elsewhere)
  const port = /control +http:\/\/127\.0\.0\.1:(\d+)/.exec(await started.says(/Ctrl-C/))![1]!
  const found = await runVskit(t, ['health', '--json', '--wait', '5s'], elsewhere)
  t.equal(found.code, 0)
  t.match(readFileSync(`${folder}/.vskit/simulator.json`, 'utf8'), `127.0.0.1:${port}/control/v1`)
  await started.kill('SIGTERM')
  t.notOk(existsSync(`${folder}/.vskit/simulator.json`))
  // A killed simulator leaves its file, which must not mislead.
  writeFileSync(
    `${folder}/.vskit/simulator.json`,
    JSON.stringify({ control: `http://127.0.0.1:${port}/control/v1`, pid: 2 ** 22 + 1 }),
  )
  const none = await runVskit(t, ['health'], elsewhere)
  t.notMatch(none.stderr, `:${port}/`)
  const quiet = async () => {
    const simulator = startVskit(t, ['simulator', '--json', ...ports], elsewhere)
    const { control } = JSON.parse(await simulator.says(/\n/)) as { control: string }
    return { ...simulator, control }
  }
  const written = () => readFileSync(`${folder}/.vskit/simulator.json`, 'utf8')
  const first = await quiet()
  t.match(written(), first.control, 'with --json too')
  const second = await quiet()
  t.match(written(), first.control, 'one that a program started does not take the place of another')
  await second.kill('SIGTERM')
  t.match(written(), first.control)
  // Started by a person, it takes the place of the first one until it ends.
  const third = startVskit(t, ['simulator', ...ports], elsewhere)
  await third.says(/Ctrl-C/)
  t.notMatch(written(), first.control)
  await third.kill('SIGTERM')
  t.match(written(), first.control, 'the first one still runs')
  await first.kill('SIGTERM')
})

t.test('a server that stays silent is reported', async (t) => {
  const silent = createServer(() => undefined)
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const control = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  t.match(await runVskit(t, ['health', '--wait', '1s', '--control', control]), {
    code: 1,
    stderr: /did not answer within 5 s/,
  })
})

t.test('another server at the address is reported', async (t) => {
  const page = createServer((_request, response) => response.end('<!doctype html><title>App'))
  await once(page.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => page.close())
  const app = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  for (const address of [simulator.regions.us.url, app]) {
    const expected = {
      code: 1,
      stderr: `${address} is not the control API of a simulator: GET ${address}/control/v1/`,
    }
    const at = ['--control', address]
    t.match(await refusedBy(healthCommand(), at), expected)
    t.match(await refusedBy(triggerCommand(), ['kyc.session.expired', ...at]), expected)
    t.match(await runVskit(t, ['logs', 'tail', ...at]), expected)
  }
})

/** Command lines with an unfinished last word, and its completions. */
const COMPLETIONS: [words: string, expected: string][] = [
  ['vskit clock ad', 'advance'],
  ['vskit trigger kyc.session.comp', 'kyc.session.completed'],
  ['vskit trigger --organization org_acme kyc.session.comp', 'kyc.session.completed'],
  ['vskit trigger kyc.session.completed --li', '--live'],
  ['vskit listen --forw', '--forward-to'],
  ['vskit simulator --budgets r', 'roomy'],
  ['vskit simulator --data-dir --li', ''],
  ['vskit exec -- npm --wor', ''],
]
/** Calls the function of the script as its shell would, and prints each matching word. */
const PROBES: Record<string, (words: string[]) => string> = {
  bash: (words) =>
    `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _vskit; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) =>
    `words=(${words.join(' ')}); CURRENT=${words.length}; _vskit | grep -e '^${words.at(-1)}' || true`,
  fish: (words) => `complete -C '${words.join(' ')}'`,
}
const BEFORE: Record<string, string> = {
  zsh: `compdef() { :; }; _files() { :; }; compadd() { shift; print -rl -- "$@"; }\n`,
}

const scripts = new Map<string, Promise<string>>()
function completionScript(shell: string): Promise<string> {
  if (!scripts.has(shell)) scripts.set(shell, vskit(`completion ${shell}`))
  return scripts.get(shell)!
}

for (const [shell, probe] of Object.entries(PROBES)) {
  const isThere = spawnSync(shell, ['--version']).error === undefined
  t.test(`completion in ${shell}`, isThere ? {} : { skip: `needs ${shell}` }, async (t) => {
    const script = await completionScript(shell)
    const folder = t.testdir()
    for (const [line, expected] of COMPLETIONS) {
      const source = `${BEFORE[shell] ?? ''}${script}\n${probe(line.split(' '))}`
      const output = execFileSync(shell, ['-c', source], { cwd: folder, encoding: 'utf8' })
      t.equal(output.trim(), expected, line)
    }
  })
}

t.test('completion scripts name every command', async (t) => {
  for (const shell of Object.keys(PROBES)) {
    const script = await completionScript(shell)
    for (const word of ['listen', 'trigger', 'kyc.session.completed', '--forward-to', 'advance'])
      t.ok(script.includes(word), `${shell}: ${word}`)
    t.notMatch(script, /--env-file/, 'a hidden flag')
  }
})
