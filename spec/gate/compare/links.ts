import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../load/contract.ts'
import { encodePart, type Json, type Members } from '../load/parse.ts'
import { at, memberOf, members } from './nodes.ts'
import { EDITORIAL, type Part, type Reporter } from './reporter.ts'

/** Links of a response: clients that follow them use their operation and parameters. */
export function linkFindings(
  [base, head]: readonly [base: Contract, head: Contract],
  { reporter, part }: { readonly reporter: Reporter; readonly part: Part },
  before: Members,
  after: Members,
): void {
  const [had, has] = [memberOf(before, 'links'), memberOf(after, 'links')]
  for (const name of new Set([...Object.keys(had), ...Object.keys(has)])) {
    const [was, is] = [linkOf(base, had[name]), linkOf(head, has[name])]
    if (isDeepStrictEqual(was, is)) continue
    const verb = !was ? 'added' : is ? 'changed' : 'removed'
    const [owner, side] = is ? ([has, 'head'] as const) : ([had, 'base'] as const)
    reporter.report(
      `link-${verb}`,
      `link ${name} ${verb}`,
      at(owner, `/${encodePart(name)}`, side),
      was
        ? { severity: 'risky', reason: 'Clients may follow the old link.', rule: 'VER-001' }
        : { severity: 'safe', reason: 'Clients may ignore the link.', rule: 'VER-001' },
      part,
    )
  }
}

/** A link without its texts, with the target in place of a reference. */
function linkOf(contract: Contract, node: Json | undefined): Members | undefined {
  const link = members(contract.resolve(node))
  const entries = Object.entries(link ?? {}).filter(([key]) => !EDITORIAL.has(key))
  return link && Object.fromEntries(entries)
}
