import type { Flags, Run } from '../part.ts'
import { COUNTS, SPREAD, measureReplicas } from './measure.ts'
import { MEASURED_PATHS } from './result.ts'

const STORES = 2

export function replicasSteps({ rounds, warmup }: Flags): number {
  const turns = (MEASURED_PATHS.length + SPREAD.length * COUNTS.length) * STORES
  const warmUps = warmup > 0 ? SPREAD.length * (Math.max(...COUNTS) - 1) * STORES : 0
  return turns * (rounds + (warmup > 0 ? 1 : 0)) + warmUps
}

/** Measures the cost of the PostgreSQL store, as a part of a run. */
export async function measureReplicasPart(run: Run): Promise<void> {
  const { flags, cores, group, report, progress } = run
  progress.say('replicas: starting')
  report.replicas = await measureReplicas(group, {
    ...flags,
    cores,
    database: flags.database,
    nodeArgs: flags.simulatorNodeArg,
    step: (text) => progress.step(`replicas: ${text}`),
  })
}
