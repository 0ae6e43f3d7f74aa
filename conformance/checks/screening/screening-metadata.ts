import type { Check } from '../../check/check.ts'
import { bodyOf, COMPLETED, subscribe, verdictDelivery } from '../../check/resources/events.ts'
import { comparing, group, rule } from '../../check/resources/templates.ts'

const REVIEW = 'kyc.session.manual_review_requested'

const CHECKED = comparing({ field: 'check.id_verification.outcome', operator: 'exists' })
const DEEP = comparing({ field: 'session.metadata.deep', operator: 'exists' })

/** The rule that reads the metadata, alone or after others and in a group. */
const ALONE = [rule({ condition: DEEP })]
const LAST = [
  rule({ condition: CHECKED }),
  rule({ condition: group('AND', CHECKED, DEEP), priority: 200 }),
]

const BENT = [
  ['an object', 'PAT-021', { deep: { a: 1 } }, ALONE],
  ['an array of mixed types', 'PAT-022', { deep: ['a', 1] }, ALONE],
  ['an array that is mixed at its end', 'PAT-022', { deep: ['a', 'b', 'c', 1] }, ALONE],
  ['an object for a group', 'PAT-021', { deep: { a: 1 } }, LAST],
] as const

export const screeningMetadataChecks: readonly Check[] = BENT.map(
  ([what, requirement, metadata, screening_rules]) =>
    ({
      id: `screening.metadata-that-is-${what.replaceAll(' ', '-')}`,
      area: 'screening',
      requirements: [requirement],
      level: 'must',
      needs: {
        features: ['workflow_templates', 'webhooks'],
        credentials: [],
        webhooks: true,
        states: ['webhook_subscription', 'screened_session'],
      },
      why: 'A rule with unreadable metadata must not approve everyone.',
      async run(ctx) {
        const { hook, organization } = await subscribe(ctx, { events: [COMPLETED, REVIEW] })
        const { refused } = await ctx.state('screened_session', {
          organization,
          metadata,
          screening_rules,
        })
        // A service may also refuse the template when it is written (GAP-NONFLAT-METADATA).
        if (refused === true) {
          ctx.observe('GAP-NONFLAT-METADATA', `a template whose metadata has ${what} is rejected`)
          return
        }
        const delivery = await verdictDelivery(hook)
        const outcome = delivery && bodyOf(delivery)['outcome']
        ctx.expect(
          requirement,
          'an event of a verification that is not approved',
          delivery !== undefined && outcome !== 'approved',
          delivery ? bodyOf(delivery) : 'no event came',
        )
      },
    }) satisfies Check,
)
