import t from 'tap'
import { retryInTurn, retryOnConflict } from './conflict.ts'
import { Deadline } from './postgres/deadline.ts'
import { writeContext } from './postgres/write-context.ts'
import { type Document, VersionConflict } from './records.ts'
import { onEveryAdapter, put } from './testing/adapters.ts'
import { newTurns } from './turns.ts'
import { StoreUnavailable } from './unavailable.ts'

t.test('a conflict is retried, another error is not', async (t) => {
  let tries = 0
  t.equal(
    await retryOnConflict(async () => {
      if (++tries < 4) throw new VersionConflict('session', 'x', 1, 2)
      return 'done'
    }),
    'done',
  )
  t.equal(tries, 4)
  await t.rejects(
    retryOnConflict(async () => {
      tries++
      throw new RangeError('other')
    }),
    { name: 'RangeError' },
  )
  t.equal(tries, 5)
})

t.test('endless conflicts end in an error', async (t) => {
  let tries = 0
  const endless = async (): Promise<void> => {
    tries++
    throw new VersionConflict('session', 'x', 1, 2)
  }
  await t.rejects(retryOnConflict(endless), { name: 'VersionConflict' })
  t.ok(tries > 1 && tries < 1000, `${tries} tries`)
})

onEveryAdapter(t, 'many concurrent callers all succeed', async (t, records) => {
  const add = (): Promise<void> =>
    retryOnConflict(async () => {
      const counter = (await records.read('us/test/org_a', 'session', 'counter')) as
        | Document<number>
        | undefined
      await records.write([
        put('counter', (counter?.body ?? 0) + 1, { ifVersion: counter?.version ?? 0 }),
      ])
    })
  const results = await Promise.allSettled(Array.from({ length: 50 }, add))
  t.equal(results.filter(({ status }) => status === 'rejected').length, 0)
  t.match(await records.read('us/test/org_a', 'session', 'counter'), { body: 50, version: 50 })
})

t.test('a request does not wait longer for its turn than for the database', async (t) => {
  const turns = newTurns()
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const before = turns('x', () => held)
  let tries = 0
  const attempt = async (): Promise<void> => {
    if (++tries === 1) throw new VersionConflict('session', 'x', 1, 2)
  }
  const waiting = writeContext.run({ deadline: new Deadline(50) }, () =>
    retryInTurn(turns, 'x', attempt),
  )
  await t.rejects(waiting, StoreUnavailable)
  t.equal(tries, 1)
  resolve()
  await before
})
