import { retiredScopes } from '../../../spec/generated/scopes.ts'

/** What to do about a scope that keys can no longer be granted; undefined when the name was never retired. */
export function retirement(scope: string): string | undefined {
  const retired = retiredScopes.find(({ name }) => name === scope)
  return (
    retired && `'${retired.name}' was retired: grant ${retired.replaced_by.join(' and ')} instead`
  )
}
