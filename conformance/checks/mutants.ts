import type { Mutant } from '../self-test/wire-faults.ts'
import { ACTIVITY_MUTANTS } from './activity/mutants.ts'
import { APPLICANTS_MUTANTS } from './applicants/mutants.ts'
import { BILLING_MUTANTS } from './billing/mutants.ts'
import { BLANK_IMAGE_MUTANTS } from './id-scan/blank-image-mutants.ts'
import { BUDGETS_MUTANTS } from './limits/budget-mutants.ts'
import { CLASS_MUTANTS } from './class-mutants.ts'
import { DELIVERIES_MUTANTS } from './deliveries/mutants.ts'
import { ENVELOPE_MUTANTS } from './envelope/mutants.ts'
import { EXPECTED_OUTCOME_MUTANTS } from './sessions/expected-outcome-mutants.ts'
import { FORCED_OUTCOME_MUTANTS } from './sessions/forced-outcome-mutants.ts'
import { FORMS_MUTANTS } from './forms/mutants.ts'
import { FOUNDATION_MUTANTS } from './foundation-mutants.ts'
import { FURTHER_MUTANTS } from './further-mutants.ts'
import { HIDING_MUTANTS } from './hiding/mutants.ts'
import { ID_SCAN_MUTANTS } from './id-scan/mutants.ts'
import { IMAGES_MUTANTS } from './images/mutants.ts'
import { IMAGE_RUNS_MUTANTS } from './images/image-run-mutants.ts'
import { ISOLATION_MUTANTS } from './hiding/isolation-mutants.ts'
import { LIFECYCLE_MUTANTS } from './sessions/lifecycle-mutants.ts'
import { LIMITS_MUTANTS } from './limits/mutants.ts'
import { OPENAPI_MUTANTS } from './openapi/mutants.ts'
import { PLANES_MUTANTS } from './planes/mutants.ts'
import { ROUTE_CLASSES_MUTANTS } from './limits/route-class-mutants.ts'
import { SCOPES_MUTANTS } from './scopes/mutants.ts'
import { SCREENING_MUTANTS } from './screening/mutants.ts'
import { SERVICE_MUTANTS } from './report/mutants.ts'
import { SESSIONS_MUTANTS } from './sessions/mutants.ts'
import { TEMPLATES_MUTANTS } from './templates/mutants.ts'
import { WEBHOOKS_MUTANTS } from './webhooks/mutants.ts'
import { TOKENS_MUTANTS } from './tokens/mutants.ts'
import { VERIFY_MUTANTS } from './verify/mutants.ts'
import { SIGNING_MUTANTS } from './esign/mutants.ts'
import { JOURNEYS_MUTANTS } from './sessions/journey-mutants.ts'

/** Every mutant, by the area of the check that finds it. */
export const MUTANTS: readonly Mutant[] = [
  ...ACTIVITY_MUTANTS,
  ...APPLICANTS_MUTANTS,
  ...BILLING_MUTANTS,
  ...BLANK_IMAGE_MUTANTS,
  ...BUDGETS_MUTANTS,
  ...CLASS_MUTANTS,
  ...DELIVERIES_MUTANTS,
  ...ENVELOPE_MUTANTS,
  ...EXPECTED_OUTCOME_MUTANTS,
  ...FORCED_OUTCOME_MUTANTS,
  ...FORMS_MUTANTS,
  ...FOUNDATION_MUTANTS,
  ...FURTHER_MUTANTS,
  ...HIDING_MUTANTS,
  ...ID_SCAN_MUTANTS,
  ...IMAGES_MUTANTS,
  ...IMAGE_RUNS_MUTANTS,
  ...ISOLATION_MUTANTS,
  ...JOURNEYS_MUTANTS,
  ...LIFECYCLE_MUTANTS,
  ...LIMITS_MUTANTS,
  ...OPENAPI_MUTANTS,
  ...PLANES_MUTANTS,
  ...ROUTE_CLASSES_MUTANTS,
  ...SCOPES_MUTANTS,
  ...SCREENING_MUTANTS,
  ...SERVICE_MUTANTS,
  ...SESSIONS_MUTANTS,
  ...TEMPLATES_MUTANTS,
  ...WEBHOOKS_MUTANTS,
  ...SIGNING_MUTANTS,
  ...TOKENS_MUTANTS,
  ...VERIFY_MUTANTS,
]
