import { isObject } from '../http/json.ts'
import type { JsonBody } from '../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  creates,
  createsApplicant,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
  refuses,
  reword,
  sending,
  takes,
  type Which,
} from '../self-test/wire-faults.ts'

const issues =
  (change: (issue: Record<string, unknown>) => void) =>
  (body: JsonBody): void => {
    for (const issue of body.error?.details?.issues ?? [])
      change(issue as unknown as Record<string, unknown>)
  }

const SESSION_FIELDS = 'sessions.unknown-fields'
const APPLICANT_FIELDS = 'applicants.unknown-fields'
const REMOVED = 'applicants.removed-names'

const sends = (to: Which, field: string): Which => sending(to, (body) => Object.hasOwn(body, field))

/** A field that was removed: still taken, and refused without a word of what replaces it. */
const removed = (field: string, refused: string, named: string): Mutant[] => [
  {
    name: `still takes ${field} in silence`,
    killedBy: REMOVED,
    breaks: refused,
    fault: takes(sends(createsApplicant, field)),
  },
  {
    name: `refuses ${field} and does not say what replaces it`,
    killedBy: REMOVED,
    breaks: [named, 'VAL-012'],
    fault: json(sends(createsApplicant, field), reword(/.*/, 'Unrecognized key')),
  },
]

const header = (
  name: string,
  value: string | undefined,
  killedBy: string,
  breaks: Mutant['breaks'],
  to: Which = () => true,
): Mutant => ({
  name:
    value === undefined
      ? `sends no ${name}, seen by ${killedBy}`
      : `sends ${name}: ${value}, seen by ${killedBy}`,
  killedBy,
  breaks,
  fault: answers(to, (response) => {
    response.headers = response.headers.filter(
      ([sent]) => sent.toLowerCase() !== name.toLowerCase(),
    )
    if (value !== undefined) response.headers.push([name, value])
  }),
})

const describes: Which = ({ path }) => path === '/openapi.json'

