import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Check } from '../check/check.ts'
import { CHECKS } from '../checks/all.ts'
import { conformanceCommand } from '../command.ts'
import type { RunReport } from '../run/result.ts'
import type { TargetFile } from '../target/load.ts'
import { FaultProxy } from './fault-proxy.ts'
import { failures, share } from './run.ts'
import { sharedSimulator, startSimulator } from './simulator.ts'
import { json, lists } from './wire-faults.ts'

/** Runs the command; returns its output. */
async function run(
  args: string[],
  env: Record<string, string>,
): Promise<{ out: string; err: string; code: number | undefined }> {
  const result = { out: '', err: '', code: undefined as number | undefined }
  await conformanceCommand({
    out: (text) => {
      result.out += text
    },
    err: (text) => {
      result.err += text
    },
    terminal: true,
    color: true,
    env,
    exit: (code) => {
      result.code = code
    },
  }).parseAsync(args, { from: 'user' })
  return result
}

function written(folder: string, target: TargetFile): string {
  const file = join(folder, 'target.json')
  writeFileSync(file, JSON.stringify(target))
  return file
}

t.test('the suite against a simulator', async (t) => {
  const folder = t.testdir()
  const simulator = await startSimulator(folder)
  t.after(() => simulator.stop())
  const target = written(folder, simulator.targetFile())
  const env = simulator.freshEnv()

  /** One run, which must be conforming, and must not leak a key. */
  const conforming = async (t: Test, ...args: string[]): Promise<RunReport> => {
    const { out, err, code } = await run([...args, ...files(folder)], env)
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport
    t.strictSame(failures(report), [])
    t.strictSame([report.verdict, report.exit_code, code], ['conforming', 0, 0])
    for (const { id, requirements, expectations } of report.checks.filter(
      ({ outcome }) => outcome === 'pass',
    )) {
      const judged = new Set(expectations.map(({ requirement }) => requirement))
      t.strictSame(
        requirements.filter((requirement) => !judged.has(requirement)),
        [],
        `${id} judged all its requirements`,
      )
    }
    t.match(out, /conforming: no check failed/)
    t.notOk(leaks([out, err, ...reports(folder)], env), 'no key in any output')
    return report
  }

  await t.test('finds no failure with keys only, and skips checks that need more', async (t) => {
    const needsMore = ({ needs }: Check): boolean =>
      needs.states !== undefined || needs.webhooks === true
    const idsOf = (checks: readonly Check[]): string[] => checks.map(({ id }) => id)
    const left = idsOf(CHECKS.filter(needsMore))
    // The next test runs them all.
    const reachable = share(idsOf(CHECKS.filter((check) => !needsMore(check))))
    const args = ['--target', target, '--trace', '--only', ...left, ...reachable]
    const { checks, grade } = await conforming(t, ...args)
    t.equal(grade, 'black-box')
    t.equal(checks.length, left.length + reachable.length)
    t.strictSame(
      checks.filter(({ outcome }) => outcome === 'unreachable').map(({ id }) => id),
      left,
    )
  })

  await t.test('finds no failure and skips no check with provider states', async (t) => {
    // A third. mutants.thorough.test.ts has another and the other planes, suite.thorough.test.ts the last.
    const ids = share(
      CHECKS.filter(({ plane }) => plane === undefined).map(({ id }) => id),
      1,
    )
    const here = CHECKS.filter(({ id }) => ids.includes(id))
    const only = ['--only', ...here.map(({ id }) => id)]
    const { checks, grade } = await conforming(t, '--simulator', simulator.control, ...only)
    t.equal(grade, 'with provider states')
    // Those take up to a minute each; the mutants' test runs them.
    t.strictSame(
      checks
        .filter(({ outcome }) => outcome !== 'pass')
        .map(({ id, outcome }) => `${id} ${outcome}`),
      here.filter(({ slow }) => slow).map(({ id }) => `${id} unreachable`),
    )
  })

  await t.test('prints TAP', async (t) => {
    const { out, code } = await run(
      [
        '--target',
        target,
        '--tap',
        '--only',
        'planes.us-key-at-eu',
        'planes.eu-key-at-us',
        'openapi.references-resolve',
      ],
      env,
    )
    t.equal(code, 0)
    t.equal(
      out,
      [
        'TAP version 14',
        'ok 1 - planes.us-key-at-eu',
        'ok 2 - planes.eu-key-at-us',
        'ok 3 - openapi.references-resolve',
        '1..3',
        '# conforming: no check failed',
        '',
      ].join('\n'),
    )
  })

  await t.test('runs one check alone, and shows its traffic on request', async (t) => {
    const { out } = await run(['--target', target, '--only', 'planes.us-key-at-eu', '--trace'], env)
    t.match(out, /> Authorization: Bearer \[redacted us\.test\]/)
    t.match(out, /< HTTP\/1\.1 409 Conflict/)
    t.match(out, /holds {2}PLN-011/)
    t.notMatch(out, /openapi/)
  })
})

