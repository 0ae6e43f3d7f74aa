import { inSnakeCase } from '../../text.ts'
import { at } from '../../http/json.ts'
import { withDelayedLists } from '../../self-test/permissive-server/lists.ts'
import {
  answers,
  creates,
  isSession,
  json,
  lists,
  type Mutant,
  reword,
  refuses,
  sending,
  takes,
  sends,
} from '../../self-test/wire-faults.ts'
import { isObject } from '../../http/json.ts'
import type { JsonBody, ProxiedRequest } from '../../self-test/proxy.ts'

const issues =
  (change: (issue: Record<string, unknown>) => void) =>
  (body: JsonBody): void => {
    for (const issue of body.error?.details?.issues ?? [])
      change(issue as unknown as Record<string, unknown>)
  }

const SESSION_FIELDS = 'sessions.unknown-fields'

const isLive = ({ headers }: ProxiedRequest): boolean =>
  headers['authorization']?.includes('_live_') ?? false

export const SESSIONS_MUTANTS: readonly Mutant[] = [
  {
    name: 'shows idv on creation',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'IDV-026',
    fault: json(creates, ({ data }) => {
      data.idv = null
    }),
  },
  {
    name: 'shows an empty idv before any check',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'IDV-024',
    fault: json(isSession, ({ data }) => {
      data.idv = {}
    }),
  },
  {
    name: 'retrieves without the data wrapper',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-011',
    fault: json(isSession, ({ data }) => data),
  },
  {
    name: 'makes metadata keys snake_case',
    killedBy: 'sessions.metadata-keys',
    breaks: 'SES-010',
    fault: json(isSession, ({ data }) => {
      data.metadata = Object.fromEntries(
        Object.entries(data.metadata).map(([key, value]) => [inSnakeCase(key), value]),
      )
    }),
  },
  {
    name: 'drops the metadata key __proto__',
    killedBy: 'sessions.metadata-keys',
    breaks: 'SES-010',
    fault: json(isSession, ({ data }) => {
      delete data.metadata['__proto__']
    }),
  },
  {
    name: 'normalizes metadata keys',
    killedBy: 'sessions.metadata-keys',
    breaks: 'VER-016',
    fault: json(isSession, ({ data }) => {
      data.metadata = Object.fromEntries(
        Object.entries(data.metadata).map(([key, value]) => [key.normalize('NFC'), value]),
      )
    }),
  },
  {
    name: 'shows idv in lists',
    killedBy: 'sessions.list-has-no-idv',
    breaks: 'IDV-025',
    fault: json(lists, ({ data }) => ({
      data: [{ id: 'vs_1', idv: { available_images: [] } }, data],
    })),
  },
  {
    name: 'shows idv in lists that are behind',
    killedBy: 'sessions.list-has-no-idv',
    breaks: 'IDV-025',
    fault: withDelayedLists(
      json(lists, ({ data }) => {
        for (const one of [data ?? []].flat()) one.idv = {}
      }),
    ),
  },
  {
    name: 'drops unknown fields of sessions',
    killedBy: 'sessions.unknown-fields',
    breaks: 'VAL-009',
    fault: answers(creates, (response) => {
      if (response.status === 422) {
        response.status = 201
        response.body = Buffer.from('{"data":{"id":"vs_1"}}')
      }
    }),
  },
  {
    name: 'reports the first unknown field only',
    killedBy: 'sessions.unknown-fields',
    breaks: 'VAL-001',
    fault: json(creates, ({ error }) => {
      error?.details?.issues?.splice(1)
    }),
  },
  {
    name: 'does not propose the field that was meant',
    killedBy: 'sessions.unknown-fields',
    breaks: 'VAL-011',
    fault: json(creates, reword(/, did you mean.*/, '')),
  },
  {
    name: 'refuses every session',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-004',
    fault: refuses(creates),
  },
  {
    name: 'refuses application/json with a charset in a session creation',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-004',
    fault: refuses(
      (request) => creates(request) && /json *;/.test(request.headers['content-type'] ?? ''),
      415,
      'unsupported_media_type',
    ),
  },
  {
    name: 'omits the id in the response to a creation',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'END-009',
    fault: json(creates, ({ data }) => {
      delete (data as Partial<typeof data>).id
    }),
  },
  {
    name: 'sends ids with the prefix ses_',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-001',
    fault: json(creates, ({ data }) => {
      data.id = data.id.replace('vs_', 'ses_')
    }),
  },
  {
    name: 'does not find sessions that it created',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-002',
    fault: refuses(isSession, 404, 'resource_not_found'),
  },
  {
    name: 'sends the status as a number',
    killedBy: 'sessions.create-and-retrieve',
    breaks: 'SES-004',
    fault: json(isSession, ({ data }) => {
      data['status'] = 1
    }),
  },
  {
    name: 'rejects metadata',
    killedBy: 'sessions.metadata-keys',
    breaks: 'END-007',
    fault: refuses(sends(creates, 'metadata')),
  },
  {
    name: 'refuses the names of removed fields in the metadata, too',
    killedBy: 'sessions.metadata-keys',
    breaks: 'END-007',
    fault: refuses(
      sending(creates, ({ metadata }) => isObject(metadata) && 'first_name' in metadata),
    ),
  },
  {
    name: 'drops expected_outcome from the metadata, too',
    killedBy: 'sessions.metadata-keys',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      delete data.metadata['expected_outcome']
    }),
  },
  {
    name: 'trims metadata values',
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
    name: "treats expectedOutcome as the customer's metadata",
    killedBy: SESSION_FIELDS,
    breaks: 'END-008',
    fault: takes(sends(creates, 'expectedOutcome')),
  },
  {
    name: 'does not validate the applicant of a session',
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
    name: 'sends issues without a code',
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
    name: 'sends the path of an issue as a string',
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
    name: 'sends issues without a message',
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
    name: 'drops metadata in live mode',
    killedBy: 'sessions.live-metadata',
    breaks: ['END-007', 'SES-009', 'SES-010'],
    fault: json(
      (request) => isSession(request) && isLive(request),
      ({ data }) => {
        data.metadata = {}
      },
    ),
  },
  {
    name: 'rejects an applicant in a session',
    killedBy: 'sessions.with-and-without-applicant',
    breaks: ['END-005', 'GEN-003'],
    fault: refuses(sending(creates, (body) => Object.hasOwn(body, 'applicant'))),
  },
  {
    name: 'rejects an address in a session',
    killedBy: 'sessions.with-and-without-applicant',
    breaks: ['END-005', 'GEN-003'],
    fault: refuses(sending(creates, (body) => at(body, 'applicant', 'address') !== undefined)),
  },
]
