import type { Check } from '../../check/check.ts'
import { deliveryLogChecks } from './delivery-log.ts'
import { deliveryLogPageChecks } from './delivery-log-pages.ts'
import { foreignCursorChecks } from './foreign-cursors.ts'
import { refusedAttemptChecks } from './refused-attempts.ts'
import { retriedEventChecks } from './retried-events.ts'
import { rotatedRowChecks } from './rows-after-a-rotation.ts'
import { thirdAttemptChecks } from './third-attempts.ts'

/** All checks of the delivery log. */
export const deliveryChecks: readonly Check[] = [
  ...deliveryLogChecks,
  ...refusedAttemptChecks,
  ...thirdAttemptChecks,
  ...retriedEventChecks,
  ...deliveryLogPageChecks,
  ...rotatedRowChecks,
  ...foreignCursorChecks,
]
