import t from 'tap'
import { type PageQuery, VersionConflict, type View } from './records.ts'
import { sized } from './sized-text.ts'
import { TEXT, onEveryAdapter, put, schedule } from './testing/adapters.ts'

const A = 'us/test/org_a'
const B = 'us/live/org_a'

onEveryAdapter(t, 'a document is read as it was written', async (t, records) => {
  const body = {
    name: 'Ærøskøbing',
    list: [1, null, { deep: true }],
    text: '"\\\u0000\ud83d\ude00',
  }
  await records.write([put('vs_1', body)])
  const first = await records.read(A, 'session', 'vs_1')
  t.match(first, { scope: A, kind: 'session', id: 'vs_1', version: 1 })
  t.strictSame(first!.body, body)
  await records.write([put('vs_1', { name: 'new' }, { ifVersion: 1 })])
  const second = await records.read(A, 'session', 'vs_1')
  t.match(
    second,
    { version: 2, seq: first!.seq, body: { name: 'new' } },
    'a new version keeps its position',
  )
  t.strictSame(first!.body, body, 'a returned version does not change')
  t.equal(await records.read(A, 'session', 'vs_2'), undefined)
  t.equal(await records.read(A, 'applicant', 'vs_1'), undefined)
})

onEveryAdapter(t, 'the same id may be used by two kinds', async (t, records) => {
  await records.write([put('x', 'one'), put('x', 'two', { kind: 'event' })])
  for (let round = 0; round < 2; round++) {
    t.equal((await records.read(A, 'session', 'x'))!.body, 'one')
    t.equal((await records.read(A, 'event', 'x'))!.body, 'two')
  }
  await records.write([
    put('x', 'one again', { ifVersion: 1 }),
    { type: 'remove', scope: A, kind: 'event', id: 'x' },
  ])
  t.equal((await records.read(A, 'session', 'x'))!.body, 'one again')
  t.equal(await records.find('event', 'x'), undefined)
})

onEveryAdapter(
  t,
  'peekView reads from memory, and find ignores the scope',
  async (t, records, { local }) => {
    t.equal(records.peekView(A, TEXT, 'vs_1'), undefined)
    await records.write([put('vs_1', 'é', { readSoon: true }), put('vs_3', 'o')])
    t.equal(records.peekView(A, TEXT, 'vs_3'), undefined, 'not in memory before its first read')
    const seen = local ? { text: '"é"', bytes: 4 } : undefined
    t.match(
      records.peekView(A, TEXT, 'vs_1'),
      seen,
      'another process may have changed the document',
    )
    t.equal(records.peekView(B, TEXT, 'vs_1'), undefined)
    t.match(await records.find('session', 'vs_1'), { scope: A, body: 'é' })
    t.equal(await records.find('session', 'vs_2'), undefined)
    await records.write([{ type: 'remove', scope: A, kind: 'session', id: 'vs_1' }])
    t.equal(records.peekView(A, TEXT, 'vs_1'), undefined, 'a removed document is not in memory')
  },
)

onEveryAdapter(
  t,
  'a view is computed once for each version, and has the scope of its document',
  async (t, records, { local }) => {
    const made: unknown[] = []
    const view: View = {
      kind: 'session',
      kept: 1000,
      of: ({ body }) => (made.push(body), `seen: ${String(body)}`),
    }
    const other: View = { ...view, of: ({ body }) => `other: ${String(body)}` }
    t.equal(await records.view(A, view, 'vs_1'), undefined)
    await records.write([put('vs_1', 1), put('vs_1', 'of another kind', { kind: 'event' })])
    t.match(await records.view(A, view, 'vs_1'), sized('seen: 1'))
    t.match(records.peekView(A, view, 'vs_1'), local ? sized('seen: 1') : undefined)
    t.match(await records.view(A, other, 'vs_1'), sized('other: 1'))
    t.equal(await records.view(B, view, 'vs_1'), undefined)
    t.equal(records.peekView(B, view, 'vs_1'), undefined)
    t.strictSame(made, [1])
    const written = records.write([put('vs_1', 2, { ifVersion: 1 })])
    if (!local) await written
    t.match(await records.view(A, view, 'vs_1'), sized('seen: 2'), 'the writer reads its own write')
    await written
    t.match(await records.view(A, other, 'vs_1'), sized('other: 2'))
    t.strictSame(made, [1, 2])
    await records.write([{ type: 'remove', scope: A, kind: 'session', id: 'vs_1' }])
    t.strictSame(
      [records.peekView(A, view, 'vs_1'), await records.view(A, other, 'vs_1')],
      [undefined, undefined],
    )
  },
)

