import t from 'tap'
import { ApiError } from '../../call/errors.ts'
import { type ApiKey, type Organization, World } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import { KeyRing } from './key-ring.ts'

const SECRET = '0123456789_-abcdEFGH'
const text = (
  more: { type?: string; region?: string; mode?: string; secret?: string } = {},
): string =>
  `ah_${more.type ?? 'sk'}_${more.region ?? 'us'}_${more.mode ?? 'test'}_${more.secret ?? SECRET}`

const apiKey = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  type: 'sk',
  mode: 'test',
  scopes: ['sessions:read'],
  ...more,
})

const organization = (
  id: string,
  keys: ApiKey[],
  more: Partial<Organization> = {},
): Organization => ({
  id,
  name: id,
  region: 'us',
  plan: 'starter',
  tier: 'standard',
  members: [],
  keys,
  wallet: { currency: 'USD', balance_minor: 1, status: 'active' },
  subscription: { status: 'active' },
  ...more,
})

const worldOf = (...organizations: Organization[]): Promise<World> =>
  World.open(undefined, { version: 1, organizations })

/** A world of two organizations, each with one key; ids are an organization's own, so both may use the same one. */
const OTHER = text({ secret: `${SECRET}_of_b` })
const twoOf = (): Promise<World> =>
  worldOf(
    organization('org_a', [apiKey('key_1', { key: text() })]),
    organization('org_b', [apiKey('key_1', { key: OTHER })]),
  )

