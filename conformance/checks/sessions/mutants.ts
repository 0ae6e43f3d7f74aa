import { behind } from '../../self-test/permissive-server/lists.ts'
import {
  answers,
  creates,
  isSession,
  json,
  lists,
  type Mutant,
  reword,
} from '../../self-test/wire-faults.ts'

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
        Object.entries(data.metadata).map(([key, value]) => [
          key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
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
    fault: behind(
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
]
