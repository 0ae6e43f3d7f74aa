import t from 'tap'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import type { WorldFile } from '../world/world.ts'
import { type Client, client, simulatorFor } from '../testing/simulator.ts'
import {
  UNKNOWN_IDS,
  bodyOf,
  controlOf,
  keyed,
  newOwner,
  pathOf,
  rateOf,
  refusalOf,
  roomySimulator,
  verdict,
} from './testing.ts'

// The order of GAP-REFUSAL-ORDER. Each request below deserves both refusals and gets the one that comes first.

const LOCKED = { wallet: { status: 'locked' } }
const CANCELED = { subscription: { status: 'canceled' } }
const GOOD_BODY = { family_name: 'Suharto' }
const BAD_BODY = { family_name: '' }

t.test('a request with two errors gets the one that is checked first', async (t) => {
  const simulator = await roomySimulator(t)
  const control = controlOf(simulator)
  await control('POST', '/clock/freeze')
  const stranger = (credential: string): Client => client(simulator, credential)
  /** A key that has one request a minute in the class of applicant writes, and has spent it if asked to. */
  const caller = async (given: object, scopes?: string[], spent = false): Promise<Client> => {
    const owner = await newOwner(simulator, { budgets: { 'applicants:create': 1 } })
    const call = await owner.caller('live', scopes)
    if (spent) await call('DELETE', `/v1/applicants/${UNKNOWN_IDS.applicant}`)
    await owner.change(given)
    return call
  }
  const create = (call: Client, body: unknown = GOOD_BODY, headers = {}, query = '') =>
    call('POST', `/v1/applicants${query}`, body, headers)
  const tooLarge = JSON.stringify('x'.repeat(300_000))
  const revoked = async (): Promise<Client> => {
    const owner = await newOwner(simulator, { budgets: { 'applicants:create': 1 } })
    const call = await owner.caller('live')
    await create(call)
    await control('POST', `/organizations/${owner.id}/keys/${call.keyId}/revoke`)
    return call
  }
  const pairs: [
    first: string,
    second: string,
    expected: string,
    () => Promise<Awaited<ReturnType<Client>>>,
  ][] = [
    [
      'path',
      'credential',
      '404 resource_not_found',
      () => stranger('junk')('POST', '/v1/nothing', BAD_BODY),
    ],
    [
      'method',
      'credential',
      '405 method_not_allowed',
      () => stranger('junk')('PUT', '/v1/applicants', BAD_BODY),
    ],
    ['form', 'body', '401 invalid_api_key', () => create(stranger('ah_sk_us_test'), BAD_BODY)],
    [
      'region',
      'type',
      '409 region_mismatch',
      () => create(stranger('ah_pk_eu_test_0123456789abcdef')),
    ],
    [
      'region',
      'authentication',
      '409 region_mismatch',
      () => create(stranger('ah_sk_eu_test_0123456789abcdef')),
    ],
    [
      'type',
      'authentication',
      '403 wrong_token_type',
      () => create(stranger('ah_pk_us_test_0123456789abcdef')),
    ],
    ['authentication', 'class limit', '401 invalid_api_key', async () => create(await revoked())],
    [
      'class limit',
      'billing',
      '429 rate_limit_exceeded',
      async () => create(await caller(LOCKED, undefined, true)),
    ],
    [
      'class limit',
      'scope',
      '429 rate_limit_exceeded',
      async () => create(await caller({}, [], true)),
    ],
    [
      'class limit',
      'body',
      '429 rate_limit_exceeded',
      async () => create(await caller({}, undefined, true), BAD_BODY),
    ],
    [
      'plan',
      'wallet',
      '403 subscription_required',
      async () => create(await caller({ ...LOCKED, ...CANCELED })),
    ],
    ['billing', 'scope', '402 payment_required', async () => create(await caller(LOCKED, []))],
    [
      'billing',
      'scope',
      '403 subscription_required',
      async () => create(await caller(CANCELED, [])),
    ],
    ['billing', 'body', '402 payment_required', async () => create(await caller(LOCKED), BAD_BODY)],
    [
      'scope',
      'media type',
      '403 insufficient_scope',
      async () => create(await caller({}, []), 'x', { 'content-type': 'text/plain' }),
    ],
    ['scope', 'size', '403 insufficient_scope', async () => create(await caller({}, []), tooLarge)],
    ['scope', 'body', '403 insufficient_scope', async () => create(await caller({}, []), BAD_BODY)],
    [
      'scope',
      'look-up',
      '403 insufficient_scope',
      async () => (await caller({}, []))('GET', `/v1/sessions/${UNKNOWN_IDS.session}`),
    ],
    ['size', 'validity', '413 payload_too_large', async () => create(await caller({}), tooLarge)],
    [
      'media type',
      'validity',
      '415 unsupported_media_type',
      async () => create(await caller({}), '{', { 'content-type': 'text/plain' }),
    ],
    [
      'JSON',
      'query',
      '422 validation_error',
      async () => create(await caller({}), '{', {}, '?nothing=1'),
    ],
    [
      'body',
      'look-up',
      '422 validation_error',
      async () => (await caller({}))('PATCH', `/v1/applicants/${UNKNOWN_IDS.applicant}`, BAD_BODY),
    ],
    [
      'body',
      'look-up',
      '422 validation_error',
      async () =>
        (await caller({}))('PATCH', `/v1/webhook-subscriptions/${UNKNOWN_IDS.subscription}`, {
          url: 'http://a.example',
        }),
    ],
  ]
  for (const [first, second, expected, ask] of pairs)
    t.equal(verdict(await ask()), expected, `${first} before ${second}`)
})

