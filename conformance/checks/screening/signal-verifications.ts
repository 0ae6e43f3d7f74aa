import type { Case } from '../../check/cases.ts'
import { comparing } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { SIGNALS } from '../templates/template-fields.ts'
import { type ConditionCase, NAMED } from './screening-cases.ts'

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
    {
      'fraud.botScore': 0,
      'fraud.threatScore': 0,
      'fraud.asn': 0,
      'fraud.asnIsDatacenter': false,
      'fraud.country': '',
      'fraud.asOrganization': '',
      'fraud.ja4': '',
    },
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
const uncollectedCases = (
  fields: Record<string, number | boolean | string>,
): Case<ConditionCase>[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    [
      ...(value === '' ? NOT_A_TEXT : [{ operator: 'eq', value }]),
      { operator: 'exists' },
      ...(value === 0 ? BELOW : []),
    ].map((compared) => ({
      label: `${field} ${Object.values(compared).join(' ')}`,
      requirements: ['RSV-002'],
      send: { condition: comparing({ field, ...compared }), holds: false },
    })),
  )

const BELOW = [
  { operator: 'lt', value: 1 },
  { operator: 'neq', value: 1 },
] as const

/** A service may refuse an empty text as value, so an empty one is found by its difference. */
const NOT_A_TEXT = [
  { operator: 'neq', value: 'NL' },
  { operator: 'not_in', value: ['NL'] },
]

/**
 * A number for each signal that is true or false; verification n has those whose bit n is set. Any two signals differ in
 * one verification, so rules that read the one in place of the other are found. A poor address is one of a datacenter
 * or an exit node, and only a person who applied before has travelled: their numbers have the bits of these.
 */
const CODES: Readonly<Record<string, number>> = {
  'fraud.ipReputation': 0b1110,
  'fraud.asnIsDatacenter': 0b0010,
  'fraud.ipIsTorExit': 0b0100,
  'fraud.repeatApplicant': 0b1001,
  'fraud.impossibleTravel': 0b0001,
  'fraud.emailDisposable': 0b0011,
  'fraud.emailDomainDga': 0b0101,
  'fraud.emailUsernameGrammarInvalid': 0b0110,
  'fraud.geoTimezoneMismatch': 0b0111,
  'fraud.deviceTouchPointMismatch': 0b1000,
  'fraud.countryMismatch': 0b1010,
  'fraud.ringTruncated': 0b1011,
  'fraud.networkContextChanged': 0b1100,
  'device.behavior.headless': 0b1101,
}

const requirementOf = (field: string): string =>
  SIGNAL_ROWS.find((row) => row.field === field)!.requirement

const equalCases = (signals: Readonly<Record<string, boolean | number>>): Case<ConditionCase>[] =>
  Object.entries(signals).map(([field, value]) => ({
    label: `${field} eq ${value}`,
    requirements: [requirementOf(field), 'DEV-001'],
    send: { condition: comparing({ field, value }), holds: true },
  }))

/** Verifications with some of the signals, and those with one kind of evidence. */
const MIXED: readonly {
  id: string
  signals: Readonly<Record<string, boolean | number>>
  cases?: Case<ConditionCase>[]
}[] = [
  ...['first', 'second', 'third', 'fourth'].map((which, n) => ({
    id: `screening.signals-mixed-${which}`,
    signals: Object.fromEntries(
      Object.entries(CODES).map(([field, code]) => [field, ((code >> n) & 1) === 1]),
    ),
  })),
  ...(
    [
      ['network', { 'fraud.asn': 64_500 }, 'device.behavior.collectionAbsent'],
      ['behavior', { 'device.behavior.pasteCount': 2 }, 'fraud.captureAbsent'],
    ] as const
  ).map(([kind, collected, absent]) => ({
    id: `screening.signals-of-${kind}-only`,
    signals: { ...collected, [absent]: true },
    cases: Object.keys(ABSENCES)
      .filter((field) => field !== absent)
      .map((field) => ({
        label: `${field} eq true, beside signals of it`,
        requirements: [requirementOf(field)],
        send: { condition: comparing({ field, value: true }), holds: false },
      })),
  })),
]

/** Verifications whose rules read signals of the device and the network. */
export const SIGNAL_VERIFICATIONS: readonly {
  id: string
  why: string
  params: JsonObject & { applicant: JsonObject }
  cases: readonly Case<ConditionCase>[]
}[] = [
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
  ...MIXED.map(({ id, signals, cases = [] }) => ({
    id,
    params: { applicant: NAMED, device_intelligence: true, signals },
    cases: [...equalCases(signals), ...cases],
    why: 'A rule that reads another signal than it names sends the wrong people to review.',
  })),
]
