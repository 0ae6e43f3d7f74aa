import { isObject, type JsonObject } from '../../http/json.ts'
import { creates, isSession, json, type Mutant } from '../../self-test/wire-faults.ts'
import type { Fault } from '../../self-test/proxy.ts'

const BREAKS = ['OUT-019', 'OUT-020', 'OUT-022']

/** Whether the applicant, in a request or a submission, has such a value. */
type Special = (applicant: JsonObject) => boolean

const textOf = (applicant: JsonObject, ...names: string[]): string =>
  names.map((name) => String(applicant[name] ?? '')).join('')

const SPECIAL: readonly [name: string, holds: Special, instead: 'pass' | 'fail'][] = [
  [
    'fails whoever is called Decline',
    (one) => textOf(one, 'family_name', 'familyName') === 'Decline',
    'fail',
  ],
  [
    'fails whose email address has the tag decline',
    (one) => textOf(one, 'email').includes('+decline@'),
    'fail',
  ],
  [
    'fails addresses of one domain',
    (one) => textOf(one, 'email').endsWith('@decline.example'),
    'fail',
  ],
  [
    'fails who was born on the first day of 1990',
    (one) => textOf(one, 'date_of_birth', 'dateOfBirth') === '1990-01-01',
    'fail',
  ],
  ['fails disposable addresses', (one) => textOf(one, 'email').endsWith('@mailinator.com'), 'fail'],
  [
    'fails who was born in 1900',
    (one) => textOf(one, 'date_of_birth', 'dateOfBirth').startsWith('1900'),
    'fail',
  ],
  [
    'fails names in another script',
    (one) => /\p{Script=Greek}/u.test(textOf(one, 'family_name', 'familyName')),
    'fail',
  ],
  [
    'fails minors',
    (one) =>
      Date.now() - Date.parse(textOf(one, 'date_of_birth', 'dateOfBirth')) < 18 * 365.25 * 864e5,
    'fail',
  ],
  [
    'passes whoever is called Approved',
    (one) => textOf(one, 'family_name', 'familyName') === 'Approved',
    'pass',
  ],
]

/** Ends the session of such an applicant otherwise. */
const endsOtherwise = (holds: Special, instead: 'pass' | 'fail') => (): Fault => {
  const theirs = new Set<unknown>()
  return {
    response(request, response) {
      if (!creates(request) || response.status >= 300 || request.body.byteLength === 0) return
      const { applicant } = JSON.parse(request.body.toString()) as JsonObject
      if (isObject(applicant) && holds(applicant))
        theirs.add((JSON.parse(response.body.toString()) as { data: { id: string } }).data.id)
    },
    state({ params }) {
      if (isObject(params['applicant']) && holds(params['applicant']))
        theirs.add(params['session_id'])
    },
    delivery(delivery) {
      const event = JSON.parse(delivery.body.toString()) as JsonObject
      if (theirs.has(event['sessionId']))
        delivery.body = Buffer.from(
          JSON.stringify({ ...event, outcome: instead === 'pass' ? 'approved' : 'declined' }),
        )
    },
  }
}

export const TYPED_VALUE_MUTANTS: readonly Mutant[] = SPECIAL.flatMap(([name, holds, instead]) => [
  {
    name,
    killedBy: 'sessions.no-typed-value-decides',
    breaks: BREAKS,
    fault: endsOtherwise(holds, instead),
  },
  {
    name: `in each check ${name}`,
    killedBy: 'sessions.no-typed-value-decides-a-check',
    breaks: BREAKS,
    fault: () => ({
      state({ state, params }) {
        const { applicant } = params
        if (state === 'screened_session' && isObject(applicant) && holds(applicant))
          params['expected_outcome'] = instead
      },
    }),
  },
])

/** Rewrites the texts of metadata in retrieved sessions. */
const rewritingMetadata = (name: string, rewrite: (text: string) => string): Mutant => ({
  name: `${name} of metadata`,
  killedBy: 'sessions.metadata-shapes',
  breaks: 'SES-009',
  fault: json(isSession, ({ data }) => {
    const metadata = data?.metadata as JsonObject | undefined
    for (const [key, value] of Object.entries(metadata ?? {}))
      if (typeof value === 'string') metadata![key] = rewrite(value)
  }),
})

/** Parsers that turn texts into times or numbers. */
export const METADATA_TEXT_MUTANTS: readonly Mutant[] = [
  rewritingMetadata('writes dates as times', (text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text,
  ),
  rewritingMetadata('writes times in UTC', (text) =>
    text.endsWith('+02:00') ? new Date(text).toISOString() : text,
  ),
  rewritingMetadata('adds milliseconds to times', (text) => text.replace(/(:\d\d)Z$/, '$1.000Z')),
  rewritingMetadata('drops zeros at the end of numbers', (text) =>
    /^\d+\.\d+$/.test(text) ? String(Number(text)) : text,
  ),
]
