import type { Check } from '../check.ts'
import { CLASS_LIMITS } from './class-limits.ts'
import { DOCUMENTS } from './documents.ts'
import { DUPLICATES } from './events/duplicates.ts'
import { EVENT_MEMBERS } from './events/members.ts'
import { EVENT_TYPES } from './events/types.ts'
import { EVENTS } from './events/bodies.ts'
import { FAILED_DELIVERIES } from './failed-deliveries.ts'
import { FAILED_IMAGES } from './images/failed-images.ts'
import { KEY_HEADER } from './key-header.ts'
import { LIMITS } from './limits.ts'
import { ORDER } from './events/order.ts'
import { OWN_IMAGES } from './images/own-images.ts'
import { RECEIVER } from './receiver.ts'
import { REFUSALS } from './refusals.ts'
import { REQUESTS } from './requests.ts'
import { RESULTS } from './results.ts'
import { SIGNING_EVENTS } from './events/signing-events.ts'
import { TWO_CUSTOMERS } from './two-customers.ts'
import { UNKNOWN_VALUES } from './unknown-values.ts'

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...RECEIVER,
  ...EVENT_TYPES,
  ...EVENTS,
  ...EVENT_MEMBERS,
  ...DUPLICATES,
  ...ORDER,
  ...SIGNING_EVENTS,
  ...FAILED_DELIVERIES,
  ...REQUESTS,
  ...LIMITS,
  ...CLASS_LIMITS,
  ...REFUSALS,
  ...RESULTS,
  ...FAILED_IMAGES,
  ...OWN_IMAGES,
  ...TWO_CUSTOMERS,
  ...UNKNOWN_VALUES,
  ...DOCUMENTS,
  ...KEY_HEADER,
]