/** Faults in what everything else stands on: the envelope, the first calls, the form of refusals. */
export const FOUNDATION_MUTANTS: readonly Mutant[] = [
  header('Content-Type', 'text/plain', 'envelope.no-credential', 'END-002'),
  {
    name: 'gives the code where the URL of the code belongs',
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-002',
    fault: json(lists, ({ error }) => {
      if (error) error.type = error.code
    }),
  },

  {
    name: 'refuses every session',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-004',
    fault: refuses(creates),
  },
  {
    name: 'answers a creation without the id',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-009',
    fault: json(creates, ({ data }) => {
      delete (data as Partial<typeof data>).id
    }),
  },
  {
    name: 'begins ids with ses_',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-001',
    fault: json(creates, ({ data }) => {
      data.id = data.id.replace('vs_', 'ses_')
    }),
  },
  {
    name: 'does not find what it created',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-002',
    fault: refuses(isSession, 404, 'resource_not_found'),
  },
  {
    name: 'gives the status as a number',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-004',
    fault: json(isSession, ({ data }) => {
      data['status'] = 1
    }),
  },
  {
    name: 'takes no metadata',
    killedBy: 'sessions.metadata-keys',
    breaks: 'END-007',
    fault: refuses(sends(creates, 'metadata')),
  },
  {
    name: 'trims what metadata says',
    killedBy: 'sessions.metadata-keys',
    breaks: 'SES-009',
    fault: json(isSession, ({ data }) => {
      for (const key of Object.keys(data.metadata))
        data.metadata[key] = data.metadata[key]!.slice(0, 5)
    }),
  },
  {
    name: 'does not list sessions',
    killedBy: 'sessions.list-has-no-idv',
    breaks: 'END-010',
    fault: refuses(lists, 404, 'resource_not_found'),
  },

  {
    name: "takes expectedOutcome for something of the customer's own",
    killedBy: SESSION_FIELDS,
    breaks: 'END-008',
    fault: takes(sends(creates, 'expectedOutcome')),
  },
  {
    name: 'does not look into the applicant of a session',
    killedBy: SESSION_FIELDS,
    breaks: 'VAL-010',
    fault: takes(
      sending(
        creates,
        ({ applicant }) => isObject(applicant) && Object.hasOwn(applicant, 'familyName'),
      ),
    ),
  },
  {
    name: 'refuses unknown fields by 400',
    killedBy: SESSION_FIELDS,
    breaks: 'ERR-001',
    fault: answers(creates, (response) => {
      if (response.status === 422) response.status = 400
    }),
  },
  {
    name: 'gives issues without a code',
    killedBy: SESSION_FIELDS,
    breaks: 'VAL-002',
    fault: json(
      creates,
      issues((issue) => {
        delete issue['code']
      }),
    ),
  },
  {
    name: 'gives the path of an issue as a text',
    killedBy: SESSION_FIELDS,
    breaks: 'VAL-003',
    fault: json(
      creates,
      issues((issue) => {
        issue['path'] = 'applicant'
      }),
    ),
  },
  {
    name: 'gives issues without a message',
    killedBy: SESSION_FIELDS,
    breaks: 'VAL-004',
    fault: json(
      creates,
      issues((issue) => {
        delete issue['message']
      }),
    ),
  },
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
    name: 'changes an applicant by a field that nobody knows',
    killedBy: APPLICANT_FIELDS,
    breaks: 'END-022',
    fault: takes(changesApplicant),
  },
  ...removed('middle_name', 'APP-032', 'VAL-017'),
  ...removed('last_name', 'APP-033', 'VAL-018'),
  ...removed('legal_name', 'APP-034', 'VAL-019'),
  ...removed('full_name', 'APP-035', 'VAL-020'),
  {
    name: 'still takes first_name in silence',
    killedBy: REMOVED,
    breaks: 'APP-031',
    fault: takes(sends(createsApplicant, 'first_name')),
  },
  {
    name: 'still takes first_name inside a session',
    killedBy: REMOVED,
    breaks: 'VER-013',
    fault: takes(creates),
  },

  header('X-RateLimit-Limit', undefined, 'limits.headers', 'LIM-022'),
  header('X-RateLimit-Window', undefined, 'limits.headers', 'LIM-025'),
  header('X-RateLimit-Limit', '7', 'limits.headers', 'RLC-012', lists),

  {
    name: 'calls a missing scope forbidden',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'ERR-013',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 403, 'forbidden')
    }),
  },
  {
    name: 'serves a us key at eu',
    killedBy: 'planes.us-key-at-eu',
    breaks: ['PLN-005', 'ERR-030'],
    fault: answers(
      ({ region }) => region === 'eu',
      (response) => {
        response.status = 200
        response.body = Buffer.from('{"data":[]}')
      },
    ),
  },

  {
    name: 'refuses unknown artifacts by 422',
    killedBy: 'images.unserved-artifact',
    breaks: ['IMG-017', 'ERR-007'],
    fault: answers(
      ({ path }) => path.includes('/side-'),
      (response) => refuse(response, 422, 'validation_error'),
    ),
  },
  {
    name: 'says of an id that nobody has that nothing is stored',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-019',
    fault: answers(
      ({ path }) => path.endsWith('/front'),
      (response) => refuse(response, 404, 'artifact_not_available'),
    ),
  },
  {
    name: 'lists images as objects',
    killedBy: 'images.served',
    breaks: 'IDV-001',
    fault: json(isSession, ({ data }) => {
      const idv = data.idv as { available_images: unknown[] }
      idv.available_images = idv.available_images.map((name) => ({ name }))
    }),
  },
  header('Cache-Control', 'no-cache', 'images.served', 'IMG-013', isImage),
  header('X-RateLimit-Limit', '240', 'images.served', ['IMG-033', 'LIM-011'], isImage),
  {
    name: 'answers 410 for what is not stored',
    killedBy: 'images.served',
    breaks: 'ERR-009',
    fault: answers(
      ({ path }) => path.endsWith('/selfie'),
      (response) => refuse(response, 410, 'artifact_not_available'),
    ),
  },

  {
    name: 'has no description',
    killedBy: 'openapi.references-resolve',
    breaks: 'END-025',
    fault: refuses(describes, 404, 'resource_not_found'),
  },
  {
    name: 'describes itself without a title',
    killedBy: 'openapi.references-resolve',
    breaks: 'VER-019',
    fault: json(describes, (document) => {
      Object.assign(document, { info: {} })
    }),
  },
]
