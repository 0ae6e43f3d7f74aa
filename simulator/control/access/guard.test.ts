import t, { type TAP as Tap } from 'tap'
import { ApiError } from '../../call/errors.ts'
import { client, simulatorFor } from '../../testing/simulator.ts'
import { controlGuard } from './guard.ts'

type Headers = Parameters<ReturnType<typeof controlGuard>>[0]

const guard = controlGuard(['Simulator'])

t.test('requests to localhost, to an IP address and to an allowed name are accepted', async (t) => {
  for (const host of [
    '127.0.0.1:4000',
    '127.0.0.1',
    '127.9.8.7:1',
    'localhost:4000',
    'LocalHost',
    '[::1]:4000',
    '[::1]',
    'simulator:4000',
    '192.168.7.6',
    '10.0.0.1:4000',
    '[fe80::1]',
    '0.0.0.0:4000',
  ]) {
    t.doesNotThrow(() => guard({ host }), host)
  }
})

t.test('a name that resolves to this machine is refused (DNS rebinding)', async (t) => {
  for (const host of [
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example/127.0.0.1',
    'localhost:4000@evil.example',
    '127.0.0.1:4000, evil.example',
    '127.1',
    '',
    undefined,
  ])
    refused(t, { ...(host !== undefined && { host }) }, 'host')
})

t.test('a page of another origin is refused, one of our own is not', async (t) => {
  const host = '127.0.0.1:4000'
  t.doesNotThrow(() => guard({ host, origin: 'http://127.0.0.1:4000' }))
  for (const origin of [
    'http://127.0.0.1:3000',
    'https://127.0.0.1:4000',
    'http://localhost:4000',
    'http://evil.example',
    'null',
    '',
  ]) {
    refused(t, { host, origin }, 'origin')
  }
})

t.test('a request without Origin from another site is recognized by Sec-Fetch-Site', async (t) => {
  const host = 'localhost:4000'
  for (const site of ['same-origin', 'none'])
    t.doesNotThrow(() => guard({ host, 'sec-fetch-site': site }), site)
  for (const site of ['cross-site', 'same-site'])
    refused(t, { host, 'sec-fetch-site': site }, 'sec-fetch-site')
})

t.test('the listener checks the guard first, also for unknown paths', async (t) => {
  const simulator = await simulatorFor(t)
  const call = client(simulator, undefined, 'control')
  const foreign = { origin: 'http://evil.example' }
  for (const [method, path] of [
    ['GET', '/control/v1/health'],
    ['POST', '/control/v1/reset'],
    ['GET', '/nothing'],
    ['PUT', '/control/v1/reset'],
  ] as const) {
    const { status, headers, json } = await call(method, path, undefined, foreign)
    t.strictSame(
      [status, json<{ error: { code: string } }>().error.code],
      [403, 'origin_not_allowed'],
      `${method} ${path}`,
    )
    t.equal(
      headers.get('access-control-allow-origin'),
      null,
      'no CORS header lets a browser read the response',
    )
  }
  t.equal((await call('GET', '/control/v1/health')).status, 200)
})

function refused(
  t: Pick<Tap, 'fail' | 'ok' | 'strictSame'>,
  headers: Headers,
  header: string,
): void {
  try {
    guard(headers)
    t.fail(`let through: ${JSON.stringify(headers)}`)
  } catch (error) {
    t.ok(error instanceof ApiError)
    t.strictSame(
      [(error as ApiError).code, (error as ApiError).details],
      ['origin_not_allowed', { header }],
      JSON.stringify(headers),
    )
  }
}
