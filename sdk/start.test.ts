import t from 'tap'
import { waitForConsoleLine } from '../simulator/testing/browser.ts'
import { demoKey } from '../simulator/testing/simulator.ts'
import { backendFor } from '../simulator/testing/page.ts'
import { integratorFor } from './testing/integrator.ts'

const STEPS = [{ id: 'identity', type: 'id_verification' }]
const { simulator, control, backend, options, open, origin, foreign } = await integratorFor(
  t,
  STEPS,
)
const failure = `.then(() => 'started', ({ code, message }) => ({ code, message }))`

t.test('AUT-008 region and mode come from the prefix of the publishable key', async (t) => {
  const { page, run } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const [organization, region, mode] of [
    ['org_acme', 'us', 'test'],
    ['org_acme', 'us', 'live'],
    ['org_umbra', 'eu', 'test'],
  ] as const) {
    const { key } = await control.call<{ key: string }>(
      'POST',
      `/organizations/${organization}/keys`,
      { type: 'pk', mode, allowed_origins: [origin] },
    )
    t.match(key, new RegExp(`^ah_pk_${region}_${mode}_`))
    const owner = backendFor(simulator, demoKey(organization, mode), region)
    const token = await owner.browserToken(await owner.create())
    asked.length = 0
    const started = await run(`
      const { region, mode, baseUrl } = await sdk.init({ publishableKey: ${JSON.stringify(key)},
        baseUrl: ${JSON.stringify(simulator.base_urls)}, getSessionToken: () => ({ token: '${token}' }) })
      return { region, mode, baseUrl }`)
    t.strictSame(started, { region, mode, baseUrl: simulator.base_urls[region] })
    t.ok(asked.length > 0 && asked.every((url) => url.startsWith(simulator.base_urls[region])))
  }
  await page.close()
})

t.test('GAP-SDK-ENDPOINTS a single base URL is used for the region of the key', async (t) => {
  const { page, run } = await open()
  const token = await backend.browserToken(await backend.create())
  const started = await run(`
    const { baseUrl } = await sdk.init({ ${options}, baseUrl: '${simulator.base_urls.us}/',
      getSessionToken: () => ({ token: '${token}' }) })
    return baseUrl`)
  t.equal(started, simulator.base_urls.us)
  await page.close()
})

t.test('wrong options throw an error with a remedy before a request is sent', async (t) => {
  const { page, made, run } = await open()
  const rows: [options: string, code: string, message: RegExp][] = [
    [`publishableKey: 'ah_sk_us_test_secret'`, 'invalid_publishable_key', /secret key.*Revoke/],
    [`publishableKey: 'ah_pk_mars_test_x'`, 'invalid_publishable_key', /ah_pk_<us\|eu>/],
    ['publishableKey: undefined', 'invalid_publishable_key', /Expected a publishable key/],
    [`baseUrl: '/api'`, 'invalid_options', /absolute URL, got \/api/],
    ['getSessionToken: undefined', 'invalid_options', /exactly one of getSessionToken/],
    [`fetchToken: () => 'x'`, 'invalid_options', /exactly one of/],
  ]
  for (const [wrong, code, message] of rows) {
    const answer = await run<{ message: string }>(
      `return sdk.init({ ${options}, getSessionToken: () => ({ token: 'bt_x' }), ${wrong} })${failure}`,
    )
    t.match(answer, { code, message }, wrong)
    t.notMatch(answer.message, /ah_sk_us/, 'the error does not contain the secret')
  }
  t.strictSame(made, [])
  await page.close()
})

t.test('AUT-010 ERR-031 a page of another origin gets origin_not_allowed', async (t) => {
  const { page, run } = await open(foreign)
  const token = await backend.browserToken(await backend.create())
  const start = `return sdk.init({ ${options}, getSessionToken: () => ({ token: '${token}' }) })${failure}`
  t.match(await run(start), {
    code: 'origin_not_allowed',
    message: `refuses pages of ${foreign}`,
  })
  await page.close()
})

t.test('an unreachable service is a network error, not a refused origin', async (t) => {
  const { page, run } = await open()
  const [, port] = /:(\d+)$/.exec(simulator.base_urls.us)!
  // The policy of the page also forbids the URL: a page cannot distinguish the two.
  const gone = `http://127.0.0.1:${Number(port) === 9 ? 8 : 9}`
  t.match(
    await run(
      `return sdk.init({ ${options}, baseUrl: '${gone}', getSessionToken: () => ({ token: 'bt_x' }) })${failure}`,
    ),
    { code: 'network_error', message: /connect-src/ },
  )
  await page.close()
})

t.test('other errors have the code of the service, the request id and the details', async (t) => {
  const { page, run } = await open()
  const token = await backend.browserToken(await backend.create())
  const refused = await run(`
    const verification = await sdk.init({ ${options}, getSessionToken: () => ({ token: '${token}' }), onEvent: heard })
    return verification.submit('no-such-step').catch((error) => ({ ...error, isError: error instanceof sdk.VskitError }))`)
  t.match(refused, {
    code: 'resource_not_found',
    status: 404,
    requestId: /^req_/,
    isError: true,
  })
  t.match(await run('return events.at(-1)'), { type: 'error', code: 'resource_not_found' })
  await page.close()
})

t.test('an onEvent that throws does not interrupt the verification', async (t) => {
  const { page, consoleLines, run } = await open()
  const token = await backend.browserToken(await backend.create())
  t.equal(
    await run(`
      const broken = () => { throw new Error('mistake of the page') }
      const { session } = await sdk.init({ ${options}, getSessionToken: () => ({ token: '${token}' }), onEvent: broken })
      return session.status`),
    'created',
  )
  await waitForConsoleLine(page, consoleLines, /onEvent failed/)
  await page.close()
})
