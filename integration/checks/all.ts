import type { Check } from '../check.ts'
import { DOCUMENTS } from './documents.ts'
import { EVENTS } from './events.ts'
import { RECEIVER } from './receiver.ts'
import { REQUESTS } from './requests.ts'
import { RESULTS } from './results.ts'
import { SIGNING_EVENTS } from './signing-events.ts'

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...RECEIVER,
  ...EVENTS,
  ...SIGNING_EVENTS,
  ...REQUESTS,
  ...RESULTS,
  ...DOCUMENTS,
]
