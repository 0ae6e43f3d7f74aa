import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { comparing, group, rule } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import { readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import type { JsonObject } from '../../http/json.ts'
import { RULE_TYPES } from '../templates/rule-actions.ts'
import { EVERYBODY } from './fired-rules.ts'
import { asRequested } from './screening.ts'
import { ended, isCompleted, PERSON, scored, weighing } from './screening-score.ts'

/** Rules that differ from one of the type custom and a field condition in nothing that decides. */
const KINDS: readonly (readonly [label: string, change: JsonObject, requirement: string])[] = [
  ...RULE_TYPES.map((ruleType) => [`the type ${ruleType}`, { ruleType }, 'RTY-002'] as const),
  [
    'a group',
    { condition: group('AND', EVERYBODY, group('OR', EVERYBODY, comparing({}))) },
    'SCR-012',
  ],
]

const NEEDS: Check['needs'] = {
  features: ['workflow_templates', 'sessions'],
  credentials: [],
  states: ['screened_session'],
  optionalStates: STATES_OF_VERDICTS,
}

export const actionsOfTypesChecks: readonly Check[] = [
  {
    id: 'screening.approve-of-each-rule-type',
    area: 'screening',
    requirements: ['ATN-006', 'RTY-002', 'SCR-012'],
    level: 'must',
    needs: NEEDS,
    why: 'The type of a rule is a label; an approval that depends on it leaves applicants waiting.',
    async run(ctx) {
      const approve = { condition: EVERYBODY, action: 'approve' }
      const without = await approved(ctx, { ...approve, action: 'tag' })
      const submitted = []
      for (const kind of KINDS)
        submitted.push({ kind, end: await approved(ctx, { ...approve, ...kind[1] }) })
      if (await without()) return observeNoOverride(ctx)
      const ends = []
      for (const { kind, end } of submitted) ends.push({ kind, completed: await end() })
      if (!ends.some(({ completed }) => completed)) return observeNoOverride(ctx)
      for (const { kind, completed } of ends) {
        const [label, , requirement] = kind
        for (const id of ['ATN-006', requirement])
          ctx.expect(
            id,
            `approve of ${label}: completed, as of other rules`,
            completed,
            ended(completed),
          )
      }
    },
  },
  {
    id: 'screening.adjustments-of-each-rule-type',
    area: 'screening',
    requirements: ['ATN-005', 'RTY-002', 'SCR-012'],
    level: 'must',
    needs: NEEDS,
    why: 'The type of a rule is a label; a score that is counted for some types is another score.',
    async run(ctx) {
      const weighed = await weighing(ctx)
      if (!weighed) return observeNoWeight(ctx)
      const { forced, score, without } = weighed
      // The sum is 0, unless one half of the rules is not counted.
      const submitted = []
      for (const kind of KINDS) {
        const end = await scored(ctx, forced, [score, -score], (i) => (i % 2 === 0 ? {} : kind[1]))
        submitted.push({ kind, end })
      }
      for (const { kind, end: settled } of submitted) {
        const [label, , requirement] = kind
        const end = await settled()
        for (const id of ['ATN-005', requirement])
          ctx.expect(
            id,
            `${forced}: ${ended(without)} with adjustments of custom that those of ${label} cancel`,
            end === without,
            ended(end),
          )
      }
    },
  },
  {
    id: 'screening.adjustments-are-added',
    area: 'screening',
    requirements: ['ATN-005'],
    level: 'must',
    needs: NEEDS,
    why: 'Customers compute the sum of a template; adjustments that count once, or in whole numbers, change it.',
    async run(ctx) {
      const weighed = await weighing(ctx)
      if (!weighed) return observeNoWeight(ctx)
      const { forced, score } = weighed
      const once = await isCompleted(ctx, forced, [score, 0, 0])
      // A positive partial sum begins and ends each turn: a service may have a bounded scale.
      for (const [label, turn] of [
        ['of which a third is negative', [score, -score, score]],
        ['in halves', [score / 2, score / 2, 0]],
      ] as const) {
        const end = await isCompleted(ctx, forced, turn)
        ctx.expect(
          'ATN-005',
          `${forced}: ${ended(once)} with adjustments ${label}, as with others of the same sum`,
          end === once,
          ended(end),
        )
      }
    },
  },
  {
    id: 'screening.tags-beside-other-actions',
    area: 'screening',
    requirements: ['ATN-002', 'SCR-002'],
    level: 'must',
    needs: { ...NEEDS, features: ['workflow_templates'] },
    why: 'Reviewers read the tags of exactly those verifications that other rules send to them.',
    async run(ctx) {
      for (const action of ['review', 'decline', 'approve', 'adjust_score']) {
        const { tags } = await reach(ctx, 'screened_session', {
          applicant: asRequested(ctx, PERSON),
          screening_rules: [
            rule({ name: 'before', condition: EVERYBODY, priority: 1 }),
            rule({ condition: EVERYBODY, action, ...(action === 'adjust_score' && WEIGHT) }),
            rule({ name: 'after', condition: EVERYBODY, priority: 9999 }),
          ],
        })
        if (!Array.isArray(tags))
          throw new Blocked('screened_session: expected the binding tags as an array')
        // A service may stop at the first routing action (GAP-ACTION-CONFLICT), from either end (GAP-PRIORITY-ORDER).
        for (const requirement of ['ATN-002', 'SCR-002'])
          ctx.expect(
            requirement,
            `one tag or both beside ${action}`,
            tags.some((name) => name === 'before' || name === 'after'),
            tags,
          )
      }
    },
  },
]

function observeNoOverride(ctx: Context): void {
  ctx.observe('GAP-ACTION-CONFLICT', 'approve does not override a borderline result')
}

function observeNoWeight(ctx: Context): void {
  ctx.observe('GAP-SCORE-WEIGHING', 'a hundred adjustments of 1 or -1 change no end')
}

const WEIGHT = { scoreAdjustment: 0.125 }

/**
 * Submits a borderline verification with this rule. Returns a function that tells whether it is completed without a
 * person. @throws {Blocked}
 */
async function approved(ctx: Context, one: JsonObject): Promise<() => Promise<boolean>> {
  const { key, session_id: id } = await reach(
    ctx,
    'screened_session',
    {
      applicant: asRequested(ctx, PERSON),
      expected_outcome: 'review',
      screening_rules: [rule(one)],
    },
    'session_id',
  )
  const label = 'retrieve a borderline verification with one rule'
  return async () => statusIn(await readSettled(ctx, label, { id, key })) === 'completed'
}
