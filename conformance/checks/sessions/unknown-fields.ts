import type { Check, Context } from '../../check/check.ts'
import { hasCode } from '../../check/error-body.ts'
import {
  createdId,
  expectRefusal,
  isRefused,
  issuesOf,
  newSession,
  statusAndCode,
} from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { APPLICANT_CASES, NAME, SESSION_CASES, type UnknownFields } from './unknown-field-cases.ts'

const RULES = ['ERR-001', 'VAL-002', 'VAL-003', 'VAL-004', 'VAL-005', 'VAL-011']
const WHY =
  'If a field is dropped silently, nobody notices for weeks, for example a missing date of birth.'

export const unknownFieldChecks: readonly Check[] = [
  ...(
    [
      ['sessions.unknown-fields', 'home.test', 'a session'],
      ['sessions.live-unknown-fields', 'home.live', 'a live session'],
    ] as const
  ).map(([id, as, what]): Check => ({
    id,
    area: 'sessions',
    requirements: ['END-008', 'VAL-001', 'VAL-009', 'VAL-010', ...RULES],
    level: 'must',
    needs: { features: ['sessions'], credentials: [as] },
    why: WHY,
    async run(ctx) {
      // Shows that the unknown fields cause the refusals below. Live mode drops the outcome.
      await newSession(ctx, as, { applicant: NAME, expected_outcome: 'pass' })
      for (const one of SESSION_CASES) {
        const answer = await ctx.step(`create ${what} with ${one.label}`, {
          method: 'POST',
          path: '/v1/sessions',
          as,
          json: { ...ctx.sessionFields(as), ...one.body },
        })
        judge(ctx, answer, one)
      }
      const hidden = await ctx.step(`create ${what} with the field __proto__`, {
        method: 'POST',
        path: '/v1/sessions',
        as,
        json: { ...ctx.sessionFields(as), ['__proto__']: { vskit_zebra: 1 } },
      })
      // Parsers of JSON may refuse this name before the fields are validated, with another code.
      ctx.expect(
        'VAL-009',
        'a refusal of the field __proto__, 4xx',
        isRefused(hidden),
        statusAndCode(hidden),
      )
    },
  })),
  {
    id: 'applicants.unknown-fields',
    area: 'applicants',
    requirements: ['END-022', 'VAL-001', 'VAL-007', 'VAL-008', 'VAL-014', ...RULES],
    level: 'must',
    needs: { features: ['applicants'], credentials: ['home.test'] },
    why: WHY,
    async run(ctx) {
      const created = await ctx.setUp('create an applicant', {
        method: 'POST',
        path: '/v1/applicants',
        as: 'home.test',
        json: NAME,
      })
      for (const one of APPLICANT_CASES) {
        const answer = await ctx.step(`create an applicant with ${one.label}`, {
          method: 'POST',
          path: '/v1/applicants',
          as: 'home.test',
          json: one.body,
        })
        judge(ctx, answer, one)
      }
      const id = createdId(created, 'END-020')
      for (const { body, ...one } of APPLICANT_CASES) {
        const { family_name: _family, given_names: _given, ...change } = body
        const answer = await ctx.step(`change an applicant by ${one.label}`, {
          method: 'PATCH',
          path: `/v1/applicants/${encodeURIComponent(id)}`,
          as: 'home.test',
          json: change,
        })
        judge(ctx, answer, { ...one, body, requirement: 'VAL-008' })
        ctx.expect('END-022', '422 for the change', answer.status === 422, statusAndCode(answer))
      }
    },
  },
]

function judge(
  ctx: Context,
  answer: Answer,
  { unknown, wrong, suggests = [], requirement }: UnknownFields,
): void {
  if (
    !expectRefusal(ctx, answer, {
      status: 422,
      code: 'validation_error',
      requirements: [requirement, 'ERR-001'],
    })
  ) {
    return
  }
  const issues = issuesOf(answer)
  ctx.expect('VAL-002', 'a code on each issue', issues.length > 0 && issues.every(hasCode), issues)
  ctx.expect(
    'VAL-003',
    'a path as an array on each issue',
    issues.length > 0 && issues.every(({ path }) => Array.isArray(path)),
    issues,
  )
  ctx.expect(
    'VAL-004',
    'a message as a string on each issue',
    issues.length > 0 && issues.every(({ message }) => typeof message === 'string'),
    issues,
  )
  const named = issues.flatMap(({ keys }) => (Array.isArray(keys) ? (keys as unknown[]) : []))
  const ignored = unknown.filter((key) => !named.includes(key))
  ctx.expect(
    unknown.length > 1 ? requirement : 'VAL-005',
    `the issues name ${unknown.join(' and ')} in keys`,
    ignored.length === 0,
    issues,
  )
  if (wrong !== undefined) {
    // The contract leaves open how deep a path begins, so the field may be named in any member.
    ctx.expect(
      'VAL-001',
      `an issue about ${wrong} beside the unknown field`,
      issues.some((issue) => JSON.stringify(issue).includes(wrong)),
      issues,
    )
  }
  if (suggests.length === 0) return
  const messages = [at(answer.json, 'error', 'message'), ...issues.map(({ message }) => message)]
  ctx.expect(
    'VAL-011',
    `messages that propose ${suggests.join(' and ')}`,
    suggests.every((key) => messages.some((message) => String(message).includes(key))),
    messages,
  )
}
