import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { edited, type Step } from './corpus/edit.ts'
import { diffContracts } from './diff.ts'
import type { Change } from './judgement.ts'
import { loadContract } from './load/load-contract.ts'
import { openSource } from './load/source.ts'

interface Entry {
  name: string
  edit: Step[]
  /** Severity, audience, kind and rule of every effect; no other effects may be reported. */
  expect: string[]
  why: string
}

const SPEC = join(import.meta.dirname, '..')
const source = openSource(SPEC, SPEC, SPEC)
const base = loadContract(source)

const names: string[] = []
for (const file of globSync('corpus/*.yaml', { cwd: import.meta.dirname }).sort()) {
  const corpus = parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Entry[]
  names.push(...corpus.map(({ name }) => name))
  // npm test runs every third edit; the weekly run and `npm run test:changed` run all of them.
  const judged = corpus.filter((_, i) => process.env.TEST_FULL || i % 3 === 0)
  t.test(
    `HDR-003 HDR-004 VER-004 each edit has its verdict: ${basename(file, '.yaml')}`,
    async (t) => {
      const verdicts = await sideBySide(judged, async ({ edit }) =>
        classification(await diffContracts(base, loadContract(edited(source, edit)))),
      )
      for (const [index, { name, expect, why }] of judged.entries())
        t.strictSame(verdicts[index], expect.toSorted(), `${name} (${why})`)
    },
  )
}

t.test('the corpus is large, and no edit is repeated', async (t) => {
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
    readFileSync(join(SPEC, '..', name), 'utf8'),
  )
  t.ok(readme!.includes(`  ${change!.what}  ${change!.id}\n`), change!.id)
  t.ok(
    readme!.includes(
      `    consumer: ${change!.effects[0]!.reason} [${change!.effects[0]!.rule}]\n      ${change!.effects[0]!.places[0]}\n`,
    ),
  )
  t.ok(contributing!.includes(`  - ${change!.id}\n`), change!.id)
})

/** Runs several edits concurrently: while oasdiff compares one, this process prepares the next. */
async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const [index, item] of queue) results[index] = await work(item)
    }),
  )
  return results
}

function classification(changes: readonly Change[]): string[] {
  const lines = changes.flatMap(({ kind, effects }) =>
    effects.map(({ severity, audience, rule }) =>
      [severity, audience, kind, rule].filter((part) => part !== null).join(' '),
    ),
  )
  return [...new Set(lines)].sort()
}
