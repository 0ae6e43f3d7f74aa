import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { wait } from '../waiting.ts'
import { runAll } from './pool.ts'

interface Item {
  id: number
  alone?: boolean
  long?: boolean
}

/** Runs items, and records which ones ran at the same time. */
async function beside(
  items: Item[],
  width: number,
): Promise<{ most: number; results: number[]; alone: boolean; begun: number[] }> {
  const running = new Set<Item>()
  let most = 0
  let alone = true
  const begun: number[] = []
  const results = await runAll(
    items,
    width,
    async (item) => {
      begun.push(item.id)
      running.add(item)
      most = Math.max(most, running.size)
      for (let turns = item.id % 4; turns >= 0; turns--) {
        await turn()
        if (item.alone && running.size > 1) alone = false
      }
      running.delete(item)
      return item.id
    },
    (item) => item,
  )
  return { most, results, alone, begun }
}

t.test('items run up to the width at once, and results keep their order', async (t) => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id: 19 - id }))
  for (const width of [1, 3, 100]) {
    const { most, results } = await beside(items, width)
    t.equal(most, Math.min(width, 20))
    t.strictSame(
      results,
      items.map(({ id }) => id),
    )
  }
})

t.test('an exclusive item runs alone', async (t) => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id, alone: id % 5 === 0 }))
  const { most, results, alone } = await beside(items, 8)
  t.ok(alone)
  t.equal(most, 8)
  t.strictSame(
    results,
    items.map(({ id }) => id),
  )
})

t.test('long items start first', async (t) => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id, long: id === 18 || id === 19 }))
  const { most, begun, results } = await beside(items, 2)
  t.strictSame(begun.slice(0, 4), [18, 19, 0, 1])
  t.equal(most, 2)
  t.strictSame(
    results,
    items.map(({ id }) => id),
  )
})

t.test('others start while items wait, up to a limit', async (t) => {
  const items = Array.from({ length: 40 }, (_, id) => ({ id }))
  const { promise: effect, resolve: reach } = Promise.withResolvers<void>()
  const begun: number[] = []
  const all = runAll(items, 2, async ({ id }) => {
    begun.push(id)
    await Promise.all([wait(effect), wait(effect)])
    return id
  })
  await turn()
  t.equal(begun.length, 2 * 7, 'seven waiting items for each running one')
  reach()
  t.strictSame(
    await all,
    items.map(({ id }) => id),
  )
})

t.test('an item that ends before its wait leaves the number of slots unchanged', async (t) => {
  const { promise: effect, resolve: reach } = Promise.withResolvers<void>()
  const running = new Set<number>()
  let most = 0
  const items = Array.from({ length: 20 }, (_, id) => ({ id }))
  await runAll(items, 2, async ({ id }) => {
    if (id < 4) return void wait(effect)
    if (id === 4) reach()
    running.add(id)
    most = Math.max(most, running.size)
    await turn()
    running.delete(id)
  })
  t.equal(most, 2)
})

t.test('an error of an item ends the run, and no further item starts', async (t) => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id }))
  const begun: number[] = []
  const all = runAll(items, 1, async ({ id }) => {
    begun.push(id)
    await turn()
    if (id === 3) throw new Error('broken')
  })
  await t.rejects(all, { message: 'broken' })
  await turn()
  t.strictSame(begun, [0, 1, 2, 3])
})

t.test('an empty list', async (t) => {
  t.strictSame(await runAll([], 4, async () => 1), [])
})
