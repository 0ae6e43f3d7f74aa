import t from 'tap'
import { retryOnConflict } from './conflict.ts'
import { type Document, VersionConflict } from './records.ts'
import { onEveryAdapter, put } from './testing/adapters.ts'

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
