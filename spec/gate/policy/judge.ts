import { type Change, type Severity, SEVERITIES } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { isMembers } from '../load/parse.ts'
import { pathItemOf } from '../load/path-items.ts'
import { type Entry, entriesOf, validEntriesOf } from './entries.ts'
import type { Policy } from './options.ts'

export interface JudgedChange extends Change {
  /** Permission for a breaking change: an entry, or a new version of the event. */
  readonly allowed: {
    readonly by: string
    readonly reason: string
    readonly migration: string
  } | null
}

export interface Judgement {
  readonly base: Contract
  readonly head: Contract
  readonly changes: readonly JudgedChange[]
  readonly counts: Readonly<Record<Severity, number>>
  /** Breaking changes without permission; with `--fail-on risky` also risky ones. */
  readonly closedBy: readonly JudgedChange[]
  /** Describes problems of the entries. */
  readonly notes: readonly string[]
  /** Files that differ only in texts, examples or formatting. */
  readonly editorial: readonly string[]
}

/** Applies the policy: a breaking change needs a new version, or an entry that names it. */
export function judge(
  base: Contract,
  head: Contract,
  changes: readonly Change[],
  failOn: Policy['failOn'] = 'breaking',
): Judgement {
  const closes = (severity: Severity) =>
    severity === 'breaking' || (failOn === 'risky' && severity === 'risky')
  const entries = entriesOf(head)
  const previous = base.origin === head.origin ? [] : validEntriesOf(base)
  const fresh = newEntries(previous, entries)
  const versions = newVersions(base, head)
  const judged = changes.map((change): JudgedChange => ({
    ...change,
    allowed: closes(change.severity) ? allowance(change, fresh, versions) : null,
  }))
  const counts = Object.fromEntries(
    SEVERITIES.map((severity) => [
      severity,
      changes.filter((change) => change.severity === severity).length,
    ]),
  ) as Record<Severity, number>
  return {
    base,
    head,
    changes: judged,
    counts,
    closedBy: judged.filter(({ severity, allowed }) => closes(severity) && allowed === null),
    notes: [
      ...staleNames(fresh, changes, head, closes),
      ...lost(previous, entries, head),
      ...(changes.some(({ mayHaveMorePlaces }) => mayHaveMorePlaces)
        ? ['The changes are in too many places to list: each is listed with some of its places.']
        : []),
      ...(base.isFolder !== head.isFolder
        ? ['One side is a single file: only the OpenAPI documents are compared.']
        : []),
    ],
    editorial: editorialFiles(base, head, changes),
  }
}

/**
 * Entries with the ids that the base does not have in the same file: an entry permits a change only
 * until the base includes it.
 */
function newEntries(previous: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const known = new Map(previous.map(({ file, changes }) => [file, changes]))
  return entries
    .map((entry) => {
      const changes = entry.changes.filter((id) => !known.get(entry.file)?.includes(id))
      return { ...entry, changes }
    })
    .filter(({ changes }) => changes.length > 0)
}

function allowance(
  change: Change,
  entries: readonly Entry[],
  versions: ReadonlyMap<string, string>,
): JudgedChange['allowed'] {
  const entry = entries.find(({ changes }) => changes.includes(change.id))
  if (entry)
    return { by: entry.file, reason: entry.reason.trim(), migration: entry.migration.trim() }
  const broken = change.effects.filter(({ severity }) => severity === change.severity)
  const events = broken.flatMap(({ places }) => places.map((place) => place.split(', ')[0]!))
  const version = versions.get(events[0] ?? '')
  if (version === undefined || !events.every((event) => versions.has(event))) return null
  return {
    by: `event version ${version}`,
    reason: 'It ships as a new version of the event.',
    migration: 'Read the version header before the body.',
  }
}

/** Events with a higher version, with the new version. */
function newVersions(base: Contract, head: Contract): Map<string, string> {
  const versionsOf = (contract: Contract) =>
    new Map(
      Object.entries(isMembers(contract.root.webhooks) ? contract.root.webhooks : {}).map(
        ([name, node]) => {
          const operation = contract.resolve(pathItemOf(contract, node).item.post)
          return [name, isMembers(operation) ? Number(operation['x-event-version']) : Number.NaN]
        },
      ),
    )
  const before = versionsOf(base)
  return new Map(
    [...versionsOf(head)]
      .filter(([name, version]) => version > (before.get(name) ?? Infinity))
      .map(([name, version]) => [name, String(version)]),
  )
}

/** A new entry with an unknown id has no effect: it is outdated or misspelt. */
function staleNames(
  entries: readonly Entry[],
  changes: readonly Change[],
  { prefix }: Contract,
  closes: (severity: Severity) => boolean,
): string[] {
  const ids = new Map(changes.map(({ id, severity }) => [id, severity]))
  return entries.flatMap(({ file, changes: named }) =>
    named.flatMap((id) => {
      if (!ids.has(id)) return [`${prefix}${file} names ${id}, which matches no change`]
      return closes(ids.get(id)!)
        ? []
        : [`${prefix}${file} names ${id}, which is ${ids.get(id)} and needs no entry`]
    }),
  )
}

function lost(
  previous: readonly Entry[],
  entries: readonly Entry[],
  { prefix }: Contract,
): string[] {
  const now = new Set(entries.map(({ file }) => file))
  return previous
    .filter(({ file }) => !now.has(file))
    .map(
      ({ file }) => `${prefix}${file} is missing, so its entry would disappear from the changelog`,
    )
}

function editorialFiles(base: Contract, head: Contract, changes: readonly Change[]): string[] {
  const classification = new Set(changes.map(({ location }) => location.file))
  return [...head.files.keys()]
    .filter(
      (path) =>
        !path.startsWith('changes/') &&
        base.files.get(path)?.text !== head.files.get(path)!.text &&
        !classification.has(path) &&
        (base.files.has(path) || head.isFolder),
    )
    .map((path) => head.prefix + path)
}
