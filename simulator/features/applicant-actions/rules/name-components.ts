/** Whether a submission must, should or may name the applicant in components (SDK-007). */
export type NameComponents = 'required' | 'requested' | 'optional'

/** What a check looks the applicant up by. */
export type NeededField = 'name' | 'email'

const NEEDS: Record<string, NeededField> = {
  background_check: 'name',
  credit_history: 'name',
  sanctions_screening: 'name',
  email_verification: 'email',
}

/** What a check of this type needs to know of the applicant; undefined for one that needs nothing. */
export function neededBy(type: string): NeededField | undefined {
  return Object.hasOwn(NEEDS, type) ? NEEDS[type] : undefined
}

/**
 * A background check refuses a legal name alone, so components are required; another check by name asks for them
 * (GAP-SDK-NAME-COMPONENTS).
 */
export function nameComponentsOf(steps: readonly { type: string }[]): NameComponents {
  if (steps.some(({ type }) => type === 'background_check')) return 'required'
  return steps.some(({ type }) => neededBy(type) === 'name') ? 'requested' : 'optional'
}
