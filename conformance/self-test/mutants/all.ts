import type { Mutant } from './faults.ts'
import { ACTIVITY_MUTANTS } from './activity.ts'
import { APPLICANTS_MUTANTS } from './applicants.ts'
import { BILLING_MUTANTS } from './billing.ts'
import { BUDGETS_MUTANTS } from './budgets.ts'
import { DELIVERIES_MUTANTS } from './deliveries.ts'
import { ENVELOPE_MUTANTS } from './envelope.ts'
import { EXPECTED_OUTCOME_MUTANTS } from './expected-outcome.ts'
import { FORCED_OUTCOME_MUTANTS } from './forced-outcome.ts'
import { FORMS_MUTANTS } from './forms.ts'
import { FOUNDATION_MUTANTS } from './foundations.ts'
import { HIDING_MUTANTS } from './hiding.ts'
import { ID_SCAN_MUTANTS } from './id-scan.ts'
import { IMAGES_MUTANTS } from './images.ts'
import { IMAGE_RUNS_MUTANTS } from './image-runs.ts'
import { LIFECYCLE_MUTANTS } from './lifecycle.ts'
import { LIMITS_MUTANTS } from './limits.ts'
import { OPENAPI_MUTANTS } from './openapi.ts'
import { PLANES_MUTANTS } from './planes.ts'
import { ROUTE_CLASSES_MUTANTS } from './route-classes.ts'
import { SCOPES_MUTANTS } from './scopes.ts'
import { SCREENING_MUTANTS } from './screening.ts'
import { SERVICE_MUTANTS } from './service.ts'
import { SESSIONS_MUTANTS } from './sessions.ts'
import { TEMPLATES_MUTANTS } from './templates.ts'
import { WEBHOOKS_MUTANTS } from './webhooks.ts'
import { TOKENS_MUTANTS } from './tokens.ts'
import { VERIFY_MUTANTS } from './verify.ts'
import { SIGNING_MUTANTS } from './signing.ts'
import { JOURNEYS_MUTANTS } from './journeys.ts'

/** Every mutant, by the area of the check that finds it. */
export const MUTANTS: readonly Mutant[] = [
  ...ACTIVITY_MUTANTS,
  ...APPLICANTS_MUTANTS,
  ...BILLING_MUTANTS,
  ...BUDGETS_MUTANTS,
  ...DELIVERIES_MUTANTS,
  ...ENVELOPE_MUTANTS,
  ...EXPECTED_OUTCOME_MUTANTS,
  ...FORCED_OUTCOME_MUTANTS,
  ...FORMS_MUTANTS,
  ...FOUNDATION_MUTANTS,
  ...HIDING_MUTANTS,
  ...ID_SCAN_MUTANTS,
  ...IMAGES_MUTANTS,
  ...IMAGE_RUNS_MUTANTS,
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
