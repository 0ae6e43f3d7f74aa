import { inCamelCase } from '../../text.ts'
import type { SignatureFile } from '../../target/signature-file.ts'

/** Numbers and names of a server's choices, if a row of the ledger permits more than two. */
export interface Preferences {
  /** Milliseconds until a list shows a record. */
  listedAfterMs: number
  /** Milliseconds until a session shows its verdict, after the last submission. */
  verdictAfterMs: number
  /** Milliseconds until a log shows an entry, after its first read. */
  loggedAfterMs: number
  /** Milliseconds until a sender records a failed attempt. */
  failureKnownAfterMs: number
  countryField: string
  /** The field that a new applicant needs beside its name, with a value. */
  applicantFields: Record<string, string>
  /** Ids of records other than sessions. */
  recordIds: 'number' | 'large number' | 'digits'
  /** Seconds by which the Date header is ahead of the clock; undefined where there is no such header. */
  dateAhead: number | undefined
  /** Value of `Retry-After` in a 429. */
  retryAfter: 'none' | 'date'
  /** How events write times in UTC. */
  eventTimes: 'milliseconds' | 'seconds' | 'offset' | 'hours' | 'nanoseconds' | 'basic'
  /** By the names in the simulator. */
  statusNames: Record<string, string>
  /** Members of a row of the delivery log, by their names in the simulator. */
  rowNames: Record<string, string>
  /** Whether the cursor of the next page of the log is the id of the last row, if rows have one. */
  cursorIsLastId: boolean
  /** Whether rows contain the ids of event and subscription. */
  rowsHaveIds: boolean
  /** Statuses of errors by code, with a different code if the contract leaves the code open too. */
  refusals: Record<
    'named' | 'credentials' | 'further',
    Record<string, [status: number, code?: string]>
  >
  signature: SignatureFile
}

/** The choices of the server in every test run. */
export const PREFERENCES: Preferences = {
  listedAfterMs: 400,
  verdictAfterMs: 1500,
  loggedAfterMs: 200,
  failureKnownAfterMs: 400,
  countryField: 'land',
  applicantFields: { email: 'una.{unique}@applicant.example' },
  recordIds: 'large number',
  dateAhead: 3600,
  retryAfter: 'none',
  eventTimes: 'basic',
  statusNames: {
    created: 'open',
    in_progress: 'started',
    awaiting_review: 'needs_review',
    cancelled: 'canceled',
  },
  rowNames: {
    status: 'state',
    http_code: 'responseCode',
    latency_ms: 'tookMs',
    attempt: 'tries',
    error_code: 'reason',
    session_id: 'sessionId',
    subscription_id: 'endpoint',
    created_at: 'occurredAt',
  },
  cursorIsLastId: false,
  rowsHaveIds: false,
  refusals: {
    named: {
      region_mismatch: [421],
      origin_not_allowed: [400],
      name_components_required: [400],
      wrong_token_type: [418],
    },
    credentials: {
      invalid_api_key: [401, 'unauthorized'],
      token_expired: [401, 'unauthorized'],
      authentication_required: [400, 'no_credential'],
    },
    further: {
      session_already_completed: [409, 'session_over'],
      not_acceptable: [400, 'bad_request'],
      payload_too_large: [413, 'too_large'],
      unsupported_media_type: [415, 'wrong_media_type'],
    },
  },
  signature: {
    scheme: 'hmac-sha256',
    header: 'X-Other-Signature',
    encoding: 'base64',
    signed: 'timestamp.body',
    timestamp_header: 'X-Other-Timestamp',
    secret: 'hex',
  },
}

/** Draws from a seed. */
export interface Draw {
  /** Returns a number from 0 to 1. */
  number: () => number
  chance: (probability: number) => boolean
  pick: <T>(among: readonly T[]) => T
}

/** Always offered: without separate keys, checks share rate-limit budgets and wait for windows, which takes too long. */
const ALWAYS_OFFERED = new Set(['organization', 'key', 'unused_address_limit'])

/** A provider may lack any state. Most seeds have all of them, so that every check runs against most servers. */
export function offersBy({ chance }: Draw): (state: string) => boolean {
  const hasAll = chance(0.6)
  const known = new Map<string, boolean>()
  return (state) => {
    if (!known.has(state)) known.set(state, hasAll || ALWAYS_OFFERED.has(state) || chance(0.85))
    return known.get(state)!
  }
}

export function preferencesBy({ pick, chance }: Draw): Preferences {
  const status = () => pick([400, 401, 403, 409, 418, 421, 422, 428, 451])
  const words = (names: Record<string, string>, ...spellings: ((name: string) => string)[]) => {
    const spell = pick(spellings)
    return Object.fromEntries(Object.keys(names).map((name) => [name, spell(name)]))
  }
  // Most are short, or 200 runs would take a day.
  const late = () => pick([0, 0, 50, 150, 400, 1200])
  return {
    listedAfterMs: late(),
    verdictAfterMs: late(),
    loggedAfterMs: late(),
    failureKnownAfterMs: late(),
    countryField: pick(['land', 'country_code', 'countryCode', 'iso2']),
    applicantFields: pick<Record<string, string>>([
      { email: 'una.{unique}@applicant.example' },
      { phone: '+14155550142' },
      { date_of_birth: '1990-04-01' },
    ]),
    recordIds: pick(['number', 'large number', 'digits']),
    dateAhead: pick([undefined, 3600, -3600, 7]),
    retryAfter: pick(['none', 'date']),
    eventTimes: pick(['milliseconds', 'seconds', 'offset', 'hours', 'nanoseconds', 'basic']),
    statusNames: words(
      PREFERENCES.statusNames,
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => `s-${name.length}-${name[0]}`,
    ),
    rowNames: words(
      PREFERENCES.rowNames,
      (name) => name,
      inCamelCase,
      (name) => `x-${name}`,
    ),
    cursorIsLastId: chance(0.5),
    rowsHaveIds: chance(0.5),
    refusals: {
      named: Object.fromEntries(
        Object.keys(PREFERENCES.refusals.named).map((code) => [code, [status()]]),
      ),
      credentials: {
        invalid_api_key: [status(), pick(['unauthorized', 'bad_key', 'invalid_api_key'])],
        // The only status that the contract states.
        token_expired: [401, pick(['unauthorized', 'expired', 'token_expired'])],
        authentication_required: [status(), pick(['unauthorized', 'no_key'])],
      },
      further: PREFERENCES.refusals.further,
    },
    signature: {
      scheme: 'hmac-sha256',
      header: pick(['X-Other-Signature', 'Signature-Of-Body', 'x-sig']),
      encoding: pick(['hex', 'base64']),
      prefix: pick(['', 'v1=', 'sha256=', 'v1,']),
      signed: pick(['body', 'timestamp.body']),
      ...(chance(0.5) && { timestamp_header: 'X-Other-Timestamp' }),
      secret: pick(['raw', 'hex', 'base64']),
    },
  }
}
