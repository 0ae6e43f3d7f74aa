import { operations } from '../../spec/contract.ts'

const TABLE = operations.map(({ operationId, method, path }) => ({
  operationId,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  isOfSession: path.startsWith('/v1/sessions/'),
}))

/** Returns the operation of the contract that a request calls, and the session in its path. */
export function operationOf(
  method: string,
  path: string,
): { operation: string | undefined; sessionId: string | undefined } {
  for (const { operationId, method: own, pattern, isOfSession } of TABLE) {
    const found = own === method ? pattern.exec(path) : null
    if (!found) continue
    const id = isOfSession ? found.groups?.['id'] : undefined
    return { operation: operationId, sessionId: id && decoded(id) }
  }
  return { operation: undefined, sessionId: undefined }
}

/** Returns a malformed text as it is: the service refuses it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
