import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  answers,
  creates,
  isSession,
  json,
  lists,
  type Mutant,
  sends,
  type Which,
} from '../../self-test/wire-faults.ts'

function reread(value: string): unknown {
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** Changes each value of the metadata of a session, at the top level. */
const values = (change: (value: unknown) => unknown): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (data?.metadata)
      data.metadata = Object.fromEntries(
        Object.entries(data.metadata as JsonObject).map(([key, value]) => [key, change(value)]),
      ) as never
  })

const ofNumbers = (change: (value: number) => unknown): (() => Fault) =>
  values((value) => (typeof value === 'number' ? change(value) : value))

/** Converts an object to a list if its names are 0, 1 and so on. */
const listed = (value: unknown): unknown =>
  isObject(value) && '0' in value && Object.keys(value).every((name, i) => name === String(i))
    ? Object.values(value)
    : value

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Changes each key of the metadata of a session, at the top level; drops it if the result is undefined. */
const keys = (change: (key: string, value: unknown) => string | undefined): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (data?.metadata)
      data.metadata = Object.fromEntries(
        Object.entries(data.metadata as JsonObject).flatMap(([key, value]) => {
          const changed = change(key, value)
          return changed === undefined ? [] : [[changed, value]]
        }),
      ) as never
  })

/** Converts the keys of metadata to snake case in sessions whose creation has a field. */
const snakeBeside = (field: string) => (): Fault => {
  const made = new Set<string>()
  const isMade = sends(creates, field)
  return {
    response(request, response) {
      const isRead = isSession(request) && made.has(request.path.split('/').at(-1)!)
      if (response.status >= 300 || !(isRead || isMade(request))) return
      changeJson(response, ({ data }) => {
        made.add(data.id)
        data.metadata = Object.fromEntries(
          Object.entries(data.metadata).map(([key, value]) => [
            key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
            value,
          ]),
        )
      })
    },
  }
}

