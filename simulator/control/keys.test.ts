import t from 'tap'
import { scopes } from '../../spec/generated/scopes.ts'
import { sha256 } from '../world/sha256.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { keyIssues, riskyScopes } from './keys.ts'
import { codeOf, controlFor, dataOf, problemsOf } from './testing.ts'

interface Key {
  id: string
  key: string
  hint: string
  scopes: string[]
  risky_scopes: { name: string; reason: string }[]
}

interface Rotated extends Key {
  allowed_origins: string[]
  type: string
  replaces: Key & { expires_at: string }
}

const PATH = '/organizations/org_acme/keys'
const SECRET = { type: 'sk', mode: 'test' }

t.test("AUT-005 a new key has the contract's form and works at once", async (t) => {
  const { simulator, control } = await controlFor(t)
  for (const [organization, region, mode] of [
    ['org_acme', 'us', 'test'],
    ['org_acme', 'us', 'live'],
    ['org_nord', 'eu', 'test'],
    ['org_nord', 'eu', 'live'],
  ] as const) {
    const made = dataOf<Key>(
      await control('POST', `/organizations/${organization}/keys`, { type: 'sk', mode }),
    )
    t.match(made.key, new RegExp(`^ah_sk_${region}_${mode}_[A-Za-z0-9_-]{43}$`), 'KEY-001')
    t.strictSame(made.scopes, Object.keys(scopes), 'every scope')
    t.equal(made.hint, made.key.slice(-4))
    t.equal((await client(simulator, made.key, region)('GET', '/v1/sessions')).status, 200)
  }
})

t.test(
  'SUB-009 SUB-011 only a member who may configure webhooks makes a key that can',
  async (t) => {
    const { control } = await controlFor(t)
    const reader = { ...SECRET, scopes: ['sessions:read'] }
    const { id } = dataOf<Key>(await control('POST', PATH, SECRET))
    const keys = async () =>
      dataOf<{ keys: object[] }>(await control('GET', '/organizations/org_acme')).keys.length
    const before = await keys()
    for (const role of ['reviewer', 'developer']) {
      const member_id = `mem_acme_${role}`
      for (const [path, body] of [
        [PATH, SECRET],
        [PATH, { ...SECRET, scopes: ['webhooks:write'] }],
        [`${PATH}/${id}/rotate`, {}],
      ] as const)
        t.equal(codeOf(await control('POST', path, { ...body, member_id })), 'role_not_allowed')
      t.equal((await control('POST', PATH, { ...reader, member_id })).status, 201)
    }
    t.equal(await keys(), before + 2, 'nothing else was created or replaced')
    for (const role of ['owner', 'admin'])
      t.equal(
        (await control('POST', PATH, { ...SECRET, member_id: `mem_acme_${role}` })).status,
        201,
      )
    t.strictSame(problemsOf(await control('POST', PATH, { ...SECRET, member_id: 'mem_none' })), [
      'custom member_id',
    ])
  },
)

t.test('KEY-009 a publishable key has no scopes', async (t) => {
  const { control } = await controlFor(t)
  const allowed_origins = ['https://app.example.com']
  const made = dataOf<Key>(
    await control('POST', PATH, { type: 'pk', mode: 'live', allowed_origins }),
  )
  t.match(made, { key: /^ah_pk_us_live_/, scopes: [], allowed_origins, risky_scopes: [] })
})

t.test('a key has only the requested scopes', async (t) => {
  const { simulator, control } = await controlFor(t)
  const made = dataOf<Key>(await control('POST', PATH, { ...SECRET, scopes: ['sessions:write'] }))
  const call = client(simulator, made.key)
  t.equal((await call('POST', '/v1/sessions', {})).status, 201)
  t.equal(codeOf(await call('GET', '/v1/sessions')), 'insufficient_scope')
  const none = dataOf<Key>(await control('POST', PATH, { ...SECRET, scopes: [] }))
  t.equal(
    codeOf(await client(simulator, none.key)('POST', '/v1/sessions', {})),
    'insufficient_scope',
  )
})

