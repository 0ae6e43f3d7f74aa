import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { edited, type Step } from './corpus/edit.ts'
import { CORPUS, base, source, testVerdicts } from './corpus/verdicts.ts'
import { diffContracts } from './diff.ts'
import { loadContract } from './load/load-contract.ts'

t.test('HDR-003 HDR-004 VER-004 each edit has its verdict', (t) =>
  // corpus.thorough.test.ts tests all edits.
  testVerdicts(t, (index) => index % 36 === 0),
)

t.test('the corpus is large, and no edit is repeated', async (t) => {
  const names = CORPUS.flatMap(([, entries]) => entries.map(({ name }) => name))
  t.ok(names.length >= 130, `${names.length} edits`)
  t.strictSame(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

t.test('README and CONTRIBUTING show a change like the output of the gate', async (t) => {
  const steps: Step[] = [
    { file: 'events.yaml', remove: '/schemas/SignedDocumentReference/properties/finalHash' },
    { file: 'events.yaml', remove: '/schemas/SignedDocumentReference/required/finalHash' },
  ]
  const [change] = await diffContracts(base, loadContract(edited(source, steps)))
  const [readme, contributing] = ['README.md', 'CONTRIBUTING.md'].map((name) =>
    readFileSync(join(import.meta.dirname, '../..', name), 'utf8'),
  )
  t.ok(readme!.includes(`  ${change!.what}  ${change!.id}\n`), change!.id)
  t.ok(
    readme!.includes(
      `    consumer: ${change!.effects[0]!.reason} [${change!.effects[0]!.rule}]\n      ${change!.effects[0]!.places[0]}\n`,
    ),
  )
  t.ok(contributing!.includes(`  - ${change!.id}\n`), change!.id)
})
