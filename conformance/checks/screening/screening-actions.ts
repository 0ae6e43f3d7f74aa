import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import {
  about,
  arrived,
  bodyOf,
  COMPLETED,
  REVIEW,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { comparing, group, rule } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Hook } from '../../receiver/hooks.ts'
import type { RegionName } from '../../target/target.ts'
import {
  DECLINING,
  declining,
  EVERYBODY,
  FIRED,
  type Fired,
  NOBODY,
  REVIEWS,
} from './fired-rules.ts'
import { asRequested } from './screening.ts'

const SOMEBODY = {
  family_name: 'Testperson',
  given_names: ['Una'],
  email: 'una.{unique}@applicant.example',
}

/** Two further rules that decline everybody. */
const CHECKED = {
  action: 'decline',
  condition: comparing({ field: 'check.id_verification.outcome', operator: 'exists' }),
}
const GROUPED = { action: 'decline', condition: group('AND', EVERYBODY, CHECKED.condition) }

const NEEDS: Check['needs'] = {
  features: ['workflow_templates', 'sessions'],
  credentials: [],
  states: ['screened_session'],
  optionalStates: STATES_OF_VERDICTS,
}

export const screeningActionChecks: readonly Check[] = [
  {
    id: 'screening.actions',
    area: 'screening',
    requirements: [...new Set(FIRED.flatMap(({ requirements }) => requirements))],
    level: 'must',
    needs: NEEDS,
    why: 'Only verifications that a rule sends to review must reach reviewers.',
    async run(ctx) {
      for (const one of FIRED) await expectEnd(ctx, ctx.home, one)
    },
  },
  {
    id: 'screening.review-of-each-rule-type',
    area: 'screening',
    requirements: ['ATN-004', 'RTY-002'],
    level: 'must',
    needs: NEEDS,
    why: 'A rule of a type that may not decline can only ask for a review; without it the rule does nothing.',
    async run(ctx) {
      for (const one of REVIEWS) await expectEnd(ctx, ctx.home, one)
    },
  },
  {
    id: 'screening.inactive-approve',
    area: 'screening',
    requirements: ['SCR-003', 'SCR-022'],
    level: 'must',
    needs: NEEDS,
    why: 'A rule that is switched off, or does not hold, must not approve what a person has to look at.',
    async run(ctx) {
      await expectEnd(ctx, ctx.home, {
        label: 'approve of a borderline result, inactive',
        rule: { action: 'approve', isActive: false },
        ends: 'parked',
        forced: 'review',
        requirements: ['SCR-022'],
      })
      await expectEnd(ctx, ctx.home, {
        label: 'approve of a borderline result, with a condition that does not hold',
        rule: { action: 'approve', condition: NOBODY },
        ends: 'parked',
        forced: 'review',
        requirements: ['SCR-003'],
      })
    },
  },
  {
    id: 'screening.outcomes',
    area: 'screening',
    requirements: ['ATN-003', 'ATN-004', 'ATN-006', 'ATN-008'],
    level: 'must',
    needs: {
      features: ['workflow_templates', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'screened_session'],
    },
    why: 'A verification that only needs a note, or that a rule approves, must not end declined.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [COMPLETED, REVIEW] })
      for (const [action, requirement, approved] of [
        ['tag', 'ATN-003', true],
        ['approve', 'ATN-006', true],
        ['review', 'ATN-004', false],
        ['decline', 'ATN-008', false],
      ] as const) {
        const rules = [rule({ condition: EVERYBODY, action })]
        const { type, outcome } = await eventOf(ctx, hook, organization, rules)
        ctx.expect(
          requirement,
          approved ? `${action}: approved` : `${action}: an event ${REVIEW}`,
          approved ? outcome === 'approved' : type === REVIEW,
          { type, outcome },
        )
      }
      // Which action wins is left open (GAP-ACTION-CONFLICT), but none of them declines.
      const { type, outcome } = await eventOf(ctx, hook, organization, [
        rule({ condition: EVERYBODY, action: 'approve' }),
        rule({ condition: EVERYBODY, action: 'decline' }),
      ])
      ctx.expect('ATN-008', 'approve and decline: no declined outcome', outcome !== 'declined', {
        type,
        outcome,
      })
    },
  },
  {
    id: 'screening.decline-is-a-review',
    area: 'screening',
    requirements: ['ATN-008', 'ATN-010', 'ATN-011'],
    level: 'must',
    needs: NEEDS,
    why: 'The contract requires a human decision where a rule alone must not decline.',
    async run(ctx) {
      for (const ruleType of DECLINING)
        await expectEnd(ctx, ctx.home, declining(ruleType, ['ATN-008', 'ATN-010', 'ATN-011']))
      const decline = declining('custom', ['ATN-008', 'ATN-011'])
      for (const one of [
        { ...decline, label: 'decline of a borderline result', forced: 'review' },
        { ...decline, label: 'decline beside a tag', beside: [{ action: 'tag', priority: 1 }] },
        { ...decline, label: 'decline beside a decline', beside: [CHECKED] },
        { ...decline, label: 'decline by a group', rule: GROUPED },
      ])
        await expectEnd(ctx, ctx.home, one)
    },
  },
  {
    id: 'screening.decline-is-a-review-in-live-mode',
    area: 'screening',
    requirements: ['ATN-008', 'ATN-011'],
    level: 'must',
    needs: NEEDS,
    why: 'A rule that is only tested in test mode must not decline real people.',
    async run(ctx) {
      await expectEnd(ctx, ctx.home, {
        ...declining('custom', ['ATN-008', 'ATN-011']),
        label: 'decline in live mode',
        mode: 'live',
      })
    },
  },
  {
    id: 'screening.decline-is-a-review-elsewhere',
    area: 'screening',
    requirements: ['ATN-008', 'ATN-009'],
    level: 'must',
    needs: { ...NEEDS, regions: ['other'] },
    why: 'Both regions must behave in the same way, or errors appear only for customers of one region.',
    async run(ctx) {
      for (const region of [ctx.home, ctx.other])
        await expectEnd(ctx, region, declining('custom', ['ATN-008', 'ATN-009']))
    },
  },
]

