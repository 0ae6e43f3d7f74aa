import { LIST_OPERAND_CASES } from './list-operand-cases.ts'
import type { Case } from '../../check/cases.ts'
import { comparing } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import {
  ABSENT_CASES,
  applicantCases,
  ARRAY_CASES,
  CAPTURED_CASES,
  CAPTURED_NAME,
  METADATA,
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
import { SIGNALS } from '../templates/template-fields.ts'

/** An applicant with only a name. */
const NAMED = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'María'] }

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

/** Values that show a cut, a fold, or a number of 31 bits. */
const SPECIMENS: Readonly<Record<string, string | number>> = {
  'fraud.asn': 4_200_000_000,
  'fraud.country': 'NL',
  'fraud.asOrganization': 'Example Telecom B.V.',
  'fraud.verifiedBotCategory': 'Search Engine Crawler',
  'fraud.ja4': 't13d1516h2_8daaf6152771_02713d6af862',
}

const SIGNAL_ROWS = SIGNALS.flatMap(([sample, fields]) =>
  Object.entries(fields).map(([field, requirement], i) => ({
    field,
    requirement,
    value: typeof sample === 'number' ? i + 1 : sample,
    ...(SPECIMENS[field] !== undefined && { value: SPECIMENS[field] }),
  })),
)

const ALL_SIGNALS = Object.fromEntries(SIGNAL_ROWS.map(({ field, value }) => [field, value]))

/** Fields that report missing evidence. */
const ABSENCES = { 'fraud.captureAbsent': 'DEV-027', 'device.behavior.collectionAbsent': 'DEV-035' }

/** Signals that were collected and found nothing. */
const HONEST: readonly (readonly [field: string, value: boolean | number, requirement: string])[] =
  [
    ['fraud.threatScore', 0, 'DEV-006'],
    ['device.behavior.pasteCount', 0, 'DEV-031'],
    ['device.behavior.minStepSeconds', 0, 'DEV-033'],
    ...SIGNALS.flatMap(([sample, fields]) =>
      Object.entries(fields).flatMap(([field, requirement]) =>
        sample === true && !Object.hasOwn(ABSENCES, field)
          ? [[field, false, requirement] as const]
          : [],
      ),
    ),
  ]

const signalCases = (collected: boolean): Case<ConditionCase>[] =>
  SIGNAL_ROWS.map(({ field, requirement, value }) => ({
    label: `${field} eq ${JSON.stringify(value)}`,
    requirements: collected ? [requirement, 'DEV-001'] : ['DEV-001', 'DEV-002'],
    send: { condition: comparing({ field, value }), holds: collected },
  }))

/** Fields that report missing evidence, and signals that only this evidence has. */
const UNCOLLECTED = [
  [
    'fraud.captureAbsent',
    'DEV-027',
    { 'fraud.botScore': 0, 'fraud.threatScore': 0, 'fraud.asn': 0, 'fraud.asnIsDatacenter': false },
  ],
  [
    'device.behavior.collectionAbsent',
    'DEV-035',
    {
      'device.behavior.pasteCount': 0,
      'device.behavior.totalSeconds': 0,
      'device.behavior.minStepSeconds': 0,
      'device.behavior.headless': false,
    },
  ],
] as const

/** @param fields with the values that programs often take for an absent one */
const uncollectedCases = (fields: Record<string, number | boolean>): Case<ConditionCase>[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    [{ operator: 'eq', value }, { operator: 'exists' }, ...(value === 0 ? BELOW : [])].map(
      (compared) => ({
        label: `${field} ${Object.values(compared).join(' ')}`,
        requirements: ['RSV-002'],
        send: { condition: comparing({ field, ...compared }), holds: false },
      }),
    ),
  )

const BELOW = [
  { operator: 'lt', value: 1 },
  { operator: 'neq', value: 1 },
] as const

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
  {
    id: 'screening.signals-on',
    params: {
      applicant: NAMED,
      device_intelligence: true,
      signals: ALL_SIGNALS,
    },
    cases: signalCases(true),
    why: 'Rules must receive the signals that they name.',
  },
  {
    id: 'screening.signals-of-an-honest-visitor',
    params: {
      applicant: NAMED,
      device_intelligence: true,
      signals: Object.fromEntries(HONEST.map(([field, value]) => [field, value])),
    },
    cases: [
      ...HONEST.flatMap(([field, value, requirement]) => [
        {
          label: `${field} eq ${value}`,
          requirements: [requirement, 'DEV-001'],
          send: { condition: comparing({ field, value }), holds: true },
        },
        {
          label: `${field} exists`,
          requirements: [requirement, 'OPR-017'],
          send: { condition: comparing({ field, operator: 'exists' }), holds: true },
        },
      ]),
      ...Object.entries(ABSENCES).flatMap(([field, requirement]) =>
        [true, false].map((value) => ({
          label: `${field} eq ${value}, with other signals`,
          requirements: [requirement],
          send: { condition: comparing({ field, value }), holds: !value },
        })),
      ),
    ],
    why: 'A signal of false or 0 was collected; rules on it must not be skipped.',
  },
  {
    id: 'screening.signals-off',
    params: { applicant: NAMED, device_intelligence: false, signals: ALL_SIGNALS },
    cases: signalCases(false),
    why: 'With device intelligence off, rules on device fields must not fire.',
  },
  {
    id: 'screening.ordinary-visitor',
    params: { applicant: NAMED, device_intelligence: true },
    cases: [
      {
        label: 'a bot category',
        requirements: ['DEV-012'],
        send: {
          condition: comparing({ field: 'fraud.verifiedBotCategory', operator: 'exists' }),
          holds: false,
        },
      },
    ],
    why: 'A category that is always present flags every applicant.',
  },
  {
    id: 'screening.signals-that-were-not-collected',
    params: {
      applicant: NAMED,
      device_intelligence: true,
      signals: Object.fromEntries(UNCOLLECTED.map(([reported]) => [reported, true])),
    },
    cases: UNCOLLECTED.flatMap(([reported, requirement, fields]) => [
      {
        label: `${reported} eq true`,
        requirements: [requirement],
        send: { condition: comparing({ field: reported, value: true }), holds: true },
      },
      ...uncollectedCases(fields),
    ]),
    why: 'A signal that was never measured must not count as 0, a low score or an honest visitor.',
  },
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
