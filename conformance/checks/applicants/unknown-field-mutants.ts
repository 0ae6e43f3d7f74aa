import { at, isObject, type JsonObject } from '../../http/json.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  json,
  type Mutant,
  reword,
  takes,
  sending,
  sends,
  type Which,
} from '../../self-test/wire-faults.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { ALL_ISSUES_MUTANTS, EMPTY_REMOVED_MUTANTS } from './refused-field-mutants.ts'

const APPLICANT_FIELDS = 'applicants.unknown-fields'

const REMOVED = 'applicants.removed-names'

const live =
  (to: Which): Which =>
  (request) =>
    to(request) && (request.headers['authorization'] ?? '').includes('_live_')

/** A removed field that is still accepted, or rejected without naming the replacement. */
const removed = (field: string, refused: string, named: string): Mutant[] => [
  {
    name: `still accepts ${field} silently`,
    killedBy: REMOVED,
    breaks: refused,
    fault: takes(sends(createsApplicant, field)),
  },
  {
    name: `rejects ${field} without naming the replacement`,
    killedBy: REMOVED,
    breaks: [named, 'VAL-012'],
    fault: json(sends(createsApplicant, field), reword(/.*/, 'Unrecognized key')),
  },
]

const has = (value: unknown, name: string): value is JsonObject =>
  isObject(value) && Object.hasOwn(value, name)

/** Requests whose body, or the applicant in it, has an unknown field with this value. */
const unknownIs = (to: Which, value: unknown): Which =>
  sending(
    to,
    (body) =>
      ('vskit_zebra' in body && body['vskit_zebra'] === value) ||
      (isObject(body['applicant']) && body['applicant']['vskit_gnu'] === value),
  )

/** Drops unknown fields without a value. */
const EMPTY_FIELD_MUTANTS: readonly Mutant[] = (
  [
    ['of new applicants', createsApplicant, APPLICANT_FIELDS, 'VAL-007'],
    ['of changed applicants', changesApplicant, APPLICANT_FIELDS, ['VAL-008', 'END-022']],
    ['of sessions', creates, 'sessions.unknown-fields', ['VAL-009', 'VAL-010']],
    ['of live sessions', live(creates), 'sessions.live-unknown-fields', ['VAL-009', 'VAL-010']],
  ] as const
).flatMap(([where, to, killedBy, breaks]) =>
  [null, ''].map((value): Mutant => ({
    name: `drops unknown fields ${where} that are ${value === null ? 'null' : 'empty'}`,
    killedBy,
    breaks: [breaks].flat(),
    fault: takes(unknownIs(to, value)),
  })),
)

/** Mis-cased names that a session creation accepts, as some decoders of JSON ignore the case. */
const MIS_CASED_MUTANTS: readonly Mutant[] = (
  [
    ['Metadata', 'VAL-009', (body) => 'Metadata' in body],
    ['applicant.Family_Name', 'VAL-010', ({ applicant }) => has(applicant, 'Family_Name')],
    ['applicant.givenNames', 'VAL-010', ({ applicant }) => has(applicant, 'givenNames')],
  ] as [name: string, breaks: string, isSent: Parameters<typeof sending>[1]][]
).map(([name, breaks, isSent]) => ({
  name: `accepts ${name} in a session creation`,
  killedBy: 'sessions.unknown-fields',
  breaks,
  fault: takes(sending(creates, isSent)),
}))

/** Removes members before the request is validated, also those of the applicant and of its address. */
const drops =
  (to: Which, isDropped: (name: string) => boolean): (() => Fault) =>
  () => ({
    request(request) {
      if (!to(request) || request.body.byteLength === 0) return
      const keep = (value: unknown): unknown =>
        isObject(value)
          ? Object.fromEntries(
              Object.entries(value)
                .filter(([name]) => !isDropped(name))
                .map(([name, one]) => [name, keep(one)]),
            )
          : value
      request.body = Buffer.from(JSON.stringify(keep(JSON.parse(request.body.toString()))))
    },
  })

/** Validates all names but those that it takes for internal ones, or for those of its own objects. */
const LET_PASS_MUTANTS: readonly Mutant[] = (
  [
    ['a new applicant', createsApplicant, APPLICANT_FIELDS, 'VAL-007'],
    ['a changed applicant', changesApplicant, APPLICANT_FIELDS, 'VAL-008'],
    ['a session', creates, 'sessions.unknown-fields', ['VAL-009', 'VAL-010']],
    ['a live session', live(creates), 'sessions.live-unknown-fields', ['VAL-009', 'VAL-010']],
  ] as const
).flatMap(([where, to, killedBy, breaks]) =>
  (
    [
      ['_', (name) => name.startsWith('_')],
      ['x-', (name) => name.startsWith('x-')],
      ['constructor', (name) => name in {}],
      ['nameless', (name) => name === ''],
      ['non-ASCII', (name) => /[^ -~]/.test(name)],
    ] as [string, (name: string) => boolean][]
  ).map(([names, isDropped]): Mutant => ({
    name: `drops ${names} fields of ${where}`,
    killedBy,
    breaks: [breaks].flat(),
    fault: drops(to, isDropped),
  })),
)

/** Reads a part of an address under the name that it has in other languages. */
const ADDRESS_MUTANTS: readonly Mutant[] = (
  [
    ['placeId of a new applicant', createsApplicant, APPLICANT_FIELDS, 'VAL-014'],
    ['postalCode of an applicant in a session', creates, 'sessions.unknown-fields', 'VAL-010'],
    ['placeId of an applicant in a session', creates, 'sessions.unknown-fields', 'VAL-010'],
  ] as const
).map(([what, to, killedBy, breaks]) => ({
  name: `drops the ${what}`,
  killedBy,
  breaks,
  fault: drops(to, (name) => name === what.split(' ')[0]),
}))

