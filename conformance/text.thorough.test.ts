import t from 'tap'
import { beginning } from './text.ts'

t.test('the beginning of many long texts takes little memory', async (t) => {
  const before = process.memoryUsage()
  const kept = Array.from({ length: 300 }, (_, i) =>
    beginning(new TextDecoder().decode(Buffer.alloc(1024 * 1024, 65 + (i % 26))), 100),
  )
  const after = process.memoryUsage()
  const grown = after.external + after.heapUsed - before.external - before.heapUsed
  t.ok(grown < 150 * 1024 * 1024, `${grown} bytes`)
  t.equal(kept.join('').length, 300 * 100)
  t.equal(beginning('a\ud83d\udc4d', 2), 'a\ud83d', 'half of a pair stays as it is')
})
