import type { Check, RepeatedPlane } from '../../../check/check.ts'
import { REGIONS } from '../../../target/target.ts'

/** Returns the id of the check that repeats this one in a plane. */
export function repeatedId(id: string, plane: RepeatedPlane = 'other live'): string {
  return `${id}-in-${plane.replace(' ', '-')}-plane`
}

/** Returns the check that repeats this one in a plane. */
export function inPlane(check: Check, plane: RepeatedPlane): Check {
  const { credentials, states = [] } = check.needs
  return {
    ...check,
    id: repeatedId(check.id, plane),
    needs: {
      ...check.needs,
      regions: REGIONS,
      // The test keys of the target file have another plane, so the provider has to make the keys.
      ...(credentials.length > 0 && {
        states: [...new Set(['organization', 'key', ...states])],
      }),
    },
    plane,
  }
}
