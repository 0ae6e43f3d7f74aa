import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { ComparisonResult } from '../against/comparison.ts'
import type { Cores } from '../measure/cores.ts'
import type { EsignPair } from '../parts/esign/result.ts'
import type { GrowthResult, SoakResult } from '../parts/growth/result.ts'
import type { PathResult } from '../measure/measure.ts'
import type { LimitScenario } from '../parts/rate-limit/check.ts'
import type { ReplicasResult } from '../parts/replicas/result.ts'
import { RAISED_CLASSES } from '../process/world.ts'
import type { ScreeningFigure } from '../parts/screening/result.ts'
import type { StartResult } from '../measure/start.ts'
import type { StoreKind } from '../process/simulator.ts'
import type { WebhookResult } from '../parts/webhooks/measure.ts'

/** Report of a run: enough to repeat it and to recompute every figure. Contains no keys. */
export interface Report {
  format: 1
  started_at: string
  versions: { vskit: string; node: string; autocannon: string }
  /** Sources are type-stripped at start, compiled files are not, which affects the start time. */
  run_from: 'source' | 'compiled'
  machine: {
    model: string
    cores: number
    memory_bytes: number
    platform: string
    /** Load average of the minute before the run. */
    load_before: number
    /** Whether the disk store was on a file system in memory. */
    store_in_memory: boolean
  }
  cores: { server: number | null; load: number | null }
  /** Caveat of the core pinning; null if server and load each had a core. */
  pinning: string | null
  parameters: {
    rounds: number
    /** Seconds. */
    duration: number
    /** Seconds. */
    warmup: number
    connections: number
    store: StoreKind
    peers: boolean
    profiled: boolean
  }
  target: 'simulator' | 'own'
  /** Route classes with budgets above the contract's; unknown for a user's target. */
  budgets_raised: string[]
  paths: PathResult[]
  start: StartResult | null
  rate_limit: LimitScenario[] | null
  webhooks: WebhookResult | null
  esign: EsignPair[] | null
  screening: ScreeningFigure[] | null
  replicas: ReplicasResult | null
  growth: GrowthResult | null
  soak: SoakResult | null
  /** Comparison with the build of --against. */
  comparison: ComparisonResult | null
}

export async function newReport(
  parameters: Report['parameters'],
  cores: Cores,
  target: Report['target'],
): Promise<Report> {
  return {
    format: 1,
    started_at: new Date().toISOString(),
    versions: {
      vskit: packageJson.version,
      node: process.version,
      autocannon: packageJson.devDependencies.autocannon,
    },
    run_from: import.meta.url.endsWith('.ts') ? 'source' : 'compiled',
    machine: {
      model: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memory_bytes: totalmem(),
      platform: `${process.platform} ${process.arch}`,
      load_before: loadavg()[0]!,
      store_in_memory: parameters.store === 'disk' && (await isInMemory(tmpdir())),
    },
    cores: { server: cores.server ?? null, load: cores.load ?? null },
    pinning: cores.note,
    parameters,
    target,
    budgets_raised: target === 'own' ? [] : [...RAISED_CLASSES],
    paths: [],
    start: null,
    rate_limit: null,
    webhooks: null,
    esign: null,
    screening: null,
    replicas: null,
    growth: null,
    soak: null,
    comparison: null,
  }
}

/** Writes `bench.json`; returns its path. */
export async function writeReport(report: Report, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'bench.json')
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}

const TMPFS = 0x01021994

async function isInMemory(folder: string): Promise<boolean> {
  return process.platform === 'linux' && (await statfs(folder)).type === TMPFS
}

/** Returns whether a report has no results. */
export function isEmpty({
  paths,
  start,
  rate_limit,
  webhooks,
  esign,
  screening,
  replicas,
  growth,
  soak,
  comparison,
}: Report): boolean {
  return (
    paths.length === 0 &&
    [start, rate_limit, webhooks, esign, screening, replicas, growth, soak, comparison].every(
      (result) => result === null,
    )
  )
}