t.test('a server that returns each request as its response', async (t) => {
  const folder = t.testdir()
  const server = http.createServer((request, response) => {
    const credential = request.headers.authorization ?? 'nothing'
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'X-Echo': credential,
      'Set-Cookie': `key=${encodeURIComponent(credential)}`,
    })
    const coded = (['base64', 'base64url', 'hex'] as const).map((code) =>
      Buffer.from(credential).toString(code),
    )
    response.end(
      JSON.stringify({
        coded,
        states: [{ name: 'session' }],
        data: { id: credential, status: `\u001b[2J${credential.toUpperCase()}` },
        error: { code: credential, message: 'x'.repeat(65_500) + credential },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    US: 'ah_sk_us_test_a-secret-of-somebody-0001',
    EU: 'ah_sk_eu_test_a-secret-of-somebody-0002',
    STATES: 'q"7/states+token',
  }
  const target = written(folder, {
    name: 'echo',
    regions: {
      us: { base_url, credentials: { test: { env: 'US' } } },
      eu: { base_url, credentials: { test: { env: 'EU' } } },
    },
    provider_states: { url: base_url, token_env: 'STATES' },
  })
  const outputs: string[] = []
  // Once with many checks, in the weekly run with all; the other forms of output with a few.
  for (const flags of [
    [
      '--only',
      ...share(
        CHECKS.map(({ id }) => id),
        1,
      ),
    ],
    ['--trace', '--area', 'envelope', 'planes'],
    ['--tap', '--area', 'envelope', 'planes'],
  ]) {
    const { out, err, code } = await run(['--target', target, ...files(folder), ...flags], env)
    t.equal(code, 1)
    outputs.push(out, err, ...reports(folder))
  }
  t.notOk(leaks(outputs, env), 'no key in any output')
  t.ok(
    outputs.every((output) => !output.includes('\u001b[2J')),
    'no control characters in any output',
  )
})

/** Flags for each report file, with texts that the file must contain. */
const FORMS = ['json', 'junit', 'html']
const files = (folder: string): string[] =>
  FORMS.flatMap((form) => [`--report-${form}`, join(folder, `report.${form}`)])
const reports = (folder: string): string[] =>
  FORMS.map((form) => readFileSync(join(folder, `report.${form}`), 'utf8'))

/** The first form of a secret that stands in an output, in any case, escaping or encoding; undefined when none does. */
function leaks(outputs: string[], env: Record<string, string>): string | undefined {
  const forms = Object.values(env).flatMap((secret) => {
    // In base64 a secret has three forms, by its offset; nine bytes of its end are enough to
    // recognize it.
    const coded = [0, 1, 2].map((less) =>
      Buffer.from(secret.slice(-9 - less, secret.length - less)).toString('base64'),
    )
    return [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('hex').slice(-16),
      ...coded,
    ]
  })
  const literal = (form: string): string => form.toLowerCase().replace(/[^\w\s]/g, '\\$&')
  // One search for all: the outputs are long.
  const any = new RegExp(forms.map(literal).join('|'))
  return outputs.map((output) => any.exec(output.toLowerCase())?.[0]).find(Boolean)
}

t.test('a leak is found in each encoding', async (t) => {
  const secret = 'q"7/states+token'
  for (const form of [
    secret.toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify({ secret }),
    ...(['hex', 'base64'] as const).flatMap((code) =>
      ['', 'a', 'bc'].map((before) => Buffer.from(before + secret).toString(code)),
    ),
  ])
    t.ok(leaks([`before ${form} after`], { ONE: 'another', TWO: secret }), form)
  t.notOk(leaks(['q"7/states token'], { TWO: secret }))
})

// The length and the order of a page are left open (GAP-LISTS).
t.test('a list whose first page has the oldest session alone', async (t) => {
  const simulator = await sharedSimulator(t)
  const proxy = await FaultProxy.start(simulator)
  t.after(() => proxy.close())
  const fault = json(lists, (body) => ({ ...body, data: [body.data].flat().slice(-1) }))()
  const { checks } = await proxy.judge(fault, ['sessions.list-follows-changes'])
  t.strictSame(
    checks.map(({ outcome, reason }) => [outcome, reason]),
    [['pass', undefined]],
  )
})
