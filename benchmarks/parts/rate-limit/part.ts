import type { Run } from '../part.ts'
import { startSimulator, withSession } from '../../process/simulator.ts'
import { type LimitOptions, checkLimits } from './check.ts'

/** Seconds of load on each side of an edge, enough to spend a budget. */
const ENOUGH_SECONDS = 2

/** Runs the rate limiter check as a part of a run. */
export async function measureLimits(run: Run): Promise<void> {
  const { flags, group, report, progress } = run
  const limited = await limitedTarget(run)
  report.rate_limit = await checkLimits({
    ...limited.options,
    duration: Math.min(flags.duration, ENOUGH_SECONDS),
    progress: (scenario, doing) => progress.step(`limiter: ${scenario}: ${doing}`),
  })
  if (limited.process) await group.stop(limited.process)
}

async function limitedTarget({ flags, cores, target, group }: Run) {
  if (target) {
    const { baseUrl, key, otherKey, sessionId, artifact } = target
    return {
      options: {
        baseUrl,
        keys: [key, ...(otherKey === undefined ? [] : [otherKey])],
        sessionId,
        artifact,
      },
    }
  }
  const simulator = await startSimulator(group, {
    measured: 'limiter',
    core: cores.server,
    store: flags.store,
    nodeArgs: flags.simulatorNodeArg,
  })
  const {
    baseUrl,
    control,
    process,
    keys: { limited },
  } = simulator
  const { sessionId, artifact } = await withSession({ ...simulator, key: limited[0]! }, 1)
  const options: Pick<LimitOptions, 'baseUrl' | 'control' | 'keys' | 'sessionId' | 'artifact'> = {
    baseUrl,
    control,
    keys: limited,
    sessionId,
    artifact,
  }
  return { options, process }
}