/** Faults that change metadata in responses. */
export const METADATA_MUTANTS: readonly Mutant[] = [
  ...[null, []].map((instead): Mutant => ({
    name: `retrieves metadata without keys as ${JSON.stringify(instead)}`,
    killedBy: 'sessions.metadata-shapes',
    breaks: 'SES-009',
    fault: json(isSession, ({ data }) => {
      if (data?.metadata && Object.keys(data.metadata).length === 0)
        data.metadata = instead as never
    }),
  })),
  ...(
    [
      ['truncates keys at dots', (key, value) => [key.split('.')[0] || key, value], 'SES-010'],
      ['trims keys', (key, value) => [key.trim(), value], 'SES-010'],
      ['converts keys to lower case', (key, value) => [key.toLowerCase(), value], 'SES-010'],
      ['cuts keys after 80 characters', (key, value) => [key.slice(0, 80), value], 'SES-010'],
      ['cuts values after 255 characters', (key, value) => [key, value.slice(0, 255)], 'SES-009'],
      ['trims values', (key, value) => [key, value.trim()], 'SES-009'],
      ['converts values to numbers', (key, value) => [key, reread(value)], 'SES-009'],
    ] as [string, (key: string, value: string) => [string, unknown], string][]
  ).flatMap(([name, rewrite, breaks]): Mutant[] => {
    const tidy = (record: JsonObject): void => {
      const entries = Object.entries((record['metadata'] ?? {}) as Record<string, string>)
      record['metadata'] = Object.fromEntries(
        entries.map((one) => (typeof one[1] === 'string' ? rewrite(...one) : one)),
      ) as JsonObject
    }
    return [
      {
        name: `${name} of metadata`,
        killedBy: 'sessions.metadata-shapes',
        breaks,
        fault: json(isSession, ({ data }) => tidy(data)),
      },
      {
        name: `${name} of metadata in lists`,
        killedBy: 'sessions.metadata-shapes',
        breaks,
        fault: json(lists, ({ data }) => (data as unknown as JsonObject[]).forEach(tidy)),
      },
    ]
  }),
  ...(
    [
      ['normalizes accents in keys of metadata in lists', lists, (text) => text.normalize('NFC')],
      [
        'stores no characters above U+FFFF in metadata',
        isSession,
        (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
      ],
    ] as [string, Which, (text: string) => string][]
  ).map(([name, to, rewrite]): Mutant => ({
    name,
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: answers(to, (response) => {
      response.body = Buffer.from(rewrite(response.body.toString()))
    }),
  })),
  ...(
    [
      ['lower', (name) => name.toLowerCase()],
      [
        'camel',
        (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      ],
    ] as [string, (name: string) => string][]
  ).map(([letters, change]): Mutant => ({
    name: `converts keys of metadata to ${letters} case when the session ends`,
    killedBy: 'sessions.list-follows-changes',
    breaks: 'SES-010',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === 'cancelled')
        data.metadata = Object.fromEntries(
          Object.entries(data.metadata).map(([name, value]) => [change(name), value]),
        )
    }),
  })),
  {
    name: 'writes metadata whose names count from zero as a list',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-009', 'SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      if (data?.metadata) data.metadata = listed(data.metadata) as never
    }),
  },
  {
    name: 'writes an inner object whose names count from zero as a list',
    killedBy: 'sessions.metadata-shapes',
    breaks: 'SES-009',
    fault: values(listed),
  },
  {
    name: 'converts keys of nested metadata to snake case',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      const { outer, ...others } = (data.metadata ?? {}) as JsonObject
      if (isObject(outer))
        data.metadata = { ...others, outer: { ...outer, inner_key: 'a' } } as never
    }),
  },
  {
    name: 'converts keys in arrays of metadata to snake case',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      const { lineItems, ...others } = (data.metadata ?? {}) as JsonObject
      if (lineItems !== undefined)
        data.metadata = { ...others, lineItems: [{ item_id: 'a' }, { item_id: 'c' }] } as never
    }),
  },
  {
    name: 'trims keys in arrays of metadata',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      const { someItems, ...others } = (data.metadata ?? {}) as JsonObject
      if (someItems !== undefined)
        data.metadata = { ...others, someItems: [{ padded: 'b' }] } as never
    }),
  },
  {
    name: 'converts nested values of metadata to upper case',
    killedBy: 'sessions.metadata-shapes',
    breaks: 'SES-009',
    fault: json(isSession, ({ data }) => {
      const { someTags, ...others } = (data.metadata ?? {}) as JsonObject
      if (someTags !== undefined) data.metadata = { ...others, someTags: ['A', 'B'] } as never
    }),
  },
  ...(
    [
      ['joins arrays', values((value) => (Array.isArray(value) ? value.join() : value))],
      ['returns null for arrays', values((value) => (Array.isArray(value) ? null : value))],
      ['returns objects as text', values((value) => (isObject(value) ? `${value}` : value))],
      ['returns empty texts as null', values((value) => (value === '' ? null : value))],
      ['keeps 32 bits of numbers', ofNumbers((value) => value | 0)],
      ['keeps 32-bit floats', ofNumbers(Math.fround)],
      ['rounds numbers to six digits', ofNumbers((value) => value.toPrecision(6))],
      ['drops the sign of numbers', ofNumbers(Math.abs)],
    ] as const
  ).map(([name, fault]): Mutant => ({
    name: `${name} in metadata`,
    killedBy: 'sessions.metadata-shapes',
    breaks: 'SES-009',
    fault,
  })),
  {
    name: 'flattens nested metadata',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      const { outer, ...others } = (data?.metadata ?? {}) as JsonObject
      if (!isObject(outer)) return
      const flat = Object.entries(outer).map(([key, value]) => [`outer.${key}`, value])
      data.metadata = { ...others, ...Object.fromEntries(flat) } as never
    }),
  },
  {
    name: 'drops arrays of metadata',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      delete data.metadata?.['someTags']
    }),
  },
  {
    name: 'drops empty values of metadata',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      delete data.metadata?.['empty']
    }),
  },
  ...(
    [
      ['truncates long keys', (key) => key.slice(0, 32)],
      [
        'converts letters beyond ASCII to lower case in keys',
        (key) => key.replaceAll(/[^\0-\x7f]/gu, (letter) => letter.toLowerCase()),
      ],
      ['converts colons in keys', (key) => key.replaceAll(':', '_')],
      ['drops quotes from keys', (key) => key.replaceAll('"', '')],
      ['drops backslashes from keys', (key) => key.replaceAll('\\', '')],
      ['escapes HTML in keys', (key) => key.replaceAll('<', '&lt;')],
      ['converts tabs in keys to blanks', (key) => key.replaceAll('\t', ' ')],
      ['converts line breaks in keys to blanks', (key) => key.replaceAll('\n', ' ')],
      ['converts no-break spaces in keys to blanks', (key) => key.replaceAll('\u00a0', ' ')],
      ['drops characters without width from keys', (key) => key.replace(/[\u200b-\u200f]/, '')],
      ['drops keys that name fields', (key) => (key === 'email' ? undefined : key)],
      ['drops keys of empty lists', (key, value) => (isEmptyList(value) ? undefined : key)],
    ] as [string, (key: string, value: unknown) => string | undefined][]
  ).map(([name, change]): Mutant => ({
    name: `${name} of metadata`,
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: keys(change),
  })),
  ...['applicant', 'expected_outcome'].map((field): Mutant => ({
    name: `converts keys of metadata to snake case beside ${field}`,
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: snakeBeside(field),
  })),
  {
    name: 'converts keys of nested metadata to camel case',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      const { outer, ...others } = (data.metadata ?? {}) as JsonObject
      if (isObject(outer) && 'inner_key' in outer) {
        const { inner_key: value, ...rest } = outer
        data.metadata = { ...others, outer: { ...rest, innerKey: value } } as never
      }
    }),
  },
]
