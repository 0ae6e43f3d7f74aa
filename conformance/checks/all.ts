import type { Check } from '../check/check.ts'
import { activityChecks } from './activity/activity.ts'
import { activityCauseChecks } from './activity/each-cause.ts'
import { tierOfImagesChecks } from './limits/tier-of-images.ts'
import { revokedAfterUseChecks } from './scopes/revoked-after-use.ts'
import { usedUpClassChecks } from './limits/used-up-classes.ts'
import { addressLimitChecks } from './limits/address-limit.ts'
import { refusedCreationChecks } from './applicants/refused-creations.ts'
import { singleChangeChecks } from './applicants/single-changes.ts'
import { applicantChangeChecks } from './applicants/applicant-changes.ts'
import { applicantPhoneChecks } from './applicants/applicant-phones.ts'
import { applicantChecks } from './applicants/applicants.ts'
import { capturedNameChecks } from './applicants/captured-names.ts'
import { countryChecks } from './applicants/countries.ts'
import { inlineApplicantChecks } from './applicants/inline-applicants.ts'
import { fieldTypeChecks } from './applicants/field-types.ts'
import { keptCreationChecks } from './applicants/kept-creation.ts'
import { nameRuleChecks } from './applicants/name-rules.ts'
import { billingChecks } from './billing/billing.ts'
import { graceChecks } from './billing/grace.ts'
import { writeChecks } from './billing/free-writes.ts'
import { budgetChecks } from './limits/budgets.ts'
import { usedUpChecks } from './limits/used-up.ts'
import { concurrentRequestChecks } from './limits/concurrent-requests.ts'
import { blankImageChecks } from './id-scan/blank-images.ts'
import { sideBySideChecks } from './sessions/side-by-side.ts'
import { checkTypeChecks } from './sessions/check-types.ts'
import { credentialChecks } from './planes/credentials.ts'
import { severalScopeChecks } from './scopes/several-scopes.ts'
import { wipedDataChecks } from './planes/wiped-data.ts'
import { afterPurgeChecks } from './planes/after-a-purge.ts'
import { deliveryChecks } from './deliveries/deliveries.ts'
import { envelopeChecks } from './envelope/envelope.ts'
import { expectedOutcomeChecks } from './sessions/expected-outcome.ts'
import { rotationChecks } from './webhooks/rotations.ts'
import { severalEndpointChecks } from './webhooks/several-endpoints.ts'
import { paperCopyChecks } from './esign/paper-copies.ts'
import { lateCancellationChecks } from './sessions/late-cancellations.ts'
import { forcedOutcomeChecks } from './sessions/forced-outcome.ts'
import { typedValueChecks } from './sessions/typed-values.ts'
import { announcedFormChecks } from './forms/announced-forms.ts'
import { formChecks } from './forms/forms.ts'
import { sharedUrlChecks } from './hiding/at-once.ts'
import { isolatedListChecks } from './hiding/isolated-lists.ts'
import { isolationChecks } from './hiding/isolation.ts'
import { hidingFamilyChecks } from './hiding/hiding-families.ts'
import { hidingChecks } from './hiding/hiding.ts'
import { idScanUploadChecks } from './id-scan/id-scan-uploads.ts'
import { idScanChecks } from './id-scan/id-scan.ts'
import { imageAccessChecks } from './images/image-access.ts'
import { imageMissingChecks } from './images/image-missing.ts'
import { imageRunChecks } from './images/image-runs.ts'
import { imageChecks } from './images/images.ts'
import { imagesByOutcomeChecks } from './images/images-by-outcome.ts'
import { imagesInReviewChecks } from './images/images-in-review.ts'
import { keptImagesChecks } from './images/kept-images.ts'
import { newRunChecks } from './images/new-runs.ts'
import { reverificationLimitChecks } from './images/reverification-limit.ts'
import { liveImageChecks } from './images/live-images.ts'
import { journeyChecks } from './sessions/journeys.ts'
import { lifecycleChecks } from './sessions/lifecycle.ts'
import { deliveryLogClassChecks } from './limits/delivery-log-class.ts'
import { limitChecks } from './limits/limits.ts'
import { refusedBodyChecks } from './limits/refused-bodies.ts'
import { openapiChecks } from './openapi/openapi.ts'
import { planeChecks } from './planes/planes.ts'
import { everyProblemChecks } from './envelope/every-problem.ts'
import { otherLivePlaneChecks } from './planes/other-live-plane.ts'
import { remainingPlaneChecks } from './planes/repeated/remaining-planes.ts'
import { eachPlaneChecks } from './planes/each-plane.ts'
import { everyRouteChecks } from './planes/every-route.ts'
import { refusalChecks } from './envelope/refusals.ts'
import { regionAndModeChecks } from './planes/regions-and-modes.ts'
import { phonesAtOnceChecks } from './applicants/phones-at-once.ts'
import { repeatedChangeChecks } from './applicants/repeated-changes.ts'
import { removedNameChecks } from './applicants/removed-names.ts'
import { routeClassChecks } from './limits/route-classes.ts'
import { evidenceClassChecks } from './limits/evidence-classes.ts'
import { scopeChecks } from './scopes/scopes.ts'
import { actionsOfTypesChecks } from './screening/actions-of-types.ts'
import { screeningActionChecks } from './screening/screening-actions.ts'
import { repeatedWriteChecks } from './templates/repeated-writes.ts'
import { changedRuleChecks } from './screening/changed-rules.ts'
import { screeningMetadataChecks } from './screening/screening-metadata.ts'
import { screeningPlaneChecks } from './screening/screening-planes.ts'
import { ruleCountChecks } from './screening/rule-count.ts'
import { screeningScoreChecks } from './screening/screening-score.ts'
import { screeningChecks } from './screening/screening.ts'
import { findingsOfChecksChecks } from './screening/findings-of-checks.ts'
import { screeningAgeChecks } from './screening/screening-age.ts'
import { metadataShapeChecks } from './sessions/metadata-shapes.ts'
import { liveModeChecks } from './sessions/live-mode.ts'
import { liveOutcomeChecks } from './sessions/live-outcome.ts'
import { retiredScopeChecks } from './scopes/retired-scopes.ts'
import { tokenResultChecks } from './tokens/token-results.ts'
import { everySdkRouteChecks } from './sdk/every-sdk-route.ts'
import { documentsOfOthersChecks } from './sdk/documents-of-others.ts'
import { keptSubmissionChecks } from './sdk/kept-submission.ts'
import { repeatedSubmissionChecks } from './sdk/repeated-submissions.ts'
import { sdkChecks } from './sdk/sdk.ts'
import { publishableKeyChecks } from './sdk/publishable-keys.ts'
import { sealChecks } from './seals/seals.ts'
import { sealKeyChecks } from './seals/seal-keys.ts'
import { serviceChecks } from './report/service.ts'
import { sessionChecks } from './sessions/sessions.ts'
import { changesInListsChecks } from './sessions/changes-in-lists.ts'
import { signingEventChecks } from './esign/signing-events.ts'
import { liveSigningChecks } from './esign/live-signing.ts'
import { declinedEventChecks } from './esign/declined-events.ts'
import { signingStatusChecks } from './esign/signing-status.ts'
import { signingChecks } from './esign/signing.ts'
import { oneEnvelopeEachChecks } from './esign/one-envelope-each.ts'
import { signingTimeChecks } from './esign/signing-times.ts'
import { templateActionChecks } from './templates/template-actions.ts'
import { templateConditionChecks } from './templates/template-conditions.ts'
import { templateConfigChecks } from './templates/template-config.ts'
import { templateFieldChecks } from './templates/template-fields.ts'
import { templateProblemChecks } from './templates/template-problems.ts'
import { templateRuleChecks } from './templates/template-rules.ts'
import { templateReplacementChecks } from './templates/template-replacements.ts'
import { templateChecks } from './templates/templates.ts'
import { refusedTemplateChecks } from './templates/refused-templates.ts'
import { unusualValueChecks } from './applicants/unusual-values.ts'
import { repeatedMintChecks } from './tokens/repeated-mints.ts'
import { tokenKindChecks } from './tokens/token-kinds.ts'
import { tokenChecks } from './tokens/tokens.ts'
import { tokenIsolationChecks } from './tokens/token-isolation.ts'
import { startedSessionChecks } from './sessions/started-sessions.ts'
import { unknownFieldChecks } from './sessions/unknown-fields.ts'
import { verifyRefusalChecks } from './verify/verify-refusals.ts'
import { verifyAtOnceChecks } from './verify/at-once.ts'
import { testDocumentChecks } from './verify/test-documents.ts'
import { testSealChecks } from './verify/test-seals.ts'
import { revocationChecks } from './verify/revocations.ts'
import { verifyChecks } from './verify/verify.ts'
import { planeEventChecks } from './webhooks/plane-events.ts'
import { reviewedEventChecks } from './webhooks/reviewed-events.ts'
import { eventTimeChecks } from './webhooks/event-times.ts'
import { webhookEventChecks } from './webhooks/webhook-events.ts'
import { webhookReplayChecks } from './webhooks/webhook-replays.ts'
import { changedSubscriptionChecks } from './webhooks/changed-subscriptions.ts'
import { exactEventChecks } from './webhooks/exact-events.ts'
import { occurrenceModeChecks } from './webhooks/occurrence-modes.ts'
import { shownSecretChecks } from './webhooks/shown-secrets.ts'
import { subscriptionRuleChecks } from './webhooks/subscription-rules.ts'
import { webhookSubscriptionChecks } from './webhooks/webhook-subscriptions.ts'

