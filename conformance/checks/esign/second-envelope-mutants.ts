import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedResponse } from '../../self-test/proxy.ts'
import { answers, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { verifies } from '../verify/verify-faults.ts'
import { DECLINED, SIGNED } from './event-expectations.ts'
import { downloads } from './signing-faults.ts'

const CONSENT = 'esign.consent-first'
const AFTER = 'esign.withdrawn-after-signing'
const EACH = 'esign.one-envelope-each'
const OVER = 'esign.cancelled-or-expired'

const posts =
  (name: string): Which =>
  ({ method, path }) =>
    method === 'POST' && path.endsWith(`/envelope/${name}`)

/** Changes the response at one place among those to such requests, counted from 1. */
const nth = (
  to: Which,
  place: number,
  change: (response: ProxiedResponse) => void,
): (() => Fault) => {
  return () => {
    let count = 0
    return {
      response(request, response) {
        if (to(request) && ++count === place) change(response)
      },
    }
  }
}

const ok = (response: ProxiedResponse): void => {
  response.status = 200
}
const refused = (response: ProxiedResponse): void => {
  response.status = 409
}
const unsigned = (response: ProxiedResponse): void =>
  changeJson(response, (body) => Object.assign(body, { status: 'not_signed', match: false }))
const undigested = (response: ProxiedResponse): void => {
  response.headers = response.headers.filter(([name]) => !/^repr-digest$/i.test(name))
}
const DIGEST = ['VFY-019', 'VFY-020', 'VFY-021']

/** Changes the events of one type in transit; returns how often each arrives. */
const events =
  (type: string, change: (event: JsonObject, documents: JsonObject[]) => number | void) =>
  (): Fault => ({
    delivery(delivery) {
      const event = JSON.parse(delivery.body.toString()) as JsonObject
      if (event['type'] !== type || !Array.isArray(event['documents'])) return
      const times = change(event, event['documents'].filter(isObject))
      delivery.body = Buffer.from(JSON.stringify(event))
      return times
    },
  })

const mutant = (
  name: string,
  killedBy: string,
  breaks: Mutant['breaks'],
  fault: () => Fault,
): Mutant => ({ name, killedBy, breaks, fault })

/** Second requests, second documents, second sessions, and requests after another kind of end. */
export const SECOND_ENVELOPE_MUTANTS: readonly Mutant[] = [
  mutant('signs no event of the end after a refusal', 'esign.declined', 'EVT-002', () => ({
    delivery({ headers, body }) {
      if (body.includes('documents')) return
      for (const header of headers) if (/signature$/i.test(header[0])) header[1] = 'v1=00'
    },
  })),
  // The requests to sign: twice without consent, once with it, then in another session.
  mutant(
    'signs at the second request without consent',
    CONSENT,
    'CER-001',
    nth(posts('sign'), 2, ok),
  ),
  mutant('takes a consent for each later session', CONSENT, 'CER-001', nth(posts('sign'), 4, ok)),
  mutant('takes a request for paper for a consent', CONSENT, 'CER-001', nth(posts('sign'), 5, ok)),
  mutant(
    'needs a consent to the first of two documents',
    CONSENT,
    'CER-001',
    nth(verifies, 2, (response) =>
      changeJson(response, (body) => Object.assign(body, { status: 'verified', match: true })),
    ),
  ),
  mutant('sends the digest of the file before it was signed', CONSENT, DIGEST, () => {
    let first: string | undefined
    return {
      response(request, { headers }) {
        if (!downloads(request)) return
        for (const header of headers)
          if (/^repr-digest$/i.test(header[0])) header[1] = first ??= header[1]
      },
    }
  }),
  mutant('sends a digest with the first download', CONSENT, DIGEST, nth(downloads, 3, undigested)),
  mutant(
    'takes no withdrawal of an unsealed signature',
    AFTER,
    'CER-018',
    nth(posts('withdraw'), 2, refused),
  ),
  mutant('withdraws the second document of a signer', AFTER, 'CER-023', nth(verifies, 2, unsigned)),
  mutant('withdraws an unsealed signature', AFTER, 'CER-023', nth(verifies, 3, unsigned)),
  mutant(
    'takes no request for paper after a withdrawal',
    AFTER,
    'CER-028',
    nth(posts('paper_copy'), 2, refused),
  ),
  mutant('sends no digest after a withdrawal', AFTER, DIGEST, nth(downloads, 1, undigested)),
  mutant(
    'serves another file after a withdrawal',
    AFTER,
    'CER-023',
    answers(downloads, (response) => {
      response.body = Buffer.concat([response.body, Buffer.from('\n')])
    }),
  ),
  mutant('sends one envelopeId for all sessions', EACH, 'EVE-002', () => ({
    delivery(delivery) {
      const event = JSON.parse(delivery.body.toString()) as JsonObject
      if ('envelopeId' in event)
        delivery.body = Buffer.from(JSON.stringify({ ...event, envelopeId: 'env_1' }))
    },
  })),
  mutant(
    'announces no signature after a request for paper',
    EACH,
    'EVT-012',
    events(SIGNED, () => 0),
  ),
  mutant(
    'announces no decline after a consent',
    EACH,
    'EVT-014',
    events(DECLINED, () => 0),
  ),
  mutant(
    'announces the hash of the only document before it was signed',
    EACH,
    'EVE-008',
    events(SIGNED, (_, [document]) => {
      document!['finalHash'] = 'a'.repeat(64)
    }),
  ),
  mutant(
    'announces the only document twice',
    EACH,
    'EVE-003',
    events(SIGNED, (event, documents) => {
      event['documents'] = [...documents, ...documents]
    }),
  ),
  mutant(
    'takes no request for paper before declining',
    EACH,
    'CER-028',
    nth(posts('paper_copy'), 2, refused),
  ),
  ...(
    [
      ['sign', 'STA-006', 1],
      ['decline', 'STA-006', 1],
      ['withdraw', 'CER-027', 1],
      ['paper_copy', 'CER-031', 1],
      ['sign', 'SES-006', 2],
      ['decline', 'SES-006', 2],
      ['withdraw', 'CER-027', 2],
      ['paper_copy', 'CER-031', 2],
    ] as const
  ).map(([act, breaks, place]) =>
    mutant(
      `takes ${act} after a session was ${place === 1 ? 'cancelled' : 'expired'}`,
      OVER,
      breaks,
      nth(posts(act), place, ok),
    ),
  ),
  mutant(
    'names the signer in the seal of the third document',
    'esign.signed',
    ['VFR-023', 'VFR-024'],
    nth(verifies, 3, (response) =>
      changeJson(response, (body) => Object.assign(body, { signer: 'Ana María Okafor Lindqvist' })),
    ),
  ),
  mutant(
    'numbers the third document like the second',
    'esign.signed',
    'VFR-017',
    nth(verifies, 3, (response) =>
      changeJson(response, (body) => Object.assign(body, { document_index: 1 })),
    ),
  ),
  mutant(
    'counts one document in the response about the third',
    'esign.signed',
    'VFR-017',
    nth(verifies, 3, (response) =>
      changeJson(response, (body) => Object.assign(body, { document_count: 1 })),
    ),
  ),
  mutant(
    'omits the position in the event chain for the third document',
    'esign.signed',
    'VFR-021',
    nth(verifies, 3, (response) =>
      changeJson(response, (body) => Object.assign(body, { chain_position: undefined })),
    ),
  ),
  mutant(
    'announces the hash of the second document for the third',
    'esign.signed',
    'EVE-008',
    events(SIGNED, (_, documents) => {
      if (documents.length > 2) documents[2]!['finalHash'] = documents[1]!['finalHash']
    }),
  ),
  ...(
    [
      [
        'sorts documents by the text of their number',
        ['EVE-004', 'EVE-005', 'EVE-008'],
        (all) => all.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1)),
      ],
      ['announces ten documents at most', 'EVE-003', (all) => all.splice(10)],
    ] as [string, Mutant['breaks'], (documents: JsonObject[]) => unknown][]
  ).map(([name, breaks, change]) =>
    mutant(
      name,
      'esign.more-than-ten-documents',
      breaks,
      events(SIGNED, (event) => {
        change(event['documents'] as JsonObject[])
      }),
    ),
  ),
]

function textOf({ documentOrder }: JsonObject): string {
  return String(documentOrder)
}