onEveryAdapter(
  t,
  'the views of a page are computed once for each version of its documents',
  async (t, records, { local }) => {
    const made: unknown[] = []
    const view: View = {
      kind: 'session',
      kept: 1000,
      of: ({ body }) => (made.push(body), `seen: ${String(body)}`),
    }
    const texts = async (scope: string, query: Partial<PageQuery> = {}): Promise<string[]> =>
      (await records.pageViews(scope, view, { limit: 10, ...query })).map(({ text }) => text)
    await records.write([
      put('vs_1', 1, { key1: 'k' }),
      put('vs_2', 2),
      put('vs_3', 3, { key1: 'k', key2: 'l' }),
    ])
    for (const _ of ['made', 'kept'])
      t.strictSame(await texts(A), ['seen: 3', 'seen: 2', 'seen: 1'])
    t.strictSame(made, [3, 2, 1])
    t.strictSame(await texts(A, { key1: 'k' }), ['seen: 3', 'seen: 1'])
    t.strictSame(await texts(A, { key1: 'k', key2: 'l' }), ['seen: 3'])
    const [first] = await records.pageViews(A, view, { limit: 1 })
    t.strictSame(await texts(A, { before: first!.seq, limit: 1 }), ['seen: 2'])
    t.strictSame(await texts(B), [])
    const written = records.write([put('vs_2', 'two', { ifVersion: 1 }), put('vs_4', 4)])
    if (!local) await written
    t.strictSame(
      await texts(A),
      ['seen: 4', 'seen: 3', 'seen: two', 'seen: 1'],
      'the writer reads its own write',
    )
    await written
    t.strictSame(made, [3, 2, 1, 4, 'two'])
    await records.write([
      { type: 'remove', scope: B, kind: 'session', id: 'vs_3' },
      { type: 'remove', scope: A, kind: 'session', id: 'vs_1' },
    ])
    t.strictSame(await texts(A), ['seen: 4', 'seen: 3', 'seen: two'])
    await records.clear(A)
    t.strictSame(await texts(A), [])
  },
)

onEveryAdapter(t, 'a document of another scope does not exist', async (t, records) => {
  await records.write([put('vs_1', 'mine', { key1: 'k' })])
  t.equal(await records.read(B, 'session', 'vs_1'), undefined)
  t.strictSame(await records.page(B, 'session', { limit: 10 }), [])
  t.strictSame(await records.page(B, 'session', { limit: 10, key1: 'k' }), [])
  await records.write([{ type: 'remove', scope: B, kind: 'session', id: 'vs_1' }])
  t.match(
    await records.read(A, 'session', 'vs_1'),
    { body: 'mine' },
    'another scope cannot remove it',
  )
  for (const ifVersion of [0, 1]) {
    await t.rejects(records.write([put('vs_1', 'theirs', { scope: B, ifVersion })]), {
      name: 'VersionConflict',
    })
  }
  t.match(
    await records.read(A, 'session', 'vs_1'),
    { version: 1, body: 'mine' },
    'nor overwrite it',
  )
})

