import { DocumentComparison } from './compare/document.ts'
import { Edits } from './compare/edits.ts'
import { type Finding, Findings } from './compare/findings.ts'
import { observeEvaluation } from './compare/schema/normal/evaluation.ts'
import { type Change, type Location, SEVERITIES } from './judgement.ts'
import type { Contract } from './load/contract.ts'
import { joinOasdiff } from './oasdiff/join.ts'
import { project } from './oasdiff/projection.ts'
import { runOasdiff } from './oasdiff/run.ts'
import { trimmed } from './oasdiff/trim.ts'
import type { Policy } from './policy/options.ts'
import { tableFindings } from './tables/tables.ts'

export interface DiffOptions {
  /** The oasdiff program, whose findings are added to those of the gate; optional. */
  readonly oasdiff?: string
  readonly policy?: Policy
}

/**
 * Returns all changes between two contracts, most severe first. Tables are compared if both are
 * folders.
 */
export async function diffContracts(
  base: Contract,
  head: Contract,
  { oasdiff, policy }: DiffOptions = {},
): Promise<Change[]> {
  observeEvaluation([...base.files.values(), ...head.files.values()])
  const findings = new Findings(oasdiff !== undefined)
  const edits = new Edits(base, head)
  const report = (finding: Finding) => findings.add(inHead(edits.placed(finding), base, head))
  const documents = new DocumentComparison(base, head, report, policy)
  documents.compare()
  if (base.isFolder && head.isFolder) for (const found of tableFindings(base, head)) report(found)
  const gathered = findings.gathered()
  const changes =
    oasdiff === undefined
      ? gathered.map(({ change }) => change)
      : joinOasdiff(gathered, await seenBy(oasdiff, base, head))
  const sorted = changes.toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  )
  return documents.isCut ? sorted.map((change) => ({ ...change, mayHaveMorePlaces: true })) : sorted
}

async function seenBy(oasdiff: string, base: Contract, head: Contract) {
  const differing = trimmed(project(base), project(head))
  return differing === null ? [] : runOasdiff(oasdiff, ...differing)
}

/** The root documents are compared even if their file names differ. */
function inHead(finding: Finding, base: Contract, head: Contract): Finding {
  const { location, origin } = finding
  const moved = (place: Location) =>
    place.side === 'base' && place.file === base.rootFile
      ? { ...place, file: head.rootFile }
      : place
  return { ...finding, location: moved(location), ...(origin && { origin: moved(origin) }) }
}
