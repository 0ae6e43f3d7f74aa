import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import autocannonJson from 'autocannon/package.json' with { type: 'json' }
import packageJson from '../package.json' with { type: 'json' }
import type { ComparisonResult } from './compare/result.ts'
import type { Cores } from './cores.ts'
import type { EsignPair } from './esign/part.ts'
import type { GrowthResult, SoakResult } from './growth/result.ts'
import type { PathResult } from './measure.ts'
import type { LimitScenario } from './rate-limit/check.ts'
import { RAISED_CLASSES } from './world.ts'
import type { ScreeningFigure } from './screening/part.ts'
import type { StartResult } from './start.ts'
import type { StoreKind } from './simulator.ts'
import type { WebhookResult } from './webhooks/measure.ts'

/** Of a run: enough to repeat it, to judge it, and to compute every figure again. No key is in it. */
export interface Report {
  format: 1
  started_at: string
  versions: { vskit: string; node: string; autocannon: string }
  /** Sources are stripped of their types at start, compiled files aren't: it shows in the time to start. */
  run_from: 'source' | 'compiled'
  machine: {
    model: string
    cores: number
    memory_bytes: number
    platform: string
    /** Runnable processes in the minute before the run. */
    load_before: number
    /** Whether the disk store lay on a file system that is kept in memory. */
    store_in_memory: boolean
  }
  cores: { server: number | null; load: number | null }
  /** What is to be known of the pinning; null when server and load each had a core. */
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
  /** Route classes whose budget stood above the contract's; what an own target allows is not known here. */
  budgets_raised: string[]
  paths: PathResult[]
  start: StartResult | null
  rate_limit: LimitScenario[] | null
  webhooks: WebhookResult | null
  esign: EsignPair[] | null
  screening: ScreeningFigure[] | null
  growth: GrowthResult | null
  soak: SoakResult | null
  /** With the run that --baseline names, or the build of --against. */
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
      autocannon: autocannonJson.version,
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
    growth: null,
    soak: null,
    comparison: null,
  }
}

/** Writes `bench.json`; says where. */
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

/** Whether there is anything in it. */
export function isEmpty({
  paths,
  start,
  rate_limit,
  webhooks,
  esign,
  screening,
  growth,
  soak,
  comparison,
}: Report): boolean {
  return (
    paths.length === 0 &&
    [start, rate_limit, webhooks, esign, screening, growth, soak, comparison].every(
      (result) => result === null,
    )
  )
}
