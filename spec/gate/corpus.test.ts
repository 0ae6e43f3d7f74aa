import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { edited, type Step } from './corpus/edit.ts'
import { diffContracts } from './diff.ts'
import type { Change } from './judgement.ts'
import { loadContract } from './load/contract.ts'
import { openSource } from './load/source.ts'

interface Entry {
  name: string
  edit: Step[]
  /** Severity, audience, kind and rule of every effect; nothing else may be told. */
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
  t.test(`HDR-003 HDR-004 VER-004 each edit has its verdict: ${basename(file, '.yaml')}`, async (t) => {
    for (const { name, edit, expect, why } of corpus) {
      const changes = await diffContracts(base, loadContract(edited(source, edit)))
      t.strictSame(told(changes), expect.toSorted(), `${name} (${why})`)
    }
  })
}

t.test('the corpus is large, and no edit is in it twice', async (t) => {
  t.ok(names.length >= 130, `${names.length} edits`)
  t.strictSame(names.filter((name, index) => names.indexOf(name) !== index), [])
})

function told(changes: readonly Change[]): string[] {
  const lines = changes.flatMap(({ kind, effects }) => effects.map(({ severity, audience, rule }) =>
    [severity, audience, kind, rule].filter((part) => part !== null).join(' ')))
  return [...new Set(lines)].sort()
}
