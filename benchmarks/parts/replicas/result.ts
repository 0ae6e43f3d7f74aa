import type { Summary } from '../../measure/statistics.ts'

/** Paths whose cost is measured; `refused` is an admission and nothing else. */
export const COSTED = ['refused', 'retrieve', 'create'] as const
export type CostedPath = (typeof COSTED)[number]

/** CPU time of a request in microseconds. */
export interface Cost {
  node: Summary
  /** Of all processes of the server; beside the embedded store, what it takes when it is idle. */
  postgres: Summary
  requests_per_second: Summary
}

/** One path on both stores, one process each. */
export interface PathCost {
  path: CostedPath
  sqlite: Cost | null
  postgres: Cost | null
}

/** The same load on several replicas. */
export interface Spread {
  path: CostedPath
  /** Requests per second of all replicas together. */
  rate: number
  replicas: { count: number; cost: Cost | null }[]
}

export interface ReplicasResult {
  /** Version and settings of the server. */
  server: string
  costs: PathCost[]
  spreads: Spread[]
  /** Why slices do not count. */
  invalid: string[]
}

/** At most so many microseconds of PostgreSQL; of Node, so many more than the embedded store takes. */
export const GOALS: Record<CostedPath, { postgres: number; node_more?: number }> = {
  refused: { postgres: 8 },
  retrieve: { postgres: 15, node_more: 15 },
  create: { postgres: 70 },
}
/** Largest difference of the cost of a request between one replica and several, at the same load. */
export const FLAT = 0.1

/**
 * Requests per second of N replicas with a core each on a database with P cores, if nothing else limits
 * them. A model: the cost of a request is taken as constant.
 */
export function modelled({ node, postgres }: Cost, replicas: number, cores: number): number {
  return Math.min((replicas * 1e6) / node.median, (cores * 1e6) / postgres.median)
}
