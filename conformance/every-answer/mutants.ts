import { at, isObject, type JsonObject } from '../http/json.ts'
import { classOf } from '../checks/limits/counting-mutants.ts'
import type { Fault, ProxiedResponse } from '../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  isImage,
  isSession,
  json,
  type Which,
} from '../self-test/wire-faults.ts'

/** A fault that a rule of every answer must find, while a check runs that judges something else. */
export interface EveryAnswerMutant {
  name: string
  /** A check in whose answers the fault shows. */
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

/** Leaves a rate header out of the answers with one status. */
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
    name: `tells reset_at as a text when ${name} is used up`,
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
    name: 'tells the mode of a scan in a 429',
    during: USED_UP,
    breaks: 'SCN-017',
    fault: inError(ends('/v1/id-verification'), ({ code, details }) => {
      if (code === 'rate_limit_exceeded' && isObject(details)) details['mode'] = 'test'
    }),
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
  {
    name: 'calls an expired session declined',
    during: 'sessions.expired-unfinished',
    breaks: 'STA-012',
    fault: json(isSession, ({ data }) => {
      if (data?.['status'] === 'expired') data['outcome'] = 'declined'
    }),
  },
]
