import type { Summary } from '../../measure/statistics.ts'

export interface BareOrder {
  operation: 'verify' | 'sign'
  seconds: number
}
export interface BareResult {
  per_second: number
  per_cpu_second: number
}

/** A simulator call relative to the cryptographic operation that it requires. */
export interface EsignPair {
  name: string
  operation: BareOrder['operation']
  /** Per round; null if a response was unexpected. */
  calls: (Rates | null)[]
  /** Before and after each of them. */
  bare: Rates[]
  ratio: Summary | null
  /** Calls / operations per CPU second; null if unknown. */
  cpu_ratio: Summary | null
}

/** Rates per second and per CPU second. */
export interface Rates {
  per_second: number
  per_cpu_second: number | null
}
