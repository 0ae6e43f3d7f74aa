import t from 'tap'
import type { Gathered } from '../compare/findings.ts'
import { encodePart } from '../load/parse.ts'
import { joinOasdiff } from './join.ts'
import { EVENT_PATH } from './projection.ts'

const seen = {
  id: 'response-property-type-changed',
  level: 3,
  operation: 'GET',
  path: '/v1/things/{id}',
  text: "the `data/items/state` response's property type/format changed",
}

const own = (
  severity: 'safe' | 'breaking',
  names: string[],
  operation = 'GET /v1/things/{}',
): Gathered => ({
  change: {
    id: 'x-1',
    kind: 'x',
    severity,
    what: 'x',
    location: { file: 'a', pointer: '', side: 'head' },
    oasdiff: [],
    effects: [{ audience: 'client', severity, reason: 'r', rule: null, places: ['p'] }],
  },
  spots: [{ operation, side: 'response', names, path: null }],
})

t.test(
  'a finding of oasdiff is merged into the change of the gate, with the more severe verdict',
  async (t) => {
    const [raised, ...others] = joinOasdiff([own('safe', ['200', 'data', 'state'])], [seen])
    t.strictSame(others, [])
    t.match(raised, {
      severity: 'breaking',
      oasdiff: ['response-property-type-changed'],
      effects: [{ reason: /\(oasdiff\)$/ }, { severity: 'safe' }],
    })
    const [same] = joinOasdiff([own('breaking', ['200', 'data', 'state'])], [{ ...seen, level: 1 }])
    t.match(
      same,
      { severity: 'breaking', effects: [{ reason: 'r' }] },
      'a less severe verdict has no effect',
    )
  },
)

t.test('a finding of oasdiff only is reported as such, once for all operations', async (t) => {
  const changes = joinOasdiff(
    [own('safe', ['200', 'other'])],
    [seen, { ...seen, path: '/v1/else' }],
  )
  t.match(changes, [
    { severity: 'safe', oasdiff: [] },
    {
      severity: 'breaking',
      kind: 'oasdiff-response-property-type-changed',
      effects: [{ places: ['GET /v1/things/{id}', 'GET /v1/else'] }],
    },
  ])
  t.match(joinOasdiff([], [{ ...seen, path: '/~event/thing.made' }]), [
    { effects: [{ audience: 'consumer', places: ['thing.made'] }] },
  ])
})

t.test('a more severe verdict is not dropped if two changes are close together', async (t) => {
  const near = (kind: string, severity: 'safe' | 'breaking') => {
    const { change, spots } = own(severity, ['200', 'data', 'state'])
    return { change: { ...change, id: kind, kind }, spots }
  }
  const two = [near('dependent-required-unclear', 'safe'), near('max-properties-wider', 'safe')]
  const apart = joinOasdiff(two, [{ ...seen, id: 'response-property-list-of-types-widened' }])
  t.match(apart, [
    { severity: 'safe' },
    { severity: 'safe' },
    { severity: 'breaking', kind: 'oasdiff-response-property-list-of-types-widened' },
  ])
  const joined = joinOasdiff(two, [{ ...seen, id: 'response-property-dependent-required-changed' }])
  t.strictSame(
    joined.map(({ kind, severity }) => [kind, severity]),
    [
      ['dependent-required-unclear', 'breaking'],
      ['max-properties-wider', 'safe'],
    ],
    'the id of the finding names the keyword',
  )
})

t.test('descriptions are not changes, and a proven condition is not overruled', async (t) => {
  t.strictSame(joinOasdiff([], [{ ...seen, id: 'api-tag-added' }]), [])
  const [kept] = joinOasdiff(
    [own('safe', ['200', 'data', 'state'])],
    [{ ...seen, id: 'response-property-else-added' }],
  )
  t.equal(kept!.severity, 'safe')
})

t.test('a finding about an event is merged whatever the name of the event', async (t) => {
  for (const name of ['thing.made', 'things/made', 'a~1b', 'a~b/c', 'made (PUT)']) {
    const finding = { ...seen, path: EVENT_PATH + encodePart(name) }
    const ours = own('safe', ['data', 'state'], `event ${name}`)
    t.match(joinOasdiff([ours], [finding]), [{ oasdiff: [seen.id] }], name)
    t.match(joinOasdiff([], [finding]), [{ effects: [{ places: [name] }] }], name)
  }
})
