import t from 'tap'
import fc from 'fast-check'
import { DocumentCache, StoredDocument } from './cache.ts'

const document = (id: string, version = 1, kind = 'session') =>
  new StoredDocument('scope', kind, id, 1, version, `{"v":${version}}`)

t.test('a body is parsed at its first use, and once', async (t) => {
  const stored = document('a')
  t.equal(stored.body, stored.body)
  t.strictSame(stored.body, { v: 1 })
  t.doesNotThrow(() => new StoredDocument('scope', 'session', 'a', 1, 1, 'no JSON'))
})

t.test('what is used stays, what is not goes', async (t) => {
  const cache = new DocumentCache(10, 5)
  cache.set(document('used'))
  cache.set(document('unused'))
  for (let i = 0; i < 100; i++) {
    cache.set(document(`x${i}`))
    t.ok(cache.get('session', `x${i}`), 'asked for again: it is kept')
    t.ok(cache.get('session', 'used'))
  }
  for (let i = 0; i < 10; i++) cache.set(document(`once${i}`))
  t.equal(cache.get('session', 'unused'), undefined)
  const left = Array.from({ length: 100 }, (_, i) => cache.get('session', `x${i}`)).filter(Boolean)
  t.ok(left.length >= 9 && left.length <= 20, `at most twice the size; got ${left.length}`)
})

t.test('what comes along once does not push out what is kept', async (t) => {
  const cache = new DocumentCache(10, 5)
  const kept = ['a', 'b', 'c']
  for (const id of kept) {
    cache.set(document(id))
    cache.get('session', id)
  }
  for (let i = 0; i < 1000; i++) cache.set(document(`x${i}`))
  t.ok(kept.every((id) => cache.get('session', id)))
  const left = Array.from({ length: 1000 }, (_, i) => cache.get('session', `x${i}`)).filter(Boolean)
  t.ok(left.length <= 10, `of the others at most twice as many as are recent; got ${left.length}`)
})

t.test('it never answers with an old version or another kind', async () => {
  const id = fc.constantFrom('a', 'b', 'c')
  const kind = fc.constantFrom('session', 'event')
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), kind, id }),
    fc.record({ do: fc.constant('get' as const), kind, id }),
    fc.record({ do: fc.constant('delete' as const), kind, id }),
  )
  const few = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(few, few, fc.array(step, { maxLength: 60 }), (size, recent, steps) => {
      const cache = new DocumentCache(size, recent)
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
            throw new Error(
              `expected ${key} ${newest.get(key)}, got ${found.kind} ${found.version}`,
            )
          }
        }
      })
    }),
    { numRuns: 3000 },
  )
})
