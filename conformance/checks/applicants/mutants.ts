import type { JsonObject } from '../../http/json.ts'
import {
  answers,
  changesApplicant,
  createsApplicant,
  json,
  type Mutant,
  refuses,
  reword,
  sending,
  takes,
} from '../../self-test/wire-faults.ts'

const COME_BACK = 'applicants.fields-come-back'
const NAME_RULES = 'applicants.name-rules'

/** Responses to creations lose a field, or return it changed. */
const gives = (
  name: string,
  field: string,
  breaks: string,
  change: (value: never) => unknown,
): Mutant => ({
  name,
  killedBy: COME_BACK,
  breaks,
  fault: json(createsApplicant, ({ data }) => {
    if (data) data[field] = change(data[field] as never)
  }),
})

const shows = (field: string, breaks: string): Mutant => ({
  name: `still shows ${field}`,
  killedBy: COME_BACK,
  breaks,
  fault: json(createsApplicant, ({ data }) => {
    if (data) data[field] = 'Una'
  }),
})

const lacks = (field: string, breaks: string): Mutant =>
  gives(`does not return ${field}`, field, breaks, () => undefined)

/** Accepts names that it should reject. */
const takesName = (name: string, breaks: string, holds: Parameters<typeof sending>[1]): Mutant => ({
  name,
  killedBy: NAME_RULES,
  breaks,
  fault: takes(sending(createsApplicant, holds)),
})

const longest = (value: unknown): number =>
  Math.max(0, ...(Array.isArray(value) ? value.map((one) => String(one).length) : []))

