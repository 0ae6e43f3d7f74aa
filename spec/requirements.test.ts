import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import {
  assertedProblems,
  idProblems,
  prefixesOf,
  statusProblems,
  strangerProblems,
  textProblems,
} from './catalogue.ts'
import {
  citedIds,
  findCitations,
  loadRequirements,
  loadRetired,
  parseRequirements,
  syncStatuses,
  type Requirement,
} from './requirements.ts'

const entries = loadRequirements()
const retired = loadRetired()
const citations = findCitations(prefixesOf(entries, retired))

t.test('ids are unique, and all ids of a prefix are in one file', async (t) => {
  t.strictSame(idProblems(entries, retired), [])
  const [first, second] = entries as [Requirement, Requirement]
  const moved = { ...second, file: 'elsewhere.yaml' }
  const gone = { id: first.id, text: 'x', reason: 'x', replaced_by: ['ZZZ-001'] }
  t.strictSame(idProblems([first, first, moved], [gone, { ...gone, id: 'Z1', replaced_by: [] }]), [
    `${first.id} is used twice`,
    `${first.id} is retired but still in use`,
    `${first.id} is replaced by ZZZ-001, which does not exist`,
    'Z1 is not a valid id',
    `${first.id.split('-')[0]} is in ${first.file} and elsewhere.yaml`,
  ])
})

t.test('both documents are catalogued', async (t) => {
  for (const document of ['core', 'screening-esign']) {
    t.ok(
      entries.some((entry) => entry.anchor.document === document),
      document,
    )
  }
})

t.test('texts are short, and no two are equal', async (t) => {
  t.strictSame(textProblems(entries), [])
  const [first] = entries as [Requirement]
  t.strictSame(textProblems([{ ...first, text: 'x'.repeat(401) }]), [
    `${first.id} is longer than 400 characters`,
  ])
  t.strictSame(textProblems([first, { ...first, id: 'ZZZ-001' }]), [
    `${first.id} = ZZZ-001 have the same text`,
  ])
})

t.test('the gap of an unspecified entry is a row of the ledger', async (t) => {
  const ledger = parse(readFileSync(new URL('ledger.yaml', import.meta.url), 'utf8')) as unknown
  const rows = (Array.isArray(ledger) ? ledger : Object.values(ledger as object).flat()) as {
    id?: string
  }[]
  const gaps = new Set(rows.map((row) => row.id))
  t.strictSame(
    entries.filter(({ gap }) => gap && !gaps.has(gap)).map(({ id, gap }) => `${id}: ${gap}`),
    [],
  )
})

t.test('every id in the code is in the catalogue', async (t) => {
  t.strictSame(strangerProblems(entries, citations), [], 'unknown or retired ids')
  t.strictSame(strangerProblems([], [{ id: 'ZZZ-001', file: 'a.ts', proves: false }]), [
    'a.ts names ZZZ-001, which is not in the catalogue',
  ])
})

t.test('`tested` entries are cited by a test or a check, `open` entries are not', async (t) => {
  t.strictSame(statusProblems(entries, citations), [], 'run: node spec/requirements.ts --sync')
  const [tested] = entries.filter(({ status }) => status === 'tested') as [Requirement]
  t.match(statusProblems([tested], []), [`${tested.id} is tested`])
  t.match(
    statusProblems(
      [{ ...tested, status: 'open' }],
      [{ id: tested.id, file: 'a.test.ts', proves: true }],
    ),
    [`${tested.id} is open`],
  )
})

t.test('no check asserts an unspecified or untestable requirement', async (t) => {
  t.strictSame(assertedProblems(entries, citations), [])
  const [free] = entries.filter(({ status }) => status === 'unspecified') as [Requirement]
  t.strictSame(
    assertedProblems(entries, [{ id: free.id, file: 'conformance/checks/x.ts', proves: true }]),
    [`conformance/checks/x.ts asserts ${free.id}, which is unspecified`],
  )
})

t.test('an id is distinguished from similar words', async (t) => {
  const prefixes = new Set(['IMG', 'LIM'])
  t.strictSame(citedIds("t.test('IMG-005 and LIM-011, IMG-005 again')", prefixes), [
    'IMG-005',
    'LIM-011',
  ])
  t.strictSame(citedIds('SHA-256, IMG-0051, XIMG-005, IMG-005-b, GAP-IMG-005', prefixes), [])
})