/** Sets up a submitted verification with screening rules. @throws {Blocked} */
async function screened(
  ctx: Context,
  region: RegionName,
  params: JsonObject,
): Promise<{ key: string; id: string } | 'refused'> {
  const {
    key,
    session_id: id,
    refused,
  } = await ctx.state('screened_session', {
    region,
    applicant: asRequested(ctx, SOMEBODY),
    ...params,
  })
  if (refused === true) return 'refused'
  if (typeof key !== 'string' || typeof id !== 'string')
    throw new Blocked('screened_session: expected the bindings key and session_id')
  return { key, id }
}

/** Returns the event that ends or parks a verification with these rules. */
async function eventOf(
  ctx: Context,
  hook: Hook,
  organization: string,
  screening_rules: readonly JsonObject[],
): Promise<JsonObject> {
  const label = screening_rules.map(({ action }) => String(action)).join(' and ')
  const session = await screened(ctx, ctx.home, {
    organization,
    screening_rules,
  })
  if (session === 'refused') throw refusedRule(label)
  const delivery = await verdictDelivery(hook, about(session.id))
  return bodyOf(arrived(`the event of a verification with the action ${label}`, delivery))
}

function refusedRule(label: string): Blocked {
  return new Blocked(
    `the service refuses the rule "${label}": the provider returned refused = true`,
  )
}

async function expectEnd(
  ctx: Context,
  region: RegionName,
  { label, rule: change, beside = [], ends, forced, mode, requirements, refusedBy }: Fired,
): Promise<void> {
  const session = await screened(ctx, region, {
    screening_rules: [...beside.slice(0, 1), change, ...beside.slice(1)].map((one) =>
      rule({ condition: EVERYBODY, ...one }),
    ),
    ...(forced && { expected_outcome: forced }),
    ...(mode && { mode }),
  })
  if (session === 'refused') {
    if (refusedBy !== undefined)
      return ctx.observe(refusedBy, `the rules of "${label}" are refused`)
    // A service may refuse a scoreAdjustment that has no effect (GAP-RULE-BOUNDS).
    if (change['action'] !== 'adjust_score' && 'scoreAdjustment' in change) return
    throw refusedRule(label)
  }
  const read = ends === 'completed' ? readCompleted : readSettled
  const status = statusIn(
    await read(ctx, `retrieve the verification with ${label}`, { ...session, region }),
  )
  // The contract leaves the status of a parked verification open (GAP-STATUS-NAMES), but it must
  // not be completed.
  const holds =
    ends === 'completed' ? status === 'completed' : status !== undefined && status !== 'completed'
  for (const requirement of requirements) {
    ctx.expect(
      requirement,
      ends === 'completed'
        ? `${label}: completed`
        : `${label}: not completed, because a person must review it`,
      holds,
      status,
    )
  }
}
