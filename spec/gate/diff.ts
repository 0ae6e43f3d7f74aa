import { DocumentComparison } from './compare/document.ts'
import { type Finding, gather } from './compare/findings.ts'
import { type Change, SEVERITIES } from './judgement.ts'
import type { Contract } from './load/contract.ts'
import { joinOasdiff } from './oasdiff/join.ts'
import { project } from './oasdiff/projection.ts'
import { runOasdiff } from './oasdiff/run.ts'
import { trimmed } from './oasdiff/trim.ts'
import type { Policy } from './policy/options.ts'
import { tableFindings } from './tables/tables.ts'

export interface DiffOptions {
  /** The oasdiff program, whose findings are joined to those of the gate; the gate judges alone without it. */
  readonly oasdiff?: string
  readonly policy?: Policy
}

/** All changes between two contracts, the gravest first. Tables are compared when both are folders. */
export async function diffContracts(
  base: Contract,
  head: Contract,
  { oasdiff, policy }: DiffOptions = {},
): Promise<Change[]> {
  const findings = [
    ...new DocumentComparison(base, head, policy).compare(),
    ...(base.isFolder && head.isFolder ? tableFindings(base, head) : []),
  ]
  const gathered = gather(findings.map((finding) => inHead(finding, base, head)))
  const changes =
    oasdiff === undefined
      ? gathered.map(({ change }) => change)
      : joinOasdiff(gathered, await seenBy(oasdiff, base, head))
  return changes.toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  )
}

async function seenBy(oasdiff: string, base: Contract, head: Contract) {
  const differing = trimmed(project(base), project(head))
  return differing === null ? [] : runOasdiff(oasdiff, ...differing)
}

/** The root document is the same one, whatever its file is called in the base. */
function inHead(finding: Finding, base: Contract, head: Contract): Finding {
  const { location } = finding
  const isRoot = location.side === 'base' && location.file === base.rootFile
  return isRoot ? { ...finding, location: { ...location, file: head.rootFile } } : finding
}
