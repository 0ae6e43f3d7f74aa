import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import { imageChecks } from '../checks/images/images.ts'
import { Redactor } from '../http/redactor.ts'
import { readTarget } from '../target/load.ts'
import { serve } from '../testing/serve.ts'
import type { CheckResult } from './result.ts'
import { runSuite } from './suite.ts'

const JPEG = readFileSync(new URL('../../fixtures/images/joost/portrait.jpg', import.meta.url))
const X = Buffer.from('x')
const KEY = 'ah_sk_us_test_key-of-the-state'
const served = imageChecks.filter(({ id }) => id === 'images.served')

interface Behaviour {
  offered?: unknown
  setup?: { status: number; body: unknown }
  teardown?: number
  image?: { headers?: Record<string, string>; body?: Buffer }
  available?: unknown
}

/**
 * The smallest implementation that PROTOCOL.md and the image route require; each behaviour can be
 * made faulty.
 */
async function provide(
  t: Test,
  behaviour: Behaviour,
): Promise<{ result: CheckResult; calls: Record<string, unknown>[]; output: string }> {
  const {
    offered = { states: [{ name: 'session_with_images' }, { name: 'of_tomorrow' }] },
    teardown = 204,
    available = ['portrait', 'front'],
  } = behaviour
  const { setup = { status: 200, body: { bindings: { key: KEY, session_id: 'vs_1' } } } } =
    behaviour
  const calls: Record<string, unknown>[] = []
  const base_url = await serve(t, ({ method, url, headers: { authorization } }, text, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/testing/states') {
      if (authorization !== 'Bearer token-of-the-provider') return json(401, { error: 'no token' })
      if (method === 'GET') return json(200, offered)
      const call = JSON.parse(text) as Record<string, unknown>
      calls.push(call)
      return call['action'] === 'setup' ? json(setup.status, setup.body) : json(teardown, {})
    }
    if (authorization !== `Bearer ${KEY}`) return json(401, {})
    if (url === '/v1/sessions/vs_1') {
      return json(200, {
        data: { id: 'vs_1', status: 'completed', idv: { available_images: available } },
      })
    }
    if (!/\/(portrait|front|selfie)$/.test(url!))
      return json(404, { error: { code: 'resource_not_found' } })
    if (url!.endsWith('/selfie')) return json(404, { error: { code: 'artifact_not_available' } })
    response.writeHead(200, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, no-store',
      'X-RateLimit-Limit': '120',
      ...behaviour.image?.headers,
    })
    return response.end(behaviour.image?.body ?? JPEG)
  })
  const file = {
    name: 'provider',
    regions: { us: { base_url } },
    provider_states: { url: `${base_url}/testing`, token_env: 'TOKEN' },
  }
  const report = await runSuite({
    target: readTarget(JSON.stringify(file), 'x', { TOKEN: 'token-of-the-provider' }, []),
    checks: served,
    whole: false,
    catalogue: loadCatalogue(),
    redactor: new Redactor(),
    reporters: [],
  })
  t.equal(report.grade, 'with provider states')
  return { result: report.checks[0]!, calls, output: JSON.stringify(report) }
}

t.test('a state is set up for a check, used, and undone', async (t) => {
  const { result, calls, output } = await provide(t, {})
  t.equal(result.outcome, 'pass', JSON.stringify(result.expectations.filter(({ holds }) => !holds)))
  t.strictSame(
    [...new Set(served[0]!.requirements)].filter(
      (id) => !result.expectations.some(({ requirement }) => requirement === id),
    ),
    [],
  )
  t.match(calls, [
    {
      state: 'session_with_images',
      action: 'setup',
      params: { region: 'us', mode: 'test', artifacts: ['portrait', 'front'] },
      run_id: /^run-[a-z]+$/,
    },
    {
      state: 'session_with_images',
      action: 'teardown',
      params: { region: 'us' },
      run_id: calls[0]!['run_id'],
    },
  ])
  t.notMatch(output, 'key-of-the-state', 'the key of a state is in no report')
  t.notMatch(output, 'token-of-the-provider', 'nor is the token')
})

t.test('the bytes that a phone appended to an image may be served with it', async (t) => {
  const { result } = await provide(t, { image: { body: Buffer.concat([JPEG, X]) } })
  t.equal(result.outcome, 'pass', String(result.signature))
})

t.test('a service that breaks the image requirements fails', async (t) => {
  const faults: [string, Behaviour, string][] = [
    ['does not forbid caches', { image: { headers: { 'Cache-Control': 'no-cache' } } }, 'IMG-013'],
    [
      'sends the wrong content type',
      { image: { headers: { 'Content-Type': 'application/octet-stream' } } },
      'IMG-011',
    ],
    ['sends bytes before the image', { image: { body: Buffer.concat([X, JPEG]) } }, 'IMG-012'],
    [
      'sends half of the image with bytes after it',
      { image: { body: Buffer.concat([JPEG.subarray(0, JPEG.length / 2), X]) } },
      'IMG-012',
    ],
    ['sends half of the image', { image: { body: JPEG.subarray(0, JPEG.length / 2) } }, 'IMG-012'],
    ['has a different budget', { image: { headers: { 'X-RateLimit-Limit': '240' } } }, 'LIM-011'],
    ['lists artifacts out of order', { available: ['front', 'portrait'] }, 'IDV-003'],
    [
      'lists artifacts that are not stored',
      { available: ['portrait', 'front', 'selfie'] },
      'IDV-005',
    ],
    ['omits stored artifacts', { available: ['front'] }, 'IDV-004'],
    ['lists values that are not strings', { available: [{ name: 'portrait' }] }, 'IDV-001'],
  ]
  for (const [name, behaviour, requirement] of faults) {
    const { result } = await provide(t, behaviour)
    t.equal(result.outcome, 'fail', name)
    const broken = result.expectations.filter(({ holds }) => !holds).map((one) => one.requirement)
    t.ok(broken.includes(requirement), `${name}: ${result.signature}`)
  }
})

t.test('a provider that fails or breaks the protocol does not fail the service', async (t) => {
  const cases: [Behaviour, string, RegExp][] = [
    [{ offered: { states: [] } }, 'unreachable', /does not offer the state session_with_images/],
    [
      { offered: { states: ['session_with_images'] } },
      'blocked',
      /listing the states: expected 200/,
    ],
    [
      { setup: { status: 500, body: { error: 'out of paper' } } },
      'blocked',
      /setting up session_with_images: expected 200 .* got 500 \(out of paper\)/,
    ],
    [
      { setup: { status: 422, body: { error: 'no selfies here' } } },
      'blocked',
      /lists the state session_with_images and refuses to set it up: no selfies here/,
    ],
    [{ setup: { status: 200, body: { key: KEY } } }, 'blocked', /expected 200 with \{"bindings"/],
    [
      { setup: { status: 200, body: { bindings: { key: KEY } } } },
      'blocked',
      /expected the bindings key and session_id/,
    ],
  ]
  for (const [behaviour, outcome, reason] of cases) {
    const { result } = await provide(t, behaviour)
    t.equal(result.outcome, outcome)
    t.match(result.reason, reason)
  }
})

t.test(
  'a failed set-up is undone too, and a failed teardown is recorded and fails nothing',
  async (t) => {
    const { calls } = await provide(t, { setup: { status: 500, body: {} } })
    t.strictSame(
      calls.map(({ action }) => action),
      ['setup', 'teardown'],
    )
    const { result } = await provide(t, { teardown: 503 })
    t.equal(result.outcome, 'pass')
    t.match(result.notes, [/tearing down session_with_images: expected 200 or 204, got 503/])
  },
)