onEveryAdapter(t, 'pages are sorted newest first', async (t, records) => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  for (const id of ids) {
    await records.write([
      put(id, id),
      put(`${id}2`, id, { kind: 'event' }),
      put(`${id}3`, id, { scope: B }),
    ])
  }
  await records.write([put('a', 'written again', { ifVersion: 1 })])
  const idsOf = async (query: { limit: number; before?: number }): Promise<string[]> =>
    (await records.page(A, 'session', query)).map(({ id }) => id)
  t.strictSame(await idsOf({ limit: 10 }), ['e', 'd', 'c', 'b', 'a'])
  t.strictSame(await idsOf({ limit: 2 }), ['e', 'd'])
  const { seq } = (await records.read(A, 'session', 'd'))!
  t.strictSame(await idsOf({ limit: 2, before: seq }), ['c', 'b'], 'before is exclusive')
  await records.write([{ type: 'remove', scope: A, kind: 'session', id: 'c' }, put('f', 'f')])
  t.strictSame(
    await idsOf({ limit: 2, before: seq }),
    ['b', 'a'],
    'a position stays valid while documents are added and removed',
  )
  t.equal((await records.page(A, 'session', { limit: 10 })).at(-1)!.body, 'written again')
})

onEveryAdapter(t, 'pages by key', async (t, records) => {
  await records.write([
    put('a', 0, { key1: 's1', key2: 'w1' }),
    put('b', 0, { key1: 's1', key2: 'w2' }),
    put('c', 0, { key1: 's2', key2: 'w1' }),
    put('d', 0),
  ])
  const ids = async (query: { key1?: string; key2?: string }): Promise<string[]> =>
    (await records.page(A, 'session', { limit: 10, ...query })).map(({ id }) => id)
  t.strictSame(await ids({ key1: 's1' }), ['b', 'a'])
  t.strictSame(await ids({ key2: 'w1' }), ['c', 'a'])
  t.strictSame(await ids({ key1: 's1', key2: 'w1' }), ['a'])
  t.strictSame(await ids({ key1: 'w1' }), [])
  t.strictSame(await ids({ key1: '' }), [], 'an empty key is a key')
  await records.write([put('a', 1, { ifVersion: 1 }), put('b', 1, { ifVersion: 1, key1: 'other' })])
  t.strictSame(await ids({ key1: 's1' }), ['a'], 'an omitted key keeps its value')
  t.strictSame(await ids({ key1: 'other' }), ['b'], 'a new key replaces it')
  t.strictSame(await ids({ key2: 'w2' }), ['b'], 'the other key does not change')
  await records.write([put('d', 1, { ifVersion: 1, key1: 's1' })])
  t.strictSame(await ids({ key1: 's1' }), ['d', 'a'], 'a key may be added later')
})

onEveryAdapter(
  t,
  'a write fails if the version differs from the one that was read',
  async (t, records) => {
    await t.rejects(
      records.write([put('x', 0, { ifVersion: 1 })]),
      new VersionConflict('session', 'x', 1, 0),
    )
    await records.write([put('x', 0)])
    await t.rejects(records.write([put('x', 1)]), new VersionConflict('session', 'x', 0, 1))
    await t.rejects(records.write([put('x', 1, { ifVersion: 2 })]), { name: 'VersionConflict' })
    await records.write([put('x', 1, { ifVersion: 1 })])
    await t.rejects(records.write([put('x', 2, { ifVersion: 1 })]), {
      message: 'session x: expected version 1, got 2',
    })
    await records.write([{ type: 'remove', scope: A, kind: 'session', id: 'x' }])
    await records.write([put('x', 'a new life')])
    t.match(await records.read(A, 'session', 'x'), { version: 1, body: 'a new life' })
  },
)

const sha = 'ab'.repeat(32)

