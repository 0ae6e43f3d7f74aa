import { answers, createsApplicant, json, type Mutant, reword } from './faults.ts'

export const APPLICANTS_MUTANTS: readonly Mutant[] = [
  { name: 'does not name unknown fields in keys', killedBy: 'applicants.unknown-fields', breaks: 'VAL-005',
    fault: json(createsApplicant,
      ({ error }) => { for (const issue of error?.details?.issues ?? []) delete issue.keys }) },
  { name: 'drops unknown fields of a change', killedBy: 'applicants.unknown-fields', breaks: 'VAL-008',
    fault: answers(({ method }) => method === 'PATCH', (response) => { response.status = 200 }) },
  { name: 'does not say what replaces first_name', killedBy: 'applicants.removed-names', breaks: 'VAL-016',
    fault: json(createsApplicant, reword(/'first_name' was removed.*/, 'Unrecognized key')) },
  { name: 'does not say that given_names is a list', killedBy: 'applicants.removed-names', breaks: 'VAL-013',
    fault: json(createsApplicant, reword(/was removed: send given_names.*/, 'was removed: send given_names')) },
  { name: 'still takes full_name', killedBy: 'applicants.removed-names', breaks: 'APP-035',
    fault: answers((request) => createsApplicant(request) && request.body.includes('full_name'),
      (response) => { response.status = 201 }) },
]