t.test('a key is shown once and kept as a hash', async (t) => {
  const { simulator, control } = await controlFor(t)
  const { key, id, hint } = dataOf<Key>(await control('POST', PATH, SECRET))
  t.notMatch(JSON.stringify(simulator.ports.world.file), key)
  const { keys } = dataOf<{ keys: Record<string, unknown>[] }>(
    await control('GET', '/organizations/org_acme'),
  )
  const later = keys.find((one) => one.id === id)!
  t.strictSame(Object.keys(later).sort(), [
    'allowed_origins',
    'expires_at',
    'hint',
    'id',
    'mode',
    'revoked_at',
    'scopes',
    'type',
  ])
  t.equal(later.hint, hint)
})

t.test(
  'AUT-007 a revoked key no longer authenticates, even for a recently seen caller',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
    const { key, id } = dataOf<Key>(await control('POST', PATH, SECRET))
    const call = client(simulator, key)
    t.equal((await call('GET', '/v1/sessions')).status, 200)
    t.match(dataOf(await control('POST', `${PATH}/${id}/revoke`)), {
      id,
      revoked_at: '2026-11-20T09:00:00.000Z',
    })
    t.equal(codeOf(await call('GET', '/v1/sessions')), 'invalid_api_key')
    await control('POST', '/clock/advance', { seconds: 60 })
    t.match(
      dataOf(await control('POST', `${PATH}/${id}/revoke`)),
      { revoked_at: '2026-11-20T09:00:00.000Z' },
      'a second revocation changes nothing',
    )
    t.equal(
      codeOf(await control('POST', `/organizations/org_globex/keys/${id}/revoke`)),
      'resource_not_found',
    )
    t.equal(
      codeOf(await control('POST', '/organizations/org_nobody/keys', SECRET)),
      'resource_not_found',
    )
  },
)

t.test(
  'AUT-006 a rotated key is replaced by one of the same kind, at once or after an overlap',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
    const first = dataOf<Key>(await control('POST', PATH, { ...SECRET, scopes: ['sessions:read'] }))
    const answers = async (...keys: Key[]) => {
      const replies = await Promise.all(
        keys.map(({ key }) => client(simulator, key)('GET', '/v1/sessions')),
      )
      return replies.map(({ status }) => status)
    }
    t.strictSame(await answers(first), [200], 'used once before the rotation')
    const second = dataOf<Rotated>(
      await control('POST', `${PATH}/${first.id}/rotate`, { overlap_seconds: 60 }),
    )
    t.match(second.key, /^ah_sk_us_test_[A-Za-z0-9_-]{43}$/)
    t.strictSame(second.scopes, ['sessions:read'])
    t.match(second.replaces, { id: first.id, expires_at: '2026-11-20T09:01:00.000Z' })
    t.notMatch(JSON.stringify(simulator.ports.world.file), second.key)
    await control('POST', '/clock/advance', { seconds: 59 })
    t.strictSame(await answers(first, second), [200, 200])
    t.match(
      dataOf<Rotated>(
        await control('POST', `${PATH}/${first.id}/rotate`, { overlap_seconds: 3600 }),
      ),
      { replaces: { expires_at: '2026-11-20T09:01:00.000Z' } },
      'a second rotation extends nothing',
    )
    await control('POST', '/clock/advance', { seconds: 1 })
    t.strictSame(await answers(first, second), [401, 200])
    const third = dataOf<Rotated>(await control('POST', `${PATH}/${second.id}/rotate`))
    t.strictSame(await answers(second, third), [401, 200], 'at once')
    for (const over of [first, second]) {
      t.strictSame(problemsOf(await control('POST', `${PATH}/${over.id}/rotate`)), [
        'custom key_id',
      ])
    }
  },
)

