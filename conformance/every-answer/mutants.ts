import { RESERVED } from '../check/resources/event-types.ts'
import { at, isObject, type JsonObject } from '../http/json.ts'
import { classOf } from '../checks/limits/counting-mutants.ts'
import { body as event } from '../checks/webhooks/delivery-faults.ts'
import type { Fault, ProxiedResponse } from '../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  creates,
  isImage,
  isSession,
  json,
  type Which,
} from '../self-test/wire-faults.ts'

/** A fault that a rule for every response must find during a check of another subject. */
export interface EveryAnswerMutant {
  name: string
  /** A check in whose responses the fault occurs. */
  during: string
  breaks: string
  fault: () => Fault
}

const all: Which = () => true
const ends =
  (path: string): Which =>
  (request) =>
    request.path.endsWith(path)
const LIMIT = /^x-ratelimit-limit$/i

/** Removes a rate header from the responses with one status. */
const withoutRate = (to: Which, status: number) =>
  answers(to, (response: ProxiedResponse) => {
    if (response.status === status)
      response.headers = response.headers.filter(([sent]) => !LIMIT.test(sent))
  })

const inError = (to: Which, change: (error: JsonObject) => void) =>
  json(to, (body) => {
    const error = at(body, 'error')
    if (isObject(error)) change(error)
  })

/** Shows more in each row of the delivery log. */
const inLog = (what: string, change: (row: JsonObject) => void): EveryAnswerMutant => ({
  name: `shows ${what} in the delivery log`,
  during: 'deliveries.filters',
  breaks: 'DLV-008',
  fault: json(
    ({ path }) => path.startsWith('/v1/webhook-events'),
    ({ data }) => {
      for (const row of [data].flat()) if (isObject(row)) change(row)
    },
  ),
})

const FOREIGN = 'hiding.every-route-to-session-of-other-organization'
const USED_UP = 'limits.each-class-used-up'

