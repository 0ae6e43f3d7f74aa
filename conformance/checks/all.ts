import type { Check } from '../check/check.ts'
import { activityChecks } from './activity.ts'
import { addressLimitChecks } from './address-limit.ts'
import { applicantChangeChecks } from './applicant-changes.ts'
import { applicantPhoneChecks } from './applicant-phones.ts'
import { applicantChecks } from './applicants.ts'
import { billingChecks } from './billing.ts'
import { budgetChecks } from './budgets.ts'
import { checkTypeChecks } from './check-types.ts'
import { credentialChecks } from './credentials.ts'
import { deliveryLogChecks } from './delivery-log.ts'
import { envelopeChecks } from './envelope.ts'
import { expectedOutcomeChecks } from './expected-outcome.ts'
import { forcedOutcomeChecks } from './forced-outcome.ts'
import { formChecks } from './forms.ts'
import { hidingFamilyChecks } from './hiding-families.ts'
import { hidingChecks } from './hiding.ts'
import { idScanUploadChecks } from './id-scan-uploads.ts'
import { idScanChecks } from './id-scan.ts'
import { imageAccessChecks } from './image-access.ts'
import { imageMissingChecks } from './image-missing.ts'
import { imageRunChecks } from './image-runs.ts'
import { imageChecks } from './images.ts'
import { journeyChecks } from './journeys.ts'
import { lifecycleChecks } from './lifecycle.ts'
import { limitChecks } from './limits.ts'
import { openapiChecks } from './openapi.ts'
import { planeChecks } from './planes.ts'
import { refusalChecks } from './refusals.ts'
import { regionAndModeChecks } from './regions-and-modes.ts'
import { removedNameChecks } from './removed-names.ts'
import { routeClassChecks } from './route-classes.ts'
import { scopeChecks } from './scopes.ts'
import { screeningActionChecks } from './screening-actions.ts'
import { screeningMetadataChecks } from './screening-metadata.ts'
import { screeningChecks } from './screening.ts'
import { sdkChecks } from './sdk.ts'
import { sealChecks } from './seals.ts'
import { serviceChecks } from './service.ts'
import { sessionChecks } from './sessions.ts'
import { signingEventChecks } from './signing-events.ts'
import { signingChecks } from './signing.ts'
import { templateActionChecks } from './template-actions.ts'
import { templateConditionChecks } from './template-conditions.ts'
import { templateConfigChecks } from './template-config.ts'
import { templateFieldChecks } from './template-fields.ts'
import { templateRuleChecks } from './template-rules.ts'
import { templateChecks } from './templates.ts'
import { tokenKindChecks } from './token-kinds.ts'
import { tokenChecks } from './tokens.ts'
import { unknownFieldChecks } from './unknown-fields.ts'
import { verifyRefusalChecks } from './verify-refusals.ts'
import { verifyChecks } from './verify.ts'
import { webhookEventChecks } from './webhook-events.ts'
import { webhookReplayChecks } from './webhook-replays.ts'
import { webhookSubscriptionChecks } from './webhook-subscriptions.ts'

/** Every check, in the order in which they run: what is broken most widely shows first. */
export const CHECKS: readonly Check[] = [
  ...envelopeChecks,
  ...refusalChecks,
  ...sessionChecks,
  ...serviceChecks,
  ...checkTypeChecks,
  ...expectedOutcomeChecks,
  ...forcedOutcomeChecks,
  ...unknownFieldChecks,
  ...removedNameChecks,
  ...applicantChecks,
  ...applicantPhoneChecks,
  ...applicantChangeChecks,
  ...limitChecks,
  ...routeClassChecks,
  ...budgetChecks,
  ...addressLimitChecks,
  ...scopeChecks,
  ...planeChecks,
  ...regionAndModeChecks,
  ...hidingChecks,
  ...hidingFamilyChecks,
  ...imageChecks,
  ...imageAccessChecks,
  ...imageMissingChecks,
  ...imageRunChecks,
  ...activityChecks,
  ...billingChecks,
  ...lifecycleChecks,
  ...tokenChecks,
  ...sdkChecks,
  ...tokenKindChecks,
  ...credentialChecks,
  ...verifyRefusalChecks,
  ...verifyChecks,
  ...sealChecks,
  ...signingEventChecks,
  ...signingChecks,
  ...journeyChecks,
  ...openapiChecks,
  ...idScanChecks,
  ...idScanUploadChecks,
  ...templateChecks,
  ...templateRuleChecks,
  ...templateConditionChecks,
  ...templateActionChecks,
  ...templateFieldChecks,
  ...templateConfigChecks,
  ...screeningChecks,
  ...screeningActionChecks,
  ...screeningMetadataChecks,
  ...formChecks,
  ...webhookEventChecks,
  ...webhookSubscriptionChecks,
  ...webhookReplayChecks,
  ...deliveryLogChecks,
]
