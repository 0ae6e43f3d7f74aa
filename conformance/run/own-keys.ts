import { Blocked } from '../check/outcome.ts'
import type { JsonObject } from '../http/json.ts'
import type { Bindings } from '../target/states.ts'
import type { Credential, CredentialName, CredentialNeed } from '../target/target.ts'
import { type Plane, place } from './needs.ts'

/** States with which a provider makes new keys in place of those of a target file. */
const STATES = ['organization', 'key'] as const

/** Whether a check can have keys that no other client uses. */
export function canMakeKeys(offered: ReadonlySet<string> | Error | undefined): boolean {
  return offered instanceof Set && STATES.every((state) => offered.has(state))
}

/** The organization and the scopes of each key of a check; every scope if none are named. */
const RECIPES: Record<CredentialName, { of: 'own' | 'another'; isLive?: true; scopes?: string[] }> =
  {
    test: { of: 'own' },
    live: { of: 'own', isLive: true },
    test_read_only: { of: 'own', scopes: ['sessions:read'] },
    test_other_organization: { of: 'another' },
  }

/**
 * Creates keys for one check in separate organizations, so that no other check uses their budgets or sees their records.
 * Keys of both regions belong to one organization, so that only the region hides its records.
 */
export async function makeKeys(
  needs: readonly CredentialNeed[],
  plane: Plane,
  setUp: (state: string, params: JsonObject) => Promise<Bindings>,
): Promise<Map<string, Credential>> {
  const organizations = new Map<string, string>()
  const made = new Map<string, Credential>()
  for (const need of needs) {
    const { region, name } = place(plane.home, need)
    const { of, isLive, scopes } = RECIPES[name]
    const mode = isLive ? 'live' : plane.mode
    const label = `${region}.${name}`
    const keep = (bindings: Bindings): void => {
      made.set(label, { label, region, key: bound(bindings, 'key'), sessionFields: {} })
    }
    const organization = organizations.get(of)
    if (organization !== undefined) {
      keep(await setUp('key', { region, mode, organization, ...(scopes && { scopes }) }))
      continue
    }
    // The state returns a key of that mode with every scope.
    const bindings = await setUp('organization', { region, mode })
    organizations.set(of, bound(bindings, 'organization'))
    if (scopes === undefined) keep(bindings)
    else
      keep(
        await setUp('key', { region, mode, organization: bound(bindings, 'organization'), scopes }),
      )
  }
  return made
}

function bound(bindings: Bindings, name: string): string {
  const value = bindings[name]
  if (typeof value !== 'string' || value === '')
    throw new Blocked(`expected the binding ${name} of a state`)
  return value
}
