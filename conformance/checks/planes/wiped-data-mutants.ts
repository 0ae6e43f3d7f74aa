import type { Fault } from '../../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  isSession,
  type Mutant,
  type Which,
} from '../../self-test/wire-faults.ts'
import { inPlane, inRegion } from './each-plane-mutants.ts'

/** Faults of the purge of test data. */
/** Answers as if a record existed, or as if it did not. */
const answered = (to: Which, from: (status: number) => boolean, status: number): (() => Fault) =>
  answers(to, (response) => {
    if (from(response.status)) response.status = status
  })
const isMissing = (status: number): boolean => status === 404
const isServed = (status: number): boolean => status < 300

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
  {
    name: 'keeps sessions when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: answered(inRegion('eu', isSession), isMissing, 200),
  },
  {
    name: 'keeps applicants when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: answered(inRegion('eu', changesApplicant), isMissing, 200),
  },
  {
    name: 'also wipes live sessions in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: answered(inPlane('eu_live', isSession), isServed, 404),
  },
  {
    name: 'also wipes live applicants in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: answered(inPlane('eu_live', changesApplicant), isServed, 404),
  },
  {
    name: 'wipes the test applicants of all organizations in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: answered(inPlane('eu_test', changesApplicant), isServed, 404),
  },
]