export const APPLICANTS_MUTANTS: readonly Mutant[] = [
  {
    name: 'does not name unknown fields in keys',
    killedBy: 'applicants.unknown-fields',
    breaks: 'VAL-005',
    fault: json(createsApplicant, ({ error }) => {
      for (const issue of error?.details?.issues ?? []) delete issue.keys
    }),
  },
  {
    name: 'drops unknown fields of a change',
    killedBy: 'applicants.unknown-fields',
    breaks: 'VAL-008',
    fault: answers(
      ({ method }) => method === 'PATCH',
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'does not name the replacement of first_name',
    killedBy: 'applicants.removed-names',
    breaks: 'VAL-016',
    fault: json(createsApplicant, reword(/'first_name' was removed.*/, 'Unrecognized key')),
  },
  {
    name: 'does not say that given_names is a list',
    killedBy: 'applicants.removed-names',
    breaks: 'VAL-013',
    fault: json(
      createsApplicant,
      reword(/was removed: send given_names.*/, 'was removed: send given_names'),
    ),
  },
  {
    name: 'still accepts full_name',
    killedBy: 'applicants.removed-names',
    breaks: 'APP-035',
    fault: answers(
      (request) => createsApplicant(request) && request.body.includes('full_name'),
      (response) => {
        response.status = 201
      },
    ),
  },
  gives('splits surnames', 'family_name', 'APP-003', (name: string) => name.split(' ')[0]),
  gives('replaces hyphens in surnames', 'family_name', 'APP-003', (name: string) =>
    name.replace('-', ' '),
  ),
  gives('removes apostrophes from surnames', 'family_name', 'APP-003', (name: string) =>
    name.replace("'", ''),
  ),
  gives('sorts given names', 'given_names', 'APP-006', (names: string[]) => names.toSorted()),
  gives('merges repeated given names', 'given_names', 'APP-005', (names: string[]) => [
    ...new Set(names),
  ]),
  gives('splits given names at blanks', 'given_names', 'APP-005', (names: string[]) =>
    names.flatMap((name) => name.split(' ')),
  ),
  gives('joins given names', 'given_names', 'APP-005', (names: string[]) => names.join(' ')),
  gives('drops given names after the second', 'given_names', 'APP-007', (names: string[]) =>
    names.slice(0, 2),
  ),
  lacks('family_name', 'APP-001'),
  lacks('name_suffix', 'APP-012'),
  lacks('email', 'APP-013'),
  lacks('phone', 'APP-014'),
  lacks('date_of_birth', 'APP-022'),
  lacks('address', 'APP-023'),
  gives(
    'drops the postal code',
    'address',
    'APP-024',
    (value: object) => value && { ...value, postal_code: undefined },
  ),
  gives(
    'drops the place id',
    'address',
    'APP-025',
    (value: object) => value && { ...value, place_id: undefined },
  ),
  shows('first_name', 'APP-036'),
  shows('middle_name', 'APP-037'),
  shows('last_name', 'APP-038'),
  shows('last_name', 'VER-014'),
  {
    name: 'returns 303 on creation',
    killedBy: COME_BACK,
    breaks: 'END-020',
    fault: answers(createsApplicant, (response) => {
      response.status = 303
    }),
  },
  takesName(
    'accepts names without a surname',
    'APP-002',
    ({ family_name }) => family_name === undefined,
  ),
  takesName('accepts an empty surname', 'APP-004', ({ family_name }) => family_name === ''),
  takesName('accepts a list of surnames', 'APP-001', ({ family_name }) =>
    Array.isArray(family_name),
  ),
  takesName(
    'wraps a single given name in a list',
    'APP-005',
    ({ given_names }) => typeof given_names === 'string',
  ),
  takesName(
    'accepts given names of any length',
    'APP-009',
    ({ given_names }) => longest(given_names) > 49_999,
  ),
  takesName(
    'accepts any number of given names',
    'APP-010',
    ({ given_names }) => Array.isArray(given_names) && given_names.length > 9999,
  ),
  takesName('takes legal_name', 'APP-028', ({ legal_name }) => legal_name !== undefined),
  takesName(
    'takes localized_name',
    'APP-030',
    ({ localized_name }) => localized_name !== undefined,
  ),
  {
    name: 'demands a given name',
    killedBy: NAME_RULES,
    breaks: 'APP-008',
    fault: refuses(
      sending(
        createsApplicant,
        ({ given_names }) => Array.isArray(given_names) && given_names.length === 0,
      ),
    ),
  },
  {
    name: 'accepts only one given name',
    killedBy: NAME_RULES,
    breaks: 'APP-007',
    fault: refuses(
      sending(
        createsApplicant,
        ({ given_names }) => Array.isArray(given_names) && given_names.length > 1,
      ),
    ),
  },
  {
    name: 'returns the old values after a change',
    killedBy: 'applicants.change',
    breaks: 'END-021',
    fault: json(changesApplicant, ({ data }) => {
      if (data) data['email'] = 'una@applicant.example'
    }),
  },
  {
    name: 'deletes fields that a change does not name',
    killedBy: 'applicants.change',
    breaks: 'END-021',
    fault: json(changesApplicant, ({ data }) => {
      delete data?.['given_names']
    }),
  },
  {
    name: 'accepts legal_name on a change',
    killedBy: 'applicants.change',
    breaks: 'APP-028',
    fault: takes(sending(changesApplicant, ({ legal_name }) => legal_name !== undefined)),
  },
  {
    name: 'accepts localized_name on a change',
    killedBy: 'applicants.change',
    breaks: 'APP-030',
    fault: takes(sending(changesApplicant, ({ localized_name }) => localized_name !== undefined)),
  },
  ...(['first_name', 'middle_name', 'last_name'] as const).map((field, i): Mutant => ({
    name: `lists applicants with ${field}`,
    killedBy: 'applicants.list',
    breaks: `APP-03${6 + i}`,
    fault: json(
      ({ method, path }) => method === 'GET' && path === '/v1/applicants',
      ({ data }) => ({ data: [data, { [field]: 'Una' }] }),
    ),
  })),
  {
    name: 'has no list of applicants',
    killedBy: 'applicants.list',
    breaks: 'END-023',
    fault: answers(
      ({ method, path }) => method === 'GET' && path === '/v1/applicants',
      (response) => {
        response.status = 404
      },
    ),
  },
  {
    name: 'keeps the date of birth that a change names',
    killedBy: 'applicants.change',
    breaks: 'END-021',
    fault: json(changesApplicant, ({ data }) => {
      if (data) data['date_of_birth'] = null
    }),
  },
  ...(
    [
      ['postal_code', 'APP-024'],
      ['place_id', 'APP-025'],
    ] as const
  ).map(([field, breaks]): Mutant => ({
    name: `drops the ${field} of a changed address`,
    killedBy: 'applicants.change',
    breaks,
    fault: json(changesApplicant, ({ data }) => {
      const address = data?.['address'] as JsonObject | null | undefined
      if (address) delete address[field]
    }),
  })),
]
