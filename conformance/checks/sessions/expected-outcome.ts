import {
  type Case,
  expectEachRefused,
  expectEachAccepted,
  isAccepted,
  requirementsOf,
} from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import {
  createdId,
  isRefused,
  issuesOf,
  newSession,
  paramsOf,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import type { CredentialNeed } from '../../target/target.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

const OUTCOMES = ['pass', 'review', 'fail', 'doc_quality']

export const ACCEPTED_OUTCOMES: readonly Case[] = OUTCOMES.map((expected_outcome) => ({
  label: `expected_outcome ${expected_outcome}`,
  send: { expected_outcome },
  requirements: ['OUT-001', 'OUT-013', 'END-006'],
}))

export const REFUSED_OUTCOMES: readonly Case[] = [
  ...[
    ['an unknown word', 'perhaps'],
    ['PASS, in capitals', 'PASS'],
    ['pass with a trailing space', 'pass '],
    ['pass with a trailing line feed', 'pass\n'],
    ['approved, an outcome', 'approved'],
    ['declined, an outcome', 'declined'],
    ['error, the outcome of a check', 'error'],
    ['an empty text', ''],
    ['the label Fail', 'Fail'],
    ['the label Needs review', 'Needs review'],
    ['doc-quality, with a hyphen', 'doc-quality'],
    ['docQuality, in camelCase', 'docQuality'],
    ['a number', 1],
    ['true', true],
    ['a list', ['fail']],
  ].map(([label, expected_outcome]): Case => ({
    label: `an expected_outcome that is ${String(label)}`,
    send: { expected_outcome },
    requirements: ['OUT-001'],
  })),
  {
    label: 'an expected_outcome for each step',
    requirements: ['OUT-018'],
    send: { expected_outcome: { id_verification: 'pass', selfie: 'fail' } },
  },
  {
    label: 'an expected_outcome in the applicant',
    requirements: ['OUT-015'],
    send: { applicant: { ...NAME, expected_outcome: 'fail' } },
  },
]

/** The list of values is that of test mode; in live mode the field is dropped with any value. */
const DROPPED_OUTCOMES: readonly Case[] = [
  ...ACCEPTED_OUTCOMES,
  { label: 'an unknown expected_outcome', send: { expected_outcome: 'perhaps' }, requirements: [] },
  {
    label: 'an expected_outcome in capitals',
    send: { expected_outcome: 'FAIL' },
    requirements: [],
  },
]

export const expectedOutcomeChecks: readonly Check[] = [
  {
    id: 'sessions.expected-outcome',
    area: 'sessions',
    requirements: [
      ...new Set([...requirementsOf(ACCEPTED_OUTCOMES, REFUSED_OUTCOMES), 'OUT-016', 'VAL-006']),
    ],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: ['home.test'] },
    why: 'Integrators start every test with one of these four values.',
    async run(ctx) {
      await expectEachAccepted(ctx, ACCEPTED_OUTCOMES, ({ label, send }) =>
        create(ctx, 'home.test', label, send),
      )
      await expectEachRefused(ctx, REFUSED_OUTCOMES, async ({ label, send }) => {
        const answer = await create(ctx, 'home.test', label, send)
        if (answer.status === 422 && send['expected_outcome'] === 'perhaps')
          ctx.expect(
            'VAL-006',
            'param with expected_outcome, the one value that is wrong',
            paramsOf(answer).some((param) => /(^|[./])expected_outcome$/.test(String(param))),
            issuesOf(answer),
          )
        return answer
      })
      const applicants = { method: 'POST', path: '/v1/applicants', as: 'home.test' } as const
      const applicant = await ctx.step('create an applicant with an expected_outcome', {
        ...applicants,
        json: { ...NAME, expected_outcome: 'fail' },
      })
      ctx.expect('OUT-015', '422', applicant.status === 422, statusAndCode(applicant))
      const made = await ctx.setUp('create an applicant', { ...applicants, json: NAME })
      const forced = await ctx.step('give an applicant an expected_outcome', {
        method: 'PATCH',
        path: `/v1/applicants/${encodeURIComponent(createdId(made, 'END-020'))}`,
        as: 'home.test',
        json: { expected_outcome: 'fail' },
      })
      ctx.expect('OUT-015', '422 for a change', forced.status === 422, statusAndCode(forced))
      const { id } = await newSession(ctx, 'home.test')
      for (const method of ['PATCH', 'PUT'] as const) {
        const changed = await ctx.step('give a session another expected outcome', {
          method,
          path: sessionPath(id),
          as: 'home.test',
          json: { expected_outcome: 'fail' },
        })
        ctx.expect(
          'OUT-016',
          `a refusal of ${method}, 4xx or 501`,
          isRefused(changed) || changed.status === 501,
          statusAndCode(changed),
        )
      }
    },
  },
  {
    id: 'sessions.live-drops-expected-outcome',
    area: 'sessions',
    requirements: ['OUT-024'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.live'] },
    why: 'Code for test mode must also run in live mode, where the field has no effect.',
    async run(ctx) {
      await newSession(ctx, 'home.live')
      for (const { label, send } of DROPPED_OUTCOMES) {
        const answer = await create(ctx, 'home.live', label, send)
        ctx.expect('OUT-024', `${label}: 2xx`, isAccepted(answer), statusAndCode(answer))
      }
    },
  },
]

function create(
  ctx: Context,
  as: CredentialNeed,
  label: string,
  fields: JsonObject,
): Promise<Answer> {
  return ctx.step(`create a session with ${label}`, {
    method: 'POST',
    path: '/v1/sessions',
    as,
    json: { ...ctx.sessionFields(as), ...fields },
  })
}
