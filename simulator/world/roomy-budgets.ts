import { routeClasses } from '../../spec/generated/limits.ts'
import type { WorldFile } from './world.ts'

/** More requests than any test sends in a window. */
const ROOMY = 1_000_000

/**
 * Returns budgets that no test exhausts. Left out are classes whose budget the contract limits for each tier: the control
 * API does not raise them either.
 */
export function roomyBudgets(): Record<string, number> {
  return Object.fromEntries(
    Object.entries(routeClasses)
      .filter(([, { flat_from }]) => flat_from === null)
      .map(([name]) => [name, ROOMY]),
  )
}

/**
 * Returns the world with budgets that no test exhausts, for every class, organization and address;
 * budgets set in it are kept.
 */
export function withRoomyBudgets(world: WorldFile): WorldFile {
  const roomy = Object.fromEntries(Object.keys(routeClasses).map((name) => [name, ROOMY]))
  return {
    ip_limit: ROOMY,
    ...world,
    organizations: world.organizations.map((organization) => ({
      ...organization,
      budgets: { ...roomy, ...organization.budgets },
    })),
  }
}
