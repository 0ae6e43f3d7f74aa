import type { Check, Context } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { asRequested } from './screening.ts'

export const PERSON = {
  family_name: 'Testperson',
  given_names: ['Una'],
  email: 'una.{unique}@applicant.example',
}

/** As many as a template holds. */
const RULES = 100

export const screeningScoreChecks: readonly Check[] = [
  {
    id: 'screening.scores-are-weighed',
    area: 'screening',
    requirements: ['ATN-005', 'SCR-003', 'SCR-022'],
    level: 'must',
    needs: {
      features: ['workflow_templates', 'sessions'],
      credentials: [],
      states: ['screened_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'A score that is not weighed sends nobody to review, and nobody notices.',
    async run(ctx) {
      const seen: string[] = []
      const weighed = await weighing(ctx, seen)
      for (const forced of ['pass', 'review']) {
        const without = await isCompleted(ctx, forced, [])
        // In turns, so that no partial sum is large: a service may have a bounded scale.
        const balanced = await isCompleted(ctx, forced, [1, -1])
        ctx.expect(
          'ATN-005',
          `${forced}: ${ended(without)} with adjustments whose sum is 0, as without adjustments`,
          balanced === without,
          ended(balanced),
        )
      }
      ctx.expect(
        'ATN-005',
        `another end by ${RULES} adjustments of 1 or -1`,
        weighed !== undefined,
        seen,
      )
      if (!weighed) return
      const { forced, score, without } = weighed
      const unmatched = await isCompleted(ctx, forced, [score], () => ({
        condition: comparing({ value: 'nobody@applicant.example' }),
      }))
      ctx.expect(
        'SCR-003',
        `${forced}: ${ended(without)} with ${RULES} adjustments of ${score} whose conditions do not hold`,
        unmatched === without,
        ended(unmatched),
      )
      const inactive = await isCompleted(ctx, forced, [score], () => ({ isActive: false }))
      ctx.expect(
        'SCR-022',
        `${forced}: ${ended(without)} with ${RULES} inactive adjustments of ${score}`,
        inactive === without,
        ended(inactive),
      )
    },
  },
]

export function ended(isCompleted: boolean): string {
  return isCompleted ? 'completed' : 'not completed'
}

/**
 * Returns an expected outcome and an adjustment of 1 or -1 that changes its end when a template is full of it;
 * undefined if there is none. Scale, threshold and direction of the weighing are left open (GAP-SCORE-WEIGHING): of the
 * largest sums, one must change the end of a verification that passes, or of one that does not.
 * @param seen gets the ends in words
 */
export async function weighing(
  ctx: Context,
  seen: string[] = [],
): Promise<{ forced: string; score: number; without: boolean } | undefined> {
  for (const forced of ['pass', 'review']) {
    const without = await isCompleted(ctx, forced, [])
    for (const score of [1, -1]) {
      const end = await isCompleted(ctx, forced, [score])
      if (end !== without) return { forced, score, without }
      seen.push(`${forced} with ${RULES * score}: ${ended(end)}`)
    }
  }
  return undefined
}

/** Whether a verification with this expected outcome is completed without a person. */
export async function isCompleted(...of: Parameters<typeof scored>): Promise<boolean> {
  return (await scored(...of))()
}

/**
 * Submits a verification with this expected outcome. Returns a function that waits for its end, so that several
 * verifications can be submitted first; it tells whether the end needed no person.
 * @param adjustments the rules of the template have them in turns; tags without any
 * @param change of the rule at each position
 */
export async function scored(
  ctx: Context,
  expected_outcome: string,
  adjustments: readonly number[],
  change: (position: number) => JsonObject = () => ({}),
): Promise<() => Promise<boolean>> {
  // As many as a template holds, in whole turns.
  const length = RULES - (RULES % Math.max(adjustments.length, 1))
  const rules = Array.from({ length }, (_, i) =>
    rule({
      name: `Rule ${i}`,
      ...(adjustments.length === 0
        ? { action: 'tag' }
        : { action: 'adjust_score', scoreAdjustment: adjustments[i % adjustments.length] }),
      condition: comparing({ operator: 'exists' }),
      ...change(i),
    }),
  )
  const { key, session_id: id } = await reach(
    ctx,
    'screened_session',
    { applicant: asRequested(ctx, PERSON), expected_outcome, screening_rules: rules },
    'session_id',
  )
  const changes = Object.entries(change(1)).map(([name, value]) => `${name} ${shown(value)}`)
  const label = `retrieve a verification of ${expected_outcome} with adjustments of ${[adjustments.join(' and ') || 'nothing', ...changes].join(', ')}`
  return async () => statusIn(await readSettled(ctx, label, { id, key })) === 'completed'
}
