import { retiredScopes } from '../../../spec/generated/scopes.ts'

/** Returns advice about a retired scope; undefined if the name was never retired. */
export function adviceForRetiredScope(scope: string): string | undefined {
  const retired = retiredScopes.find(({ name }) => name === scope)
  return (
    retired && `'${retired.name}' was retired: grant ${retired.replaced_by.join(' and ')} instead`
  )
}
