import { answers, changesApplicant, isSession, type Mutant } from '../../self-test/wire-faults.ts'
import { inPlane } from './each-plane-mutants.ts'

/** Faults of the purge of test data. */
export const WIPED_DATA_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps deleted data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-027',
    fault: answers(isSession, (response) => {
      if (response.status === 404) response.status = 200
    }),
  },
  {
    name: 'keeps applicants when test data is wiped',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-027',
    fault: answers(changesApplicant, (response) => {
      if (response.status === 404) response.status = 200
    }),
  },
  {
    name: 'also wipes live applicants',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-026',
    fault: answers(inPlane('us_live', changesApplicant), (response) => {
      response.status = 404
    }),
  },
  {
    name: 'also wipes live data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-026',
    fault: answers(inPlane('us_live', isSession), (response) => {
      response.status = 404
    }),
  },
]
