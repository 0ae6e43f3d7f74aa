import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ledgerProblems } from './catalogue.ts'
import { findGapReferences, gapsNamed, loadLedger, parseLedger, type LedgerRow } from './ledger.ts'
import { SECTIONS } from './requirements.ts'

const rows = loadLedger()
const references = findGapReferences()

t.test('every row is complete, and its anchors name existing sections', async (t) => {
  t.ok(rows.length >= 90, `${rows.length} rows`)
  for (const row of rows) {
    for (const { document, section } of row.anchor) {
      t.ok(SECTIONS[document]?.includes(section), `${row.id}: section ${section} of ${document}`)
    }
  }
})

t.test('rows and references to them in catalogue and contract match', async (t) => {
  t.ok(references.length > 100, `${references.length} references`)
  t.strictSame(ledgerProblems(rows, references), [])
  const [first] = rows as [LedgerRow]
  t.strictSame(ledgerProblems([first], [{ id: 'GAP-NONE', file: 'a.yaml', line: 3 }]), [
    `nothing refers to ${first.id}`,
    'a.yaml:3 refers to GAP-NONE, which is not in the ledger',
  ])
})

t.test('every gap that the contract marks explicitly has a row', async (t) => {
  const ids = new Set(rows.map(({ id }) => id))
  // The names of the points that the two documents mark "not shown", in order.
  const marked = [
    'CHECK-TYPES',
    'SESSION-FIELDS',
    'GIVEN-NAMES-BOUNDS',
    'SUBSCRIPTION-FIELDS',
    'STATUS-NAMES',
    'OUTCOMES',
    'CREATE-SESSION',
    'LISTS',
    'WALLET',
    'SESSION-ACTIONS',
    'CLIENT-TOKEN',
    'APPLICANT-DELETE',
    'DELIVERY-LOG',
    'DSR',
    'SDK-SESSION',
    'ID-SCAN-BODY',
    'SUBSCRIPTION-ROUTES',
    'SCOPES',
    'TOKEN-LIFETIMES',
    'SIGNATURE',
    'RETRIES',
    'SDK-EVENTS',
    'ERROR-STATUSES',
    'FURTHER-CODES',
    'BUDGETS',
    'IP-LIMIT',
    'VERSION-SELECTION',
    'DEPRECATION',
    'VERIFY-IDENTIFIERS',
    'KEY-TRANSITIONS',
    'AGREEMENT-STATES',
    'TEMPLATE-WRITE',
    'TEMPLATE-SCOPE',
    'VERIFY-REFUSALS',
    'VERIFY-LIMIT',
    'PROTOCOL-VERSION',
  ]
  t.strictSame(
    marked.filter((name) => !ids.has(`GAP-${name}`)),
    [],
  )
})

const row = `
- id: GAP-EXAMPLE
  question: What is left open.
  anchor: [{ document: core, section: '4', rule: table }]
  choice: Ours.
  reason: Because.
  suite: unchecked
  alternatives: [theirs]
`

t.test('a malformed row is refused by name', async (t) => {
  t.equal(parseLedger(row)[0]?.id, 'GAP-EXAMPLE')
  const faults: [name: string, yaml: string, message: RegExp][] = [
    ['id in lower case', row.replace('GAP-EXAMPLE', 'gap-example'), /id must match/],
    ['id used twice', row + row, /row 2 \(GAP-EXAMPLE\): id used twice/],
    ['no reason', row.replace('  reason: Because.\n', ''), /reason must be a sentence/],
    ['unknown suite rule', row.replace('unchecked', 'ignored'), /suite must be one of/],
    [
      'stated part that says nothing',
      row.replace('unchecked', 'stated_part'),
      /exactly the stated_part rows have stated/,
    ],
    [
      'stated on an unchecked row',
      `${row}  stated: Something.\n`,
      /exactly the stated_part rows have stated/,
    ],
    ['section as a number', row.replace("'4'", '4'), /anchor must be/],
    ['no such document', row.replace('document: core', 'document: third'), /anchor must be/],
    ['alternative read as a number', row.replace('[theirs]', '[404]'), /alternatives must be/],
    ['no alternatives', row.replace('[theirs]', '[]'), /alternatives must be/],
    ['misspelt key', `${row}  note: Something.\n`, /unknown key "note"/],
    ['no list', 'rows: []', /expected a list/],
  ]
  for (const [name, yaml, message] of faults) t.throws(() => parseLedger(yaml), { message }, name)
})

t.test('references are found by line, not in comments and longer words', async (t) => {
  const yaml = [
    'gap: GAP-ONE',
    'x-unspecified: [GAP-TWO, GAP-TWO-MORE]',
    '# see GAP-THREE',
    'key: 1 # GAP-FOUR',
    '$ref: "#/a/GAP-FIVE"',
    'NO-GAP-SIX: 1',
  ].join('\n')
  t.strictSame(gapsNamed(yaml), [
    { id: 'GAP-ONE', line: 1 },
    { id: 'GAP-TWO', line: 2 },
    { id: 'GAP-TWO-MORE', line: 2 },
    { id: 'GAP-FIVE', line: 5 },
  ])
})

t.test('the ledger and generated files do not count as references to a row', async (t) => {
  const base = t.testdir()
  for (const folder of ['generated', 'gate', 'resources']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'ledger.yaml'), '- id: GAP-OWN')
  writeFileSync(join(base, 'generated', 'bundle.yaml'), 'x-unspecified: [GAP-MADE]')
  writeFileSync(join(base, 'gate', 'edits.yaml'), 'x-unspecified: [GAP-EDITED]')
  writeFileSync(join(base, 'resources', 'things.yaml'), 'x-unspecified: [GAP-USED]')
  t.strictSame(findGapReferences(base), [
    { id: 'GAP-USED', line: 1, file: 'resources/things.yaml' },
  ])
})
