import type { Check, RepeatedPlane } from '../../../check/check.ts'
import { inPlane } from './repeated-check.ts'

/** Planes that neither the checks of test mode of home nor those of `other-live-plane.ts` reach. */
export const REMAINING: readonly RepeatedPlane[] = ['home live', 'other test']

/**
 * Checks that also run in the two remaining planes. They judge rules that `each-plane.ts` and
 * `plane-events.ts` leave out.
 */
const REPEATED = [
  'scopes.each-opens-its-own',
  'scopes.revoked-key',
  'scopes.revoked-after-use',
  'limits.used-up',
  'tokens.expired',
  'tokens.client-token',
  'tokens.of-the-other-region',
  'tokens.one-session-each',
  'hiding.every-route-to-session-of-other-organization',
  'hiding.list-of-other-organization',
  'activity.one-entry-each',
  'webhooks.event-expired',
  'webhooks.event-form-flagged',
  'webhooks.event-ended-by-applicant',
  'webhooks.old-events',
  'webhooks.after-a-rotation',
  'webhooks.retry-sends-the-same-bytes',
  'webhooks.replay-sends-the-same-bytes',
  'webhooks.https-only',
  'deliveries.a-row-for-each-attempt',
  'deliveries.filters',
  'deliveries.log-of-other-organization',
  'esign.signed',
  'esign.declined',
]

/** Checks that name the modes or need test mode, so that only the region is left to vary. */
const REPEATED_IN_OTHER_TEST = [
  'webhooks.event-manual-review',
  'webhooks.after-a-review',
  'planes.mode-of-a-key',
  'planes.key-of-the-other-region-on-any-route',
  'envelope.no-credential-on-any-route',
  'hiding.every-route-to-session-of-live-mode',
  'hiding.list-of-live-mode',
  'applicants.every-route-to-one-of-live-mode',
  'applicants.list-of-live-mode',
  'templates.every-route-to-one-of-live-mode',
  'deliveries.log-of-live-mode',
  'limits.address',
  'sdk.publishable-keys-of-other-planes',
  'webhooks.test-events-to-test-endpoints',
  'webhooks.nothing-from-the-other-region',
  'webhooks.test-ping',
]

export function remainingPlaneChecks(checks: readonly Check[]): Check[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  return REMAINING.flatMap((plane) => {
    const ids = plane === 'other test' ? [...REPEATED, ...REPEATED_IN_OTHER_TEST] : REPEATED
    return ids.map((id) => inPlane(byId.get(id)!, plane))
  })
}
