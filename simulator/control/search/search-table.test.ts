import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { rounds } from '../../../tools/testing/rounds.ts'
import { type SearchQuery, type SearchRow, SearchTable } from './search-table.ts'

const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2026, 10, 1)
const SCOPES = ['us/test/a', 'us/live/a']
const NAMES = ['ana', 'anatole', 'okafor', 'persephone', 'order']

const scope = fc.constantFrom(...SCOPES)
const status = fc.constantFrom('created', 'awaiting_review', 'completed')
const outcome = fc.constantFrom('approved', 'declined', null)
/** Any hour of four days, in any order: the clock of a simulator may be set back. */
const time = fc.integer({ min: 0, max: 95 }).map((hour) => BEGIN + hour * HOUR_MS)
const ROWS = 40
const seq = fc.integer({ min: 1, max: ROWS })
const words = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '))

const put = fc.record({
  type: fc.constant('put' as const),
  seq,
  status,
  outcome,
  created: time,
  words,
})
const remove = fc.record({ type: fc.constant('remove' as const), seq })
const typed = fc
  .constantFrom(...NAMES)
  .chain((name) => fc.integer({ min: 1, max: name.length }).map((length) => name.slice(0, length)))
const filters = fc.record({
  before: seq,
  status,
  outcome: fc.constantFrom('approved', 'declined', 'none'),
  q: fc.array(typed, { minLength: 1, maxLength: 2 }).map((list) => list.join(' ')),
  from: time,
  to: time,
})
/** Up to three filters: with more, hardly a session matches. */
const query = fc
  .tuple(
    filters,
    fc.subarray(['before', 'status', 'outcome', 'q', 'from', 'to'] as const, { maxLength: 3 }),
    fc.constantFrom(1, 3, 100),
  )
  .map(([all, kept, limit]): SearchQuery => ({
    limit,
    ...Object.fromEntries(kept.map((name) => [name, all[name]])),
  }))

/** Sessions stay in the scope that they were created in. */
const scopeOf = (place: number): string => SCOPES[place % SCOPES.length]!

function isMatch(row: SearchRow, { before, status, outcome, q, from, to }: SearchQuery): boolean {
  const has = (term: string): boolean => row.words.split(' ').some((word) => word.startsWith(term))
  return (
    (before === undefined || row.seq < before) &&
    (status === undefined || row.status === status) &&
    (outcome === undefined || (row.outcome ?? 'none') === outcome) &&
    (from === undefined || row.created >= from) &&
    (to === undefined || row.created < to) &&
    (q?.split(' ').every(has) ?? true)
  )
}

t.test(
  'every combination of filters finds and counts what a scan of all sessions finds',
  async (t) => {
    let found = 0
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: put }, remove), {
          minLength: 20,
          maxLength: 120,
        }),
        fc.array(fc.record({ scope, query }), { minLength: 20, maxLength: 20 }),
        (changes, asked) => {
          const table = new SearchTable()
          const rows = new Map<number, SearchRow>()
          for (const change of changes) {
            const id = `vs_${change.seq}`
            if (change.type === 'remove') {
              table.remove(id)
              rows.delete(change.seq)
            } else {
              const { type: _, ...row } = { ...change, id }
              table.put(scopeOf(row.seq), row)
              rows.set(row.seq, row)
            }
          }
          const newestFirst = [...rows.values()].toSorted((a, b) => b.seq - a.seq)
          for (const { scope, query } of asked) {
            const wanted = newestFirst
              .filter((row) => scopeOf(row.seq) === scope && isMatch(row, query))
              .slice(0, query.limit)
              .map(({ id }) => id)
            assert.deepEqual(table.find(scope, query), wanted)
            assert.equal(table.count(scope, query), wanted.length)
            found += wanted.length
          }
        },
      ),
      { numRuns: rounds(100) },
    )
    t.ok(found > 100, 'the queries find something')
  },
)
