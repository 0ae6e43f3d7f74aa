import { routeClasses } from '../../spec/generated/limits.ts'
import type { Organization, Tier } from '../store/world.ts'

/** What a route class allows: `budget` requests in each window (LIM). */
export interface ClassLimit {
  routeClass: string
  windowMs: number
  budget: number
}

/**
 * The limit of a route class for an organization: its own figure where the world file gives one, else its tier's; a
 * `custom` tier without a figure has that of `enterprise`.
 * @throws {Error} if the contract knows no such class
 */
export function limitFor(routeClass: string, organization: Pick<Organization, 'tier' | 'budgets'>): ClassLimit {
  if (!Object.hasOwn(routeClasses, routeClass)) throw new Error(`no route class ${routeClass}`)
  const limit = routeClasses[routeClass as keyof typeof routeClasses]
  const budgets: Record<Tier, number | null> = limit.budgets
  return {
    routeClass,
    windowMs: limit.window_seconds * 1000,
    budget: organization.budgets?.[routeClass] ?? budgets[organization.tier] ?? budgets.enterprise!,
  }
}
