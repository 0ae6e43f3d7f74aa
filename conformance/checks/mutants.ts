import type { Mutant } from '../self-test/wire-faults.ts'
import { ACTIVITY_MUTANTS } from './activity/mutants.ts'
import { APPLICANTS_MUTANTS } from './applicants/mutants.ts'
import { PHONE_MUTANTS } from './applicants/phone-mutants.ts'
import { UNKNOWN_FIELD_MUTANTS } from './applicants/unknown-field-mutants.ts'
import { INLINE_APPLICANT_MUTANTS, PLACE_MUTANTS } from './applicants/place-mutants.ts'
import { KEPT_CREATION_MUTANTS } from './applicants/kept-creation-mutants.ts'
import { UNUSUAL_VALUE_MUTANTS } from './applicants/unusual-value-mutants.ts'
import { CHANGE_MUTANTS } from './applicants/change-mutants.ts'
import { REPEATED_CHANGE_MUTANTS } from './applicants/repeated-change-mutants.ts'
import { FREE_WRITE_MUTANTS } from './billing/free-write-mutants.ts'
import { BILLING_MUTANTS, REFUSED_WRITE_MUTANTS, SAVED_REFUSAL_MUTANTS } from './billing/mutants.ts'
import { DELIVERIES_MUTANTS } from './deliveries/mutants.ts'
import { REFUSED_ATTEMPT_MUTANTS } from './deliveries/refused-attempt-mutants.ts'
import { RETRIED_EVENT_MUTANTS } from './deliveries/retried-event-mutants.ts'
import { THIRD_ATTEMPT_MUTANTS } from './deliveries/third-attempt-mutants.ts'
import { ENVELOPE_MUTANTS } from './envelope/mutants.ts'
import { EVERY_PROBLEM_MUTANTS } from './envelope/every-problem-mutants.ts'
import { SIGNING_MUTANTS } from './esign/mutants.ts'
import { ACTS_AT_ONCE_MUTANTS } from './esign/acts-at-once-mutants.ts'
import { CONSENT_MUTANTS } from './esign/consent-mutants.ts'
import { LIVE_SIGNING_MUTANTS } from './esign/live-signing-mutants.ts'
import { FORMS_MUTANTS } from './forms/mutants.ts'
import { HIDING_MUTANTS } from './hiding/mutants.ts'
import { SHARED_CACHE_MUTANTS } from './hiding/shared-cache-mutants.ts'
import { ISOLATION_MUTANTS } from './hiding/isolation-mutants.ts'
import { LATER_PAGE_MUTANTS } from './hiding/later-page-mutants.ts'
import { SHARED_ORGANIZATION_MUTANTS } from './hiding/shared-organization-mutants.ts'
import { ID_SCAN_MUTANTS } from './id-scan/mutants.ts'
import { BLANK_IMAGE_MUTANTS } from './id-scan/blank-image-mutants.ts'
import { UPLOAD_MUTANTS } from './id-scan/upload-mutants.ts'
import { IMAGES_MUTANTS } from './images/mutants.ts'
import { ARTIFACT_MUTANTS } from './images/artifact-mutants.ts'
import { IMAGE_RUNS_MUTANTS } from './images/image-run-mutants.ts'
import { LIMITS_MUTANTS } from './limits/mutants.ts'
import { BUDGETS_MUTANTS } from './limits/budget-mutants.ts'
import { ROUTE_CLASSES_MUTANTS } from './limits/route-class-mutants.ts'
import { OTHER_PLANES_MUTANTS } from './limits/other-planes-mutants.ts'
import { TIER_OF_IMAGES_MUTANTS, USED_UP_CLASS_MUTANTS } from './limits/used-up-class-mutants.ts'
import { USED_UP_MUTANTS } from './limits/used-up-mutants.ts'
import { OPENAPI_MUTANTS } from './openapi/mutants.ts'
import { PLANES_MUTANTS } from './planes/mutants.ts'
import { EACH_PLANE_MUTANTS } from './planes/each-plane-mutants.ts'
import { PLANE_ACCESS_MUTANTS } from './planes/access-mutants.ts'
import { PLANE_REFUSAL_MUTANTS } from './planes/refusal-mutants.ts'
import { WIPED_DATA_MUTANTS } from './planes/wiped-data-mutants.ts'
import { AFTER_PURGE_MUTANTS } from './planes/after-a-purge-mutants.ts'
import { repeatedMutants } from './planes/repeated/repeated-mutants.ts'
import { PLANE_STATE_MUTANTS } from './planes/plane-state-mutants.ts'
import { PLANE_SEAL_MUTANTS } from './planes/seal-mutants.ts'
import { EVERY_ROUTE_MUTANTS } from './planes/every-route-mutants.ts'
import { SERVICE_MUTANTS } from './report/mutants.ts'
import { REVOKED_AFTER_USE_MUTANTS } from './scopes/revoked-after-use-mutants.ts'
import { SCOPES_MUTANTS } from './scopes/mutants.ts'
import { SCREENING_MUTANTS } from './screening/mutants.ts'
import { PUBLISHABLE_KEY_MUTANTS } from './sdk/publishable-key-mutants.ts'
import { SDK_MUTANTS } from './sdk/mutants.ts'
import { SEALS_MUTANTS } from './seals/mutants.ts'
import { SESSIONS_MUTANTS } from './sessions/mutants.ts'
import { EXPECTED_OUTCOME_MUTANTS } from './sessions/expected-outcome-mutants.ts'
import { ROTATION_MUTANTS } from './webhooks/rotation-mutants.ts'
import { AFTER_END_MUTANTS } from './esign/after-end-mutants.ts'
import { FIRST_DOCUMENT_MUTANTS } from './esign/first-document-mutants.ts'
import { SECOND_ENVELOPE_MUTANTS } from './esign/second-envelope-mutants.ts'
import { RETIRED_OR_TEST_MUTANTS } from './verify/retired-or-test-mutants.ts'
import { TEMPLATE_REPLACEMENT_MUTANTS } from './templates/template-replacement-mutants.ts'
import { PAPER_COPY_MUTANTS } from './esign/paper-copy-mutants.ts'
import {
  LATE_CANCELLATION_MUTANTS,
  STARTED_SESSION_MUTANTS,
} from './sessions/started-session-mutants.ts'
import { SIDE_BY_SIDE_MUTANTS } from './sessions/side-by-side-mutants.ts'
import { ACTIVITY_CAUSE_MUTANTS } from './activity/cause-mutants.ts'
import { NEW_RUN_MUTANTS } from './images/new-run-mutants.ts'
import { SCREENING_PLANE_MUTANTS } from './screening/plane-mutants.ts'
import { CHANGED_RULE_MUTANTS } from './screening/changed-rule-mutants.ts'
import { VERIFY_BRANCH_MUTANTS } from './verify/branch-mutants.ts'
import { SCAN_OUTCOME_MUTANTS } from './id-scan/outcome-mutants.ts'
import { REPEATED_SUBMISSION_MUTANTS } from './sdk/repeated-submission-mutants.ts'
import {
  NEW_RUN_EVENT_MUTANTS,
  REPEATED_DELIVERY_MUTANTS,
  LATER_PING_MUTANTS,
  MANY_TYPES_MUTANTS,
} from './webhooks/repeated-delivery-mutants.ts'
import { BY_OUTCOME_MUTANTS } from './images/by-outcome-mutants.ts'
import { IMAGE_DELETION_MUTANTS } from './images/deletion-mutants.ts'
import { FORCED_OUTCOME_MUTANTS } from './sessions/forced-outcome-mutants.ts'
import { METADATA_TEXT_MUTANTS, TYPED_VALUE_MUTANTS } from './sessions/typed-value-mutants.ts'
import { JOURNEYS_MUTANTS } from './sessions/journey-mutants.ts'
import { LIFECYCLE_MUTANTS } from './sessions/lifecycle-mutants.ts'
import { METADATA_MUTANTS } from './sessions/metadata-mutants.ts'
import { TEMPLATES_MUTANTS } from './templates/mutants.ts'
import { REPEATED_WRITE_MUTANTS } from './templates/repeated-write-mutants.ts'
import { BRANCH_MUTANTS } from './templates/branch-mutants.ts'
import { TEMPLATE_PROBLEM_MUTANTS } from './templates/template-problem-mutants.ts'
import { REFUSED_RULE_MUTANTS } from './templates/refused-rule-mutants.ts'
import { TOKENS_MUTANTS } from './tokens/mutants.ts'
import { REPEATED_MINT_MUTANTS } from './tokens/repeated-mint-mutants.ts'
import { TOKEN_USE_MUTANTS } from './tokens/token-use-mutants.ts'
import { TOKEN_RESULT_MUTANTS } from './tokens/result-mutants.ts'
import { REVOCATION_MUTANTS } from './verify/revocation-mutants.ts'
import { VERIFY_MUTANTS } from './verify/mutants.ts'
import { LEAK_MUTANTS } from './verify/leak-mutants.ts'
import { SENT_KEY_MUTANTS } from './verify/sent-key-mutants.ts'
import { SECOND_REQUEST_MUTANTS } from './verify/second-request-mutants.ts'
import { WEBHOOKS_MUTANTS } from './webhooks/mutants.ts'
import { CHANGED_SUBSCRIPTION_MUTANTS } from './webhooks/changed-subscription-mutants.ts'
import { SHOWN_SECRET_MUTANTS } from './webhooks/shown-secret-mutants.ts'
import { SUBSCRIPTION_MUTANTS } from './webhooks/subscription-mutants.ts'
import { OTHER_REGION_EVENT_MUTANTS } from './webhooks/other-region-event-mutants.ts'
import { EVENT_MUTANTS } from './webhooks/event-mutants.ts'
import { LIVE_EVENT_MUTANTS, OCCURRENCE_MODE_MUTANTS } from './webhooks/live-event-mutants.ts'