const IN_ONE_PLANE: readonly Check[] = [
  ...envelopeChecks,
  ...refusalChecks,
  ...everyProblemChecks,
  ...sessionChecks,
  ...serviceChecks,
  ...checkTypeChecks,
  ...sideBySideChecks,
  ...expectedOutcomeChecks,
  ...forcedOutcomeChecks,
  ...typedValueChecks,
  ...unknownFieldChecks,
  ...phonesAtOnceChecks,
  ...removedNameChecks,
  ...applicantChecks,
  ...nameRuleChecks,
  ...fieldTypeChecks,
  ...countryChecks,
  ...inlineApplicantChecks,
  ...capturedNameChecks,
  ...applicantPhoneChecks,
  ...applicantChangeChecks,
  ...singleChangeChecks,
  ...repeatedChangeChecks,
  ...keptCreationChecks,
  ...unusualValueChecks,
  ...refusedCreationChecks,
  ...limitChecks,
  ...refusedBodyChecks,
  ...routeClassChecks,
  ...evidenceClassChecks,
  ...deliveryLogClassChecks,
  ...budgetChecks,
  ...usedUpChecks,
  ...concurrentRequestChecks,
  ...revokedAfterUseChecks,
  ...addressLimitChecks,
  ...usedUpClassChecks,
  ...tierOfImagesChecks,
  ...scopeChecks,
  ...planeChecks,
  ...regionAndModeChecks,
  ...eachPlaneChecks,
  ...everyRouteChecks,
  ...hidingChecks,
  ...hidingFamilyChecks,
  ...isolationChecks,
  ...isolatedListChecks,
  ...sharedUrlChecks,
  ...imageChecks,
  ...liveImageChecks,
  ...newRunChecks,
  ...reverificationLimitChecks,
  ...imagesInReviewChecks,
  ...imagesByOutcomeChecks,
  ...keptImagesChecks,
  ...imageAccessChecks,
  ...imageMissingChecks,
  ...imageRunChecks,
  ...activityChecks,
  ...activityCauseChecks,
  ...billingChecks,
  ...writeChecks,
  ...graceChecks,
  ...lifecycleChecks,
  ...startedSessionChecks,
  ...lateCancellationChecks,
  ...changesInListsChecks,
  ...tokenChecks,
  ...tokenIsolationChecks,
  ...sdkChecks,
  ...repeatedSubmissionChecks,
  ...keptSubmissionChecks,
  ...documentsOfOthersChecks,
  ...everySdkRouteChecks,
  ...publishableKeyChecks,
  ...repeatedMintChecks,
  ...tokenKindChecks,
  ...tokenResultChecks,
  ...retiredScopeChecks,
  ...liveModeChecks,
  ...liveOutcomeChecks,
  ...metadataShapeChecks,
  ...credentialChecks,
  ...severalScopeChecks,
  ...wipedDataChecks,
  ...afterPurgeChecks,
  ...verifyRefusalChecks,
  ...verifyChecks,
  ...testSealChecks,
  ...testDocumentChecks,
  ...verifyAtOnceChecks,
  ...revocationChecks,
  ...sealChecks,
  ...sealKeyChecks,
  ...signingEventChecks,
  ...declinedEventChecks,
  ...liveSigningChecks,
  ...signingChecks,
  ...paperCopyChecks,
  ...signingStatusChecks,
  ...signingTimeChecks,
  ...oneEnvelopeEachChecks,
  ...journeyChecks,
  ...openapiChecks,
  ...idScanChecks,
  ...idScanUploadChecks,
  ...blankImageChecks,
  ...templateChecks,
  ...templateReplacementChecks,
  ...refusedTemplateChecks,
  ...templateRuleChecks,
  ...templateProblemChecks,
  ...templateConditionChecks,
  ...templateActionChecks,
  ...templateFieldChecks,
  ...templateConfigChecks,
  ...screeningChecks,
  ...screeningScoreChecks,
  ...ruleCountChecks,
  ...screeningPlaneChecks,
  ...screeningActionChecks,
  ...screeningAgeChecks,
  ...findingsOfChecksChecks,
  ...screeningMetadataChecks,
  ...actionsOfTypesChecks,
  ...repeatedWriteChecks,
  ...changedRuleChecks,
  ...formChecks,
  ...announcedFormChecks,
  ...webhookEventChecks,
  ...eventTimeChecks,
  ...planeEventChecks,
  ...reviewedEventChecks,
  ...webhookSubscriptionChecks,
  ...rotationChecks,
  ...severalEndpointChecks,
  ...subscriptionRuleChecks,
  ...shownSecretChecks,
  ...occurrenceModeChecks,
  ...changedSubscriptionChecks,
  ...exactEventChecks,
  ...webhookReplayChecks,
  ...deliveryChecks,
]

/** Every check, in the order in which they run: the most general failures come first. */
export const CHECKS: readonly Check[] = [
  ...IN_ONE_PLANE,
  ...otherLivePlaneChecks(IN_ONE_PLANE),
  ...remainingPlaneChecks(IN_ONE_PLANE),
]
