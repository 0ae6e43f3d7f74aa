import fc from 'fast-check'
import t from 'tap'
import { Arena } from './arena.ts'
import { sized } from './sized-text.ts'

const MIB = 2 ** 20

t.test('what it has no room for, and what it does not keep', async (t) => {
  const arena = new Arena(MIB)
  arena.set('é', 1, sized('no ASCII'))
  arena.set('long', 1, sized('x'.repeat(MIB)))
  for (const key of ['é', 'long', 'never']) t.equal(arena.get(key, 1), undefined, key)
  arena.set('a', 1, sized('one'))
  arena.set('a', 1, sized('x'.repeat(MIB)))
  t.equal(arena.get('a', 1), undefined, 'nor the text that it had before')
  arena.set('a', 1, sized('wörter 😀'))
  t.match(arena.get('a', 1), { text: 'wörter 😀', bytes: 12 })
  t.equal(arena.get('a', 2), undefined, "is somebody else's")
  arena.clear()
  t.equal(arena.get('a', 1), undefined)
  arena.set('a', 1, sized('again'))
  t.match(arena.get('a', 1), { text: 'again', bytes: 5 })
})

t.test('of too many the first to come go first', async (t) => {
  const arena = new Arena(4 * MIB)
  const text = (i: number): string => `${i} `.repeat(60)
  const count = 60_000
  for (let i = 0; i < count; i++) {
    arena.set(`vs_${i}`, 1, sized(text(i)))
    if (i % 5000 === 0) arena.set('often', 1, sized(text(i)))
    if (arena.get(`vs_${i}`, 1)?.text !== text(i)) t.fail(`vs_${i} is not there`)
  }
  const kept = Array.from({ length: count }, (_, i) => arena.get(`vs_${i}`, 1)?.text)
  const first = kept.findIndex((found) => found !== undefined)
  t.ok(first > 0)
  t.strictSame(
    kept.slice(first),
    Array.from({ length: count - first }, (_, i) => text(first + i)),
    'and no other',
  )
  const bytes = kept.slice(first).reduce((sum, found) => sum + found!.length, 0)
  t.equal(
    arena.get('often', 1)?.text,
    text(count - 5000),
    'what was kept anew does not go with what it was before',
  )
  t.ok(bytes > 2 * MIB && bytes <= 4 * MIB, `${bytes} bytes of text`)
})

t.test(
  'it answers with the newest text or not at all, whatever was kept and dropped before',
  async () => {
    // Few keys that meet again and again, and texts so long that chunks are soon used again.
    const key = fc.integer({ min: 0, max: 40 }).map((i) => `k${i * 7919}`)
    const step = fc.oneof(
      fc.record({
        do: fc.constant('set' as const),
        key,
        size: fc.constantFrom(1, 1000, 100_000, 400_000),
        letter: fc.constantFrom('x', 'é'),
      }),
      fc.record({
        do: fc.constant('delete' as const),
        key,
        size: fc.constant(0),
        letter: fc.constant(''),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const arena = new Arena(2 * MIB)
        const newest = new Map<string, string>()
        steps.forEach(({ do: what, key, size, letter }, i) => {
          if (what === 'set') {
            const text = `${i}:`.padEnd(size, letter)
            arena.set(key, 1, sized(text))
            newest.set(key, text)
            if (arena.get(key, 1)?.text !== text) throw new Error(`${key} is not there`)
          } else {
            arena.delete(key)
            newest.delete(key)
          }
        })
        for (let i = 0; i <= 40; i++) {
          const found = arena.get(`k${i * 7919}`, 1)?.text
          if (found !== undefined && found !== newest.get(`k${i * 7919}`))
            throw new Error(`k${i * 7919} is stale`)
        }
      }),
      { numRuns: 60 },
    )
  },
)

t.test('as many keys as it grows to are all found, and none once it is deleted', async (t) => {
  const arena = new Arena(16 * MIB)
  const keys = Array.from(
    { length: 20_000 },
    (_, i) => `vs_${((i * 2654435761) >>> 0).toString(36)}`,
  )
  for (const key of keys) arena.set(key, 1, sized(key))
  t.ok(keys.every((key) => arena.get(key, 1)?.text === key))
  const odd = keys.filter((_, i) => i % 2 === 1)
  for (const key of odd) arena.delete(key)
  t.ok(keys.every((key, i) => arena.get(key, 1)?.text === (i % 2 === 1 ? undefined : key)))
})
