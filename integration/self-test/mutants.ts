import { CRASH_MUTANTS } from './durable.ts'
import type { Mutant } from './mutant.ts'
import { BACKEND_MUTANTS } from './mutants/backend.ts'
import { CREDENTIAL_MUTANTS } from './mutants/credentials.ts'
import { CUSTOMER_MUTANTS } from './mutants/customers.ts'
import { DOCUMENT_MUTANTS } from './mutants/documents.ts'
import { EVENT_TYPE_MUTANTS } from './mutants/event-types.ts'
import { IMAGE_MUTANTS } from './mutants/images.ts'
import { LIMIT_MUTANTS } from './mutants/limits.ts'
import { ORDER_MUTANTS } from './mutants/order.ts'
import { RECEIVER_MUTANTS } from './mutants/receiver.ts'
import { MEMBER_MUTANTS } from './mutants/members.ts'
import { REPEAT_MUTANTS } from './mutants/repeats.ts'
import { REQUEST_MUTANTS } from './mutants/requests.ts'
import { SEAL_MUTANTS } from './mutants/seals.ts'
import { SIGNATURE_MUTANTS } from './mutants/signature.ts'
import { TRANSIENT_MUTANTS } from './mutants/transient.ts'
import { UNVERIFIED_MUTANTS } from './mutants/unverified.ts'

/** At least one mutant for each duty with a check. */
export const MUTANTS: readonly Mutant[] = [
  ...SIGNATURE_MUTANTS,
  ...UNVERIFIED_MUTANTS,
  ...RECEIVER_MUTANTS,
  ...ORDER_MUTANTS,
  ...CRASH_MUTANTS,
  ...EVENT_TYPE_MUTANTS,
  ...MEMBER_MUTANTS,
  ...BACKEND_MUTANTS,
  ...IMAGE_MUTANTS,
  ...REQUEST_MUTANTS,
  ...CREDENTIAL_MUTANTS,
  ...LIMIT_MUTANTS,
  ...DOCUMENT_MUTANTS,
  ...SEAL_MUTANTS,
  ...CUSTOMER_MUTANTS,
  ...REPEAT_MUTANTS,
  ...TRANSIENT_MUTANTS,
]
