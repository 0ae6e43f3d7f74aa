import type { Check, Context } from '../../check/check.ts'
import {
  bodyOf,
  COMPLETED,
  REVIEW,
  sessionOf,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Delivery } from '../../receiver/receiver.ts'

/** Inputs of an applicant who tries to influence the outcome. */
const LOSER = {
  familyName: 'Fail',
  givenNames: ['Decline', 'Review'],
  email: 'fail@doc-quality.example',
  dateOfBirth: '1940-01-01',
}
const WINNER = {
  familyName: 'Pass',
  givenNames: ['Approved'],
  email: 'pass@approved.example',
  dateOfBirth: '1990-12-24',
}

/** The end of a verification with a requested outcome, as its webhook reports it. */
interface Forced {
  name: string
  forced?: string
  ends: 'approved' | 'in review' | 'not approved'
  typed?: JsonObject
  /** The applicant in the body that creates the session. */
  applicant?: JsonObject
  metadata?: JsonObject
  requirements: readonly string[]
}

const inBody = ({ familyName, givenNames, email, dateOfBirth }: typeof LOSER): JsonObject => ({
  family_name: familyName,
  given_names: givenNames,
  email,
  date_of_birth: dateOfBirth,
})

const VERDICTS: readonly unknown[] = ['approved', 'declined']

const TYPED = ['OUT-019', 'OUT-020', 'OUT-022']

const FORCED: readonly Forced[] = [
  { name: 'pass', forced: 'pass', ends: 'approved', requirements: ['OUT-002'] },
  { name: 'by-default', ends: 'approved', requirements: ['OUT-003', 'OUT-023'] },
  {
    name: 'by-default-whoever-it-is',
    ends: 'approved',
    applicant: inBody(LOSER),
    requirements: ['OUT-003', 'OUT-019', 'OUT-022', 'OUT-023'],
  },
  {
    name: 'by-default-with-one-name',
    ends: 'approved',
    applicant: { family_name: 'Suharto', given_names: [] },
    requirements: ['OUT-003', 'OUT-019', 'OUT-023'],
  },
  {
    name: 'by-default-whatever-metadata-say',
    ends: 'approved',
    metadata: { expected_outcome: 'fail', outcome: 'declined', result: 'review' },
    requirements: ['OUT-003', 'OUT-023'],
  },
  {
    name: 'fail-whoever-it-is',
    forced: 'fail',
    ends: 'not approved',
    applicant: inBody(WINNER),
    // Beside other fields, the value must still be read.
    metadata: { orderId: 'A-17', expected_outcome: 'pass' },
    requirements: ['OUT-005', 'OUT-019', 'OUT-022'],
  },
  { name: 'review', forced: 'review', ends: 'in review', requirements: ['OUT-004'] },
  { name: 'fail', forced: 'fail', ends: 'not approved', requirements: ['OUT-005'] },
  { name: 'doc-quality', forced: 'doc_quality', ends: 'in review', requirements: ['OUT-006'] },
  {
    name: 'pass-whatever-is-typed',
    forced: 'pass',
    ends: 'approved',
    typed: LOSER,
    requirements: TYPED,
  },
  {
    name: 'fail-whatever-is-typed',
    forced: 'fail',
    ends: 'not approved',
    typed: WINNER,
    requirements: TYPED,
  },
]

/** Outcomes of an identity check that also has a face check. */
const BY_FACE_CHECK: readonly (Forced & { forced: string })[] = [
  { name: 'pass', forced: 'pass', ends: 'approved', requirements: ['OUT-002', 'OUT-017'] },
  { name: 'fail', forced: 'fail', ends: 'not approved', requirements: ['OUT-005', 'OUT-017'] },
  { name: 'review', forced: 'review', ends: 'in review', requirements: ['OUT-004', 'OUT-017'] },
  {
    name: 'doc-quality',
    forced: 'doc_quality',
    ends: 'in review',
    requirements: ['OUT-006', 'OUT-017'],
  },
]

/** Check types that one verification can run together. */
export const TOGETHER = [
  'id_verification',
  'credit_history',
  'background_check',
  'sanctions_screening',
]

