import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type ApiKey, type Organization, World, type WorldFile, scopeOf } from './world.ts'
import { sha256 } from './sha256.ts'

const CLEAR = 'ah_sk_us_test_0123456789abcdef'
const clearKey = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  type: 'sk',
  mode: 'test',
  scopes: ['sessions:read'],
  key: CLEAR,
  ...more,
})

function organization(id: string, more: Partial<Organization> = {}): Organization {
  return {
    id,
    name: id,
    region: 'us',
    plan: 'starter',
    tier: 'standard',
    members: [],
    keys: [],
    wallet: { currency: 'USD', balance_minor: 100, status: 'active' },
    subscription: { status: 'active' },
    ...more,
  }
}

const world = (...organizations: Organization[]): WorldFile => ({ version: 1, organizations })
const onDisk = (file: string): WorldFile => JSON.parse(readFileSync(file, 'utf8')) as WorldFile

t.test('a new world is empty, and is stored', async (t) => {
  const file = join(t.testdir(), 'world.json')
  t.strictSame((await World.open(file)).file, world())
  t.strictSame(onDisk(file), world())
  t.strictSame((await World.open(undefined)).file, world(), 'in memory too')
})

t.test('a key in plain text is hashed when it is loaded', async (t) => {
  const file = join(t.testdir(), 'world.json')
  // Edits the stored file by hand, as a person would.
  writeFileSync(file, JSON.stringify(world(organization('org_a', { keys: [clearKey()] }))))
  const opened = await World.open(
    file,
    world(organization('org_b', { keys: [clearKey({ key: `${CLEAR}_b` })] })),
  )
  t.match(opened.keyByHash(sha256(CLEAR)), { organization: { id: 'org_a' }, key: { id: 'key_1' } })
  t.match(opened.keyByHash(sha256(`${CLEAR}_b`)), { organization: { id: 'org_b' } })
  t.equal(opened.keyByHash(CLEAR), undefined)
  t.equal(opened.keyByHash(sha256('another')), undefined)
  const text = readFileSync(file, 'utf8')
  t.notMatch(text, CLEAR, 'no clear key is left in the file')
  t.strictSame(onDisk(file).organizations[0]!.keys[0], {
    id: 'key_1',
    type: 'sk',
    mode: 'test',
    scopes: ['sessions:read'],
    key_sha256: sha256(CLEAR),
    hint: 'cdef',
  })
  t.match(
    (await World.open(file)).keyByHash(sha256(CLEAR)),
    { key: { id: 'key_1' } },
    'and after the next start',
  )
})

t.test('a key in plain text that is added later is hashed too', async (t) => {
  const file = join(t.testdir(), 'world.json')
  const opened = await World.open(file, world(organization('org_a')))
  await opened.update(() => opened.organization('org_a')!.keys.push(clearKey()))
  t.match(opened.keyByHash(sha256(CLEAR)), { organization: { id: 'org_a' } })
  t.notMatch(readFileSync(file, 'utf8'), CLEAR)
})

t.test('a seed adds entries that are not stored yet; stored ones are unchanged', async (t) => {
  const file = join(t.testdir(), 'world.json')
  const clock = { frozen_at: 5, offset_ms: 0 }
  const first = await World.open(file, {
    ...world(organization('org_a', { name: 'old' }), organization('org_b')),
    ip_limit: 7,
    clock,
  })
  t.strictSame(first.file.clock, clock)
  await first.update((file) => {
    file.clock = { frozen_at: null, offset_ms: 3 }
    file.organizations[0]!.keys.push(clearKey())
  })
  const seed = {
    ...world(organization('org_a', { name: 'new' }), organization('org_c')),
    ip_limit: 9,
    clock,
  }
  const opened = await World.open(file, seed)
  t.strictSame(
    opened.file.organizations.map(({ id }) => id),
    ['org_a', 'org_b', 'org_c'],
  )
  t.equal(opened.organization('org_a')!.name, 'old')
  t.match(
    opened.keyByHash(sha256(CLEAR)),
    { key: { id: 'key_1' } },
    'a key that was made meanwhile is not lost',
  )
  t.equal(opened.file.ip_limit, 7)
  t.strictSame(opened.file.clock, { frozen_at: null, offset_ms: 3 })
  await opened.update((file) => {
    file.organizations.find(({ id }) => id === 'org_c')!.name = 'changed'
  })
  t.equal(seed.organizations[1]!.name, 'org_c', "the caller's seed is not touched")
  t.strictSame(onDisk(file), opened.file)
})

t.test('changes are readable, on disk, and present after a restart', async (t) => {
  const file = join(t.testdir(), 'world.json')
  const opened = await World.open(file, world(organization('org_a', { keys: [clearKey()] })))
  const name = await opened.update((file) => {
    file.organizations.push(organization('org_b'))
    file.organizations[0]!.keys = []
    file.clock = { frozen_at: 1, offset_ms: 2 }
    return 'the result of the change'
  })
  t.equal(name, 'the result of the change')
  t.ok(opened.organization('org_b'))
  t.equal(opened.organization('org_c'), undefined)
  t.equal(opened.keyByHash(sha256(CLEAR)), undefined, 'the indexes follow')
  t.strictSame((await World.open(file)).file, opened.file)
  t.strictSame(onDisk(file).clock, { frozen_at: 1, offset_ms: 2 })
})

