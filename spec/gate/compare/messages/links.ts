import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../../load/contract.ts'
import { encodePart, type Json, type Members } from '../../load/parse.ts'
import { at, memberOf, members } from '../nodes.ts'
import { operationsOf } from '../operations.ts'
import { EDITORIAL, type Part, type Reporter } from '../reporter.ts'

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

/** A link without its texts, with its operation in place of the name or reference of the operation. */
function linkOf(contract: Contract, node: Json | undefined): Members | undefined {
  const link = members(contract.resolve(node))
  if (!link) return undefined
  const untitled = Object.fromEntries(Object.entries(link).filter(([key]) => !EDITORIAL.has(key)))
  const { operationId, operationRef, ...others } = untitled
  const target = typeof operationRef === 'string' ? contract.find(link, operationRef) : operationId
  const operation = keysOf(contract).get(target)
  return operation === undefined ? untitled : { ...others, operation }
}

type Keys = ReadonlyMap<Json | undefined, string | undefined>

const known = new WeakMap<Contract, Keys>()

/** The keys of operations, by their nodes and by `operationId`; undefined where two share one. */
function keysOf(contract: Contract): Keys {
  const settled = known.get(contract)
  if (settled) return settled
  const keys = new Map<Json | undefined, string | undefined>()
  for (const [key, { operation }] of operationsOf(contract))
    for (const name of [operation, operation.operationId])
      if (name !== undefined) keys.set(name, keys.has(name) ? undefined : key)
  known.set(contract, keys)
  return keys
}
