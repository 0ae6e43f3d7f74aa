import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  COMPLETED,
  SECONDS_OF_SILENCE,
  subscribe,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { reach, reachIfPossible } from '../../check/states.ts'

const FLAGGED = 'kyc.session.form_flagged'
/** A form that the answer alpha flags. */
const FORM = { question: { type: 'text' }, rules: [{ op: 'eq', value: 'alpha' }] }

/** Events of submitted forms. */
export const announcedFormChecks: readonly Check[] = [
  {
    id: 'forms.only-flagged-forms-are-announced',
    area: 'forms',
    long: true,
    requirements: ['EVT-006'],
    level: 'must',
    needs: {
      features: ['workflow_templates', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'submitted_form'],
    },
    why: 'A receiver that is told of every form looks at none.',
    async run(ctx) {
      const flagged = await subscribe(ctx, { events: [FLAGGED] })
      const { organization } = flagged
      const completed = await subscribe(ctx, { organization, events: [FLAGGED, COMPLETED] })
      const submitted = async (answer: string) =>
        reach(ctx, 'submitted_form', { organization, ...FORM, answer }, 'session_id')
      const { session_id: passing } = await submitted('beta')
      await verdictDelivery(
        completed.hook,
        (one) => about(passing)(one) && bodyOf(one)['outcome'] === 'approved',
      )
      const { session_id: matching } = await submitted('alpha')
      const event = await flagged.hook.wait(about(matching))
      ctx.expect('EVT-006', `${FLAGGED} of the form that matches`, event !== undefined, 'none came')
      await completed.hook.wait(() => false, SECONDS_OF_SILENCE)
      // The event of its verdict has an outcome.
      const wrong = [flagged, completed]
        .flatMap(({ hook }) => hook.deliveries)
        .filter((one) => about(passing)(one) && bodyOf(one)['outcome'] === null)
      ctx.expect(
        'EVT-006',
        `no ${FLAGGED} of a form that matches no rule`,
        wrong.length === 0,
        wrong.map(bodyOf),
      )
    },
  },
  {
    id: 'forms.second-form-of-a-session',
    area: 'forms',
    long: true,
    requirements: ['EVT-006'],
    level: 'must',
    needs: {
      features: ['workflow_templates', 'webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'submitted_form'],
    },
    why: 'Each form is a step of its own; the later one often asks the questions that matter more.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [FLAGGED] })
      for (const [label, first_answer, events] of [
        ['after one that matches no rule', 'beta', 1],
        ['after one that matches, too', 'alpha', 2],
      ] as const) {
        const { session_id: id } = await reachIfPossible(
          ctx,
          'submitted_form',
          { organization, ...FORM, first_answer, answer: 'alpha' },
          'session_id',
        )
        await verdictDelivery(hook, () => hook.deliveries.filter(about(id)).length >= events)
        const { length } = hook.deliveries.filter(about(id))
        // One event may arrive more than once (GAP-DELIVERY-ORDER).
        ctx.expect(
          'EVT-006',
          `${FLAGGED} of a second form that matches, ${label}: ${events} in all`,
          length >= events,
          `${length} deliveries`,
        )
      }
    },
  },
]