onEveryAdapter(t, 'a failed batch changes nothing', async (t, records) => {
  await records.write([put('old', 1)])
  const rest = [
    put('new', 1, { scope: 'an unknown scope', kind: 'an unknown kind' }),
    put('old', 2, { ifVersion: 1 }),
    { type: 'put-blob' as const, scope: A, sha256: sha, bytes: Buffer.from('bytes') },
    schedule('job', 1),
    {
      type: 'activity' as const,
      scope: A,
      at: 1,
      session: 's',
      action: 'a',
      artifact: 'front',
      outcome: 'o',
      actor: 'k',
    },
  ]
  const failures = {
    'a version': put('old2', 1, { ifVersion: 3 }),
    'a body that cannot be serialized': put('big', 1n),
  }
  for (const [why, last] of Object.entries(failures)) {
    await t.rejects(records.write([...rest, last]), why)
    t.match(await records.read(A, 'session', 'old'), { version: 1, body: 1 })
    t.match(await records.view(A, TEXT, 'old'), sized('1'))
    t.equal(await records.find('an unknown kind', 'new'), undefined)
    t.equal(await records.blob(sha), undefined)
    t.strictSame(await records.lanes(), [])
    t.strictSame(await records.activity(A, { limit: 1 }), [])
  }
  await records.write(rest)
  const found = await records.find('an unknown kind', 'new')
  t.match(found, { scope: 'an unknown scope' }, 'the store still works')
})

onEveryAdapter(
  t,
  'a batch with one existing document adds none of its new documents',
  async (t, records) => {
    await records.write([put('x', 'first')])
    const late = [put('y', 1, { key1: 'k' }), put('z', 1), put('x', 'second')]
    const results = await Promise.allSettled([
      records.write(late),
      records.write([put('neighbour', 1)]),
    ])
    t.strictSame(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
      'other batches are not affected',
    )
    t.strictSame(
      (await records.page(A, 'session', { limit: 9 })).map(({ id }) => id),
      ['neighbour', 'x'],
    )
    t.equal(await records.find('session', 'y'), undefined)
    await t.rejects(records.write([put('twice', 1), put('twice', 2)]), { name: 'VersionConflict' })
    t.equal(await records.find('session', 'twice'), undefined)
    await records.write(late.slice(0, 2))
    t.match(await records.read(A, 'session', 'x'), { body: 'first' })
  },
)

onEveryAdapter(t, 'a reserved position is kept for a later document', async (t, records) => {
  const seq = await records.reserve()
  await records.write([put('b', 1)])
  await records.write([put('a', 1, { seq })])
  t.strictSame(
    (await records.page(A, 'session', { limit: 9 })).map(({ id }) => id),
    ['b', 'a'],
  )
  t.match(await records.read(A, 'session', 'a'), { seq })
})

onEveryAdapter(t, 'of many concurrent writers, exactly one succeeds', async (t, records) => {
  for (const ifVersion of [0, 1, 2]) {
    const writes = Array.from({ length: 20 }, (_, i) =>
      records.write([put('x', i, { ifVersion }), put(`${ifVersion}-${i}`, i)]),
    )
    const results = await Promise.allSettled(writes)
    const winners = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []))
    t.equal(winners.length, 1)
    t.match(await records.read(A, 'session', 'x'), { version: ifVersion + 1, body: winners[0]! })
    const traces = (await records.page(A, 'session', { limit: 100 })).filter(({ id }) =>
      id.startsWith(`${ifVersion}-`),
    )
    t.strictSame(
      traces.map(({ id }) => id),
      [`${ifVersion}-${winners[0]}`],
      'the failed writes change nothing',
    )
  }
})

onEveryAdapter(t, 'activity is counted by action and scope', async (t, records) => {
  const entry = (scope: string, action: string) =>
    ({
      type: 'activity',
      scope,
      action,
      at: 1,
      session: '',
      artifact: 'front',
      outcome: 'o',
      actor: 'k',
    }) as const
  await records.write([entry(A, 'one'), entry(A, 'two'), entry(B, 'one'), entry(A, 'one')])
  t.strictSame(
    new Map([...(await records.countActivity(A))].sort()),
    new Map([
      ['one', 2],
      ['two', 1],
    ]),
  )
  t.strictSame(await records.countActivity(B), new Map([['one', 1]]))
})