/** Code of the error; `ok` if there is none. */
function outcome(ring: KeyRing, header: string | undefined, now = 0): string {
  try {
    ring.authenticate(header, now)
    return 'ok'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

t.test('AUT-001 KEY-005 a secret key as a bearer credential is recognized', async (t) => {
  const world = await worldOf(organization('org_a', [apiKey('key_1', { key: text() })]))
  const ring = new KeyRing(world, 'us')
  const credential = ring.authenticate(`Bearer ${text()}`, 0)
  t.match(credential, {
    organization: { id: 'org_a' },
    key: { id: 'key_1' },
    scope: 'us/test/org_a',
  })
  for (const header of [`bearer ${text()}`, `BEARER ${text()}`, `Bearer   ${text()}`]) {
    t.equal(ring.authenticate(header, 0), credential, `${header}: the same key, the same counters`)
  }
})

t.test('a malformed credential is refused', async (t) => {
  const ring = new KeyRing(
    await worldOf(organization('org_a', [apiKey('key_1', { key: text() })])),
    'us',
  )
  const headers = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    text(),
    `Basic ${text()}`,
    `Bearer ${text()} more`,
    `Bearer\t${text()}`,
    `x Bearer ${text()}`,
  ]
  for (const header of headers)
    t.equal(outcome(ring, header), 'authentication_required', String(header))
})

t.test(
  'KEY-001 KEY-002 KEY-003 KEY-004 text that does not have the form of a key is refused',
  async (t) => {
    const ring = new KeyRing(await worldOf(), 'us')
    const tokens = [
      'x',
      'ah',
      'ah_sk',
      text({ type: 'xk' }),
      text({ region: 'ap' }),
      text({ mode: 'prod' }),
      text({ secret: 'short' }),
      text({ secret: '' }),
      text({ secret: 'a'.repeat(129) }),
      text({ secret: `${SECRET}!` }),
      text({ secret: `${SECRET}=` }),
      `x${text()}`,
      text().toUpperCase(),
      text({ region: 'us_us' }),
      'a'.repeat(8000),
      '__proto__',
      'constructor',
    ]
    for (const token of tokens)
      t.equal(outcome(ring, `Bearer ${token}`), 'invalid_api_key', token.slice(0, 60))
  },
)

t.test('a secret may contain underscores and hyphens anywhere', async (t) => {
  const secrets = [
    '________________',
    '----------------',
    '_live_test_us_eu_sk_',
    'ah_sk_us_test_0123456789',
    `${'a_-'.repeat(42)}zz`,
  ]
  const keys = secrets.map((secret, i) => apiKey(`key_${i}`, { key: text({ secret }) }))
  const ring = new KeyRing(await worldOf(organization('org_a', keys)), 'us')
  secrets.forEach((secret, i) =>
    t.equal(ring.authenticate(`Bearer ${text({ secret })}`, 0).key.id, `key_${i}`),
  )
  t.equal(outcome(ring, `Bearer ${text({ secret: '_______________-' })}`), 'invalid_api_key')
})

t.test('ERR-033 TOK-005 AUT-015 KEY-009 tokens of another kind are refused', async (t) => {
  const publishable = apiKey('key_1', { type: 'pk', key: text({ type: 'pk' }) })
  const ring = new KeyRing(await worldOf(organization('org_a', [publishable])), 'us')
  t.equal(outcome(ring, `Bearer ${text({ type: 'pk' })}`), 'wrong_token_type', 'a publishable key')
  t.equal(outcome(ring, 'Bearer bt_0123456789abcdef'), 'wrong_token_type', 'a browser token')
})

t.test(
  'PLN-005 PLN-011 PLN-012 ERR-030 a key of the other region is refused by its form alone',
  async (t) => {
    const asked: string[] = []
    const world = {
      keyByHash: (hash: string) => {
        asked.push(hash)
      },
    } as unknown as World
    for (const [here, there] of [
      ['us', 'eu'],
      ['eu', 'us'],
    ] as const) {
      const ring = new KeyRing(world, here)
      for (const mode of ['test', 'live']) {
        t.equal(outcome(ring, `Bearer ${text({ region: there, mode })}`), 'region_mismatch')
      }
      t.strictSame(asked.splice(0), [], 'nobody has looked whether it exists')
      t.equal(outcome(ring, `Bearer ${text({ region: here })}`), 'invalid_api_key')
      t.equal(asked.splice(0).length, 1)
    }
  },
)

t.test(
  'PLN-008 PLN-009 a stored hash does not authenticate text without the form of a key',
  async (t) => {
    const [good, ofType, ofMode, ofRegion] = ['0', '1', '2', '3'].map((n) =>
      text({ secret: `${SECRET}${n}` }),
    ) as [string, string, string, string]
    const hashed = (key: string, more: Partial<ApiKey> = {}): ApiKey =>
      apiKey(key, { key_sha256: sha256(key), ...more })
    const world = await worldOf(
      organization('org_a', [
        hashed(good),
        hashed(ofType, { type: 'pk' }),
        hashed(ofMode, { mode: 'live' }),
      ]),
      organization('org_b', [hashed(ofRegion)], { region: 'eu' }),
    )
    const ring = new KeyRing(world, 'us')
    t.equal(outcome(ring, `Bearer ${good}`), 'ok')
    for (const key of [ofType, ofMode, ofRegion])
      t.equal(outcome(ring, `Bearer ${key}`), 'invalid_api_key', key)
  },
)

t.test('AUT-007 an expired key is refused at once, also if it is cached', async (t) => {
  const world = await worldOf(organization('org_a', [apiKey('key_1', { key: text() })]))
  const ring = new KeyRing(world, 'us')
  const header = `Bearer ${text()}`
  const moment = Date.parse('2030-01-01T00:00:00Z')
  t.equal(outcome(ring, header, moment), 'ok')
  const key = world.organization('org_a')!.keys[0]!
  await world.update(() => {
    key.expires_at = '2030-01-01T00:00:00Z'
  })
  t.equal(outcome(ring, header, moment - 1), 'ok')
  t.equal(outcome(ring, header, moment), 'invalid_api_key', 'expired')
  t.equal(outcome(ring, header, moment - 1), 'ok', 'a clock that is set back revives it')
  await world.update(() => {
    key.revoked_at = '2029-01-01T00:00:00Z'
  })
  t.equal(outcome(ring, header, moment - 1), 'invalid_api_key', 'revoked')
})

t.test('a key that is removed from the world is refused at once', async (t) => {
  const world = await worldOf(organization('org_a', [apiKey('key_1', { key: text() })]))
  const ring = new KeyRing(world, 'us')
  t.equal(outcome(ring, `Bearer ${text()}`), 'ok')
  await world.update((file) => {
    file.organizations[0]!.keys = []
  })
  t.equal(outcome(ring, `Bearer ${text()}`), 'invalid_api_key', 'deleted')
  await world.update((file) => {
    file.organizations[0]!.keys = [apiKey('key_1', { key: text() })]
  })
  t.equal(outcome(ring, `Bearer ${text()}`), 'ok', 'made again')
  await world.update((file) => {
    file.organizations = []
  })
  t.equal(outcome(ring, `Bearer ${text()}`), 'invalid_api_key', 'gone with its organization')
})

t.test('LIM-005 a key has the same counters for every spelling of its header', async (t) => {
  const ring = new KeyRing(await twoOf(), 'us')
  const first = ring.authenticate(`Bearer ${text()}`, 0)
  const second = ring.authenticate(`Bearer ${OTHER}`, 0)
  t.equal(second.organization.id, 'org_b')
  t.equal(ring.authenticate(`bearer ${text()}`, 0), first)
  t.equal(ring.authenticate(`bearer ${OTHER}`, 0), second)
})

t.test('the cache of headers is bounded in number and length', async (t) => {
  const keys = Array.from({ length: 200 }, (_, i) => text({ secret: `${SECRET}_${i}` }))
  const world = await worldOf(
    organization(
      'org_a',
      keys.map((key, i) => apiKey(`key_${i}`, { key })),
    ),
  )
  let asked = 0
  const ring = new KeyRing(
    {
      keyByHash: (hash: string) => {
        asked++
        return world.keyByHash(hash)
      },
    } as World,
    'us',
  )
  /** Whether the ring knew the header: if not, it looks for the key once more. */
  const knew = (header: string): boolean => {
    asked = 0
    ring.authenticate(header, 0)
    return asked === 1
  }
  const usual = `Bearer ${keys[0]!}`
  t.strictSame([knew(usual), knew(usual)], [false, true])
  const credential = ring.authenticate(usual, 0)
  const long = `Bearer${' '.repeat(500)}${keys[0]!}`
  t.strictSame(
    [knew(long), knew(long), knew(usual)],
    [false, false, true],
    'a long header is not kept',
  )
  // Each of six letters large or small: 64 spellings of each of 200 keys.
  const spellings = Array.from({ length: 64 }, (_, bits) =>
    [...'bearer'].map((letter, i) => ((bits >> i) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
  for (const key of keys)
    for (const spelling of spellings) ring.authenticate(`${spelling} ${key}`, 0)
  t.strictSame([knew(`Bearer ${keys[1]!}`), knew(`Bearer ${keys[1]!}`)], [false, true])
  t.notOk(knew(usual), 'of too many the old ones go')
  t.equal(ring.authenticate(usual, 0), credential, 'the counters stay')
})

t.test('a reset clears the counters of all organizations or of one', async (t) => {
  const ring = new KeyRing(await twoOf(), 'us')
  const both = () => [
    ring.authenticate(`Bearer ${text()}`, 0),
    ring.authenticate(`Bearer ${OTHER}`, 0),
  ]
  const [a, b] = both()
  ring.reset('org_a')
  const [a2, b2] = both()
  t.not(a2, a)
  t.equal(b2, b)
  ring.reset()
  t.not(both()[1], b)
  ring.reset('nobody')
})
