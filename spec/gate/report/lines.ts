import type { Change, Effect } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { lineOf } from '../load/positions.ts'

/** Formats a place for editors: `spec/resources/wallet.yaml:41`. */
export interface SourceLine {
  readonly file: string
  readonly line: number
  readonly pointer: string
  readonly isInBase: boolean
}

/** Removed parts are shown at their old place, or at that of their parent if the file still exists. */
export function sourceLineOf(
  { location }: Change,
  base: Contract,
  head: Contract,
): SourceLine | null {
  const { file, pointer, side } = location
  if (file === '') return null
  const now = head.files.get(file)
  const contract = now ? head : base
  const parsed = now ?? base.files.get(file)
  if (parsed === undefined) return null
  return {
    file: contract.prefix + file,
    line: lineOf(parsed, pointer),
    pointer,
    isInBase: side === 'base' && !now,
  }
}

export function ruleOf({ rule }: Effect): string {
  return rule === null ? '' : ` [${rule}]`
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** The cited rules, with their texts if the contract has a catalogue. */
export function rulesOf(
  changes: readonly Change[],
  { files }: Contract,
): [id: string, text: string][] {
  const ids = [
    ...new Set(changes.flatMap(({ effects }) => effects.flatMap(({ rule }) => rule ?? []))),
  ].sort()
  const clauses = [...files]
    .filter(([path]) => path.startsWith('requirements/'))
    .flatMap(
      ([, { value }]) =>
        (value as { requirements?: { id: string; text: string }[] } | null)?.requirements ?? [],
    )
  const texts = new Map(clauses.map(({ id, text }) => [id, text.trim()]))
  return ids.flatMap((id) => (texts.has(id) ? [[id, texts.get(id)!]] : []))
}
