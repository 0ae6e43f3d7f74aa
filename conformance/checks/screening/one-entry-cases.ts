import { cases, META } from './screening-cases.ts'

/** Arrays of one entry are arrays, and a person of one given name has an array of it. */
const ONE_ENTRY_CASES = cases([
  ['applicant.givenNames', 'eq', 'Ana', false, 'RSV-008'],
  ['applicant.givenNames', 'in', ['Ana', 'Zoe'], false, 'RSV-009'],
  ['applicant.givenNames', 'neq', 'Ana', true, 'RSV-010'],
  ['applicant.givenNames', 'not_in', ['Ana', 'Zoe'], true, 'RSV-011'],
  ['applicant.givenNames', 'contains', 'Ana', true, 'RSV-006'],
  ['applicant.givenNames', 'contains', 'An', false, 'RSV-007'],
  [`${META}.one`, 'eq', 'a', false, 'RSV-012', 'PAT-019'],
  [`${META}.one`, 'neq', 'a', true, 'RSV-012', 'PAT-019'],
  [`${META}.one`, 'contains', 'a', true, 'RSV-012', 'PAT-019'],
  [`${META}.size`, 'eq', 1, false, 'RSV-012', 'PAT-020'],
  ['applicant.email', 'eq', 'ana+kyc@applicant.example', true, 'FLD-009'],
  ['applicant.email', 'eq', 'ana@applicant.example', false, 'FLD-009'],
])

/** A person with one name has a family name and no given names. */
const ONE_NAME_CASES = cases([
  ['applicant.name', 'eq', 'Suharto', true, 'FLD-004'],
  ['applicant.name', 'contains', 'harto', true, 'FLD-004'],
  ['applicant.familyName', 'eq', 'Suharto', true, 'FLD-005'],
  ['applicant.givenNames', 'contains', 'Suharto', false, 'RSV-007'],
])

/** Verifications of people with one given name, or with one name. */
export const ONE_ENTRY_VERIFICATIONS = [
  {
    id: 'screening.arrays-of-one-entry',
    params: {
      applicant: {
        family_name: 'Okafor Lindqvist',
        given_names: ['Ana'],
        email: 'ana+kyc@applicant.example',
      },
      metadata: { one: ['a'], size: [1] },
    },
    cases: ONE_ENTRY_CASES,
    why: 'Most people have one given name; a rule on it must not change for those with two.',
  },
  {
    id: 'screening.person-with-one-name',
    params: { applicant: { family_name: 'Suharto', given_names: [] } },
    cases: ONE_NAME_CASES,
    why: 'A block list that overlooks people with one name is incomplete.',
  },
]
