import { at, isObject, type JsonObject } from '../../http/json.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  type Mutant,
  mutantsOf,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { BEYOND, refusedNamesOf, TAKEN_NAMES } from './name-rules.ts'

/** Requests whose applicant meets a condition. */
const inSession = (holds: (applicant: JsonObject) => boolean): Which =>
  sending(creates, ({ applicant }) => isObject(applicant) && holds(applicant))
const onChange = (holds: (applicant: JsonObject) => boolean): Which =>
  sending(changesApplicant, holds)

const equals =
  (wanted: JsonObject) =>
  (applicant: JsonObject): boolean =>
    JSON.stringify(applicant) === JSON.stringify(wanted)

const NAMES = [
  ['change', 'applicants.name-rules-on-change', onChange],
  ['session', 'applicants.name-rules-in-sessions', inSession],
] as const

const COUNTRIES = [
  ['applicants.country-of-two-letters', (holds) => sending(createsApplicant, holds)],
  ['applicants.country-on-change', onChange],
  ['applicants.country-in-sessions', inSession],
] as const satisfies [string, typeof onChange][]

/** Faults in rules on applicants that hold in one of the three places only. */
export const PLACE_MUTANTS: readonly Mutant[] = [
  ...NAMES.flatMap(([place, id, which]) => [
    ...mutantsOf(refusedNamesOf(place), id, `takes in a ${place} an applicant`, ({ send }) =>
      takes(which(equals(send))),
    ),
    ...mutantsOf(BEYOND, id, `takes in a ${place} an applicant`, ({ send }) =>
      takes(which(equals(send))),
    ),
    ...mutantsOf(TAKEN_NAMES, id, `refuses in a ${place} an applicant`, ({ send }) =>
      refuses(which(equals(send))),
    ),
  ]),
  ...COUNTRIES.flatMap(([killedBy, which]) =>
    ['DEU', '49'].map((country): Mutant => ({
      name: `accepts the country ${country}, seen by ${killedBy}`,
      killedBy,
      breaks: 'APP-026',
      fault: takes(which(({ address }) => at(address, 'country') === country)),
    })),
  ),
]
