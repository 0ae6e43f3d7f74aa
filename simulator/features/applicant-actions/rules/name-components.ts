/** Whether a submission must, should or may name the applicant in components (SDK-007). */
export type NameComponents = 'required' | 'requested' | 'optional'

/** Applicant data that a check needs. */
export type NeededField = 'name' | 'email'

const NEEDS: Record<string, NeededField> = {
  background_check: 'name',
  credit_history: 'name',
  sanctions_screening: 'name',
  email_verification: 'email',
}

/** Returns the applicant data that a check of this type needs; undefined if none. */
export function neededBy(type: string): NeededField | undefined {
  return Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined
}

/**
 * A background check rejects a legal name alone, so components are required; another check by name recommends them
 * (GAP-SDK-NAME-COMPONENTS).
 */
export function nameComponentsOf(steps: readonly { type: string }[]): NameComponents {
  if (steps.some(({ type }) => type === 'background_check')) return 'required'
  return steps.some(({ type }) => neededBy(type) === 'name') ? 'requested' : 'optional'
}
