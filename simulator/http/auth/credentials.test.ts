import t from 'tap'
import { MODES, REGIONS } from '../../world/world.ts'
import { client, demoKey } from '../../testing/simulator.ts'
import {
  controlOf,
  keyed,
  newOwner,
  pathOf,
  rateOf,
  refusalOf,
  requestText,
  exchange,
  roomySimulator,
  verdict,
} from '../testing.ts'

t.test(
  'AUT-001 END-001 ' +
    'the secret key is a bearer credential, in any case of the scheme and with any blanks after it',
  async (t) => {
    const simulator = await roomySimulator(t)
    const url = simulator.base_urls.us
    const { key } = await (await newOwner(simulator)).caller('test')
    const cases: [header: string | undefined, expected: string][] = [
      [`Bearer ${key}`, '200'],
      [`bearer ${key}`, '200'],
      [`BEARER ${key}`, '200'],
      [`bEaReR    ${key}`, '200'],
      [`  Bearer ${key}  `, '200'],
      [undefined, '401 authentication_required'],
      ['', '401 authentication_required'],
      ['Bearer', '401 authentication_required'],
      ['Bearer ', '401 authentication_required'],
      [key, '401 authentication_required'],
      [`Bearer${key}`, '401 authentication_required'],
      [`Bearer:${key}`, '401 authentication_required'],
      [`Basic ${Buffer.from(`${key}:`).toString('base64')}`, '401 authentication_required'],
      [`Bearer ${key} ${key}`, '401 authentication_required'],
      [`Bearer ${key}, Bearer ${key}`, '401 authentication_required'],
      [`Bearer\t${key}`, '401 authentication_required'],
      [`"Bearer ${key}"`, '401 authentication_required'],
      [`Token ${key}`, '401 authentication_required'],
      [`Bearer "${key}"`, '401 invalid_api_key'],
      [`Bearer ${key},`, '401 invalid_api_key'],
    ]
    for (const [header, expected] of cases) {
      const [reply] = await exchange(
        url,
        requestText('GET', '/v1/sessions', header === undefined ? {} : { Authorization: header }),
      )
      t.equal(verdict(reply!), expected, header?.replaceAll(key, 'KEY') ?? '(no header)')
      t.equal(rateOf(reply!.headers) !== null, expected === '200', 'rate headers for whom is known')
    }
    for (const elsewhere of [`/v1/sessions?access_token=${key}`, `/v1/sessions?api_key=${key}`]) {
      const [reply] = await exchange(
        url,
        requestText('GET', elsewhere, { 'X-Api-Key': key, Cookie: `token=${key}` }),
      )
      t.equal(verdict(reply!), '401 authentication_required', 'nowhere else')
    }
  },
)

t.test(
  'END-001 MNT-001 SUB-013 every operation that needs a key refuses a call without one',
  async (t) => {
    const simulator = await roomySimulator(t)
    for (const operation of keyed) {
      const reply = await client(simulator, undefined)(
        operation.method.toUpperCase(),
        pathOf(operation),
        operation.requestBody ? {} : undefined,
      )
      t.equal(verdict(reply), '401 authentication_required', operation.operationId)
    }
  },
)

t.test('KEY-001 KEY-002 KEY-003 KEY-004 altered and unknown keys are refused', async (t) => {
  const simulator = await roomySimulator(t)
  const { key } = await (await newOwner(simulator)).caller('test')
  const [prefix, secret] = [
    key.slice(0, 'ah_sk_us_test_'.length),
    key.slice('ah_sk_us_test_'.length),
  ]
  t.equal(prefix, 'ah_sk_us_test_')
  const flipped = secret.at(-1) === 'A' ? 'B' : 'A'
  for (const wrong of [
    prefix,
    `${prefix}x`,
    secret,
    key.slice(0, -1),
    key.slice(0, -1) + flipped,
    `${key}A`,
    key.toUpperCase(),
    `A${key}`,
    `${key}.`,
    `${key}é`,
    key.replace('ah_', 'AH_'),
    key.replace('_sk_', '_xk_'),
    key.replace('_sk_', '_'),
    key.replace('_us_', '_uk_'),
    key.replace('_us_', '_'),
    key.replace('_test_', '_prod_'),
    key.replace('_test_', '_'),
    key.replace('_test_', '_live_'),
    key.replaceAll('_', '-'),
    `${prefix}${'a'.repeat(10_000)}`,
    '__proto__',
    'constructor',
    'null',
  ]) {
    const [reply] = await exchange(
      simulator.base_urls.us,
      requestText('GET', '/v1/sessions', {
        Authorization: `Bearer ${Buffer.from(wrong).toString('latin1')}`,
      }),
    )
    t.equal(verdict(reply!), '401 invalid_api_key', wrong.slice(0, 60))
  }
})

