import { at, isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type JsonBody } from '../../self-test/proxy.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  json,
  type Mutant,
  mutantsOf,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import { NO_COUNTRIES } from './countries.ts'
import { MISTYPED } from './field-types.ts'
import { TOO_LONG_NAMES, refusedNamesOf, ACCEPTED_NAMES } from './name-rules.ts'

/** Requests whose applicant meets a condition. */
const inSession = (holds: (applicant: JsonObject) => boolean): Which =>
  sending(creates, ({ applicant }) => isObject(applicant) && holds(applicant))
const onChange = (holds: (applicant: JsonObject) => boolean): Which =>
  sending(changesApplicant, holds)

const equals =
  (wanted: JsonObject) =>
  (applicant: JsonObject): boolean =>
    JSON.stringify(applicant) === JSON.stringify(wanted)

const NAMES = [
  ['change', 'applicants.name-rules-on-change', onChange],
  ['session', 'applicants.name-rules-in-sessions', inSession],
] as const

const COUNTRIES = [
  ['applicants.country-of-two-letters', (holds) => sending(createsApplicant, holds)],
  ['applicants.country-on-change', onChange],
  ['applicants.country-in-sessions', inSession],
] as const satisfies [string, typeof onChange][]

const PARAMS = [
  ['creation', 'applicants.name-rules', (holds) => sending(createsApplicant, holds)],
  ...NAMES,
] as const satisfies (readonly [string, string, typeof onChange])[]

const withoutParam = ({ error }: JsonBody): void => {
  for (const issue of error?.details?.issues ?? []) delete issue.param
}

/** Faults in applicant rules, each in only one of the three places where applicants are sent. */
export const PLACE_MUTANTS: readonly Mutant[] = [
  ...NAMES.flatMap(([place, id, which]) => [
    ...mutantsOf(refusedNamesOf(place), id, `takes in a ${place} an applicant`, ({ send }) =>
      takes(which(equals(send))),
    ),
    ...mutantsOf(TOO_LONG_NAMES, id, `takes in a ${place} an applicant`, ({ send }) =>
      takes(which(equals(send))),
    ),
    ...mutantsOf(ACCEPTED_NAMES, id, `refuses in a ${place} an applicant`, ({ send }) =>
      refuses(which(equals(send))),
    ),
  ]),
  ...PARAMS.filter(([place]) => place !== 'change').map(([place, killedBy, which]): Mutant => ({
    name: `accepts a family_name that is null in a ${place}`,
    killedBy,
    breaks: 'APP-002',
    fault: takes(which(({ family_name }) => family_name === null)),
  })),
  ...PARAMS.flatMap(([place, , which]) =>
    MISTYPED.map(([field, value, breaks]): Mutant => ({
      name: `accepts the ${field} ${JSON.stringify(value)} in a ${place}`,
      killedBy: 'applicants.field-types',
      breaks,
      fault: takes(which((sent) => JSON.stringify(sent[field]) === JSON.stringify(value))),
    })),
  ),
  ...PARAMS.map(([place, killedBy, which]): Mutant => ({
    name: `names the object in param, not the wrong name in it, in a ${place}`,
    killedBy,
    breaks: 'VAL-006',
    fault: json(
      which(({ family_name }) => family_name === ''),
      ({ error }) => {
        for (const issue of error?.details?.issues ?? []) issue.param = 'applicant'
      },
    ),
  })),
  ...PARAMS.map(([place, killedBy, which]): Mutant => ({
    name: `has no param for too many given names in a ${place}`,
    killedBy,
    breaks: 'VAL-006',
    fault: json(
      which(({ given_names }) => Array.isArray(given_names) && given_names.length > 100),
      withoutParam,
    ),
  })),
  ...COUNTRIES.map(([killedBy, which]): Mutant => ({
    name: `has no param for a wrong country, seen by ${killedBy}`,
    killedBy,
    breaks: 'VAL-006',
    fault: json(
      which(({ address }) => at(address, 'country') === 'DEU'),
      withoutParam,
    ),
  })),
  ...COUNTRIES.flatMap(([killedBy, which]) =>
    NO_COUNTRIES.map((country): Mutant => ({
      name: `accepts the country ${country.replace('\n', ', a line feed and ')}, seen by ${killedBy}`,
      killedBy,
      breaks: 'APP-026',
      fault: takes(which(({ address }) => at(address, 'country') === country)),
    })),
  ),
]