t.test('concurrent updates leave the last state on disk', async (t) => {
  const file = join(t.testdir(), 'world.json')
  const opened = await World.open(file, world(organization('org_a')))
  const updates = Array.from({ length: 100 }, (_, i) =>
    opened.update((file) => {
      file.organizations[0]!.name = `name ${i}`
      file.organizations.push(organization(`org_${i}`))
    }),
  )
  await updates[40]
  t.ok(
    onDisk(file).organizations.some(({ id }) => id === 'org_40'),
    'an update that has resolved is on the disk',
  )
  await Promise.all(updates)
  t.equal(onDisk(file).organizations[0]!.name, 'name 99')
  t.equal(onDisk(file).organizations.length, 101)
  t.strictSame(readdirSync(join(file, '..')), ['world.json'], 'no temporary file is left')
})

t.test('a change that throws or cannot be stored is undone; later ones are stored', async (t) => {
  const folder = join(t.testdir({ data: {} }), 'data')
  const file = join(folder, 'world.json')
  const opened = await World.open(
    file,
    world(organization('org_a', { keys: [clearKey()] }), organization('org_b')),
  )
  const before = structuredClone(opened.file)
  const same = opened.organization('org_a')!
  const key = same.keys[0]!
  const upset = (change: WorldFile): void => {
    const [one] = change.organizations
    change.organizations = [organization('org_c')]
    change.ip_limit = 5
    one!.wallet.balance_minor = 0
    one!.budgets = { search: 1 }
    one!.keys.push(clearKey({ id: 'key_2', key: 'second' }))
    one!.keys[0]!.revoked_at = 'now'
    one!.members.push({ id: 'm', name: 'm', email: 'm', role: 'owner' })
    Object.assign(one!, { name: undefined })
    delete (one as Partial<Organization>).plan
  }
  const unchanged = (t: Test): void => {
    t.strictSame(opened.file, before)
    t.equal(opened.organization('org_a'), same, 'requests refer to these objects')
    t.equal(opened.keyByHash(sha256(CLEAR))?.key, key)
    t.equal(opened.keyByHash(sha256('second')), undefined)
    t.equal(opened.organization('org_c'), undefined)
  }
  await t.rejects(
    opened.update((change) => {
      upset(change)
      throw new RangeError('no')
    }),
    { name: 'RangeError' },
  )
  unchanged(t)

  rmSync(folder, { recursive: true })
  const stored = opened.update(upset)
  const later = opened.update((change) => change.organizations.push(organization('org_d')))
  const latest = opened.whenStored(() => opened.file.organizations.map(({ id }) => id))
  await t.rejects(stored, /its folder does not exist/)
  await t.rejects(later, /its folder does not exist/, 'it is based on the first')
  t.strictSame(await latest, ['org_a', 'org_b'], 'nobody has seen what was not stored')
  unchanged(t)

  mkdirSync(folder)
  await opened.update((change) => {
    change.organizations.push(organization('org_e'))
  })
  t.strictSame(
    onDisk(file).organizations.map(({ id }) => id),
    ['org_a', 'org_b', 'org_e'],
  )
  t.equal(onDisk(file).ip_limit, undefined)
})

t.test('a write stores the state of its call, and no later change', async (t) => {
  const file = join(t.testdir(), 'world.json')
  const opened = await World.open(file)
  const limit = (ip_limit: number): Promise<unknown> =>
    opened.update((change) => Object.assign(change, { ip_limit }))
  const changes = [limit(5), limit(6)]
  await changes[0]
  t.equal(onDisk(file).ip_limit, 5)
  await changes[1]
  t.equal(onDisk(file).ip_limit, 6)
})

t.test(
  'a restored world replaces the current one with its cursors, and keeps the start counter',
  async (t) => {
    const file = join(t.testdir(), 'world.json')
    const opened = await World.open(file, {
      ...world(organization('org_a', { keys: [clearKey()] })),
      starts: 3,
      cursor_secret: 'now',
    })
    const other: WorldFile = {
      ...world(organization('org_b')),
      starts: 1,
      cursor_secret: 'then',
      clock: { frozen_at: 1, offset_ms: 0 },
    }
    await opened.replace(other)
    t.equal(opened.keyByHash(sha256(CLEAR)), undefined)
    t.ok(opened.organization('org_b'))
    t.strictSame(onDisk(file), { ...other, starts: 3 })
    await opened.update((file) => {
      file.organizations[0]!.name = 'changed'
    })
    t.equal(other.organizations[0]!.name, 'org_b', 'the source is not changed')
  },
)

t.test('a scope names region, mode and organization', async (t) => {
  t.equal(scopeOf(organization('org_a', { region: 'eu' }), 'live'), 'eu/live/org_a')
})
