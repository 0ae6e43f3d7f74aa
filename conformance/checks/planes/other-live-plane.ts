import type { Check } from '../../check/check.ts'
import { flaggingCheck } from '../forms/forms.ts'
import { SAMPLE } from '../forms/form-cases.ts'
import { REGIONS } from '../../target/target.ts'

/**
 * Checks that also run in live mode of the other region: they find faults of live mode, faults of the
 * other region, and faults of that plane alone. They judge rules that hold in both modes.
 */
const REPEATED = [
  'envelope.validation-error',
  'envelope.every-problem-at-once',
  'sessions.metadata-keys',
  'sessions.live-ends-without-expected-outcome',
  'applicants.removed-names',
  'applicants.name-rules',
  'applicants.fields-come-back',
  'applicants.fields-in-sessions',
  'applicants.one-field-at-a-time',
  'applicants.phone-inside-a-session',
  'applicants.captured-name',
  'applicants.name-in-own-script',
  'applicants.every-route-to-one-of-other-organization',
  'applicants.list-of-other-organization',
  'applicants.change',
  'applicants.created-fields-are-kept',
  'applicants.country-of-two-letters',
  'history.document-keys-preserved',
  'scopes.each-opens-its-own',
  'scopes.retired-scopes-open-nothing',
  'hiding.unknown-session',
  'hiding.every-route-to-session-of-other-organization',
  'hiding.list-of-other-organization',
  'limits.classes-of-evidence',
  'limits.data-subject-requests',
  'limits.delivery-log-counts',
  'limits.headers-on-refused-bodies',
  'images.served',
  'images.all-three',
  'images.acquisition-camera',
  'images.acquisition-upload',
  'images.acquisition-before-provenance',
  'images.scopes',
  'images.not-in-lists',
  'images.no-identity-check',
  'images.missing-before-crops',
  'images.missing-retention',
  'images.reverified',
  'images.twenty-reverifications',
  'activity.one-entry-each',
  'report.served',
  'report.before-an-outcome',
  'billing.wallet-locked',
  'billing.plan-canceled',
  'billing.plan-in-grace',
  'billing.wallet',
  'tokens.expired',
  'tokens.client-token',
  'tokens.browser-token-opens-no-key-route',
  'tokens.one-session-each',
  'tokens.wrong-type-is-said-of-wrong-kinds',
  'tokens.no-result-after-completion',
  'tokens.mint-wants-the-secret-key',
  'tokens.live-for-minutes',
  'sdk.name-components',
  'sdk.submission-is-kept',
  'sdk.documents-of-another-session',
  'templates.every-route-to-one-of-other-organization',
  'templates.rules-replaced',
  'templates.refused-change-saves-nothing',
  'templates.every-refused-action-at-once',
  'templates.actions-refused',
  'templates.config-in-camel-case',
  'templates.rules-taken',
  'templates.rules-kept',
  'templates.conditions-taken',
  'templates.actions-taken',
  'templates.fields-readable',
  'screening.operators',
  'screening.what-is-not-there',
  'screening.arrays',
  'screening.groups',
  'screening.applicant-fields',
  'screening.captured-name',
  'screening.findings',
  'screening.signals-on',
  'screening.signals-off',
  'screening.actions',
  'screening.outcomes',
  'screening.check-that-ended-in-error',
  'screening.no-findings',
  'screening.signals-of-an-honest-visitor',
  'screening.ordinary-visitor',
  'screening.metadata-of-the-template',
  'screening.lists-that-are-none',
  'screening.every-rule-of-a-hundred',
  'screening.age-counts-birthdays',
  'screening.metadata-that-is-an-object',
  'forms.several-rules',
  'forms.later-rules-move-nothing',
  'forms.only-flagged-forms-are-announced',
  'webhooks.live-events',
  'webhooks.after-ended-by-applicant',
  'webhooks.old-events',
  'webhooks.live-ping',
  'webhooks.after-a-rotation',
  'webhooks.retry-sends-the-same-bytes',
  'webhooks.replay-sends-the-same-bytes',
  'webhooks.secret-is-shown-once',
  'webhooks.rotated-by-its-route',
  'webhooks.old-events-replayed',
  'webhooks.changed-by-its-route',
  'webhooks.https-only',
  'deliveries.filters',
  'deliveries.code-as-received',
  'deliveries.attempt-without-response',
  'deliveries.rows-of-replays',
  'deliveries.log-of-other-organization',
  'verify.what-it-takes',
  'verify.not-signed',
  'verify.unsealed',
  'verify.chain-unavailable',
  'verify.unsupported-format',
  'verify.verification-unavailable',
  'verify.says-what-it-found',
  'verify.revoked-after-it-verified',
  'verify.bad-signature-of-a-revoked-key',
  'seals.verified-offline',
  'seals.claims',
  'seals.format-is-signed',
  'keys.revoked-not-shown-as-valid',
  'esign.consent-first',
  'esign.withdrawn-before-signing',
  'esign.withdrawn-after-signing',
  'esign.paper-changes-nothing-else',
  'esign.live-events',
  'esign.over-is-over',
]

/** A sample of the checks of form rules, which take many forms. */
const sampleOfForms = flaggingCheck(
  'forms.sample',
  SAMPLE,
  'A missing flag lets an applicant pass unreviewed; a flag on every applicant makes customers turn the rule off.',
)

/** Returns the check that repeats this one. */
export function elsewhere(id: string): string {
  return `planes.${id.replace('.', '-')}-elsewhere`
}

export function otherLivePlaneChecks(checks: readonly Check[]): Check[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  return [...REPEATED.map((id) => byId.get(id)!), sampleOfForms].map(inOtherLivePlane)
}

function inOtherLivePlane(check: Check): Check {
  const { credentials, states = [] } = check.needs
  return {
    ...check,
    id: elsewhere(check.id),
    area: 'planes',
    needs: {
      ...check.needs,
      regions: REGIONS,
      // The test keys of the target file have another plane, so the provider has to make the keys.
      ...(credentials.length > 0 && {
        states: [...new Set(['organization', 'key', ...states])],
      }),
    },
    inOtherLivePlane: true,
  }
}
