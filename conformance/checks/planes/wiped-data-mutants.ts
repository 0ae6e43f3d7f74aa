import type { Fault } from '../../self-test/proxy.ts'
import {
  changesApplicant,
  isSession,
  type Mutant,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'
import { inPlane, inRegion, serves } from './each-plane-mutants.ts'

const hides = (to: Which): (() => Fault) => refuses(to, 404, 'resource_not_found')

/** Faults of the purge of test data. */
export const WIPED_DATA_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps deleted data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-027',
    fault: serves(isSession, 404),
  },
  {
    name: 'keeps applicants when test data is wiped',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-027',
    fault: serves(changesApplicant, 404),
  },
  {
    name: 'also wipes live applicants',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-026',
    fault: hides(inPlane('us_live', changesApplicant)),
  },
  {
    name: 'also wipes live data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-026',
    fault: hides(inPlane('us_live', isSession)),
  },
  {
    name: 'keeps sessions when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: serves(inRegion('eu', isSession), 404),
  },
  {
    name: 'keeps applicants when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: serves(inRegion('eu', changesApplicant), 404),
  },
  {
    name: 'also wipes live sessions in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_live', isSession)),
  },
  {
    name: 'also wipes live applicants in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_live', changesApplicant)),
  },
  {
    name: 'wipes the test applicants of all organizations in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_test', changesApplicant)),
  },
]
