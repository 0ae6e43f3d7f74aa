import t from 'tap'
import { operations } from '../../../spec/contract.ts'
import { LISTED, backendFor } from '../../testing/page.ts'
import { controlClient } from '../../testing/control-client.ts'
import { type Reply, client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { keyed, pathOf, rateOf, refusalOf, verdict } from '../testing.ts'

const FOREIGN = 'https://evil.example'
const GLOBEX_PAGE = 'https://shop.globex.example'
const ME = '/sdk/v1/sessions/me'
const PAGE_KEY = demoKey('org_acme', 'test', 'key_acme_test_web')

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
const control = controlClient(simulator)
const acme = backendFor(simulator, demoKey('org_acme'))
interface Key {
  key: string
  id: string
}
const listing = (organization: string, mode: string, ...allowed_origins: string[]) =>
  control.call<Key>('POST', `/organizations/${organization}/keys`, {
    type: 'pk',
    mode,
    allowed_origins,
  })
await listing('org_globex', 'test', GLOBEX_PAGE)

/** The header that decides whether a page of another origin may read the response. */
const readableBy = ({ headers }: Reply): string | null => headers.get('access-control-allow-origin')
const preflight = (path: string, origin: string, region: 'us' | 'eu' = 'us', method = 'GET') =>
  client(simulator, undefined, region)('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization',
  })
const ask = (token: string | undefined, headers: Record<string, string>) =>
  client(simulator, token)('GET', ME, undefined, headers)

t.test(
  'ERR-031 AUT-009 AUT-010 AUT-011 only pages of the origins that a key lists may call',
  async (t) => {
    const { token } = await acme.page()
    const app = 'https://app.acme.example'
    const own = await listing('org_acme', 'test', app, 'http://127.0.0.1:8080', 'http://[::1]:8080')
    const rows: [title: string, origin: string, expected: string][] = [
      ['listed', LISTED, '200'],
      ['listed by another key of the organization', 'https://app.acme.example', '200'],
      ['listed with its port', 'http://127.0.0.1:8080', '200'],
      ['listed as an address', 'http://[::1]:8080', '200'],
      ['with another port', 'http://localhost:3001', '403 origin_not_allowed'],
      ['with another scheme', 'https://localhost:3000', '403 origin_not_allowed'],
      ['below a listed one', 'https://sub.app.acme.example', '403 origin_not_allowed'],
      [
        'that starts like a listed one',
        'https://app.acme.example.evil.example',
        '403 origin_not_allowed',
      ],
      ['in other letters', 'https://APP.acme.example', '403 origin_not_allowed'],
      ['with a path', 'https://app.acme.example/', '403 origin_not_allowed'],
      ['of a page without one', 'null', '403 origin_not_allowed'],
      ['that lists everything', '*', '403 origin_not_allowed'],
      ['that is empty', '', '403 origin_not_allowed'],
      ['of another organization', GLOBEX_PAGE, '403 origin_not_allowed'],
      ['foreign', FOREIGN, '403 origin_not_allowed'],
    ]
    for (const [title, origin, expected] of rows) {
      const reply = await ask(token, { origin })
      t.equal(verdict(reply), expected, title)
      t.equal(
        readableBy(reply),
        expected === '200' ? origin : null,
        `${title}: origins that may read it`,
      )
      t.equal(reply.headers.get('vary'), 'Origin', 'a cache keeps the answers apart')
      t.equal(
        reply.headers.get('access-control-allow-credentials'),
        null,
        'cookies are never allowed',
      )
    }
    const beside = { 'x-publishable-key': own.key }
    t.equal(verdict(await ask(token, { origin: app, ...beside })), '200')
    t.equal(
      verdict(await ask(token, { origin: LISTED, ...beside })),
      '403 origin_not_allowed',
      'that key decides alone',
    )
    await control.call('POST', `/organizations/org_acme/keys/${own.id}/revoke`)
    t.equal(
      verdict(await ask(token, { origin: app })),
      '403 origin_not_allowed',
      'a revoked key lists nothing',
    )
  },
)

