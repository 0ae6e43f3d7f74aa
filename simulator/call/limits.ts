import { type RouteClass, routeClasses } from '../../spec/generated/limits.ts'
import type { Organization, Tier } from '../world/world.ts'

/** The limit of a route class: `budget` requests per window (LIM). */
export interface ClassLimit {
  routeClass: string
  windowMs: number
  budget: number
}

type Owner = Pick<Organization, 'tier' | 'budgets'>

/**
 * Returns the limit of a route class for an organization.
 * @throws {Error} if the contract has no such class
 */
export function limitFor(routeClass: string, organization: Owner): ClassLimit {
  const budget = budgetFor(routeClass, organization)
  return {
    routeClass,
    windowMs: routeClasses[routeClass as RouteClass].window_seconds * 1000,
    budget,
  }
}

/**
 * Returns the budget alone: the organization's own figure from the world file, else its tier's. A
 * `custom` tier without a figure has that of `enterprise`.
 */
export function budgetFor(routeClass: string, organization: Owner): number {
  if (!Object.hasOwn(routeClasses, routeClass)) throw new Error(`no route class ${routeClass}`)
  const budgets: Record<Tier, number | null> = routeClasses[routeClass as RouteClass].budgets
  return organization.budgets?.[routeClass] ?? budgets[organization.tier] ?? budgets.enterprise!
}
