import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  changesApplicant,
  creates,
  createsApplicant,
  json,
  lists,
  type Mutant,
  reword,
  sending,
  sends,
  staleReads,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'

const REMOVED = 'applicants.removed-names'
const CHANGE = 'applicants.change'

const inline = (field: string) =>
  sending(creates, ({ applicant }) => isObject(applicant) && Object.hasOwn(applicant, field))

/** Loses a field of an applicant when another one is changed. */
const forgets = (field: string): (() => Fault) =>
  json(changesApplicant, ({ data }, { body }) => {
    const change = JSON.parse(body.toString()) as JsonObject
    if (data && !Object.hasOwn(change, field)) data[field] = null
  })

const isListOfApplicants: Which = ({ method, path }) =>
  method === 'GET' && path === '/v1/applicants'

const ALONE = 'applicants.one-field-at-a-time'

/** Keeps a field of a refused change until the next change that names it. */
const saves = (field: string, isRefused: (sent: JsonObject) => boolean) => (): Fault => {
  let saved: unknown
  return {
    request({ body, ...request }) {
      if (!changesApplicant({ ...request, body })) return
      const sent = JSON.parse(body.toString()) as JsonObject
      if (isRefused(sent)) saved = sent[field]
      else if (field in sent && !('vskit_zebra' in sent) && sent['phone'] !== 'call me')
        saved = undefined
    },
    response(request, response) {
      if (changesApplicant(request) && response.status < 300 && saved !== undefined)
        changeJson(response, ({ data }) => {
          if (data) data[field] = saved
        })
    },
  }
}

