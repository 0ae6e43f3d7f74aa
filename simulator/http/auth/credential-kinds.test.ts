import t from 'tap'
import { operations } from '../../../spec/contract.ts'
import { LISTED, backendFor } from '../../testing/page.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { bodyOf, pathOf, rateOf, verdict } from '../testing.ts'

const NOBODYS_SECRET = '0123456789abcdef'

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
const control = controlClient(simulator)
await control.freeze('2026-11-20T09:00:00.000Z')
const acme = backendFor(simulator, demoKey('org_acme'))
const umbra = backendFor(simulator, demoKey('org_umbra'), 'eu')
const expired = await acme.browserToken(await acme.create())
await control.advance(600)
const pageKey = (organization: string, mode: 'test' | 'live' = 'test'): string =>
  demoKey(organization, mode, `key_${organization.slice(4)}_${mode}_web`)
const GOOD_PAGE_KEY = pageKey('org_acme')

const REVOKED = await control.call<{ key: string; id: string }>(
  'POST',
  '/organizations/org_acme/keys',
  { type: 'pk', mode: 'test', allowed_origins: [LISTED] },
)
await control.call('POST', `/organizations/org_acme/keys/${REVOKED.id}/revoke`)

const MISSING = '401 authentication_required'
const NO_KEY = '401 invalid_api_key'
const DEAD = '401 token_expired'
const KIND = '403 wrong_token_type'
const REGION = '409 region_mismatch'

type Row = [
  title: string,
  credential: string | undefined,
  secret: string,
  browser: string,
  exchange: string,
]

/**
 * The response to each credential on routes of a secret key, on those of a browser token, and on
 * the exchange.
 */
const kindsFor = async (session: string): Promise<Row[]> => [
  ['none', undefined, MISSING, MISSING, MISSING],
  ['junk', 'junk', NO_KEY, DEAD, DEAD],
  ['a secret key', demoKey('org_acme'), '200', KIND, KIND],
  ['an unknown secret key', `ah_sk_us_test_${NOBODYS_SECRET}`, NO_KEY, KIND, KIND],
  ['half a secret key', 'ah_sk_us_test', NO_KEY, KIND, KIND],
  ['a secret key of the other region', demoKey('org_umbra'), REGION, REGION, REGION],
  ['a publishable key', GOOD_PAGE_KEY, KIND, KIND, KIND],
  ['a publishable key of the other region', pageKey('org_umbra'), REGION, REGION, REGION],
  ['a browser token', await acme.browserToken(session), KIND, '200', KIND],
  ['a browser token that is dead', expired, KIND, DEAD, KIND],
  ['a browser token that never was', `bt_${NOBODYS_SECRET}`, KIND, DEAD, KIND],
  [
    'a browser token of the other region',
    await umbra.browserToken(await umbra.create()),
    KIND,
    DEAD,
    KIND,
  ],
  ['a client token', await acme.clientToken(session), KIND, KIND, '200'],
  ['a client token that never was', '0'.repeat(64), NO_KEY, DEAD, DEAD],
  [
    'a client token of the other region',
    await umbra.clientToken(await umbra.create()),
    NO_KEY,
    DEAD,
    DEAD,
  ],
]

const guarded = operations.filter(({ security }) => security.length > 0)

for (const operation of guarded) {
  const { operationId } = operation
  t.test(
    `ERR-030 ERR-033 AUT-012 AUT-015 KEY-009 TOK-005 each kind of credential at ${operationId}`,
    async (t) => {
      const [needed] = operation.security
      const column = needed!.includes('secretKey') ? 2 : needed!.includes('browserToken') ? 3 : 4
      const method = operation.method.toUpperCase()
      const body = method === 'GET' ? undefined : (bodyOf(operation) ?? {})
      const session = await acme.create()
      for (const row of await kindsFor(session)) {
        const headers: Record<string, string> =
          column === 4 ? { 'x-publishable-key': GOOD_PAGE_KEY } : {}
        const send = client(simulator, row[1])
        const reply = await send(method, pathOf(operation, { id: session }), body, headers)
        const expected = row[column]!
        if (expected !== '200') {
          t.equal(verdict(reply), expected, row[0])
          t.ok(
            operation.errorCodes.some((code) => expected.endsWith(code)),
            'as the contract says',
          )
          t.equal(rateOf(reply.headers), null, 'no budget was touched')
        } else
          t.ok(
            [200, 201, 204, 404, 415, 422].includes(reply.status),
            `${row[0]} is admitted: ${reply.status}`,
          )
        if (column > 2) t.equal(rateOf(reply.headers), null, 'no class counts it')
      }
    },
  )
}

