import t from 'tap'
import { controlFor, dataOf, problemsOf } from '../testing.ts'
import type { Put } from '../../store/records.ts'
import { client, demoKey, roomyWorld } from '../../testing/simulator.ts'

interface Listed {
  id: string
  status: string
  created_at: string
  applicant_id: string
}

const { simulator, control } = await controlFor(t, { world: roomyWorld() })
const path = '/organizations/org_acme'
const create = async (body: object, mode = 'test'): Promise<string> =>
  dataOf<{ id: string }>(await control('POST', `${path}/sessions?mode=${mode}`, body)).id
const list = async (filters: Record<string, string>): Promise<Listed[]> =>
  dataOf(
    await control('GET', `${path}/sessions?${new URLSearchParams({ mode: 'test', ...filters })}`),
  )
const ids = async (filters: Record<string, string>): Promise<string[]> =>
  (await list(filters)).map(({ id }) => id)
const counts = async (filters: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  dataOf(
    await control(
      'GET',
      `${path}/session_counts?${new URLSearchParams({ mode: 'test', ...filters })}`,
    ),
  )

await control('POST', '/clock/set', { at: '2026-11-01T09:00:00Z' })
const muller = await create({
  applicant: { family_name: 'Müller', given_names: ['Anaïs'] },
  metadata: { order: 'A-17', nested: { 'Lot Size': [42, true] } },
})
const okafor = await create({
  applicant: { family_name: 'Okafor Lindqvist', given_names: ['Ana'] },
  expected_outcome: 'review',
})
await control('POST', '/clock/set', { at: '2026-11-05T09:00:00Z' })
const nobody = await create({ metadata: { order: 'B-18' } })
const live = await create({ metadata: { order: 'A-17' } }, 'live')

t.test('q finds prefixes of words of ids, names and metadata, ignoring accents', async (t) => {
  t.strictSame(await ids({ q: 'muller' }), [muller])
  t.strictSame(await ids({ q: 'ANA' }), [okafor, muller], 'newest first')
  t.strictSame(await ids({ q: 'ana okaf' }), [okafor], 'each word has to match')
  t.strictSame(await ids({ q: 'lind' }), [okafor])
  t.strictSame(await ids({ q: 'afor' }), [], 'the middle of a word is not searched')
  t.strictSame(await ids({ q: nobody }), [nobody])
  t.strictSame(await ids({ q: nobody.slice(0, 12) }), [nobody])
  t.strictSame(await ids({ q: nobody.slice(3, 14) }), [nobody], 'without the prefix of the id')
  t.strictSame(await ids({ q: 'order' }), [nobody, muller], 'keys of the metadata')
  t.strictSame(await ids({ q: 'a-17' }), [muller], 'but no session of the other mode')
  t.strictSame(await ids({ q: 'a-17', mode: 'live' }), [live])
  t.strictSame(await ids({ q: 'lot 42' }), [muller], 'nested values')
  t.strictSame(await ids({ q: 'a-1' }), [muller], 'the first of several joined words')
  t.strictSame(await ids({ q: '17' }), [muller], 'a word in the middle of it')
  t.strictSame(await ids({ q: 'a-42' }), [], 'words that are not joined')
})

t.test('a text of many words without blanks is found by any of them', async (t) => {
  const words = Array.from({ length: 20 }, (_, i) => `part${i}`)
  const id = await create({ metadata: { path: words.join('/') } }, 'live')
  const found = (q: string): Promise<string[]> => ids({ q, mode: 'live' })
  t.strictSame(await found(words.join('/')), [id])
  t.strictSame(await found(words.slice(7, 19).join('-')), [id])
  t.strictSame(await found(words.toReversed().join('/')), [])
})

t.test('operators of the search language are plain words', async (t) => {
  for (const q of ['"', 'ana" OR "zzzz', 'ana NOT', '*', 'facets:p0', '(', 'NEAR(ana)', "'; DROP"])
    t.strictSame(await ids({ q }), [], q)
  t.strictSame((await ids({ q: '  ' })).length, 3, 'a blank q does not filter')
})

t.test('status and outcome are current', async (t) => {
  t.strictSame(await ids({ status: 'awaiting_review' }), [])
  await control('POST', `/sessions/${okafor}/journey`, { action: 'submit' })
  await control('POST', `/sessions/${muller}/journey`, { action: 'submit' })
  t.strictSame(await ids({ status: 'awaiting_review' }), [okafor])
  t.strictSame(await ids({ status: 'completed', outcome: 'approved' }), [muller])
  t.strictSame(await ids({ outcome: 'none' }), [nobody, okafor])
  t.match(await counts({ q: 'ana' }), {
    total: 3,
    by_status: { created: 1, awaiting_review: 1, completed: 1 },
    by_outcome: { none: 2, approved: 1 },
    matching: 2,
    matching_is_lower_bound: false,
  })
  await control('POST', `/sessions/${okafor}/review`, { outcome: 'declined' })
  t.strictSame(await ids({ outcome: 'declined', q: 'lind' }), [okafor])
  t.match(await counts(), { by_status: { completed: 2, created: 1 } })
})

t.test('from is inclusive and to exclusive', async (t) => {
  t.strictSame(await ids({ from: '2026-11-02T00:00:00Z' }), [nobody])
  t.strictSame(await ids({ to: '2026-11-02T00:00:00Z' }), [okafor, muller])
  const { created_at: at } = (await list({ q: nobody }))[0]!
  t.strictSame(await ids({ from: at, q: nobody }), [nobody])
  t.strictSame(await ids({ to: at, q: nobody }), [])
})

t.test('pages of a filtered list are contiguous', async (t) => {
  const first = await control('GET', `${path}/sessions?mode=test&q=order&limit=1`)
  const { next_cursor: cursor, has_more: more } = first.json<Record<string, unknown>>()
  t.equal(more, true)
  t.strictSame(
    dataOf<Listed[]>(first).map(({ id }) => id),
    [nobody],
  )
  t.strictSame(await ids({ q: 'order', limit: '1', cursor: cursor as string }), [muller])
})

t.test('invalid filters are rejected', async (t) => {
  const refused = async (query: string): Promise<string[]> =>
    problemsOf(await control('GET', `${path}/sessions?mode=test&${query}`))
  t.strictSame(await refused('status=done'), ['invalid_enum_value status'])
  t.strictSame(await refused('outcome=maybe'), ['invalid_enum_value outcome'])
  t.equal((await refused('from=yesterday')).length, 1)
  t.equal((await refused('to=2026-13-01T00:00:00Z')).length, 1)
  t.strictSame(await refused('to=2016-12-31T23:59:60Z'), ['custom to'])
  t.strictSame(await refused('from=2026-01-01T00:00:00%2B05'), ['custom from'])
})

t.test('a renamed applicant of many sessions is no longer found by the old name', async (t) => {
  const acme = client(simulator, demoKey('org_acme', 'live'))
  const made = await acme('POST', '/v1/applicants', { family_name: 'Oldname' })
  const { id: applicant_id } = dataOf<{ id: string }>(made)
  const { records } = simulator.ports
  const first = (await records.find('session', await create({ applicant_id }, 'live')))!
  const { scope, kind, id, body } = first
  await records.write(
    Array.from({ length: 1000 }, (_, i): Put => {
      const copy = id.slice(0, -4) + String(i).padStart(4, '0')
      return {
        type: 'put',
        scope,
        kind,
        id: copy,
        body: { ...(body as object), id: copy },
        key1: applicant_id,
        ifVersion: 0,
      }
    }),
  )
  const matching = async (q: string) => (await counts({ q, mode: 'live' })).matching
  t.equal(await matching('oldname'), 100, 'counted up to 100')
  await acme('PATCH', `/v1/applicants/${applicant_id}`, { family_name: 'Newname' })
  t.strictSame([await matching('oldname'), await matching('newname')], [0, 100])
})

t.test('an erased person and purged data are no longer found', async (t) => {
  const { applicant_id: person } = (await list({ q: muller }))[0]!
  t.strictSame(await ids({ q: person }), [muller])
  const erased = await client(simulator, demoKey('org_acme'))('DELETE', `/v1/applicants/${person}`)
  t.equal(erased.status, 204)
  t.strictSame(await ids({ q: 'muller' }), [])
  await control('POST', '/reset', { organization: 'org_acme', mode: 'test' })
  t.strictSame(await ids({ q: 'ana' }), [])
  t.match(await counts(), { total: 0, matching: 0 })
  const again = await create({ metadata: { order: 'A-17' } })
  t.strictSame(await ids({ q: 'a-17' }), [again])
})
