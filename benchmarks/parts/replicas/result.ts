import type { Summary } from '../../measure/statistics.ts'

/** Paths whose cost is measured. `refused` measures the admission alone. */
export const MEASURED_PATHS = ['refused', 'retrieve', 'create'] as const
export type MeasuredPath = (typeof MEASURED_PATHS)[number]

/** CPU time of a request in microseconds. */
export interface Cost {
  node: Summary
  /** All processes of the database server; for the embedded store, its CPU time when idle. */
  postgres: Summary
  requests_per_second: Summary
}

/** One path on both stores, one process each. */
export interface PathCost {
  path: MeasuredPath
  sqlite: Cost | null
  postgres: Cost | null
}

/** The same load on several processes. */
export interface Spread {
  path: MeasuredPath
  /** Requests per second of all processes together. */
  rate: number
  counts: {
    count: number
    /** Replicas on one database. */
    sharing: Cost | null
    /** Separate simulators, each with an embedded store. */
    separate: Cost | null
  }[]
}

export interface ReplicasResult {
  /** Version and settings of the server. */
  server: string
  costs: PathCost[]
  spreads: Spread[]
  /** Problems of the invalid slices. */
  invalid: string[]
}

/** Goals in microseconds: for PostgreSQL the maximum, for Node the maximum above the embedded store. */
export const GOALS: Record<MeasuredPath, { postgres: number; node_more?: number }> = {
  refused: { postgres: 8 },
  retrieve: { postgres: 15, node_more: 15 },
  create: { postgres: 70 },
}
/** Maximum difference of the cost per request between one replica and several, at the same load. */
export const FLAT = 0.1

/**
 * Requests per second of N replicas with one core each and a database with P cores. A model:
 * assumes constant cost per request and no other limit.
 */
export function modelled({ node, postgres }: Cost, replicas: number, cores: number): number {
  return Math.min((replicas * 1e6) / node.median, (cores * 1e6) / postgres.median)
}