t.test(
  'KEY-007 KEY-008 a page may use only tokens of the organization of its publishable key',
  async (t) => {
    const session = await acme.create()
    const client_token = await acme.clientToken(session)
    const ask = async (
      method: string,
      path: string,
      token: string,
      key?: string,
    ): Promise<string> =>
      verdict(
        await client(simulator, token)(
          method,
          path,
          undefined,
          key === undefined ? {} : { 'x-publishable-key': key },
        ),
      )
    const exchange = (token: string, key?: string) =>
      ask('POST', '/sdk/v1/client_token/exchange', token, key)
    const resolve = async (key?: string) =>
      ask('GET', '/sdk/v1/sessions/me', await acme.browserToken(session), key)
    const rows: [title: string, key: string | undefined, expected: string][] = [
      ['of the same organization and mode', GOOD_PAGE_KEY, '200'],
      ['of the other mode', pageKey('org_acme', 'live'), DEAD],
      ['of another organization', pageKey('org_globex'), DEAD],
      ['of the other region', pageKey('org_umbra'), REGION],
      ['that nobody has', `ah_pk_us_test_${NOBODYS_SECRET}`, NO_KEY],
      ['that was revoked', REVOKED.key, NO_KEY],
      ['that is no key', 'junk', NO_KEY],
      ['that is empty', '', NO_KEY],
      ['that is a secret key', demoKey('org_acme'), KIND],
      ['that is a browser token', await acme.browserToken(session), KIND],
      ['that is the client token', client_token, KIND],
    ]
    for (const [title, key, expected] of rows) {
      t.equal(
        await exchange(client_token, key),
        expected,
        `the exchange with a publishable key ${title}`,
      )
      t.equal(await resolve(key), expected, `the session with one ${title}`)
    }
    t.equal(await exchange(client_token), MISSING, 'the exchange needs one')
    t.equal(await resolve(), '200', 'a browser token does not')
    const live = backendFor(simulator, demoKey('org_acme', 'live'))
    t.equal(await exchange(await live.clientToken(await live.create()), GOOD_PAGE_KEY), DEAD)
  },
)

t.test('TOK-004 AUT-013 AUT-014 a browser token reaches its own session only', async (t) => {
  const session = await acme.create()
  const mine = await acme.browserToken(session)
  const other = await acme.create()
  const send = client(simulator, mine)
  const resolved = async (path: string, headers = {}): Promise<string> =>
    data<{ id: string }>(await send('GET', path, undefined, headers)).id
  for (const query of ['', `?id=${other}`, `?session_id=${other}`]) {
    t.equal(await resolved(`/sdk/v1/sessions/me${query}`), session, query)
  }
  t.equal(
    await resolved('/sdk/v1/sessions/me', { 'x-session-id': other, cookie: `session=${other}` }),
    session,
  )
  for (const path of [
    `sessions/${other}`,
    'sessions',
    'applicants',
    'sessions/me/',
    'sessions/me/applicant',
  ]) {
    t.equal(verdict(await send('GET', `/sdk/v1/${path}`)), '404 resource_not_found', path)
  }
  await send('POST', `/sdk/v1/sessions/me/end?id=${other}`)
  t.match(await control.call('GET', `/sessions/${other}`), { status: 'created' })
  t.match(await control.call('GET', `/sessions/${session}`), { status: 'completed' })
})
