import { budgetFor, limitFor } from '../rules/limits.ts'
import { type ApiKey, type Mode, type Organization, type Tier, scopeOf } from '../store/world.ts'
import { Window } from './window.ts'

/** An API key that was recognized: who calls, what it may do, and what it has used of its budgets. */
export class Credential {
  readonly organization: Organization
  readonly key: ApiKey
  /** The owner of all that this key can see. */
  readonly scope: string
  readonly granted: ReadonlySet<string>
  #windows = new Map<string, Window>()

  constructor(organization: Organization, key: ApiKey) {
    this.organization = organization
    this.key = key
    this.scope = scopeOf(organization, key.mode)
    this.granted = new Set(key.scopes)
  }

  get mode(): Mode {
    return this.key.mode
  }

  get tier(): Tier {
    return this.organization.tier
  }

  /** The counter of a route class; made anew when the organization's budget for it has changed. */
  window(routeClass: string): Window {
    const known = this.#windows.get(routeClass)
    if (known && known.limit.budget === budgetFor(routeClass, this.organization)) return known
    const window = new Window(limitFor(routeClass, this.organization))
    this.#windows.set(routeClass, window)
    return window
  }

  usable(now: number): boolean {
    return isUsable(this.key, now)
  }
}

/** Neither revoked nor past its time. */
export function isUsable({ revoked_at, expires_at }: ApiKey, now: number): boolean {
  return (
    (revoked_at === undefined || Date.parse(revoked_at) > now) &&
    (expires_at === undefined || Date.parse(expires_at) > now)
  )
}
