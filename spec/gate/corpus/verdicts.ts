import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { diffContracts } from '../diff.ts'
import type { Change } from '../judgement.ts'
import { loadContract } from '../load/load-contract.ts'
import { openSource } from '../load/source.ts'
import { edited, type Step } from './edit.ts'

/** An edit of the contract with its verdict. */
interface Entry {
  name: string
  edit: Step[]
  /** Severity, audience, kind and rule of every effect; no other effects may be reported. */
  expect: string[]
  /** Place of the first change, as file and pointer, if the entry states it. */
  at?: string
  why: string
}

const SPEC = join(import.meta.dirname, '../..')
export const source = openSource(SPEC, SPEC, SPEC)
/** The contract before each edit. */
export const base = loadContract(source)

/** The edits of each file of the corpus. */
export const CORPUS: [file: string, entries: Entry[]][] = globSync('*.yaml', {
  cwd: import.meta.dirname,
})
  .sort()
  .map((file) => [
    basename(file, '.yaml'),
    parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Entry[],
  ])

/** Compares the verdicts on some edits of each file with the expected ones. */
export async function testVerdicts(t: Test, isTested: (index: number) => boolean): Promise<void> {
  for (const [file, entries] of CORPUS) {
    const tested = entries.filter((_, i) => isTested(i))
    await t.test(file, async (t) => {
      const found = await sideBySide(tested, ({ edit }) =>
        diffContracts(base, loadContract(edited(source, edit))),
      )
      for (const [index, { name, expect, at, why }] of tested.entries()) {
        const changes = found[index]!
        t.strictSame(classification(changes), expect.toSorted(), `${name} (${why})`)
        const places = changes.map(({ location: { file, pointer } }) => `${file}#${pointer}`)
        if (at !== undefined) t.equal(places[0], at, `place of: ${name}`)
        t.notOk(
          places.some((place) => place.startsWith('#')),
          `every change has a file: ${name}`,
        )
      }
    })
  }
}

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