t.test('citations in tests and the suite count as tested, others do not', async (t) => {
  const base = t.testdir({
    'a.test.ts': '// IMG-001',
    conformance: { 'check.ts': '// IMG-002', 'notes.md': 'IMG-003' },
    simulator: { 'image.ts': '// IMG-004' },
    spec: {
      'requirements.test.ts': '// IMG-005',
      requirements: { 'core-images.yaml': '- id: IMG-006' },
      resources: { 'images.yaml': 'x-requirements: [IMG-007]' },
      generated: { 'openapi.yaml': 'IMG-008' },
    },
    node_modules: { a: { 'a.test.ts': '// IMG-009' } },
    dist: { 'a.test.ts': '// IMG-010' },
  })
  t.strictSame(findCitations(new Set(['IMG']), base), [
    { id: 'IMG-001', file: 'a.test.ts', proves: true },
    { id: 'IMG-002', file: 'conformance/check.ts', proves: true },
    { id: 'IMG-004', file: 'simulator/image.ts', proves: false },
    { id: 'IMG-007', file: 'spec/resources/images.yaml', proves: false },
  ])
})

const SAMPLE = `# a comment stays
requirements:
  - id: AAA-001
    level: must
    text: 'One: with a colon.'
    anchor: { document: core, section: '4', rule: intro }
    status: open   # so does this
  - id: AAA-002
    level: may
    text: Two.
    anchor: { document: core, section: '4', rule: intro }
    status: tested
  - id: AAA-003
    level: should
    text: Three.
    anchor: { document: core, section: '4', rule: intro }
    status: untestable
    reason: Nobody can see it.
`

t.test('sync changes only open and tested', async (t) => {
  const synced = syncStatuses(SAMPLE, new Set(['AAA-001', 'AAA-003']))
  t.equal(
    synced,
    SAMPLE.replace('status: tested', 'status: OPEN')
      .replace('status: open', 'status: tested')
      .replace('OPEN', 'open'),
  )
  t.equal(
    syncStatuses(synced, new Set(['AAA-001', 'AAA-003'])),
    synced,
    'a second time changes nothing',
  )
})

t.test('parse gives entries with their file', async (t) => {
  const [first] = parseRequirements(SAMPLE, 'core-sample.yaml')
  t.strictSame(first, {
    id: 'AAA-001',
    level: 'must',
    text: 'One: with a colon.',
    anchor: { document: 'core', section: '4', rule: 'intro' },
    status: 'open',
    file: 'core-sample.yaml',
  })
})

t.test('parse refuses malformed entries and names the place', async (t) => {
  const faults: [find: string, put: string, message: RegExp][] = [
    ['requirements:', 'rules:', /expected a list/],
    ['AAA-001', 'AAA-1', /id must match/],
    ['level: must', 'level: shall', /level must be one of must, should, may/],
    ['status: open', 'status: done', /status must be one of/],
    ["text: 'One: with a colon.'", "text: ''", /text must be/],
    ['document: core', 'document: cover', /anchor\.document must be one of core, screening-esign/],
    ["section: '4'", "section: '10'", /section must be a section of core, in quotes; got 10/],
    ["section: '4'", 'section: 4', /section must be a section of core, in quotes; got 4/],
    [
      "{ document: core, section: '4', rule: intro }",
      "{ document: core, section: '4' }",
      /anchor\.rule/,
    ],
    ['status: open', 'status: untestable', /exactly the untestable entries have a reason/],
    ['status: open', 'status: unspecified', /exactly the unspecified entries have a gap/],
    [
      '    reason: Nobody can see it.\n',
      '',
      /AAA-003\): exactly the untestable entries have a reason/,
    ],
    [
      'status: tested',
      'status: tested\n    gap: GAP-LISTS',
      /AAA-002\): exactly the unspecified entries have a gap/,
    ],
    ['status: tested', 'status: tested\n    note: hm', /AAA-002\): unknown key "note"/],
  ]
  for (const [find, put, message] of faults) {
    t.ok(SAMPLE.includes(find), `the sample has ${find}`)
    t.throws(() => parseRequirements(SAMPLE.replace(find, put), 'core-sample.yaml'), {
      message: /^core-sample\.yaml/,
    })
    t.throws(() => parseRequirements(SAMPLE.replace(find, put), 'core-sample.yaml'), { message })
  }
})
