import t from 'tap'
import fc from 'fast-check'
import { DocumentCache, storedDocument } from './cache.ts'

const document = (id: string, version = 1, kind = 'session') =>
  storedDocument('scope', kind, id, 1, version, `{"v":${version}}`)

t.test('a body is parsed at its first use, and once', async (t) => {
  const stored = document('a')
  t.equal(stored.body, stored.body)
  t.strictSame(stored.body, { v: 1 })
  t.doesNotThrow(() => storedDocument('scope', 'session', 'a', 1, 1, 'no JSON'))
})

t.test('what is used stays, what is not goes', async (t) => {
  const cache = new DocumentCache(10)
  cache.set(document('used'))
  cache.set(document('unused'))
  for (let i = 0; i < 100; i++) {
    cache.set(document(`x${i}`))
    t.ok(cache.get('session', 'used'))
  }
  t.equal(cache.get('session', 'unused'), undefined)
  const left = Array.from({ length: 100 }, (_, i) => cache.get('session', `x${i}`)).filter(Boolean)
  t.ok(left.length <= 20, `at most twice the size; got ${left.length}`)
})

t.test('it never answers with an old version or another kind', async () => {
  const id = fc.constantFrom('a', 'b', 'c')
  const kind = fc.constantFrom('session', 'event')
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), kind, id }),
    fc.record({ do: fc.constant('get' as const), kind, id }),
    fc.record({ do: fc.constant('delete' as const), kind, id }),
  )
  fc.assert(fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 60 }), (size, steps) => {
    const cache = new DocumentCache(size)
    const newest = new Map<string, number>()
    steps.forEach(({ do: what, kind, id }, version) => {
      const key = `${kind} ${id}`
      if (what === 'set') {
        cache.set(document(id, version, kind))
        newest.set(key, version)
      } else if (what === 'delete') {
        cache.delete(kind, id)
        newest.delete(key)
      } else {
        const found = cache.get(kind, id)
        if (found && (found.kind !== kind || found.version !== newest.get(key))) {
          throw new Error(`expected ${key} ${newest.get(key)}, got ${found.kind} ${found.version}`)
        }
      }
    })
  }), { numRuns: 3000 })
})