/** Stores names in the letters of one encoding, or without accents. */
const LETTER_MUTANTS: readonly Mutant[] = (
  [
    [
      'stores a question mark for letters beyond Latin-1',
      (text) => text.replaceAll(/[^\0-\xff]/g, '?'),
    ],
    ['removes accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ] as [string, (text: string) => string][]
).flatMap(([name, rewrite]) =>
  (
    [
      ['created', createsApplicant],
      ['renamed', changesApplicant],
    ] as const
  ).map(([how, to]): Mutant => ({
    name: `${name} in the names of ${how} applicants`,
    killedBy: 'applicants.fields-come-back',
    breaks: ['APP-001', 'APP-005'],
    fault: json(to, ({ data }) => {
      if (!data) return
      data['family_name'] = rewrite(String(data['family_name']))
      data['given_names'] = [data['given_names'] ?? []].flat().map((one) => rewrite(String(one)))
    }),
  })),
)

/** Faults in changes of applicants and in applicants of sessions, which creations do not have. */
export const CHANGE_MUTANTS: readonly Mutant[] = [
  ...LETTER_MUTANTS,
  {
    name: 'removes the family name of an applicant that a change sets to null',
    killedBy: CHANGE,
    breaks: 'APP-002',
    fault: takes(sending(changesApplicant, ({ family_name }) => family_name === null)),
  },
  ...['phone', 'date_of_birth', 'name_suffix', 'address'].map((field): Mutant => ({
    name: `loses the ${field} when the e-mail address changes`,
    killedBy: CHANGE,
    breaks: 'END-021',
    fault: forgets(field),
  })),
  {
    name: 'loses the place_id when the e-mail address changes',
    killedBy: CHANGE,
    breaks: 'END-021',
    fault: json(sends(changesApplicant, 'email'), ({ data }) => {
      if (isObject(data?.['address'])) delete data['address']['place_id']
    }),
  },
  ...['date_of_birth', 'given_names', 'phone'].map((field): Mutant => ({
    name: `loses the address when the ${field} changes`,
    killedBy: ALONE,
    breaks: 'END-021',
    fault: json(sends(changesApplicant, field), ({ data }) => {
      if (data) delete data['address']
    }),
  })),
  {
    name: 'loses the suffix of an applicant who is renamed',
    killedBy: ALONE,
    breaks: 'END-021',
    fault: json(sends(changesApplicant, 'family_name'), ({ data }) => {
      if (data) delete data['name_suffix']
    }),
  },
  ...['email', 'family_name', 'given_names', 'date_of_birth'].map((field): Mutant => ({
    name: `saves the ${field} of a refused change`,
    killedBy: ALONE,
    breaks: 'VAL-008',
    fault: saves(field, (sent) => 'vskit_zebra' in sent),
  })),
  ...['email', 'family_name', 'given_names', 'date_of_birth'].map((field): Mutant => ({
    name: `saves the ${field} of a change that is refused for its phone`,
    killedBy: ALONE,
    breaks: 'APP-020',
    fault: saves(field, ({ phone }) => phone === 'call me'),
  })),
  {
    name: 'keeps the given names if a change empties them',
    killedBy: 'applicants.name-rules-on-change',
    breaks: 'APP-008',
    fault: json(
      sending(
        changesApplicant,
        ({ given_names }) => Array.isArray(given_names) && given_names.length === 0,
      ),
      ({ data }) => {
        if (data) data['given_names'] = ['Una']
      },
    ),
  },
  {
    name: 'lists each applicant twice',
    killedBy: 'applicants.list',
    breaks: 'END-023',
    fault: json(isListOfApplicants, (body) => ({ ...body, data: [body.data, body.data].flat() })),
  },
  {
    name: 'lists applicants with the values from before a change',
    killedBy: 'applicants.list',
    breaks: 'END-023',
    fault: staleReads(isListOfApplicants, ['email', 'family_name']),
  },
  {
    name: 'retrieves applicants with the values from before a change',
    killedBy: 'applicants.list',
    breaks: 'END-021',
    fault: staleReads(
      ({ method, path }) => method === 'GET' && /^\/v1\/applicants\/[^/]+$/.test(path),
      ['email', 'family_name'],
      createsApplicant,
    ),
  },
  {
    name: 'still accepts full_name on a change',
    killedBy: REMOVED,
    breaks: ['APP-035', 'VER-013'],
    fault: takes(sends(changesApplicant, 'full_name')),
  },
  {
    name: 'rejects middle_name on a change without naming the replacement',
    killedBy: REMOVED,
    breaks: ['VAL-017', 'VAL-012'],
    fault: json(sends(changesApplicant, 'middle_name'), reword(/.*/, 'Unrecognized key')),
  },
  {
    name: 'still accepts last_name in a session creation',
    killedBy: REMOVED,
    breaks: 'APP-033',
    fault: takes(inline('last_name')),
  },
  {
    name: 'rejects last_name in a session creation without naming the replacement',
    killedBy: REMOVED,
    breaks: 'VAL-018',
    fault: json(inline('last_name'), reword(/.*/, 'Unrecognized key')),
  },
  {
    name: 'accepts familyName on a change',
    killedBy: 'applicants.unknown-fields',
    breaks: ['END-022', 'VAL-008'],
    fault: takes(sends(changesApplicant, 'familyName')),
  },
  {
    name: 'reads postal codes as numbers',
    killedBy: 'applicants.fields-come-back',
    breaks: 'APP-024',
    fault: json(createsApplicant, ({ data }) => {
      const address = data?.['address']
      if (isObject(address)) address['postal_code'] = String(Number(address['postal_code']))
    }),
  },
  {
    name: 'rejects 29 February as a date of birth',
    killedBy: 'applicants.fields-come-back',
    breaks: 'APP-022',
    fault: json(createsApplicant, ({ data }) => {
      if (data?.['date_of_birth'] === '1988-02-29') data['date_of_birth'] = '1988-03-01'
    }),
  },
  ...(
    [
      ['an applicant', createsApplicant, 'VAL-007'],
      ['a session', sends(creates, 'vskit_zebra'), 'VAL-009'],
      ['the applicant of a session', inline('vskit_zebra'), 'VAL-010'],
    ] as const
  ).map(([what, to, breaks]): Mutant => ({
    name: `stores the person of a refused creation of ${what}`,
    killedBy: 'applicants.refused-creation-makes-none',
    breaks,
    fault: () => {
      const stored: JsonObject[] = []
      return {
        response(request, response) {
          if (to(request) && response.status === 422) {
            const body = JSON.parse(request.body.toString()) as JsonObject
            stored.push({
              ...((body['applicant'] ?? body) as JsonObject),
              id: `app_${stored.length}`,
            })
          } else if (isListOfApplicants(request))
            changeJson(response, (body) => ({ ...body, data: [...[body.data].flat(), ...stored] }))
        },
      }
    },
  })),
  {
    name: 'makes two applicants of each creation',
    killedBy: 'applicants.refused-creation-makes-none',
    breaks: 'END-020',
    fault: () => {
      const copies: JsonObject[] = []
      return {
        response(request, response) {
          if (createsApplicant(request) && response.status < 300)
            copies.push({ id: `app_copy_${copies.length}` })
          else if (isListOfApplicants(request))
            changeJson(response, (body) => ({ ...body, data: [...[body.data].flat(), ...copies] }))
        },
      }
    },
  },
  {
    name: 'stores a session whose creation it refuses',
    killedBy: 'applicants.refused-creation-makes-none',
    breaks: ['VAL-009', 'VAL-010'],
    fault: () => {
      const stored: JsonObject[] = []
      return {
        response(request, response) {
          if (creates(request) && response.status === 422)
            stored.push({ id: `vs_refused_${stored.length}` })
          else if (lists(request))
            changeJson(response, (body) => ({ ...body, data: [...[body.data].flat(), ...stored] }))
        },
      }
    },
  },
]