t.test(
  'AUT-006 a publishable key keeps its origins, and a rejected rotation changes nothing',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    const { keys } = simulator.ports.world.organization('org_acme')!
    const page = `${PATH}/key_acme_test_web/rotate`
    const before = structuredClone(keys)
    for (const [path, body, problem] of [
      [page, { scopes: ['sessions:read'] }, 'custom scopes'],
      [page, { overlap_seconds: -1 }, 'too_small overlap_seconds'],
      [page, { overlap_seconds: 2_592_001 }, 'too_big overlap_seconds'],
      [page, { mode: 'live' }, 'unrecognized_keys '],
      [
        `${PATH}/key_acme_test_main/rotate`,
        { scopes: ['sessions:fly'] },
        'invalid_enum_value scopes.0',
      ],
    ] as const)
      t.strictSame(problemsOf(await control('POST', path, body)), [problem])
    t.equal(
      codeOf(await control('POST', '/organizations/org_globex/keys/key_acme_test_web/rotate')),
      'resource_not_found',
    )
    t.strictSame(keys, before)
    const made = dataOf<Rotated>(await control('POST', page))
    t.match(made, {
      type: 'pk',
      scopes: [],
      allowed_origins: before[1]!.allowed_origins!,
      key: /^ah_pk_us_test_/,
    })
  },
)

t.test(
  'VER-022 a retired scope of a key grants nothing, and its owner can reissue the key',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    const key = simulator.ports.world
      .organization('org_acme')!
      .keys.find(({ id }) => id === 'key_acme_test_main')!
    // A data directory from before the renaming holds such a key.
    await simulator.ports.world.update(() => {
      key.scopes = ['verifications:read', 'sessions:write']
    })
    t.equal(
      codeOf(await client(simulator, demoKey('org_acme'))('GET', '/v1/sessions')),
      'insufficient_scope',
    )
    const path = `${PATH}/${key.id}/rotate`
    const refused = await control('POST', path)
    t.strictSame(problemsOf(refused), ['invalid_enum_value scopes.0'])
    t.match(refused.text, 'grant sessions:read instead')
    t.equal(key.expires_at, undefined)
    const made = dataOf<Rotated>(
      await control('POST', path, { scopes: ['sessions:read', 'sessions:write'] }),
    )
    t.equal((await client(simulator, made.key)('GET', '/v1/sessions')).status, 200)
  },
)

t.test("a key expires by the simulator's clock", async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const { key } = dataOf<Key>(
    await control('POST', PATH, { ...SECRET, expires_at: '2026-11-20T10:00:01+01:00' }),
  )
  const call = client(simulator, key)
  t.equal((await call('GET', '/v1/sessions')).status, 200)
  await control('POST', '/clock/advance', { seconds: 1 })
  t.equal(codeOf(await call('GET', '/v1/sessions')), 'invalid_api_key')
})

t.test('SCO-007 SCO-008 SCO-009 risky scopes are flagged, each with its reason', async (t) => {
  const { control } = await controlFor(t)
  const { risky_scopes } = dataOf<Key>(await control('POST', PATH, SECRET))
  const names = risky_scopes.map(({ name }) => name)
  for (const name of ['applicants:read', 'sessions:read_report', 'sessions:skip_step'])
    t.ok(names.includes(name), name)
  for (const { reason } of risky_scopes) t.ok(reason.length > 0)
  t.strictSame(riskyScopes(['sessions:read', 'sessions:write']), [])
})