t.test(
  'PLN-001 PLN-005 PLN-008 PLN-010 PLN-011 PLN-012 AUT-003 ERR-030 ' +
    'a key of one region is refused in the other, known there or not',
  async (t) => {
    const simulator = await roomySimulator(t)
    const unknown = 'A'.repeat(43)
    for (const region of REGIONS) {
      const elsewhere = region === 'us' ? 'eu' : 'us'
      const owner = await newOwner(simulator, { region })
      for (const mode of MODES) {
        const call = await owner.caller(mode)
        t.match(call.key, new RegExp(`^ah_sk_${region}_${mode}_[A-Za-z0-9_-]{43}$`))
        t.equal((await call('GET', '/v1/sessions')).status, 200, `${region} ${mode} at home`)
        for (const key of [
          call.key,
          `ah_sk_${region}_${mode}_${unknown}`,
          `ah_pk_${region}_${mode}_${unknown}`,
        ]) {
          const reply = await client(simulator, key, elsewhere)('GET', '/v1/sessions')
          t.equal(verdict(reply), '409 region_mismatch', `${region} ${mode} in ${elsewhere}`)
          t.equal(rateOf(reply.headers), null)
          t.strictSame(refusalOf(reply).details, {})
        }
        t.equal(
          verdict(
            await client(
              simulator,
              `ah_sk_${region}_${mode}_${unknown}`,
              region,
            )('GET', '/v1/sessions'),
          ),
          '401 invalid_api_key',
        )
      }
    }
  },
)

t.test('PLN-009 AUT-004 a key is valid in its own mode only', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator)
  const call = { test: await owner.caller('test'), live: await owner.caller('live') }
  const made = { test: '', live: '' }
  for (const mode of MODES) {
    const session = (await call[mode]('POST', '/v1/sessions', {})).json<{
      data: { id: string; mode: string }
    }>().data
    t.equal(session.mode, mode)
    made[mode] = session.id
  }
  for (const [mode, other] of [
    ['test', 'live'],
    ['live', 'test'],
  ] as const) {
    t.equal(
      verdict(await call[mode]('GET', `/v1/sessions/${made[other]}`)),
      '404 resource_not_found',
      `${mode} key, ${other} session`,
    )
    const listed = (await call[mode]('GET', '/v1/sessions')).json<{ data: { id: string }[] }>().data
    t.strictSame(
      listed.map(({ id }) => id),
      [made[mode]],
    )
  }
})

t.test(
  'KEY-009 TOK-005 AUT-013 AUT-015 ERR-033 MNT-001 ' +
    'a publishable key and a browser token open no route of the backend',
  async (t) => {
    const simulator = await roomySimulator(t)
    const web = demoKey('org_acme', 'test', 'key_acme_test_web')
    t.match(web, /^ah_pk_us_test_/)
    for (const credential of [
      web,
      `ah_pk_us_live_${'A'.repeat(43)}`,
      `bt_${'A'.repeat(43)}`,
      'bt_',
    ]) {
      for (const operation of keyed) {
        const reply = await client(simulator, credential)(
          operation.method.toUpperCase(),
          pathOf(operation),
          operation.requestBody ? {} : undefined,
        )
        t.equal(
          verdict(reply),
          '403 wrong_token_type',
          `${credential.slice(0, 13)} ${operation.operationId}`,
        )
        t.equal(rateOf(reply.headers), null)
      }
    }
  },
)

t.test(
  'AUT-007 ' +
    'a key that was revoked, has expired or lost its organization is refused from then on, though it was known',
  async (t) => {
    const simulator = await roomySimulator(t)
    const control = controlOf(simulator)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00.000Z' })
    const owner = await newOwner(simulator)
    const [first, second] = [await owner.caller('test'), await owner.caller('test')]
    const states = async (): Promise<string[]> => [
      verdict(await first('GET', '/v1/sessions')),
      verdict(await second('GET', '/v1/sessions')),
    ]
    t.strictSame(await states(), ['200', '200'])
    await control('POST', `/organizations/${owner.id}/keys/${first.keyId}/revoke`)
    t.strictSame(await states(), ['401 invalid_api_key', '200'], 'the one, not the other')
    t.strictSame(await states(), ['401 invalid_api_key', '200'], 'and it stays so')
    const { key } = await control<{ key: string }>('POST', `/organizations/${owner.id}/keys`, {
      type: 'sk',
      mode: 'test',
      expires_at: '2026-11-20T10:00:00.000Z',
    })
    const fading = client(simulator, key)
    t.equal(verdict(await fading('GET', '/v1/sessions')), '200')
    await control('POST', '/clock/advance', { seconds: 3599.999 })
    t.equal(verdict(await fading('GET', '/v1/sessions')), '200', 'to the last millisecond')
    await control('POST', '/clock/advance', { seconds: 0.001 })
    const expired = await fading('GET', '/v1/sessions')
    t.equal(verdict(expired), '401 invalid_api_key')
    t.equal(rateOf(expired.headers), null)
    await control('DELETE', `/organizations/${owner.id}`)
    t.strictSame(
      await states(),
      ['401 invalid_api_key', '401 invalid_api_key'],
      'no organization, no key',
    )
  },
)
