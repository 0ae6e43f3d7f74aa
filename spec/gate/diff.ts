import { DocumentComparison } from './compare/document.ts'
import { type Finding, gather } from './compare/findings.ts'
import { type Change, SEVERITIES } from './judgement.ts'
import type { Contract } from './load/contract.ts'
import { joinOasdiff } from './oasdiff/join.ts'
import { project } from './oasdiff/projection.ts'
import { runOasdiff } from './oasdiff/run.ts'
import { trimmed } from './oasdiff/trim.ts'
import { tableFindings } from './tables/tables.ts'

/** All that changed between two contracts, the gravest first. Tables are compared when both are folders. */
export async function diffContracts(base: Contract, head: Contract): Promise<Change[]> {
  const differing = trimmed(project(base), project(head))
  const seen = differing === null ? Promise.resolve([]) : runOasdiff(...differing)
  // Its failure is told when it is awaited; until then it must not be taken for one that nobody handles.
  seen.catch(() => {})
  const findings = [
    ...new DocumentComparison(base, head).compare(),
    ...(base.isFolder && head.isFolder ? tableFindings(base, head) : []),
  ]
  const gathered = gather(findings.map((finding) => inHead(finding, base, head)))
  return joinOasdiff(gathered, await seen).toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  )
}

/** The root document is the same one, whatever its file is called in the base. */
function inHead(finding: Finding, base: Contract, head: Contract): Finding {
  const { location } = finding
  const isRoot = location.side === 'base' && location.file === base.rootFile
  return isRoot ? { ...finding, location: { ...location, file: head.rootFile } } : finding
}
