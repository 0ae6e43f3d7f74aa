import { isSession, json, type Mutant } from '../../self-test/wire-faults.ts'

export const SDK_MUTANTS: readonly Mutant[] = [
  {
    name: 'never completes a session that a page submits',
    killedBy: 'sdk.finishes-the-checks',
    breaks: 'GEN-006',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
]
