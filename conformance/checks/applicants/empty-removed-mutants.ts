import { at } from '../../http/json.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  type Mutant,
  takes,
  sending,
  type Which,
} from '../../self-test/wire-faults.ts'

const REMOVED = 'applicants.removed-names'

/** Takes a removed field without a value for one that was not sent. */
export const EMPTY_REMOVED_MUTANTS: readonly Mutant[] = [
  {
    name: 'drops a legal_name that is null of applicants in sessions',
    killedBy: REMOVED,
    breaks: 'APP-034',
    fault: takes(sending(creates, ({ applicant }) => at(applicant, 'legal_name') === null)),
  },
  ...[
    ['a legal_name that is null of new applicants', createsApplicant, 'legal_name', null],
    ['a legal_name that is null of changed applicants', changesApplicant, 'legal_name', null],
    ['an empty first_name of new applicants', createsApplicant, 'first_name', ''],
    ['an empty full_name of changed applicants', changesApplicant, 'full_name', ''],
  ].map(([what, to, field, value]) => ({
    name: `drops ${String(what)}`,
    killedBy: REMOVED,
    breaks: { legal_name: 'APP-034', first_name: 'APP-031', full_name: 'APP-035' }[String(field)]!,
    fault: takes(sending(to as Which, (body) => body[String(field)] === value)),
  })),
]
