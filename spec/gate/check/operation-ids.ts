import type { Contract } from '../load/contract.ts'
import { declaredNames, homeOf, isMembers, type Members } from '../load/parse.ts'
import { pathItemOf } from '../load/path-items.ts'
import { lineOf } from '../load/positions.ts'

/** Problems of operations and events that have the `operationId` of an earlier one. */
export function repeatedOperationIds(contract: Contract): string[] {
  const places = new Map<string, string>()
  return operationsOf(contract).flatMap((operation) => {
    const id = operation.operationId
    if (typeof id !== 'string') return []
    const place = placeOf(contract, operation)
    const first = places.get(id)
    if (first === undefined) places.set(id, place)
    return first === undefined
      ? []
      : `${place}: the operationId ${id} is that of ${first} too; choose another one`
  })
}

function operationsOf(contract: Contract): Members[] {
  const [paths, webhooks] = [contract.root.paths, contract.root.webhooks].map((map) =>
    isMembers(map) ? map : {},
  ) as [Members, Members]
  const items = [...declaredNames(paths).map((path) => paths[path]!), ...Object.values(webhooks)]
  return items
    .flatMap((item) => pathItemOf(contract, item).methods)
    .map(({ node }) => contract.resolve(node))
    .filter((operation) => operation !== undefined)
    .filter(isMembers)
}

function placeOf(contract: Contract, operation: object): string {
  const { file, pointer } = homeOf(operation)
  const line = lineOf(contract.files.get(file)!, `${pointer}/operationId`)
  return `${contract.prefix}${file}:${line}`
}
