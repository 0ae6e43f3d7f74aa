import t from 'tap'
import { loadRequirements, type Requirement } from '../../spec/requirements.ts'
import { CHECKS } from '../checks/all.ts'
import { AREAS } from './check.ts'
import { coverageOf, loadUnobservable, matrixOf } from './coverage.ts'

/** Requirements that still lack a check. A new check lowers the number; it never rises. */
const TO_DO_AT_MOST = 0

const requirements = loadRequirements()
const unobservable = loadUnobservable()

t.test('each reason is about one existing requirement that no check judges', async (t) => {
  const judged = new Set(CHECKS.flatMap((check) => check.requirements))
  const covered = new Map(
    coverageOf(requirements, CHECKS, unobservable).map((one) => [one.id, one.coverage]),
  )
  t.ok(unobservable.size > 0)
  t.strictSame(
    [...unobservable.keys()].filter((id) => judged.has(id)),
    [],
    'judged by a check and listed as unobservable',
  )
  t.strictSame(
    [...unobservable.keys()].filter((id) => covered.get(id) !== 'unobservable'),
    [],
    'unknown, or already settled by the catalogue',
  )
  t.strictSame(
    [...unobservable].filter(([, reason]) => reason.length < 20),
    [],
  )
})

t.test('the number of requirements without a check only falls', async (t) => {
  const missing = coverageOf(requirements, CHECKS, unobservable).filter(
    ({ coverage }) => coverage === 'to_do',
  )
  t.ok(
    missing.length <= TO_DO_AT_MOST,
    `${missing.length} lack a check: vskit conformance coverage --missing`,
  )
  t.comment(`${missing.length} lack a check`)
})

t.test('every area has a check', async (t) => {
  const areas = Object.keys(AREAS).filter((area) => !CHECKS.some((check) => check.area === area))
  t.strictSame(areas, [])
})

t.test('each kind of coverage is assigned', async (t) => {
  const entry = (id: string, more: Partial<Requirement> = {}): Requirement => ({
    id,
    level: 'must',
    text: '',
    anchor: { document: 'core', section: '1', rule: '' },
    status: 'open',
    file: 'core-x.yaml',
    ...more,
  })
  const got = coverageOf(
    [
      entry('EXA-001'),
      entry('EXA-002'),
      entry('EXA-003'),
      entry('EXA-004', { status: 'untestable', reason: 'theirs' }),
      entry('EXA-005', { binds: 'client' }),
      entry('EXB-001', { status: 'unspecified', gap: 'GAP-LISTS', file: 'core-y.yaml' }),
    ],
    [
      { id: 'a.b', requirements: ['EXA-001'] },
      { id: 'a.c', requirements: ['EXA-001'] },
    ],
    new Map([['EXA-002', 'inside']]),
  )
  t.strictSame(
    got.map(({ coverage, checks, reason }) => [coverage, checks.join(), reason]),
    [
      ['checked', 'a.b,a.c', undefined],
      ['unobservable', '', 'inside'],
      ['to_do', '', undefined],
      ['untestable', '', 'theirs'],
      ['client', '', undefined],
      ['unspecified', '', 'GAP-LISTS'],
    ],
  )
  t.strictSame(matrixOf(got), [
    [
      'area',
      'ids',
      'checked',
      'unobservable',
      'client',
      'untestable',
      'unspecified',
      'to do',
      'all',
    ],
    ['core-x', 'EXA', '1', '1', '1', '1', '0', '1', '5'],
    ['core-y', 'EXB', '0', '0', '0', '0', '1', '0', '1'],
    ['all', '', '1', '1', '1', '1', '1', '1', '6'],
  ])
})

t.test('two reasons for one id are an error', async (t) => {
  t.throws(
    () => loadUnobservable('unobservable: [{ids: [A], reason: x}, {ids: [A], reason: y}]'),
    /A has two reasons/,
  )
})