export const forcedOutcomeChecks: readonly Check[] = [
  ...FORCED.map((one): Check => ({
    id: `sessions.ends-${one.name}`,
    area: 'sessions',
    requirements: [...one.requirements, ...(one.ends === 'in review' ? [] : ['STA-005'])],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'submitted_session'],
    },
    why: 'Integrators select each outcome by this value; it alone must decide.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, { events: [COMPLETED, REVIEW] })
      const id = await sessionOf(ctx, key, {
        ...(one.forced !== undefined && { expected_outcome: one.forced }),
        ...(one.applicant && { applicant: one.applicant }),
        ...(one.metadata && { metadata: one.metadata }),
      })
      await reach(ctx, 'submitted_session', {
        organization,
        session_id: id,
        ...(one.typed && { applicant: one.typed }),
      })
      const delivery = await verdictDelivery(hook)
      const { holds, got } = judged(delivery, one.ends)
      for (const requirement of one.requirements) {
        ctx.expect(requirement, `an event that says ${one.ends}`, holds, got)
      }
      const { outcome, decisionSource } = delivery ? bodyOf(delivery) : {}
      // The applicant did not end it, so that a verdict was reached by rules.
      if (VERDICTS.includes(outcome))
        ctx.expect(
          'STA-005',
          'decisionSource automatic beside a verdict that no person reached',
          decisionSource === 'automatic',
          decisionSource,
        )
    },
  })),
  ...BY_FACE_CHECK.map((one): Check => ({
    id: `sessions.ends-${one.name}-by-each-face-check`,
    area: 'sessions',
    requirements: one.requirements,
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'open_session', 'submitted_session'],
    },
    why: 'The expected outcome governs the face check too, by selfie or by liveness.',
    async run(ctx) {
      for (const face_check of ['selfie', 'liveness']) {
        const { hook, organization } = await subscribe(ctx, { events: [COMPLETED, REVIEW] })
        const { session_id } = await reach(
          ctx,
          'open_session',
          { organization, face_check, checks: ['id_verification'], expected_outcome: one.forced },
          'session_id',
        )
        await reach(ctx, 'submitted_session', { organization, session_id })
        const { holds, got } = judged(await verdictDelivery(hook), one.ends)
        for (const requirement of one.requirements)
          ctx.expect(requirement, `an event that says ${one.ends}, with ${face_check}`, holds, got)
      }
    },
  })),
  {
    id: 'sessions.one-outcome-for-all-checks',
    area: 'sessions',
    requirements: ['OUT-017', 'OUT-025'],
    level: 'must',
    needs: {
      features: ['sessions', 'workflow_templates'],
      credentials: [],
      states: ['screened_session'],
    },
    why: 'In a simulated outcome, every check must follow the selected value.',
    async run(ctx) {
      for (const [forced, passes] of [
        ['pass', true],
        ['fail', false],
      ] as const) {
        const passed = await passedChecks(ctx, forced)
        for (const check of TOGETHER) {
          const requirement = check === 'credit_history' ? 'OUT-025' : 'OUT-017'
          ctx.expect(
            requirement,
            `${check} ${passes ? 'passes' : 'does not pass'} with ${forced}`,
            passed.has(check) === passes,
            passed.has(check) ? 'it passed' : 'it did not pass',
          )
        }
      }
    },
  },
]

/** Returns whether an event says that a verification ended in this way; false without an event. */
function judged(
  delivery: Delivery | undefined,
  ends: Forced['ends'],
): { holds: boolean; got: unknown } {
  if (!delivery) return { holds: false, got: 'no event came' }
  const { type, outcome } = bodyOf(delivery)
  const approved = outcome === 'approved'
  const parked = outcome === null && (type === undefined || type === REVIEW)
  return {
    holds: ends === 'in review' ? parked : approved === (ends === 'approved'),
    got: { type, outcome },
  }
}

/** Returns the check types that passed, as screening rules read them. */
export async function passedChecks(
  ctx: Context,
  expected_outcome: string,
  applicant?: JsonObject,
): Promise<ReadonlySet<unknown>> {
  const { tags } = await ctx.state('screened_session', {
    checks: TOGETHER,
    expected_outcome,
    ...(applicant && { applicant }),
    screening_rules: TOGETHER.map((check) =>
      rule({
        name: check,
        condition: comparing({ field: `check.${check}.outcome`, value: 'pass' }),
      }),
    ),
  })
  if (!Array.isArray(tags)) throw new Blocked('screened_session: expected the binding tags, a list')
  return new Set(tags)
}
