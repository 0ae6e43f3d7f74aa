import type { JsonObject } from '../../http/json.ts'

export const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** A body with unknown fields. */
export interface UnknownFields {
  label: string
  body: JsonObject
  /** Keys that the service cannot know. */
  unknown: string[]
  /** A known field whose value breaks a rule in the same request. */
  wrong?: string
  /** Keys that the message must propose, for those that are similar to a real one. */
  suggests?: readonly string[]
  /** Requirement of this case, beside the rules on issues. */
  requirement: string
}

/** A field without a value is unknown all the same. */
const EMPTY = [
  ['null', null],
  ['an empty text', ''],
] as const

/**
 * Names that servers often let pass: as internal ones, as extensions, since every object has one, or
 * since they are no identifiers.
 */
const LET_PASS: JsonObject = {
  _vskit_zebra: 1,
  'x-vskit-zebra': 1,
  constructor: 1,
  '': 1,
  vskit_žebra: 1,
}

export const SESSION_CASES: readonly UnknownFields[] = [
  {
    label: 'unknown fields with unusual names',
    body: LET_PASS,
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-009',
  },
  {
    label: 'unknown fields of the applicant with unusual names',
    body: { applicant: { ...NAME, ...LET_PASS } },
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-010',
  },
  ...EMPTY.flatMap(([label, value]) => [
    {
      label: `an unknown field that is ${label}`,
      body: { vskit_zebra: value },
      unknown: ['vskit_zebra'],
      requirement: 'VAL-009',
    },
    {
      label: `an unknown field of the applicant that is ${label}`,
      body: { applicant: { ...NAME, vskit_gnu: value } },
      unknown: ['vskit_gnu'],
      requirement: 'VAL-010',
    },
  ]),
  {
    label: 'an unknown field',
    body: { vskit_zebra: 1 },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-009',
  },
  {
    label: 'expected_outcome in camelCase',
    body: { expectedOutcome: 'pass' },
    unknown: ['expectedOutcome'],
    suggests: ['expected_outcome'],
    requirement: 'END-008',
  },
  {
    label: 'an inline applicant with familyName',
    body: {
      applicant: { given_names: ['Una'], family_name: 'Testperson', familyName: 'Testperson' },
    },
    unknown: ['familyName'],
    suggests: ['family_name'],
    requirement: 'VAL-010',
  },
  {
    label: 'Metadata with a capital letter',
    body: { Metadata: {} },
    // Whether a field with other capitals is near enough for a suggestion is left open.
    unknown: ['Metadata'],
    requirement: 'VAL-009',
  },
  {
    label: 'metaData in camelCase',
    body: { metaData: {} },
    unknown: ['metaData'],
    requirement: 'VAL-009',
  },
  {
    label: 'an inline applicant with givenNames',
    body: { applicant: { ...NAME, givenNames: ['Una'] } },
    unknown: ['givenNames'],
    suggests: ['given_names'],
    requirement: 'VAL-010',
  },
  {
    label: 'an inline applicant with Family_Name',
    body: { applicant: { ...NAME, Family_Name: 'Testperson' } },
    unknown: ['Family_Name'],
    requirement: 'VAL-010',
  },
  {
    label: 'an inline applicant whose address is in camelCase',
    body: { applicant: { ...NAME, address: { postalCode: '12345', placeId: 'vskit' } } },
    unknown: ['postalCode', 'placeId'],
    suggests: ['postal_code', 'place_id'],
    requirement: 'VAL-010',
  },
  {
    label: 'an unknown field of the address of its applicant',
    body: { applicant: { ...NAME, address: { vskit_gnu: 1 } } },
    unknown: ['vskit_gnu'],
    requirement: 'VAL-010',
  },
  {
    label: 'an unknown field and an applicant whose e-mail address is a number',
    body: { vskit_zebra: 1, applicant: { ...NAME, email: 7 } },
    unknown: ['vskit_zebra'],
    wrong: 'email',
    requirement: 'VAL-009',
  },
  {
    label: 'two unknown fields, one of them in the applicant',
    body: { vskit_zebra: 1, applicant: { ...NAME, vskit_gnu: 1 } },
    unknown: ['vskit_zebra', 'vskit_gnu'],
    requirement: 'VAL-001',
  },
]

export const APPLICANT_CASES: readonly UnknownFields[] = [
  {
    label: 'unknown fields with unusual names',
    body: { ...NAME, ...LET_PASS },
    unknown: Object.keys(LET_PASS),
    requirement: 'VAL-007',
  },
  ...EMPTY.map(([label, value]) => ({
    label: `an unknown field that is ${label}`,
    body: { ...NAME, vskit_zebra: value },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-007',
  })),
  {
    label: 'an unknown field',
    body: { ...NAME, vskit_zebra: 1 },
    unknown: ['vskit_zebra'],
    requirement: 'VAL-007',
  },
  {
    label: 'givenNames',
    body: { ...NAME, givenNames: ['Una'] },
    unknown: ['givenNames'],
    suggests: ['given_names'],
    requirement: 'VAL-014',
  },
  {
    label: 'familyName',
    body: { ...NAME, familyName: 'Testperson' },
    unknown: ['familyName'],
    suggests: ['family_name'],
    requirement: 'VAL-014',
  },
  {
    label: 'Family_Name',
    body: { ...NAME, Family_Name: 'Testperson' },
    unknown: ['Family_Name'],
    requirement: 'VAL-014',
  },
  {
    label: 'dateOfBirth',
    body: { ...NAME, dateOfBirth: '1990-02-28' },
    unknown: ['dateOfBirth'],
    suggests: ['date_of_birth'],
    requirement: 'VAL-014',
  },
  {
    label: 'familyName and dateOfBirth',
    body: { ...NAME, familyName: 'Testperson', dateOfBirth: '1990-02-28' },
    unknown: ['familyName', 'dateOfBirth'],
    suggests: ['family_name', 'date_of_birth'],
    requirement: 'VAL-014',
  },
  {
    label: 'dateOfBirth and a removed field',
    body: { ...NAME, dateOfBirth: '1990-02-28', first_name: 'Una' },
    unknown: ['dateOfBirth'],
    suggests: ['date_of_birth', 'given_names'],
    requirement: 'VAL-014',
  },
  {
    label: 'the id, which only responses have',
    body: { ...NAME, id: 'vskit_gnu' },
    unknown: ['id'],
    requirement: 'VAL-007',
  },
  {
    label: 'an unknown field of the address',
    body: { ...NAME, address: { vskit_gnu: 1 } },
    unknown: ['vskit_gnu'],
    requirement: 'VAL-007',
  },
  {
    label: 'an address with postalCode',
    body: { ...NAME, address: { postalCode: '12345' } },
    unknown: ['postalCode'],
    suggests: ['postal_code'],
    requirement: 'VAL-014',
  },
  {
    label: 'an address with placeId',
    body: { ...NAME, address: { placeId: 'vskit' } },
    unknown: ['placeId'],
    suggests: ['place_id'],
    requirement: 'VAL-014',
  },
  {
    label: 'an unknown field and an e-mail address that is a number',
    body: { ...NAME, vskit_zebra: 1, email: 7 },
    unknown: ['vskit_zebra'],
    wrong: 'email',
    requirement: 'VAL-007',
  },
]