export const EVERY_ANSWER_MUTANTS: readonly EveryAnswerMutant[] = [
  ...(
    [
      ['a report', ends('/report.pdf'), FOREIGN],
      ['a token', ends('/browser_token'), FOREIGN],
      ['a cancellation', ends('/cancel'), FOREIGN],
      ['a live image', isImage, 'hiding.every-route-to-session-of-live-mode'],
      ['a session', isSession, 'hiding.unknown-session'],
      ['an applicant', changesApplicant, 'planes.applicant-elsewhere'],
    ] as const
  ).map(([what, to, during]) => ({
    name: `sends no X-RateLimit-Limit with the 404 of ${what}`,
    during,
    breaks: 'LIM-022',
    fault: withoutRate(to, 404),
  })),
  {
    name: 'sends no X-RateLimit-Limit with a refused scope on images',
    during: 'scopes.image-needs-read-report',
    breaks: 'LIM-022',
    fault: withoutRate(isImage, 403),
  },
  ...(['idv:create', 'dsar:create', 'global'] as const).map((name) => ({
    name: `sends reset_at as a string when ${name} is used up`,
    during: USED_UP,
    breaks: 'LIM-026',
    fault: inError(
      (request) => classOf(request) === name,
      ({ details }) => {
        if (isObject(details) && 'reset_at' in details)
          details['reset_at'] = String(details['reset_at'])
      },
    ),
  })),
  {
    name: 'sends the mode in the 429 of a scan',
    during: USED_UP,
    breaks: 'SCN-017',
    fault: inError(ends('/v1/id-verification'), ({ code, details }) => {
      if (code === 'rate_limit_exceeded' && isObject(details)) details['mode'] = 'test'
    }),
  },
  {
    name: 'reveals the mode of a scan to a key that is not a secret key',
    during: 'tokens.publishable-key-on-any-route',
    breaks: 'SCN-017',
    fault: inError(ends('/v1/id-verification'), (error) =>
      Object.assign(error, { details: { mode: 'test' } }),
    ),
  },
  ...(
    [
      ['reset_at', 'LIM-026', 30],
      ['limit', 'LIM-027', 1],
      ['window_seconds', 'LIM-028', -1],
    ] as const
  ).map(([member, breaks, more]) => ({
    name: `sends another ${member} in a 429 than in its headers`,
    during: 'limits.tiers',
    breaks,
    fault: inError(all, ({ code, details }) => {
      if (code === 'rate_limit_exceeded' && isObject(details) && member in details)
        details[member] = Number(details[member]) - more
    }),
  })),
  {
    name: 'does not count lists of applicants',
    during: 'billing.test-mode-with-plan-canceled',
    breaks: 'LIM-023',
    fault: answers(
      ({ path, method }) => method === 'GET' && path === '/v1/applicants',
      (response) => {
        const limit = response.headers.find(([name]) => LIMIT.test(name))?.[1]
        for (const header of response.headers)
          if (/^x-ratelimit-remaining$/i.test(header[0])) header[1] = String(Number(limit) - 1)
      },
    ),
  },
  {
    name: 'shows no metadata key in a live session that was created',
    during: 'sessions.live-metadata',
    breaks: 'SES-010',
    fault: json(creates, ({ data }) => {
      if (data) data.metadata = {}
    }),
  },
  inLog('the payload', (row) => {
    row['payload'] = { sessionId: row['session_id'] }
  }),
  inLog('the sent body in base64', (row) => {
    const body = JSON.stringify({ sessionId: 'vs_1', outcome: null })
    row['sent'] = Buffer.from(body).toString('base64')
  }),
  inLog('the event of each row', (row) => {
    row['event'] = { data: { sessionId: 'vs_1', outcome: 'approved' } }
  }),
  ...(
    [
      ['a null seal', 'VFR-008', { seal: null }],
      ['a title', 'VFR-026', { document: { title: 'Lease' } }],
      ['the name of a signer', 'VFR-023', { signer_name: 'Una' }],
      ['an e-mail address', 'VFR-024', { contact: { email: 'una@applicant.example' } }],
    ] as const
  ).map(([what, breaks, more]) => ({
    name: `sends ${what} with an unknown hash`,
    during: 'verify.what-it-takes',
    breaks,
    fault: json(ends('/v1/esign/verify'), (body) =>
      isObject(body) && !('error' in body) ? { ...body, ...more } : body,
    ),
  })),
  ...(
    [
      ['family_name of the applicant', 'completed', 'EVB-011', { family_name: 'Muster' }],
      ['name of the reviewer', 'completed', 'EVB-011', { reviewer: 'Mia Example' }],
      ['title of a document', 'document_signed', 'EVE-016', { title: 'Lease' }],
      ['answers', 'form_flagged', 'EVT-008', { answers: { color: 'red' } }],
    ] as const
  ).map(([what, type, breaks, more]) => ({
    name: `sends the ${what} in ${type}`,
    during: {
      completed: 'webhooks.event-completed',
      document_signed: 'esign.signed',
      form_flagged: 'webhooks.event-form-flagged',
    }[type],
    breaks,
    fault: event((body) => {
      if (body['type'] === `kyc.session.${type}`) Object.assign(body, more)
    }),
  })),
  {
    name: 'also sends the reserved event when an applicant ends a session',
    during: 'sessions.ends-after-a-start',
    breaks: 'EVT-019',
    fault: () => ({
      delivery({ body }) {
        const sent = JSON.parse(body.toString()) as JsonObject
        if (sent['type'] !== 'kyc.session.completed') return
        return [Buffer.from(JSON.stringify({ ...sent, type: RESERVED })), body]
      },
    }),
  },
  {
    name: 'refuses a body that is not JSON with a text',
    during: 'limits.headers-on-refused-bodies',
    breaks: 'END-002',
    fault: answers(
      ({ body }) => String(body) === '{"family_',
      (response) => {
        response.status = 400
        response.headers = response.headers.map(([name, value]) =>
          name.toLowerCase() === 'content-type' ? [name, 'text/plain'] : [name, value],
        )
        response.body = Buffer.from('Bad Request')
      },
    ),
  },
  {
    name: 'has no details in a region_mismatch',
    during: 'planes.us-key-at-eu',
    breaks: 'ENV-001',
    fault: inError(all, (error) => {
      if (error['code'] === 'region_mismatch') delete error['details']
    }),
  },
  {
    name: 'has no doc_url in a region_mismatch',
    during: 'planes.key-of-the-other-region-on-any-route',
    breaks: 'ENV-003',
    fault: inError(all, (error) => {
      if (error['code'] === 'region_mismatch') delete error['doc_url']
    }),
  },
  ...(
    [
      ['type', 'ENV-002'],
      ['doc_url', 'ENV-003'],
    ] as const
  ).flatMap(([member, breaks]): EveryAnswerMutant[] => [
    {
      name: `sends the ${member} of another code in a 429`,
      during: 'limits.tiers',
      breaks,
      fault: inError(all, (error) => {
        if (error['code'] === 'rate_limit_exceeded')
          error[member] = 'https://docs.service.example/errors/Validation-Error.html'
      }),
    },
    {
      name: `sends the same ${member} with each code`,
      during: 'limits.headers',
      breaks,
      fault: inError(all, (error) => {
        error[member] = 'https://docs.service.example/errors'
      }),
    },
  ]),
  {
    // The start of the present window is a few seconds ago at the beginning of a minute.
    name: 'names the start of the window before that of an image',
    during: 'images.scopes',
    breaks: 'LIM-024',
    fault: answers(isImage, (response) => {
      for (const header of response.headers)
        if (/^x-ratelimit-reset$/i.test(header[0])) header[1] = String(Number(header[1]) - 120)
    }),
  },
  {
    name: 'reports an expired session as declined',
    during: 'sessions.expired-unfinished',
    breaks: 'STA-012',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === 'expired') data['outcome'] = 'declined'
    }),
  },
]
