import { randomInt } from 'node:crypto'
import { unknownIdLike } from '../../check/indistinguishable.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import {
  expectRefusal,
  issuesOf,
  newSession,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject } from '../../http/json.ts'

/** An error response that any key can get, and its members that are equal in each repetition. */
interface Refusal {
  label: string
  status: number
  code: string
  stays: readonly string[]
  request: StepRequest
}

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** Bodies that fit neither the schema of a session creation nor that of an applicant. */
const BAD_BODIES: readonly [label: string, path: string, json: unknown][] = [
  ['a list', '/v1/sessions', []],
  ['metadata that is a string', '/v1/sessions', { metadata: 'none' }],
  ['metadata that is a list', '/v1/sessions', { metadata: ['none'] }],
  ['an applicant that is a string', '/v1/sessions', { applicant: 'Una' }],
  ['an applicant that is a list', '/v1/sessions', { applicant: [NAME] }],
  [
    'an inline applicant whose address is a string',
    '/v1/sessions',
    { applicant: { ...NAME, address: 'Main Street' } },
  ],
  ['a list', '/v1/applicants', [NAME]],
  ['an address that is a string', '/v1/applicants', { ...NAME, address: 'Main Street' }],
]

/**
 * Values that fit no list schema, under likely parameter names. No unknown cursor: it may fit its
 * schema, and the contract leaves its error open (GAP-LISTS).
 */
const BAD_QUERIES = ['limit=-1', 'limit=many', 'vskit_zebra=1']

export const refusalChecks: readonly Check[] = [
  {
    id: 'envelope.every-refusal',
    area: 'envelope',
    requirements: [
      'ENV-001',
      'ENV-002',
      'ENV-003',
      'ENV-004',
      'ENV-005',
      'ERR-004',
      'ERR-008',
      'ERR-011',
      'ERR-014',
      'VAL-021',
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: ['home.test', 'home.test_read_only'],
    },
    why: 'Clients handle all errors in one place, and decide by the code whether to retry.',
    async run(ctx) {
      const refusals = await refusalsOf(ctx)
      const addresses = new Map<string, unknown[]>()
      for (const { label, status, code, stays, request } of refusals) {
        const first = await ctx.step(label, request)
        expectEnvelope(ctx, first)
        addresses.set(code, [at(first.json, 'error', 'type'), at(first.json, 'error', 'doc_url')])
        const again = await ctx.step(`${label}, again`, request)
        for (const requirement of stays) {
          ctx.expect(
            requirement,
            `${status} ${code} twice, as nothing has changed in between`,
            sameRefusal(first, again) && again.status === status,
            `${statusAndCode(first)}, then ${statusAndCode(again)}`,
          )
        }
        ctx.expect(
          'ENV-002',
          `the type of ${code} again`,
          at(again.json, 'error', 'type') === addresses.get(code)![0],
          at(again.json, 'error', 'type'),
        )
        if (code === 'validation_error') {
          ctx.expect(
            'ENV-005',
            'details with a list of issues',
            isObject(at(first.json, 'error', 'details')) && issuesOf(first).length > 0,
            at(first.json, 'error', 'details'),
          )
        }
      }
      // Each code has its own address, in any form (GAP-ERROR-URLS).
      for (const [i, requirement] of ['ENV-002', 'ENV-003'].entries()) {
        const all = [...addresses.values()].map((pair) => pair[i])
        ctx.expect(
          requirement,
          'a different URL for each code',
          new Set(all).size === all.length,
          all,
        )
      }
    },
  },
  {
    id: 'envelope.validation-error',
    area: 'envelope',
    requirements: ['ERR-001', 'ERR-002', 'ERR-003'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'A client that gets another code than the one for a wrong body looks for the error in the wrong place.',
    async run(ctx) {
      await newSession(ctx, 'home.test', { applicant: NAME, metadata: { a: 'b' } })
      for (const [label, path, json] of BAD_BODIES) {
        const answer = await ctx.step(`send ${label} to ${path}`, {
          method: 'POST',
          path,
          as: 'home.test',
          json:
            path === '/v1/sessions' && !Array.isArray(json)
              ? { ...ctx.sessionFields('home.test'), ...(json as object) }
              : json,
        })
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: ['ERR-001', 'ERR-002'],
        })
      }
      // The contract leaves the parameters of lists open (GAP-LISTS): only the form of an error is
      // judged.
      const refused: string[] = []
      for (const query of BAD_QUERIES) {
        const answer = await ctx.step(`list sessions with ${query}`, {
          method: 'GET',
          path: `/v1/sessions?${query}`,
          as: 'home.test',
        })
        const got = statusAndCode(answer)
        if (answer.status >= 400 && got !== '422 validation_error') refused.push(`${query}: ${got}`)
      }
      ctx.expect(
        'ERR-003',
        '422 validation_error for an invalid query',
        refused.length === 0,
        refused.join(', ') || 'so it is',
      )
    },
  },
]

function sameRefusal(first: Answer, again: Answer): boolean {
  return (
    first.status === again.status &&
    at(first.json, 'error', 'code') === at(again.json, 'error', 'code') &&
    issuesOf(first).length === issuesOf(again).length
  )
}

async function refusalsOf(ctx: Context): Promise<Refusal[]> {
  const { id } = await newSession(ctx, 'home.test')
  return [
    {
      label: 'create a session with an unknown field',
      status: 422,
      code: 'validation_error',
      stays: ['ERR-004', 'VAL-021'],
      request: {
        method: 'POST',
        path: '/v1/sessions',
        as: 'home.test',
        json: { ...ctx.sessionFields('home.test'), vskit_zebra: 1 },
      },
    },
    {
      label: 'retrieve an unknown session',
      status: 404,
      code: 'resource_not_found',
      stays: ['ERR-008'],
      request: { method: 'GET', path: sessionPath(unknownIdLike(id, randomInt)), as: 'home.test' },
    },
    {
      label: 'request an image of a session without images',
      status: 404,
      code: 'artifact_not_available',
      stays: ['ERR-011'],
      request: { method: 'GET', path: `${sessionPath(id)}/idv-image/front`, as: 'home.test' },
    },
    {
      label: 'request an image with a key that only reads',
      status: 403,
      code: 'insufficient_scope',
      stays: ['ERR-014'],
      request: {
        method: 'GET',
        path: `${sessionPath(id)}/idv-image/front`,
        as: 'home.test_read_only',
      },
    },
  ]
}
