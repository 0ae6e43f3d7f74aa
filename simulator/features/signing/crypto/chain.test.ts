import fc from 'fast-check'
import t from 'tap'
import { type ChainLink, appended, chainHolds, positionOf } from './chain.ts'
import { chain } from './testing.ts'

t.test('a chain counts from one and is valid', async (t) => {
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

t.test('adding a link does not change the given chain', async (t) => {
  const before = structuredClone(chain)
  const longer = appended(chain, { type: 'withdrawn', at: '2026-11-03T00:00:00.000Z', data: {} })
  t.strictSame(chain, before)
  t.equal(positionOf(longer), 4)
  t.ok(chainHolds(longer))
})

t.test("the order of an event's members does not matter", async (t) => {
  const event = { type: 'consented', at: '2026-11-03T00:00:00.000Z' }
  const [one, other] = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ].map((data) => appended([], { ...event, data })[0]!.hash)
  t.equal(one, other)
})

t.test('every change, omission, insertion or move in a chain is detected', async (t) => {
  const [a, b, c] = chain as [ChainLink, ChainLink, ChainLink]
  const wrong: Record<string, ChainLink[]> = {
    'the first is missing': [b, c],
    'one in the middle is missing': [a, c],
    'two are swapped': [b, a, c],
    'one occurs twice': [a, a, b, c],
    'another type': [a, { ...b, type: 'declined' }, c],
    'another time': [a, { ...b, at: '2026-11-02T09:11:00.001Z' }, c],
    'other data': [a, { ...b, data: { document_id: 'doc_2' } }, c],
    'a number instead of a text': [a, { ...b, data: { document_id: 1 } }, c],
    'another hash': [a, { ...b, hash: '0'.repeat(64) }, c],
    'another position': [a, { ...b, position: 3 }, c],
    'one is missing, the others renumbered': [a, { ...c, position: 2 }],
  }
  for (const [name, links] of Object.entries(wrong)) t.notOk(chainHolds(links), name)
})

t.test('every chain that grew link by link is valid, and none of its tails is', async () => {
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
