import fc from 'fast-check'
import t from 'tap'
import { type ChainLink, appended, chainHolds, positionOf } from './chain.ts'
import { chain } from './testing.ts'

t.test('a chain counts from one and holds', async (t) => {
  t.strictSame(
    chain.map(({ position }) => position),
    [1, 2, 3],
  )
  t.ok(chainHolds(chain))
  t.ok(chainHolds([]))
  t.equal(positionOf(chain), 3)
  t.equal(positionOf([]), 0)
  t.equal(new Set(chain.map(({ hash }) => hash)).size, 3)
})

t.test('adding to a chain leaves the one that was there as it was', async (t) => {
  const before = structuredClone(chain)
  const longer = appended(chain, { type: 'withdrawn', at: '2026-11-03T00:00:00.000Z', data: {} })
  t.strictSame(chain, before)
  t.equal(positionOf(longer), 4)
  t.ok(chainHolds(longer))
})

t.test("the order of an event's names is not part of it", async (t) => {
  const event = { type: 'consented', at: '2026-11-03T00:00:00.000Z' }
  const [one, other] = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ].map((data) => appended([], { ...event, data })[0]!.hash)
  t.equal(one, other)
})

t.test('nothing in a chain can be changed, left out, put in or moved', async (t) => {
  const [a, b, c] = chain as [ChainLink, ChainLink, ChainLink]
  const wrong: Record<string, ChainLink[]> = {
    'the first is gone': [b, c],
    'one in the middle is gone': [a, c],
    'two are exchanged': [b, a, c],
    'one is there twice': [a, a, b, c],
    'another type': [a, { ...b, type: 'declined' }, c],
    'another time': [a, { ...b, at: '2026-11-02T09:11:00.001Z' }, c],
    'other data': [a, { ...b, data: { document_id: 'doc_2' } }, c],
    'a number for a text': [a, { ...b, data: { document_id: 1 } }, c],
    'another hash': [a, { ...b, hash: '0'.repeat(64) }, c],
    'another position': [a, { ...b, position: 3 }, c],
    'renumbered after one was left out': [a, { ...c, position: 2 }],
  }
  for (const [name, links] of Object.entries(wrong)) t.notOk(chainHolds(links), name)
})

t.test('any chain that was added to link by link holds, and none of its tails does', async () => {
  const event = fc.record({
    type: fc.string(),
    at: fc.string(),
    data: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
  })
  fc.assert(
    fc.property(fc.array(event, { minLength: 2, maxLength: 6 }), (events) => {
      const links = events.reduce<ChainLink[]>(appended, [])
      return chainHolds(links) && !chainHolds(links.slice(1))
    }),
  )
})