t.test('AUT-010 the origin of a page is checked before its token', async (t) => {
  for (const token of [undefined, 'junk', 'bt_0123456789abcdef']) {
    t.equal(
      verdict(await ask(token, { origin: FOREIGN, 'x-publishable-key': PAGE_KEY })),
      '403 origin_not_allowed',
    )
  }
})

t.test('the origins of a key apply in the mode of that key only', async (t) => {
  await listing('org_acme', 'live', 'https://live.acme.example')
  const { token } = await acme.page()
  const { token: live } = await backendFor(simulator, demoKey('org_acme', 'live')).page()
  t.equal(
    verdict(await ask(token, { origin: 'https://live.acme.example' })),
    '403 origin_not_allowed',
  )
  t.equal(verdict(await ask(live, { origin: 'https://live.acme.example' })), '200')
})

t.test('GAP-CORS a request without Origin needs only its token', async (t) => {
  const { id, token } = await acme.page()
  const reply = await ask(token, {})
  t.equal(reply.status, 200)
  t.equal(readableBy(reply), null)
  t.equal(reply.headers.get('vary'), 'Origin')
  const exchange = client(simulator, await acme.clientToken(id))
  const beside = { 'x-publishable-key': PAGE_KEY }
  t.equal((await exchange('POST', '/sdk/v1/client_token/exchange', undefined, beside)).status, 200)
})

t.test(
  'a listed page can read error responses, to distinguish a rejected token from a network error',
  async (t) => {
    for (const [title, token, expected] of [
      ['no token', undefined, '401 authentication_required'],
      ['a dead one', 'bt_0123456789abcdef', '401 token_expired'],
      ['another kind', demoKey('org_acme'), '403 wrong_token_type'],
      ['the other region', demoKey('org_umbra'), '409 region_mismatch'],
    ] as const) {
      for (const origin of [LISTED, GLOBEX_PAGE]) {
        const reply = await ask(token, { origin })
        t.equal(verdict(reply), expected)
        t.equal(readableBy(reply), origin, title)
        t.match(reply.headers.get('access-control-expose-headers'), /x-request-id/i)
      }
      t.equal(
        readableBy(await ask(token, { origin: FOREIGN })),
        null,
        `${title}: a foreign page reads nothing`,
      )
    }
    const { sdk } = await acme.page()
    const invalid = await sdk(
      'POST',
      '/sdk/v1/sessions/me/steps/step_1/submit',
      { nothing: 1 },
      { origin: LISTED },
    )
    t.equal(verdict(invalid), '422 validation_error')
    t.equal(readableBy(invalid), LISTED)
  },
)

t.test(
  'a preflight is answered on each route of the SDK for every listed origin of the region',
  async (t) => {
    for (const operation of operations.filter(({ path }) => path.startsWith('/sdk/'))) {
      const reply = await preflight(pathOf(operation), LISTED, 'us', operation.method.toUpperCase())
      t.equal(reply.status, 204, operation.operationId)
      t.equal(reply.text, '')
      t.equal(readableBy(reply), LISTED)
      t.equal(reply.headers.get('access-control-allow-methods'), operation.method.toUpperCase())
      t.equal(
        reply.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type, X-Publishable-Key',
      )
      t.equal(reply.headers.get('vary'), 'Origin')
      t.ok(Number(reply.headers.get('access-control-max-age')) > 0)
      t.equal(reply.headers.get('access-control-allow-credentials'), null)
      t.match(reply.headers.get('x-request-id'), /^req_/)
      t.equal(rateOf(reply.headers), null)
    }
    t.equal(
      (await preflight(ME, GLOBEX_PAGE)).status,
      204,
      'the organization of the page is not known yet',
    )
    for (const [origin, region] of [
      [FOREIGN, 'us'],
      [GLOBEX_PAGE, 'eu'],
      ['null', 'us'],
    ] as const) {
      const reply = await preflight('/sdk/v1/sessions/me', origin, region)
      t.equal(verdict(reply), '403 origin_not_allowed', origin)
      t.equal(readableBy(reply), null)
    }
    t.equal(verdict(await preflight('/sdk/v1/nothing', LISTED)), '404 resource_not_found')
  },
)

