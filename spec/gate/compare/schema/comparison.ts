import type { References } from '../../load/contract.ts'
import type { Json } from '../../load/parse.ts'
import type { Policy } from '../../policy/options.ts'
import type { SchemaPair } from './schema-graph.ts'

/** Two contracts, and the comparison of the schemas inside of a schema. */
export interface Comparison {
  readonly base: References
  readonly head: References
  readonly policy: Policy
  /** Compares two conjunctions. */
  readonly pair: (was: readonly Json[], is: readonly Json[]) => SchemaPair
}
