import { readFile, writeFile } from 'node:fs/promises'
import { cpuSeconds } from '../../measure/cpu-time.ts'
import { type Load, type LoadOrder, startLoad } from '../../load/load.ts'
import type { Flags, Run } from '../part.ts'
import {
  type RunningSimulator,
  callJson,
  newHome,
  startSimulator,
} from '../../process/simulator.ts'
import type { ProcessGroup, Started } from '../../process/process-group.ts'
import { pairRatios, summarize } from '../../measure/statistics.ts'
import { BENCH_ORGANIZATION } from '../../process/world.ts'
import type { BareOrder, BareResult, EsignPair, Rates } from './result.ts'

/** A measured call; each needs one bare operation. */
interface Subject {
  name: string
  operation: BareOrder['operation']
  order: Omit<LoadOrder, 'connections' | 'seconds'>
  /** Number of connections, where the default would queue for longer than a slice. */
  connections?: number
}

const SUBJECTS = 3
const RAISED_IP_LIMIT = 1_000_000_000
/** An uploaded file: sealing it draws nothing. */
const PDF = Buffer.from('%PDF-1.7\n% as long as it must be to be one\n%%EOF').toString('base64')

export function esignSteps({ rounds, warmup }: Flags): number {
  return SUBJECTS * (2 * rounds + 1 + (warmup > 0 ? 2 : 0))
}

/**
 * Measures verifications and seals per second, interleaved with the bare signature operation on the
 * same core.
 */
export async function measureEsign(run: Run): Promise<void> {
  const { group, cores, report, progress } = run
  progress.say('verify: starting')
  const bare = group.start('bare Ed25519', group.script('parts/esign/bare-worker'), {
    core: cores.server,
    messages: true,
  })
  const load = startLoad(group, cores.load)
  const simulator = await simulatorFor(group, run)
  report.esign = []
  for (const subject of await subjectsOf(simulator)) {
    report.esign.push(await measurePair(subject, { bare, load, simulator: simulator.process }, run))
  }
  for (const process of [bare, load.process, simulator.process]) await group.stop(process)
}

/** Verification needs no key, so only the per-address limit applies; it is raised here. */
async function simulatorFor(group: ProcessGroup, { flags, cores }: Run): Promise<RunningSimulator> {
  const home = await newHome(group)
  const world = JSON.parse(await readFile(home.worldFile, 'utf8')) as object
  await writeFile(home.worldFile, JSON.stringify({ ...world, ip_limit: RAISED_IP_LIMIT }))
  return startSimulator(group, {
    measured: 'verify',
    home,
    store: flags.store,
    core: cores.server,
    nodeArgs: flags.simulatorNodeArg,
  })
}

async function subjectsOf({ baseUrl, control }: RunningSimulator): Promise<Subject[]> {
  const headers = { 'content-type': 'application/json' }
  const path = `/organizations/${BENCH_ORGANIZATION}/sealed_documents`
  const given = JSON.stringify({ mode: 'live', pdf_base64: PDF })
  const { data } = (await callJson(control, { method: 'POST', path, headers, body: given })) as {
    data: { sha256: string }
  }
  const post = (url: string, body: string) => ({ url, method: 'POST', headers, body })
  return [
    {
      name: 'verify',
      operation: 'verify',
      order: post(`${baseUrl}/v1/esign/verify`, JSON.stringify({ sha256: data.sha256 })),
    },
    { name: 'seal a file', operation: 'sign', order: post(control + path, given) },
    {
      name: 'seal, pages drawn too',
      operation: 'sign',
      order: post(control + path, '{"mode":"live"}'),
      connections: 2,
    },
  ]
}

async function measurePair(
  { name, operation, order, connections }: Subject,
  { bare, load, simulator }: { bare: Started; load: Load; simulator: Started },
  { flags, progress }: Run,
): Promise<EsignPair> {
  const { rounds, duration, warmup } = flags
  const bareSlice = async (seconds: number): Promise<Rates> => {
    const rates = (await bare.ask({ operation, seconds } satisfies BareOrder)) as BareResult
    progress.step(`bare ${operation}: ${Math.round(rates.per_second)}/s`)
    return rates
  }
  const slice = async (seconds: number): Promise<Rates | null> => {
    const before = cpuSeconds(simulator.pid)
    const {
      requests,
      seconds: taken,
      non2xx,
      errors,
    } = await load.run({ ...order, connections: connections ?? flags.connections, seconds })
    const cpu = before === null ? null : cpuSeconds(simulator.pid)! - before
    const good = requests > 0 && non2xx + errors === 0
    progress.step(
      `${name}: ${Math.round(requests / taken)}/s${good ? '' : ` INVALID: ${non2xx} refused, ${errors} errors`}`,
    )
    return good ? { per_second: requests / taken, per_cpu_second: cpu && requests / cpu } : null
  }
  if (warmup > 0) {
    await bareSlice(warmup)
    await slice(warmup)
  }
  const bareRates = [await bareSlice(duration)]
  const calls: (Rates | null)[] = []
  for (let round = 0; round < rounds; round++) {
    calls.push(await slice(duration))
    bareRates.push(await bareSlice(duration))
  }
  const ratio = (of: keyof Rates) =>
    summarize(
      pairRatios(
        bareRates.map((rates) => rates[of]),
        calls.map((rates) => rates?.[of] ?? null),
      ),
    )
  return {
    name,
    operation,
    calls,
    bare: bareRates,
    ratio: ratio('per_second'),
    cpu_ratio: ratio('per_cpu_second'),
  }
}
