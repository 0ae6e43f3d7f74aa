import t from 'tap'
import type { Activity, Job } from './records.ts'
import { TEXT, onEveryAdapter, put, schedule } from './testing/adapters.ts'

const A = 'us/test/org_a'
const B = 'us/live/org_a'
const ids = (jobs: Job[]): string[] => jobs.map(({ id }) => id)

onEveryAdapter(t, 'jobs of a lane are returned by due time', async (t, records) => {
  await records.write([
    schedule('c', 30),
    schedule('b', 20),
    schedule('a1', 10),
    schedule('a0', 10),
    schedule('z', 1, { lane: 'other' }),
  ])
  t.strictSame(
    ids(await records.dueJobs('lane', 100, 10)),
    ['a1', 'a0', 'b', 'c'],
    'jobs with the same due time are in the order of scheduling',
  )
  t.strictSame(
    ids(await records.dueJobs('lane', 20, 10)),
    ['a1', 'a0', 'b'],
    'a job is due at its due time',
  )
  t.strictSame(ids(await records.dueJobs('lane', 19, 10)), ['a1', 'a0'])
  t.strictSame(ids(await records.dueJobs('lane', 100, 3)), ['a1', 'a0', 'b'])
  t.strictSame(ids(await records.dueJobs('nobody', 100, 3)), [])
  const [job] = await records.dueJobs('other', 1, 1)
  t.strictSame({ ...job! }, { id: 'z', lane: 'other', due: 1, kind: 'expire', scope: A, ref: 'z' })
})

onEveryAdapter(t, 'scheduling a job again moves it', async (t, records) => {
  await records.write([schedule('a', 10), schedule('b', 20)])
  await records.write([schedule('a', 30)])
  t.strictSame(ids(await records.dueJobs('lane', 100, 10)), ['b', 'a'])
  await records.write([schedule('a', 5, { lane: 'other' })])
  t.strictSame(ids(await records.dueJobs('lane', 100, 10)), ['b'])
  await records.write([
    { type: 'unschedule', id: 'a' },
    { type: 'unschedule', id: 'nobody' },
  ])
  t.strictSame(ids(await records.dueJobs('other', 100, 10)), [])
})

onEveryAdapter(t, 'each lane with its earliest job', async (t, records) => {
  t.strictSame(await records.lanes(), [])
  await records.write([
    schedule('a', 10),
    schedule('b', 5),
    schedule('c', 7, { lane: 'other' }),
    schedule('d', 9, { lane: '' }),
  ])
  t.strictSame(
    (await records.lanes()).map((lane) => ({ ...lane })),
    [
      { lane: 'lane', due: 5 },
      { lane: 'other', due: 7 },
      { lane: '', due: 9 },
    ],
  )
  await records.write([
    { type: 'unschedule', id: 'b' },
    { type: 'unschedule', id: 'c' },
  ])
  t.strictSame(
    (await records.lanes()).map((lane) => ({ ...lane })),
    [
      { lane: 'lane', due: 10 },
      { lane: '', due: 9 },
    ],
  )
})

const entry = (session: string, at: number, scope = A): Activity => ({
  type: 'activity',
  scope,
  at,
  session,
  action: 'exported',
  artifact: 'front',
  outcome: 'served',
  actor: 'key_1',
})

onEveryAdapter(
  t,
  'ACT-002 ACT-003 ACT-004 activity entries are returned newest first',
  async (t, records) => {
    await records.write([entry('vs_1', 1), entry('vs_2', 2), entry('vs_1', 3)])
    await records.write([entry('vs_1', 3)])
    await records.write([entry('vs_1', 4, B)])
    const all = await records.activity(A, { limit: 10 })
    t.strictSame(
      all.map(({ session, at }) => [session, at]),
      [
        ['vs_1', 3],
        ['vs_1', 3],
        ['vs_2', 2],
        ['vs_1', 1],
      ],
      'equal entries are stored separately',
    )
    const { seq, ...last } = all[0]!
    t.type(seq, 'number')
    t.strictSame(
      { ...last },
      {
        at: 3,
        session: 'vs_1',
        action: 'exported',
        artifact: 'front',
        outcome: 'served',
        actor: 'key_1',
      },
    )
    const sessions = async (query: {
      before?: number
      session?: string
      limit: number
    }): Promise<number[]> => (await records.activity(A, query)).map(({ at }) => at)
    t.strictSame(await sessions({ limit: 2 }), [3, 3])
    t.strictSame(await sessions({ limit: 2, before: all[1]!.seq }), [2, 1])
    t.strictSame(await sessions({ limit: 10, session: 'vs_1' }), [3, 3, 1])
    t.strictSame(await sessions({ limit: 10, session: 'vs_1', before: all[1]!.seq }), [1])
    t.strictSame(await sessions({ limit: 10, session: 'vs_3' }), [])
  },
)

