import { LIST_OPERAND_CASES } from './list-operand-cases.ts'
import type { Case } from '../../check/cases.ts'
import type { JsonObject } from '../../http/json.ts'
import {
  ABSENT_CASES,
  applicantCases,
  ARRAY_CASES,
  CAPTURED_CASES,
  CAPTURED_NAME,
  METADATA,
  NAMED,
  OPERATOR_CASES,
  SESSION_METADATA,
  TEMPLATE_METADATA_CASES,
  type ConditionCase,
} from './screening-cases.ts'
import {
  EXACT_METADATA,
  NAME_CASES,
  NUMBER_CASES,
  TEXT_CASES,
  TWO_CHECKS_CASES,
} from './exact-cases.ts'
import { FINDING_CASES, FINDINGS, NO_FINDING_CASES } from './finding-cases.ts'
import { GROUP_CASES } from './group-cases.ts'
import { ONE_ENTRY_VERIFICATIONS } from './one-entry-cases.ts'
import { SIGNAL_VERIFICATIONS } from './signal-verifications.ts'

/** Half a year after a birthday, so that time zone and time of day do not change the age. */
const BORN = new Date(Date.now() - (36 * 365.25 + 183) * 86_400_000).toISOString().slice(0, 10)

const WHOLE = {
  family_name: 'Okafor Lindqvist',
  given_names: ['Ana', 'María Luz', 'Inés'],
  name_suffix: 'Jr.',
  email: 'ana.okafor@in.post.mail.example',
  phone: '+442079460018',
  date_of_birth: BORN,
  address: { postal_code: 'N1 9GU', country: 'GB' },
}

export type ScreenedParams = JsonObject & { applicant: JsonObject }

/** Tested verifications: the input of the provider state, and the conditions that are tested together. */
export const SCREENED: readonly {
  id: string
  why: string
  params: ScreenedParams
  cases: readonly Case<ConditionCase>[]
}[] = [
  {
    id: 'screening.operators',
    params: { applicant: NAMED, metadata: METADATA },
    cases: OPERATOR_CASES,
    why: 'Rules decide about people, so each operator must have the stated meaning.',
  },
  {
    id: 'screening.numbers-are-exact',
    params: { applicant: NAMED, metadata: EXACT_METADATA },
    cases: NUMBER_CASES,
    why: 'A score compared as text, or without its fraction, sends the wrong people to review.',
  },
  {
    id: 'screening.texts-are-exact',
    params: { applicant: NAMED, metadata: EXACT_METADATA },
    cases: TEXT_CASES,
    why: 'A list of a thousand entries must be searched to its end, and each entry as it was written.',
  },
  {
    id: 'screening.names-are-exact',
    params: { applicant: WHOLE },
    cases: NAME_CASES,
    why: 'Names are folded in many systems; a rule that folds them stops other people.',
  },
  {
    id: 'screening.two-checks',
    params: { applicant: NAMED, checks: ['id_verification', 'credit_history'] },
    cases: TWO_CHECKS_CASES,
    why: 'Rules must read the outcome of each check, not only of the first one.',
  },
  {
    id: 'screening.what-is-not-there',
    params: { applicant: NAMED, metadata: METADATA, device_intelligence: false },
    cases: ABSENT_CASES,
    why: 'An absent answer must not match a rule, negative operators included.',
  },
  {
    id: 'screening.arrays',
    params: { applicant: NAMED, metadata: METADATA },
    cases: ARRAY_CASES,
    why: 'Comparisons with lists must have the same semantics everywhere.',
  },
  ...ONE_ENTRY_VERIFICATIONS,
  {
    id: 'screening.groups',
    params: { applicant: NAMED, metadata: METADATA },
    cases: GROUP_CASES,
    why: 'Confusing AND with OR declines the wrong people.',
  },
  {
    id: 'screening.applicant-fields',
    params: { applicant: WHOLE },
    cases: applicantCases(BORN),
    why: 'Rules must see the same values as the applicant record.',
  },
  {
    id: 'screening.captured-name',
    params: { applicant: { legal_name: CAPTURED_NAME, email: 'Ana@Mail.Example' } },
    cases: CAPTURED_CASES,
    why: 'Block lists compare with the name as captured.',
  },
  {
    id: 'screening.findings',
    params: { applicant: NAMED, findings: FINDINGS },
    cases: FINDING_CASES,
    why: 'Rules read the findings of checks by these paths only.',
  },
  {
    id: 'screening.no-findings',
    params: { applicant: NAMED, findings: [] },
    cases: NO_FINDING_CASES,
    why: 'A rule about a clean verification compares with the number zero.',
  },
  ...SIGNAL_VERIFICATIONS,
  {
    id: 'screening.metadata-of-the-template',
    cases: TEMPLATE_METADATA_CASES,
    params: { applicant: NAMED, metadata: METADATA, session_metadata: SESSION_METADATA },
    why: 'Metadata must not change the verdict, unless a rule reads it by its own path.',
  },
  {
    id: 'screening.lists-that-are-none',
    params: { applicant: NAMED, metadata: METADATA },
    cases: LIST_OPERAND_CASES,
    why: 'A list written as a string must match no applicant, not every applicant.',
  },
]
