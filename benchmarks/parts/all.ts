import { growthSteps, measureGrowthPart } from './growth/part.ts'
import { measurePath } from '../measure/measure.ts'
import { esignSteps, measureEsign } from './esign/part.ts'
import type { LoadedPath } from '../load/paths.ts'
import { PEERS } from '../peers/peers.ts'
import { measureLimits } from './rate-limit/part.ts'
import { measureReplicasPart, replicasSteps } from './replicas/part.ts'
import { measureScreening, screeningSteps } from './screening/part.ts'
import { measureStart } from '../measure/start.ts'
import { type Target, readTarget } from '../process/target-file.ts'
import { measureWebhookPart } from './webhooks/part.ts'
import type { Flags, Run, Part } from './part.ts'

export const PARTS: Record<string, Part> = {
  image: pathPart('image', 'evidence images, each with its activity entry'),
  retrieve: pathPart('retrieve', 'one session'),
  'rate-limit': {
    about: 'requests within and above a budget; is the limiter exact?',
    needs: 'session',
    paths: ['retrieve', 'refused'],
    steps: (flags) => pathSteps(flags) * 2 + 12,
    measure: async (run) => {
      // Measures the same request twice: admitted and refused.
      if (!run.report.paths.some(({ path }) => path === 'retrieve'))
        await measureOnePath('retrieve', run)
      await measureOnePath('refused', run)
      await measureLimits(run)
    },
  },
  create: pathPart('create', 'sessions with an inline applicant'),
  verify: {
    about: 'verifications and seals, relative to bare Ed25519 operations',
    needs: 'none',
    steps: esignSteps,
    measure: measureEsign,
  },
  screening: {
    about: 'the screening engine at its limits, and at 50% of each',
    needs: 'none',
    steps: screeningSteps,
    measure: measureScreening,
  },
  start: {
    about: 'time from spawn to the first response',
    needs: 'none',
    steps: ({ rounds }) => (rounds + 1) * 3,
    measure: async ({ flags: { rounds }, group, report, progress }) => {
      report.start = await measureStart(group, {
        rounds,
        progress: (kind, round, ms) =>
          progress.step(`start: ${turn(round, rounds)}, ${kind} ${Math.round(ms)} ms`),
      })
    },
  },
  webhooks: {
    about: 'events delivered to a fast receiver, alone and beside a slow one',
    needs: 'none',
    steps: ({ rounds }) => rounds + 1,
    measure: measureWebhookPart,
  },
  replicas: {
    about: 'CPU time of a request on PostgreSQL, by replicas',
    needs: 'none',
    alone: true,
    steps: replicasSteps,
    measure: measureReplicasPart,
  },
  growth: {
    about: 'requests to stores of 1,000 and 100,000 sessions',
    needs: 'none',
    alone: true,
    steps: growthSteps,
    measure: measureGrowthPart,
  },
}

/** Returns the parts that a command line argument selects, in order. */
export function partsOf(what: string, ownTarget: boolean): [name: string, part: Part][] {
  return Object.entries(PARTS).filter(
    ([name, { alone, needs }]) =>
      what === name || (what === 'all' && !alone && !(ownTarget && needs === 'none')),
  )
}

/**
 * Returns the paths by which two builds are compared.
 * @throws {Error} if the selected parts have none
 */
export function pathsOf(what: string): LoadedPath[] {
  const paths = partsOf(what, false).flatMap(([, part]) => part.paths ?? [])
  if (paths.length > 0) return [...new Set(paths)]
  const names = Object.entries(PARTS).flatMap(([name, part]) => (part.paths ? [name] : []))
  throw new Error(`${what} cannot be measured with --against. Use one of: ${names.join(', ')}, all`)
}

/** @throws {Error} if the target does not support the selected parts */
export async function targetFor(what: string, flags: Flags): Promise<Target | undefined> {
  if (flags.target === undefined) return undefined
  const target = await readTarget(flags.target)
  const parts = partsOf(what, true)
  const [own] = parts.filter(([, { needs }]) => needs === 'none').map(([name]) => name)
  if (own) throw new Error(`${own} runs on a simulator that the benchmark starts. Remove --target`)
  if (flags.cpuProf !== undefined)
    throw new Error(
      '--cpu-prof works only with the simulator that the benchmark starts. Remove --target',
    )
  const reads = parts.filter(([, { needs }]) => needs === 'session').map(([name]) => name)
  if (reads.length > 0 && target.sessionId === undefined) {
    throw new Error(`${reads.join(' and ')}: add session_id to the target file`)
  }
  return target
}

function pathPart(path: LoadedPath, about: string): Part {
  return {
    about,
    needs: path === 'create' ? 'nothing' : 'session',
    paths: [path],
    steps: pathSteps,
    measure: (run) => measureOnePath(path, run),
  }
}

async function measureOnePath(
  path: LoadedPath,
  { flags, cores, target, group, report, progress }: Run,
): Promise<void> {
  progress.say(`${path}: starting`)
  report.paths.push(
    await measurePath(path, group, {
      ...flags,
      cores,
      target,
      nodeArgs: flags.simulatorNodeArg,
      progress: (_path, { server, round, slice }) =>
        progress.step(
          `${path}: ${turn(round, flags.rounds)}, ${server} ${Math.round(slice.requests_per_second)}/s` +
            (slice.problem === null ? '' : ` INVALID: ${slice.problem}`),
        ),
    }),
  )
}

/**
 * Counts warm-up, rounds of every server with the baseline in between, and the pair at a constant
 * rate.
 */
function pathSteps({ rounds, peers, warmup }: Flags): number {
  const variants = 2 + (peers ? PEERS.length : 0)
  return (warmup > 0 ? variants + 1 : 0) + 1 + rounds * variants * 2 + 1 + rounds * 2
}

export function turn(round: number, rounds: number): string {
  return round === 0 ? 'warm-up' : `round ${round} of ${rounds}`
}
