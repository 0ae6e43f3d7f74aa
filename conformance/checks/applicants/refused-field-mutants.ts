import { at } from '../../http/json.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  json,
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

/** Validators in two steps: values are judged only once every field is known. */
export const ALL_ISSUES_MUTANTS: readonly Mutant[] = (
  [
    ['of a new applicant', 'applicants.unknown-fields', sending(createsApplicant, hasNumber)],
    ['of a changed applicant', 'applicants.unknown-fields', sending(changesApplicant, hasNumber)],
    [
      'of an inline applicant',
      'sessions.unknown-fields',
      sending(creates, ({ applicant }) => hasNumber({ email: at(applicant, 'email') })),
    ],
  ] as const
).map(([where, killedBy, which]) => ({
  name: `judges no value ${where} beside an unknown field`,
  killedBy,
  breaks: 'VAL-001',
  fault: json(which, ({ error }) => {
    const details = error?.details
    if (details?.issues) details.issues = details.issues.filter(({ keys }) => keys !== undefined)
  }),
}))

function hasNumber({ email }: { email?: unknown }): boolean {
  return typeof email === 'number'
}
