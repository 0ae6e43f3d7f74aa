import { budgetFor, limitFor } from './limits.ts'
import { type ApiKey, type Mode, type Organization, type Tier, scopeOf } from '../world/world.ts'
import { Window } from './window.ts'

/** An authenticated API key: its organization, its permissions and its rate-limit windows. */
export class Credential {
  readonly organization: Organization
  readonly key: ApiKey
  /** The scope that owns all data visible to this key. */
  readonly scope: string
  #granted: { scopes: string[]; set: ReadonlySet<string> }
  #windows = new Map<string, Window>()

  constructor(organization: Organization, key: ApiKey) {
    this.organization = organization
    this.key = key
    this.scope = scopeOf(organization, key.mode)
    this.#granted = { scopes: key.scopes, set: new Set(key.scopes) }
  }

  /** The key's scopes, which another process may have replaced. */
  get granted(): ReadonlySet<string> {
    const { scopes } = this.key
    if (this.#granted.scopes !== scopes) this.#granted = { scopes, set: new Set(scopes) }
    return this.#granted.set
  }

  get mode(): Mode {
    return this.key.mode
  }

  get tier(): Tier {
    return this.organization.tier
  }

  /**
   * Returns the window of a route class. If the organization's budget has changed, its count goes
   * on under the new budget.
   */
  window(routeClass: string): Window {
    const known = this.#windows.get(routeClass)
    if (known && known.limit.budget === budgetFor(routeClass, this.organization)) return known
    const limit = limitFor(routeClass, this.organization)
    const window = known ? known.withLimit(limit) : new Window(limit)
    this.#windows.set(routeClass, window)
    return window
  }

  usable(now: number): boolean {
    return isUsable(this.key, now)
  }
}

/** Whether a key is neither revoked nor expired. */
export function isUsable({ revoked_at, expires_at }: ApiKey, now: number): boolean {
  return (
    (revoked_at === undefined || Date.parse(revoked_at) > now) &&
    (expires_at === undefined || Date.parse(expires_at) > now)
  )
}
