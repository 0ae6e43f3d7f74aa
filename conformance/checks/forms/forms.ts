import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { type QuestionCase, FOLDING, type RuleCase, MEANING, OFFERED_RULES } from './form-cases.ts'

const NEEDS = {
  features: ['workflow_templates', 'sessions'],
  credentials: [],
  states: ['organization', 'submitted_form'],
  optionalStates: STATES_OF_VERDICTS,
} as const

const flaggingCheck = (id: string, cases: readonly Case<RuleCase>[], why: string): Check => ({
  id,
  area: 'forms',
  level: 'must',
  why,
  requirements: requirementsOf(cases),
  needs: NEEDS,
  async run(ctx) {
    const { organization } = await reach(ctx, 'organization', {})
    for (const { label, send, requirements } of cases) {
      const form = await submitted(ctx, send, organization)
      if (form.refused && mayRefuse(send)) {
        ctx.observe('GAP-FORM-CONDITIONS', `refused: ${label}`)
        continue
      }
      const status = form.refused ? 'refused' : await statusOf(ctx, form, send.holds)
      for (const requirement of requirements) {
        // A flagged form needs a review, so the verification does not complete automatically
        // (GAP-FORM-ROUTING).
        ctx.expect(
          requirement,
          `${label}: ${send.holds ? 'flagged, so not completed' : 'not flagged, so completed'}`,
          !form.refused && (status === 'completed') !== send.holds,
          status,
        )
      }
    }
  },
})

const offeringCheck = (
  type: string,
  taken: readonly Case<QuestionCase>[],
  refused: readonly Case<QuestionCase>[],
): Check => ({
  id: `forms.operators-of-${type.replaceAll('_', '-')}`,
  area: 'forms',
  level: 'must',
  needs: NEEDS,
  why: 'An operator that does not fit the question makes a rule that never matches, without a warning.',
  requirements: requirementsOf(taken, refused),
  async run(ctx) {
    const { organization } = await reach(ctx, 'organization', {})
    for (const [cases, wanted] of [
      [taken, 'taken'],
      [refused, 'refused'],
    ] as const) {
      for (const { label, send, requirements } of cases) {
        const got = (await submitted(ctx, send, organization)).refused ? 'refused' : 'taken'
        for (const requirement of requirements)
          ctx.expect(requirement, `${label}: ${wanted}`, got === wanted, got)
      }
    }
  },
})

export const formChecks: readonly Check[] = [
  ...MEANING.map(([what, cases]) =>
    flaggingCheck(
      `forms.${what}`,
      cases,
      'A missing flag lets an applicant pass unreviewed; a flag on every applicant makes customers turn the rule off.',
    ),
  ),
  ...FOLDING.map(([what, cases]) =>
    flaggingCheck(
      `forms.${what}`,
      cases,
      'People type with or without capitals and accents; a rule must match the word in any spelling.',
    ),
  ),
  ...OFFERED_RULES.map(([type, taken, refused]) => offeringCheck(type, taken, refused)),
  {
    id: 'forms.later-rules-move-nothing',
    area: 'forms',
    requirements: ['FRM-028', 'FRM-029'],
    level: 'must',
    needs: { ...NEEDS, states: ['organization', 'submitted_form', 'changed_form_rules'] },
    why: 'A decision made under earlier rules must stay; otherwise it cannot be audited.',
    async run(ctx) {
      for (const [value, requirement] of [
        ['alpha', 'FRM-028'],
        ['beta', 'FRM-029'],
      ] as const) {
        const form = await submitted(ctx, { type: 'text', op: 'eq', value, answer: 'alpha' })
        if (form.refused) throw new Blocked('submitted_form: the rules were refused')
        const isFlagged = value === 'alpha'
        const before = await statusOf(ctx, form, isFlagged)
        await reach(ctx, 'changed_form_rules', {
          organization: form.organization,
          session_id: form.id,
          rules: [{ op: 'eq', value: isFlagged ? 'beta' : 'alpha' }],
        })
        const after = await statusOf(ctx, form, isFlagged)
        ctx.expect(requirement, `${String(before)}, as before the change`, after === before, after)
      }
    },
  },
  {
    id: 'forms.apart-from-screening',
    area: 'forms',
    requirements: ['FRM-001', 'FRM-032'],
    level: 'must',
    needs: { ...NEEDS, states: ['organization', 'submitted_form', 'screened_session'] },
    why: 'Both have an `eq`; confusing them makes a block list that blocks nobody.',
    async run(ctx) {
      const form = await submitted(ctx, { type: 'text', op: 'eq', value: 'cafe', answer: 'CAFÉ' })
      const status = form.refused ? 'refused' : await statusOf(ctx, form, true)
      ctx.expect(
        'FRM-001',
        'cafe matches CAFÉ in a form',
        !form.refused && status !== 'completed',
        status,
      )
      const { tags } = await ctx.state('screened_session', {
        region: ctx.home,
        mode: 'test',
        metadata: { place: 'CAFÉ' },
        screening_rules: [
          ['exact', 'CAFÉ'],
          ['folded', 'cafe'],
        ].map(([name, value]) =>
          rule({ name, condition: comparing({ field: 'session.metadata.place', value }) }),
        ),
      })
      for (const requirement of ['FRM-001', 'FRM-032']) {
        ctx.expect(
          requirement,
          'cafe does not match CAFÉ in a screening rule',
          JSON.stringify(tags) === '["exact"]',
          tags,
        )
      }
    },
  },
]

/** Whether no answer has the value of a rule as it is written: it is no option, or no part of an address. */
function mayRefuse({ type, options, value }: QuestionCase): boolean {
  if (options) return ![value].flat().every((one) => options.includes(String(one)))
  return type === 'email' && /[^!-~]/.test(String(value))
}

type Form = { refused: true } | { refused: false; id: string; key: string; organization: string }

/** Submits a form and returns it. @param organization owner of the form. @default a new one */
async function submitted(
  ctx: Context,
  { type, options, op, value, answer }: QuestionCase,
  organization?: string,
): Promise<Form> {
  const bindings = await ctx.state('submitted_form', {
    region: ctx.home,
    mode: 'test',
    ...(organization !== undefined && { organization }),
    question: { type, ...(options && { options }) },
    rules: [{ op, value }],
    answer,
  })
  if (bindings['refused'] === true) return { refused: true }
  const { session_id: id, key, organization: of } = bindings as Record<string, string>
  if (!id || !key || !of)
    throw new Blocked('submitted_form: expected the bindings session_id, key and organization')
  return { refused: false, id, key, organization: of }
}

/** Returns the status of the verification after its verdict, or after it was parked for review. */
async function statusOf(
  ctx: Context,
  session: { key: string; id: string },
  isFlagged: boolean,
): Promise<string | undefined> {
  const read = isFlagged ? readSettled : readCompleted
  return statusIn(await read(ctx, 'retrieve the verification', session))
}