const OF_ONE_PLANE: readonly Mutant[] = [
  ...ACTIVITY_MUTANTS,
  ...APPLICANTS_MUTANTS,
  ...PHONE_MUTANTS,
  ...PLACE_MUTANTS,
  ...INLINE_APPLICANT_MUTANTS,
  ...UNKNOWN_FIELD_MUTANTS,
  ...CHANGE_MUTANTS,
  ...REPEATED_CHANGE_MUTANTS,
  ...KEPT_CREATION_MUTANTS,
  ...UNUSUAL_VALUE_MUTANTS,
  ...BILLING_MUTANTS,
  ...REFUSED_WRITE_MUTANTS,
  ...SAVED_REFUSAL_MUTANTS,
  ...FREE_WRITE_MUTANTS,
  ...DELIVERIES_MUTANTS,
  ...REFUSED_ATTEMPT_MUTANTS,
  ...THIRD_ATTEMPT_MUTANTS,
  ...RETRIED_EVENT_MUTANTS,
  ...ENVELOPE_MUTANTS,
  ...EVERY_PROBLEM_MUTANTS,
  ...SIGNING_MUTANTS,
  ...CONSENT_MUTANTS,
  ...ACTS_AT_ONCE_MUTANTS,
  ...LIVE_SIGNING_MUTANTS,
  ...FORMS_MUTANTS,
  ...HIDING_MUTANTS,
  ...ISOLATION_MUTANTS,
  ...LATER_PAGE_MUTANTS,
  ...SHARED_CACHE_MUTANTS,
  ...SHARED_ORGANIZATION_MUTANTS,
  ...ID_SCAN_MUTANTS,
  ...BLANK_IMAGE_MUTANTS,
  ...UPLOAD_MUTANTS,
  ...IMAGES_MUTANTS,
  ...ARTIFACT_MUTANTS,
  ...IMAGE_RUNS_MUTANTS,
  ...LIMITS_MUTANTS,
  ...BUDGETS_MUTANTS,
  ...ROUTE_CLASSES_MUTANTS,
  ...USED_UP_CLASS_MUTANTS,
  ...TIER_OF_IMAGES_MUTANTS,
  ...USED_UP_MUTANTS,
  ...OTHER_PLANES_MUTANTS,
  ...OPENAPI_MUTANTS,
  ...PLANES_MUTANTS,
  ...EACH_PLANE_MUTANTS,
  ...PLANE_STATE_MUTANTS,
  ...PLANE_SEAL_MUTANTS,
  ...WIPED_DATA_MUTANTS,
  ...AFTER_PURGE_MUTANTS,
  ...PLANE_ACCESS_MUTANTS,
  ...PLANE_REFUSAL_MUTANTS,
  ...EVERY_ROUTE_MUTANTS,
  ...SERVICE_MUTANTS,
  ...SCOPES_MUTANTS,
  ...REVOKED_AFTER_USE_MUTANTS,
  ...SCREENING_MUTANTS,
  ...SDK_MUTANTS,
  ...PUBLISHABLE_KEY_MUTANTS,
  ...SEALS_MUTANTS,
  ...SESSIONS_MUTANTS,
  ...EXPECTED_OUTCOME_MUTANTS,
  ...FORCED_OUTCOME_MUTANTS,
  ...BY_OUTCOME_MUTANTS,
  ...IMAGE_DELETION_MUTANTS,
  ...REPEATED_DELIVERY_MUTANTS,
  ...REPEATED_SUBMISSION_MUTANTS,
  ...SCAN_OUTCOME_MUTANTS,
  ...SIDE_BY_SIDE_MUTANTS,
  ...ACTIVITY_CAUSE_MUTANTS,
  ...NEW_RUN_MUTANTS,
  ...NEW_RUN_EVENT_MUTANTS,
  ...CHANGED_RULE_MUTANTS,
  ...SCREENING_PLANE_MUTANTS,
  ...STARTED_SESSION_MUTANTS,
  ...LATE_CANCELLATION_MUTANTS,
  ...AFTER_END_MUTANTS,
  ...SECOND_ENVELOPE_MUTANTS,
  ...FIRST_DOCUMENT_MUTANTS,
  ...RETIRED_OR_TEST_MUTANTS,
  ...TEMPLATE_REPLACEMENT_MUTANTS,
  ...PAPER_COPY_MUTANTS,
  ...VERIFY_BRANCH_MUTANTS,
  ...ROTATION_MUTANTS,
  ...TYPED_VALUE_MUTANTS,
  ...JOURNEYS_MUTANTS,
  ...LIFECYCLE_MUTANTS,
  ...LATER_PING_MUTANTS,
  ...MANY_TYPES_MUTANTS,
  ...METADATA_MUTANTS,
  ...METADATA_TEXT_MUTANTS,
  ...TEMPLATES_MUTANTS,
  ...REFUSED_RULE_MUTANTS,
  ...REPEATED_WRITE_MUTANTS,
  ...BRANCH_MUTANTS,
  ...TEMPLATE_PROBLEM_MUTANTS,
  ...TOKENS_MUTANTS,
  ...REPEATED_MINT_MUTANTS,
  ...TOKEN_USE_MUTANTS,
  ...TOKEN_RESULT_MUTANTS,
  ...VERIFY_MUTANTS,
  ...LEAK_MUTANTS,
  ...SECOND_REQUEST_MUTANTS,
  ...SENT_KEY_MUTANTS,
  ...REVOCATION_MUTANTS,
  ...WEBHOOKS_MUTANTS,
  ...SUBSCRIPTION_MUTANTS,
  ...SHOWN_SECRET_MUTANTS,
  ...OCCURRENCE_MODE_MUTANTS,
  ...CHANGED_SUBSCRIPTION_MUTANTS,
  ...EVENT_MUTANTS,
  ...LIVE_EVENT_MUTANTS,
  ...OTHER_REGION_EVENT_MUTANTS,
]

/** Every mutant, by the area of the check that finds it. */
export const MUTANTS: readonly Mutant[] = [...OF_ONE_PLANE, ...repeatedMutants(OF_ONE_PLANE)]