t.test('no page may call a route that needs a secret key', async (t) => {
  for (const operation of keyed) {
    const path = pathOf(operation)
    const reply = await preflight(path, LISTED, 'us', operation.method.toUpperCase())
    t.equal(verdict(reply), '405 method_not_allowed', operation.operationId)
    t.equal(readableBy(reply), null)
  }
  const read = await acme.call('GET', '/v1/sessions', undefined, { origin: LISTED })
  t.equal(read.status, 200, 'a backend may send what it likes')
  t.strictSame(
    [...read.headers.keys()].filter((name) => /^access-control|^vary$/.test(name)),
    [],
  )
})

t.test('every page may call a route without a credential', async (t) => {
  const open = operations.filter(({ security }) => security.length === 0)
  t.ok(open.some(({ operationId }) => operationId === 'verifySignedDocument'))
  for (const operation of open) {
    const path = pathOf(operation)
    const method = operation.method.toUpperCase()
    const asked = await preflight(path, FOREIGN, 'us', method)
    t.equal(asked.status, 204, operation.operationId)
    t.equal(readableBy(asked), '*')
    t.equal(asked.headers.get('access-control-allow-headers'), 'Content-Type', 'and no credential')
    t.equal(
      readableBy(await client(simulator, undefined)(method, path, undefined, { origin: FOREIGN })),
      '*',
    )
    t.equal(
      readableBy(await client(simulator, undefined)(method, path)),
      '*',
      'the same for all: no cache need tell',
    )
  }
})

t.test('OPTIONS is accepted for preflights only', async (t) => {
  const options = (headers: Record<string, string>) =>
    client(simulator, undefined)('OPTIONS', ME, undefined, headers)
  t.equal(verdict(await options({})), '405 method_not_allowed')
  t.equal(verdict(await options({ origin: LISTED })), '405 method_not_allowed')
  t.equal(
    verdict(await options({ 'access-control-request-method': 'GET' })),
    '405 method_not_allowed',
  )
  const control = await client(simulator, undefined, 'control')(
    'OPTIONS',
    '/control/v1/health',
    undefined,
    { origin: simulator.control_url, 'access-control-request-method': 'GET' },
  )
  t.equal(verdict(control), '405 method_not_allowed', 'the control API is for no page of others')
})

t.test(
  'GAP-SDK-LIMITS LIM-002 the limit by address counts requests without a valid token',
  async (t) => {
    const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 4 } })
    await controlClient(simulator).freeze('2026-11-20T09:00:00.000Z')
    const { token } = await backendFor(simulator, demoKey('org_acme')).page()
    const me = (bearer: string, origin: string) =>
      client(simulator, bearer)('GET', ME, undefined, { origin })
    const asked = (origin: string) =>
      client(simulator, undefined)('OPTIONS', ME, undefined, {
        origin,
        'access-control-request-method': 'GET',
      })
    for (let i = 0; i < 10; i++) {
      t.equal((await me(token, LISTED)).status, 200, 'a good token takes no place')
      t.equal((await asked(LISTED)).status, 204, 'nor does a good page that only asks')
    }
    t.equal(verdict(await me('bt_0123456789abcdef', LISTED)), '401 token_expired')
    t.equal(verdict(await me(demoKey('org_acme'), LISTED)), '403 wrong_token_type')
    t.equal(verdict(await me(token, FOREIGN)), '403 origin_not_allowed')
    t.equal(verdict(await asked(FOREIGN)), '403 origin_not_allowed')
    const refused = await me(token, LISTED)
    t.equal(verdict(refused), '429 rate_limit_exceeded', 'four places were spent')
    t.equal(refusalOf(refused).details.route_class, 'pre_auth_ip')
    t.equal(readableBy(refused), LISTED, 'so that the SDK can wait')
    const readable = refused.headers.get('access-control-expose-headers')!.split(', ')
    t.equal(readable.filter((name) => name.toLowerCase() === 'retry-after').length, 1)
    t.equal((await asked(LISTED)).status, 204, 'else the browser would not send the request')
    t.equal(verdict(await asked(FOREIGN)), '429 rate_limit_exceeded')
  },
)
