import type { JsonObject } from '../../http/json.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const KILLED_BY = 'screening.live-applicants-are-new-in-test-mode'

/** Faults in the isolation of screening signals. */
export const SCREENING_PLANE_MUTANTS: readonly Mutant[] = (
  [
    ['e-mail address', 'email'],
    ['name', 'family_name'],
  ] as const
).map(([what, field]) => ({
  name: `recognizes live applicants in test mode by their ${what}`,
  killedBy: KILLED_BY,
  breaks: 'PLN-007',
  fault: () => {
    const known = new Set<string>()
    return {
      bindings({ state, params }, bindings) {
        if (state !== 'screened_session') return
        const applicant = params['applicant'] as JsonObject | undefined
        const value = `${params['organization']} ${applicant?.[field]}`
        if (params['mode'] === 'live') known.add(value)
        else if (known.has(value)) bindings['tags'] = ['repeated']
      },
    }
  },
}))
