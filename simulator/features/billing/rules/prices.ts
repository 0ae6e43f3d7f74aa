import type { Organization } from '../../../world/world.ts'

/** Price of one e-signature check, in minor units of the wallet's currency (GAP-ESIGN-PRICE). */
export const ESIGN_CHECK_MINOR = 150

/** Charged for each check on the two lower plans, included in the top one (BIL-001, BIL-002). */
export function esignPrice(plan: Organization['plan']): number {
  return plan === 'scale' ? 0 : ESIGN_CHECK_MINOR
}
