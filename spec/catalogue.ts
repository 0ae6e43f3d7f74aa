// Consistency checks of the catalogue, the ledger and the code that names them. Each returns descriptions of
// problems.
import type { GapReference, LedgerRow } from './ledger.ts'
import {
  knownPrefixes,
  REQUIREMENT_ID,
  type Citation,
  type Requirement,
  type Retired,
} from './requirements.ts'

/** An id is used for one requirement only, also after its retirement. */
export function idProblems(entries: readonly Requirement[], retired: readonly Retired[]): string[] {
  const ids = entries.map(({ id }) => id)
  const known = new Set(ids)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is used twice`),
    ...retired.flatMap(({ id, replaced_by: successors }) => [
      ...(known.has(id) ? [`${id} is retired but still in use`] : []),
      ...(REQUIREMENT_ID.test(id) ? [] : [`${id} is not a valid id`]),
      ...successors
        .filter((successor) => !known.has(successor))
        .map((successor) => `${id} is replaced by ${successor}, which does not exist`),
    ]),
    ...homeless(entries),
  ]
}

/** All ids of a prefix are in one file. */
function homeless(entries: readonly Requirement[]): string[] {
  const homes = Map.groupBy(entries, ({ id }) => id.split('-')[0]!)
  return [...homes]
    .map(([prefix, of]) => [prefix, [...new Set(of.map(({ file }) => file))]] as const)
    .filter(([, files]) => files.length > 1)
    .map(([prefix, files]) => `${prefix} is in ${files.join(' and ')}`)
}

/** Texts are short, and no two are equal. */
export function textProblems(entries: readonly Requirement[]): string[] {
  const alike = Map.groupBy(entries, ({ text }) => text)
  return [
    ...entries
      .filter(({ text }) => text.length > 400)
      .map(({ id }) => `${id} is longer than 400 characters`),
    ...[...alike.values()]
      .filter(({ length }) => length > 1)
      .map((twins) => `${twins.map(({ id }) => id).join(' = ')} have the same text`),
  ]
}

/** Every id in the code is in the catalogue. */
export function strangerProblems(
  entries: readonly Requirement[],
  citations: readonly Citation[],
): string[] {
  const known = new Set(entries.map(({ id }) => id))
  return citations
    .filter(({ id }) => !known.has(id))
    .map(({ id, file }) => `${file} names ${id}, which is not in the catalogue`)
}

/** `tested` entries are named by a test or a check, `open` entries are not. */
export function statusProblems(
  entries: readonly Requirement[],
  citations: readonly Citation[],
): string[] {
  const proven = new Set(citations.filter(({ proves }) => proves).map(({ id }) => id))
  return entries
    .filter(
      ({ id, status }) =>
        (status === 'tested' && !proven.has(id)) || (status === 'open' && proven.has(id)),
    )
    .map(({ id, status }) => `${id} is ${status}; run: node spec/requirements.ts --sync`)
}

/**
 * No check asserts a point that the contract leaves open or that cannot be observed from outside.
 */
export function assertedProblems(
  entries: readonly Requirement[],
  citations: readonly Citation[],
): string[] {
  const free = new Map(
    entries
      .filter(({ status }) => status === 'unspecified' || status === 'untestable')
      .map(({ id, status }) => [id, status]),
  )
  return citations
    .filter(
      ({ file, id }) =>
        /^(conformance|integration)\/checks\//.test(file) &&
        !file.endsWith('.test.ts') &&
        free.has(id),
    )
    .map(({ file, id }) => `${file} asserts ${id}, which is ${free.get(id)}`)
}

/** Every row is referred to, and every reference has a row. */
export function ledgerProblems(
  rows: readonly LedgerRow[],
  references: readonly GapReference[],
): string[] {
  const known = new Set(rows.map(({ id }) => id))
  const named = new Set(references.map(({ id }) => id))
  return [
    ...rows.filter(({ id }) => !named.has(id)).map(({ id }) => `nothing refers to ${id}`),
    ...references
      .filter(({ id }) => !known.has(id))
      .map(({ id, file, line }) => `${file}:${line} refers to ${id}, which is not in the ledger`),
  ]
}

/** The prefixes of ids in use and of retired ones. */
export function prefixesOf(
  entries: readonly Requirement[],
  retired: readonly Retired[],
): Set<string> {
  return knownPrefixes([...entries, ...retired])
}
