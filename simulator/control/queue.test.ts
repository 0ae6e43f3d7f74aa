import t from 'tap'
import { newQueue } from './queue.ts'

t.test('a task starts when the previous one has ended, with or without an error', async (t) => {
  const inTurn = newQueue()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    seen.push('first starts')
    await gate.promise
    seen.push('first fails')
    throw new Error('first')
  })
  const second = inTurn(async () => seen.push('second'))
  await new Promise((resolve) => setImmediate(resolve))
  t.strictSame(seen, ['first starts'])
  gate.resolve()
  await t.rejects(first, { message: 'first' })
  await second
  t.strictSame(seen, ['first starts', 'first fails', 'second'])
})
