import { GateError } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { CHANGES_FOLDER } from '../load/load-contract.ts'
import { isMembers } from '../load/parse.ts'
import { isDay } from './options.ts'

/** One entry: breaking changes that are intended, with reason and migration. */
export interface Entry {
  /** Relative to the contract, such as `changes/2026-11-outcome.yaml`. */
  readonly file: string
  readonly title: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** Ids of the changes, as the gate prints them. */
  readonly changes: readonly string[]
  readonly reason: string
  readonly migration: string
}

const KEYS = ['title', 'date', 'changes', 'reason', 'migration']

/** @throws {GateError} if an entry is malformed */
export function entriesOf(contract: Contract): Entry[] {
  return readEntries(contract).map((entry) => {
    if (entry instanceof GateError) throw entry
    return entry
  })
}

/** The entries without malformed ones, which permitted nothing. */
export function validEntriesOf(contract: Contract): Entry[] {
  return readEntries(contract).flatMap((entry) => (entry instanceof GateError ? [] : entry))
}

function readEntries(contract: Contract): (Entry | GateError)[] {
  // An empty file was just created by the shell for the redirected draft of an entry.
  const files = [...contract.files.values()]
    .filter(({ path, text }) => path.startsWith(CHANGES_FOLDER) && text.trim() !== '')
    .sort((one, other) => (one.path < other.path ? -1 : 1))
  return files.map(({ path, value, fault: unread }) => {
    if (unread) return unread
    const fault = isMembers(value) ? faultOf(value) : 'expected an object'
    return fault === undefined
      ? { file: path, ...(value as unknown as Omit<Entry, 'file'>) }
      : new GateError(`${contract.prefix}${path}: ${fault}`)
  })
}

function faultOf(entry: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) return `unknown key "${unknown}"`
  for (const key of ['title', 'reason', 'migration']) {
    const value = entry[key]
    if (typeof value !== 'string' || value.trim() === '' || value.trim().startsWith('TODO'))
      return `${key} must be a sentence`
  }
  if (typeof entry.date !== 'string' || !isDay(entry.date))
    return "date must be a day in quotes, such as '2026-11-21'"
  const { changes } = entry
  const isList =
    Array.isArray(changes) && changes.length > 0 && changes.every((id) => typeof id === 'string')
  return isList ? undefined : 'changes must be a list of the ids that the gate prints'
}