t.test('invalid keys are rejected', async (t) => {
  const page = { type: 'pk', mode: 'test' }
  for (const [body, message] of [
    [{ ...SECRET, scopes: ['reports:images'] }, /grant sessions:read_report instead/],
    [
      { ...SECRET, scopes: ['applicants:manage'] },
      /grant applicants:read and applicants:write instead/,
    ],
    [{ ...SECRET, scopes: ['sessions:fly'] }, /Expected one of sessions:read, /],
    [{ ...SECRET, scopes: ['toString'] }, /Expected one of sessions:read, /],
    [{ ...SECRET, allowed_origins: ['https://app.example.com'] }, /never in a browser/],
    [{ ...page, scopes: ['sessions:read'] }, /no scopes/],
    [{ ...page, allowed_origins: ['https://app.example.com/'] }, /origin/],
    [{ ...page, allowed_origins: ['https://*.example.com'] }, /no wildcard/],
    [{ ...page, allowed_origins: ['https://App.example.com'] }, /origin/],
    [{ ...page, allowed_origins: ['*'] }, /origin/],
    [{ ...page, allowed_origins: ['file:///home'] }, /origin/],
    [{ ...page, allowed_origins: ['https://app.example.com:443'] }, /origin/],
    [{ ...SECRET, expires_at: '2026-12-31T23:59:60Z' }, /valid time/],
  ] as const) {
    const issues = keyIssues(body)
    t.equal(issues.length, 1, JSON.stringify(body))
    t.match(issues[0]?.message, message)
  }
  for (const body of [
    SECRET,
    { ...SECRET, scopes: ['sessions:read'] },
    { ...page, scopes: [], allowed_origins: ['http://localhost:3000', 'https://a.example'] },
    null,
    undefined,
    3,
    [],
    { scopes: 'x', allowed_origins: [1], expires_at: 4 },
  ])
    t.strictSame(keyIssues(body), [], JSON.stringify(body))
})

t.test('all problems of a rejected key are reported, and no key is created', async (t) => {
  const { simulator, control } = await controlFor(t)
  const count = () => simulator.ports.world.organization('org_acme')!.keys.length
  const before = count()
  const body = { type: 'sk', mode: 'prod', scopes: ['nope', 'verifications:read'], admin: true }
  const reply = await control('POST', PATH, body)
  t.strictSame(problemsOf(reply).sort(), [
    'invalid_enum_value mode',
    'invalid_enum_value scopes.0',
    'invalid_enum_value scopes.1',
    'unrecognized_keys ',
  ])
  t.equal(count(), before)
})

t.test(
  'AUT-011 the origins of a publishable key can be changed, those of a secret key never',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    const { id, key } = dataOf<Key>(
      await control('POST', PATH, {
        type: 'pk',
        mode: 'test',
        allowed_origins: ['https://old.example'],
      }),
    )
    const allowed_origins = ['https://new.example']
    t.match(dataOf(await control('PATCH', `${PATH}/${id}`, { allowed_origins })), {
      id,
      allowed_origins,
      hint: key.slice(-4),
    })
    t.strictSame(simulator.ports.world.keyByHash(sha256(key))?.key.allowed_origins, allowed_origins)
    t.strictSame(
      problemsOf(
        await control('PATCH', `${PATH}/${id}`, { allowed_origins: ['https://x.example/page'] }),
      ),
      ['invalid_string allowed_origins.0'],
    )
    const secret = dataOf<Key>(await control('POST', PATH, SECRET))
    t.strictSame(problemsOf(await control('PATCH', `${PATH}/${secret.id}`, { allowed_origins })), [
      'custom allowed_origins',
    ])
    t.equal(
      codeOf(await control('PATCH', `${PATH}/key_nobody`, { allowed_origins })),
      'resource_not_found',
    )
  },
)

t.test(
  'SCO-004 SCO-006 grantable scopes are listed in groups; sensitive scopes have a reason',
  async (t) => {
    const { control } = await controlFor(t)
    interface Group {
      group: string
      scopes: { name: string; sensitive: boolean; reason: string | null }[]
    }
    const groups = dataOf<Group[]>(await control('GET', '/scopes'))
    t.strictSame(
      groups.map(({ group }) => group),
      [
        'verification',
        'session_tokens',
        'reports',
        'adjudication',
        'configuration',
        'compliance_and_billing',
      ],
    )
    const all = groups.flatMap(({ scopes }) => scopes)
    t.strictSame(
      all.map(({ name }) => name).sort(),
      dataOf<Key>(await control('POST', PATH, SECRET)).scopes.toSorted(),
    )
    t.strictSame(
      all
        .filter(({ sensitive }) => sensitive)
        .map(({ name, reason }) => ({ name, reason }))
        .sort(byName),
      riskyScopes(all.map(({ name }) => name)).sort(byName),
    )
    t.match(
      all.find(({ name }) => name === 'sessions:read_report'),
      { sensitive: true, reason: /evidence/ },
    )
  },
)

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)