onEveryAdapter(
  t,
  'entries of one session are found among any number of others',
  async (t, records) => {
    await records.write([entry('vs_1', 1), entry('vs_1', 2)])
    await records.write(Array.from({ length: 41_000 }, (_, i) => entry('vs_2', i)))
    await records.write([entry('vs_1', 3)])
    const found = await records.activity(A, { limit: 10, session: 'vs_1' })
    t.strictSame(
      found.map(({ at }) => at),
      [3, 2, 1],
    )
    t.strictSame(
      (await records.activity(A, { limit: 2, session: 'vs_1' })).map(({ at }) => at),
      [3, 2],
    )
    t.strictSame(await records.countActivity(A), new Map([['exported', 41_003]]))
    t.strictSame(
      (await records.activity(A, { limit: 2, before: 12 })).map(({ seq, at }) => [seq, at]),
      [
        [11, 8],
        [10, 7],
      ],
      'each of many concurrent entries has its own position',
    )
  },
)

onEveryAdapter(
  t,
  'entries of alternating scopes are paged in order from any position',
  async (t, records) => {
    for (let batch = 0; batch < 3; batch++) {
      await records.write(
        Array.from({ length: 90 }, (_, i) => entry('vs_1', batch * 90 + i, [A, A, B][i % 3])),
      )
    }
    const expected = (scope: string) =>
      Array.from({ length: 270 }, (_, at) => at)
        .filter((at) => [A, A, B][at % 3] === scope)
        .toReversed()
    for (const scope of [A, B]) {
      for (const before of [1, 2, 47, 48, 49, 200, 271]) {
        const found = await records.activity(scope, { limit: 300, before })
        t.strictSame(
          found.map(({ seq, at }) => [seq, at]),
          expected(scope)
            .filter((at) => at + 1 < before)
            .map((at) => [at + 1, at]),
        )
      }
    }
  },
)

onEveryAdapter(t, 'clearing removes all data of a scope and no other data', async (t, records) => {
  const everything = [
    put('a', 1),
    put('b', 1, { scope: B }),
    entry('a', 1),
    entry('b', 1, B),
    schedule('ja', 1),
    schedule('jb', 1, { scope: B, lane: 'other' }),
  ]
  await records.write(everything)
  await records.clear(A)
  t.equal(records.peekView(A, TEXT, 'a'), undefined)
  t.equal(await records.read(A, 'session', 'a'), undefined)
  t.equal(await records.find('session', 'a'), undefined)
  t.strictSame(await records.page(A, 'session', { limit: 10 }), [])
  t.strictSame(await records.activity(A, { limit: 10 }), [])
  t.strictSame(
    (await records.lanes()).map(({ lane }) => lane),
    ['other'],
  )
  t.match(await records.read(B, 'session', 'b'), { body: 1 })
  t.equal((await records.activity(B, { limit: 10 })).length, 1)
  await records.clear()
  t.equal(await records.find('session', 'b'), undefined)
  t.strictSame(await records.lanes(), [])
  await records.write(everything)
  t.match(await records.read(A, 'session', 'a'), { version: 1 }, 'the store can be filled again')
})

onEveryAdapter(t, 'clearing and closing do not wait for later writes', async (t, records) => {
  let seen = 0
  const follow = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      await records.write([put(`x${seen++}`, i)])
    }
  }
  const writers = Promise.all([follow(), follow()])
  for (let i = 0; i < 5; i++) {
    await records.clear(A)
    await records.clear()
  }
  await writers
  await records.write([put('last', 1)])
  t.match(await records.read(A, 'session', 'last'), { body: 1 })
})