t.test(
  'LIM-001 LIM-002 LIM-004 the limit by address precedes everything, for any request',
  async (t) => {
    const simulator = await simulatorFor(t, {
      world: { ...(structuredClone(demoWorld) as WorldFile), ip_limit: 1 },
    })
    await controlOf(simulator)('POST', '/clock/freeze')
    const key = (await (await newOwner(simulator)).caller('test')).key
    t.equal(
      verdict(await client(simulator, undefined)('GET', '/v1/wallet')),
      '401 authentication_required',
    )
    for (const [title, credential, method, path] of [
      ['no credential', undefined, 'GET', '/v1/sessions'],
      ['key of another region', 'ah_sk_eu_test_0123456789abcdef', 'GET', '/v1/sessions'],
      ['a good key', key, 'GET', '/v1/sessions'],
      ['unknown path', key, 'GET', '/v1/nothing'],
      ['unknown method', key, 'PUT', '/v1/sessions'],
      ['public route', undefined, 'GET', '/openapi.json'],
    ] as const) {
      const reply = await client(simulator, credential)(method, path)
      t.equal(verdict(reply), '429 rate_limit_exceeded', title)
      t.equal(refusalOf(reply).details.route_class, 'pre_auth_ip', title)
      t.equal(rateOf(reply.headers), null, title)
    }
  },
)

t.test(
  'LIM-022 LIM-023 LIM-024 LIM-025 ' +
    'every authenticated answer has the four headers, and no other has one',
  async (t) => {
    const simulator = await roomySimulator(t)
    await controlOf(simulator)('POST', '/clock/freeze', { at: '2026-11-20T09:00:30.000Z' })
    const rolls = Date.parse('2026-11-20T09:01:00.000Z') / 1000
    const owner = await newOwner(simulator, { budgets: { 'applicants:create': 8 } })
    const full = await owner.caller('live')
    const none = await owner.caller('live', [])
    const create = (call: Client, body: unknown, headers = {}) =>
      call('POST', '/v1/applicants', body, headers)
    const made = await create(full, GOOD_BODY)
    t.equal(made.status, 201)
    const path = `/v1/applicants/${made.json<{ data: { id: string } }>().data.id}`
    const counted = [
      made,
      await full('PATCH', path, { name_suffix: 'II' }),
      await full('DELETE', path),
      await full('DELETE', path),
      await create(full, BAD_BODY),
      await create(full, 'x', { 'content-type': 'text/plain' }),
      await create(full, JSON.stringify('x'.repeat(300_000))),
      await create(full, '{'),
      await create(full, '{'),
      await create(full, '{'),
    ]
    t.strictSame(
      counted.map(({ status }) => status),
      [201, 200, 204, 404, 422, 415, 413, 422, 429, 429],
    )
    t.strictSame(
      counted.map(({ headers }) => rateOf(headers)),
      [7, 6, 5, 4, 3, 2, 1, 0, 0, 0].map((remaining) => ({
        limit: 8,
        remaining,
        reset: rolls,
        window: 60,
      })),
    )
    const missing = await create(none, BAD_BODY)
    await owner.change(LOCKED)
    const locked = await create(none, BAD_BODY)
    await owner.change(CANCELED)
    const canceled = await create(none, BAD_BODY)
    t.strictSame([missing, locked, canceled].map(verdict), [
      '403 insufficient_scope',
      '402 payment_required',
      '403 subscription_required',
    ])
    t.strictSame(
      [missing, locked, canceled].map(({ headers }) => rateOf(headers)?.remaining),
      [7, 6, 5],
    )
    const strangers = await Promise.all(
      [
        undefined,
        'junk',
        'bt_0123456789',
        'ah_pk_us_test_0123456789abcdef',
        'ah_sk_eu_test_0123456789abcdef',
        'ah_sk_us_test_0123456789abcdef',
      ].map((credential) => create(client(simulator, credential), GOOD_BODY)),
    )
    strangers.push(await full('GET', '/openapi.json'))
    t.strictSame(
      strangers.map(({ status }) => status),
      [401, 401, 403, 403, 409, 401, 200],
    )
    for (const { status, headers } of strangers)
      t.equal(rateOf(headers), null, `none with ${status}`)
    const routeless = [await full('GET', '/v1/nothing'), await full('PUT', '/v1/sessions')]
    t.strictSame(routeless.map(verdict), ['404 resource_not_found', '405 method_not_allowed'])
    for (const { status, headers } of routeless)
      t.equal(rateOf(headers)?.limit, 120, `${status}: the budget of global`)
  },
)

t.test('no operation returns a code that it does not list, for any input', async (t) => {
  const simulator = await roomySimulator(t)
  const { key } = await (await newOwner(simulator, { tier: 'enterprise' })).caller('test')
  const call = client(simulator, key)
  for (const operation of keyed) {
    const allowed = operation.errorCodes as readonly string[]
    const method = operation.method.toUpperCase()
    const path = pathOf(operation)
    const carriesBody = method !== 'GET'
    const answers = [
      await call(
        method,
        `${path}?nothing=1`,
        operation.requestBody ? bodyOf(operation) : undefined,
      ),
      ...(carriesBody
        ? [
            await call(method, path, '{"broken'),
            await call(method, path, 'x', { 'content-type': 'text/plain' }),
            await call(method, path, ' '.repeat(operation.bodyLimit + 1)),
            await call(method, path, ''),
          ]
        : []),
    ]
    for (const reply of answers) {
      if (reply.status >= 400)
        t.ok(allowed.includes(refusalOf(reply).code), `${operation.operationId}: ${verdict(reply)}`)
      else t.equal(reply.status, operation.success.status, operation.operationId)
    }
  }
})
