import { routeClasses } from '../../spec/generated/limits.ts'
import type { WorldFile } from './world.ts'

/** More requests than any test sends in a window. */
const ROOMY = 1_000_000

/**
 * Returns budgets that no test exhausts, within the control API's limits: it does not raise those
 * of the flat classes.
 */
export function roomyBudgets(): Record<string, number> {
  return Object.fromEntries(
    Object.entries(routeClasses).map(([name, { flat_from, budgets }]) => [
      name,
      flat_from === null ? ROOMY : budgets.enterprise!,
    ]),
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