/** Faults with removed or unknown applicant fields. */
export const UNKNOWN_FIELD_MUTANTS: readonly Mutant[] = [
  {
    name: 'proposes one key for two fields in camelCase',
    killedBy: APPLICANT_FIELDS,
    breaks: 'VAL-011',
    fault: json(
      sending(createsApplicant, (body) => 'familyName' in body && 'dateOfBirth' in body),
      reword(/date_of_birth/, '...'),
    ),
  },
  {
    name: 'proposes no key beside a removed field',
    killedBy: APPLICANT_FIELDS,
    breaks: 'VAL-011',
    fault: json(
      sending(createsApplicant, (body) => 'first_name' in body && 'dateOfBirth' in body),
      reword(/date_of_birth/, '...'),
    ),
  },
  ...(
    [
      ['first_name', 'given_names', 'VAL-016'],
      ['last_name', 'family_name', 'VAL-018'],
    ] as const
  ).map(([field, replacement, breaks]): Mutant => ({
    name: `does not name the replacement of ${field} beside another removed field`,
    killedBy: REMOVED,
    breaks,
    fault: json(
      sending(createsApplicant, (body) => 'first_name' in body && 'last_name' in body),
      reword(new RegExp(replacement), '...'),
    ),
  })),
  ...EMPTY_FIELD_MUTANTS,
  {
    name: 'drops the field __proto__ of a session',
    killedBy: 'sessions.unknown-fields',
    breaks: 'VAL-009',
    fault: takes(sending(creates, (body) => Object.hasOwn(body, '__proto__'))),
  },
  ...MIS_CASED_MUTANTS,
  ...LET_PASS_MUTANTS,
  ...ADDRESS_MUTANTS,
  ...EMPTY_REMOVED_MUTANTS,
  ...ALL_ISSUES_MUTANTS,
  ...(
    [
      ['the id of a new applicant', createsApplicant, APPLICANT_FIELDS, 'VAL-007', 'id'],
      ['the id of a changed applicant', changesApplicant, APPLICANT_FIELDS, 'VAL-008', 'id'],
      [
        'unknown fields of the address in a session',
        creates,
        'sessions.unknown-fields',
        'VAL-010',
        'vskit_gnu',
      ],
    ] as const
  ).map(([what, to, killedBy, breaks, field]): Mutant => ({
    name: `drops ${what}`,
    killedBy,
    breaks,
    fault: takes(
      sending(to, (body) =>
        [body, at(body, 'applicant', 'address')].some((one) => has(one, field)),
      ),
    ),
  })),
  ...(
    [
      ['a creation', createsApplicant, 'VAL-014'],
      ['a change', changesApplicant, 'VAL-008'],
    ] as const
  ).map(([where, to, breaks]): Mutant => ({
    name: `accepts Family_Name in ${where} of an applicant`,
    killedBy: APPLICANT_FIELDS,
    breaks,
    fault: takes(sends(to, 'Family_Name')),
  })),
  {
    name: 'drops unknown fields of applicants',
    killedBy: APPLICANT_FIELDS,
    breaks: 'VAL-007',
    fault: takes(sends(createsApplicant, 'vskit_zebra')),
  },
  {
    name: 'reads camelCase too',
    killedBy: APPLICANT_FIELDS,
    breaks: 'VAL-014',
    fault: takes(sends(createsApplicant, 'givenNames')),
  },
  {
    name: 'changes an applicant by an unknown field',
    killedBy: APPLICANT_FIELDS,
    breaks: 'END-022',
    fault: takes(changesApplicant),
  },
  {
    name: 'changes an applicant by an unknown field of the address',
    killedBy: APPLICANT_FIELDS,
    breaks: 'VAL-008',
    fault: takes(sends(changesApplicant, 'address')),
  },
  {
    name: 'accepts unknown fields of live sessions',
    killedBy: 'sessions.live-unknown-fields',
    breaks: 'VAL-009',
    fault: takes(live(creates)),
  },
  {
    name: 'names one of two unknown fields of a live session',
    killedBy: 'sessions.live-unknown-fields',
    breaks: 'VAL-001',
    fault: json(live(creates), ({ error }) => {
      error?.details?.issues?.splice(1)
    }),
  },
  ...(
    [
      ['full_name', 'VAL-020'],
      ['legal_name', 'VAL-019'],
    ] as const
  ).flatMap(([field, named]) =>
    ['family_name', 'given_names'].map((part): Mutant => ({
      name: `rejects ${field} without naming ${part}`,
      killedBy: REMOVED,
      breaks: [named, 'VAL-012'],
      fault: json(sends(createsApplicant, field), reword(new RegExp(part), 'the name')),
    })),
  ),
  ...['middle_name', 'legal_name', 'full_name'].map((field): Mutant => ({
    name: `does not say for ${field} that given_names is a list`,
    killedBy: REMOVED,
    breaks: 'VAL-013',
    fault: json(
      sends(changesApplicant, field),
      reword(/.*/, 'Removed; use family_name and given_names.'),
    ),
  })),
  ...removed('middle_name', 'APP-032', 'VAL-017'),
  ...removed('last_name', 'APP-033', 'VAL-018'),
  ...removed('legal_name', 'APP-034', 'VAL-019'),
  ...removed('full_name', 'APP-035', 'VAL-020'),
  {
    name: 'still accepts first_name silently',
    killedBy: REMOVED,
    breaks: 'APP-031',
    fault: takes(sends(createsApplicant, 'first_name')),
  },
  {
    name: 'still accepts first_name in a session',
    killedBy: REMOVED,
    breaks: 'VER-013',
    fault: takes(creates),
  },
]