const listsApplicants: Which = ({ method, path }) => method === 'GET' && path === '/v1/applicants'

/** Changes the applicants that are in sessions, as the list shows them. */
const inList = (change: (applicant: JsonObject) => void): (() => Fault) =>
  json(listsApplicants, ({ data }) => {
    for (const one of [data].flat()) if (isObject(one)) change(one)
  })

/** Faults in the applicants of sessions. */
export const INLINE_APPLICANT_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['family_name', ['END-005', 'APP-001', 'APP-003'], 'Prueba'],
      ['given_names', ['APP-005', 'APP-006', 'APP-007'], ['Una']],
      ['name_suffix', ['APP-012'], null],
      ['date_of_birth', ['APP-022'], '1988-03-01'],
    ] as const
  ).map(([field, breaks, value]): Mutant => ({
    name: `changes the ${field} of applicants in sessions`,
    killedBy: 'applicants.fields-in-sessions',
    breaks: [...breaks],
    fault: inList((applicant) => {
      applicant[field] = value
    }),
  })),
  ...(
    [
      ['name_suffix', 'APP-012'],
      ['email', 'APP-013'],
    ] as const
  ).map(([field, breaks]): Mutant => ({
    name: `drops the ${field} of applicants in sessions`,
    killedBy: 'applicants.fields-in-sessions',
    breaks,
    fault: () => ({
      request(request) {
        if (!creates(request)) return
        const body = JSON.parse(request.body.toString()) as JsonObject
        if (isObject(body['applicant'])) delete body['applicant'][field]
        request.body = Buffer.from(JSON.stringify(body))
      },
    }),
  })),
  ...(
    [
      ['postal_code', 'APP-024'],
      ['place_id', 'APP-025'],
    ] as const
  ).map(([member, breaks]): Mutant => ({
    name: `drops the ${member} of the address of applicants in sessions`,
    killedBy: 'applicants.fields-in-sessions',
    breaks,
    fault: () => ({
      request(request) {
        if (!creates(request)) return
        const body = JSON.parse(request.body.toString()) as JsonObject
        const address = at(body, 'applicant', 'address')
        if (isObject(address)) delete address[member]
        request.body = Buffer.from(JSON.stringify(body))
      },
    }),
  })),
  {
    name: 'removes the accents of the family name of applicants in sessions',
    killedBy: 'applicants.fields-in-sessions',
    breaks: ['APP-001', 'APP-003'],
    fault: inList((applicant) => {
      const name = applicant['family_name']
      if (typeof name === 'string')
        applicant['family_name'] = name.normalize('NFD').replace(/\p{M}/gu, '')
    }),
  },
  {
    name: 'changes the family name of applicants in sessions, as they are retrieved',
    killedBy: 'applicants.fields-in-sessions',
    breaks: 'APP-001',
    fault: json(
      ({ method, path }) => method === 'GET' && /^\/v1\/applicants\/[^/]+$/.test(path),
      ({ data }) => {
        if (isObject(data)) data['family_name'] = 'Prueba'
      },
    ),
  },
  {
    name: 'changes the family name of applicants in sessions, in the response to the creation',
    killedBy: 'applicants.fields-in-sessions',
    breaks: 'APP-001',
    fault: json(creates, ({ data }) => {
      if (isObject(data)) data['applicant'] = { family_name: 'Prueba' }
    }),
  },
  {
    name: 'lists applicants of test sessions among the live ones',
    killedBy: 'planes.applicant-of-a-test-session',
    breaks: 'AUT-004',
    fault: () => {
      const emails: unknown[] = []
      return {
        request(request) {
          if (creates(request))
            emails.push(at(JSON.parse(request.body.toString()), 'applicant', 'email'))
        },
        response(request, response) {
          if (listsApplicants(request) && request.headers['authorization']?.includes('_live_'))
            changeJson(response, (body) => ({
              ...body,
              data: [...[body.data].flat(), ...emails.map((email) => ({ email }))],
            }))
        },
      }
    },
  },
]
