import type { Mutant } from './mutant.ts'
import { BACKEND_MUTANTS } from './mutants/backend.ts'
import { DOCUMENT_MUTANTS } from './mutants/documents.ts'
import { RECEIVER_MUTANTS } from './mutants/receiver.ts'
import { SIGNATURE_MUTANTS } from './mutants/signature.ts'

/** At least one mutant for each duty with a check. */
export const MUTANTS: readonly Mutant[] = [
  ...SIGNATURE_MUTANTS,
  ...RECEIVER_MUTANTS,
  ...BACKEND_MUTANTS,
  ...DOCUMENT_MUTANTS,
]
