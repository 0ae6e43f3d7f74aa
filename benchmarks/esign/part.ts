import { readFile, writeFile } from 'node:fs/promises'
import { cpuSeconds } from '../cpu-time.ts'
import { type Load, type LoadOrder, startLoad } from '../load.ts'
import type { Flags, Run } from '../parts.ts'
import { type RunningSimulator, callJson, newHome, startSimulator } from '../simulator.ts'
import type { Stage, Started } from '../stage.ts'
import { type Summary, pairRatios, summarize } from '../statistics.ts'
import { BENCH_ORGANIZATION } from '../world.ts'

export interface BareOrder {
  operation: 'verify' | 'sign'
  seconds: number
}
export interface BareResult {
  per_second: number
  per_cpu_second: number
}

/** A call to the simulator against the operation that it can't do without. */
export interface EsignPair {
  name: string
  operation: BareOrder['operation']
  /** Of each round; null where an answer was not as expected. */
  calls: (Rates | null)[]
  /** Before and after each of them. */
  bare: Rates[]
  ratio: Summary | null
  /** Of calls to operations in a second of the processes' processor time; null where that isn't known. */
  cpu_ratio: Summary | null
}

/** So many in a second, and in a second of processor time. */
export interface Rates {
  per_second: number
  per_cpu_second: number | null
}

/** What a simulator is asked; all of it needs one bare operation. */
interface Subject {
  name: string
  operation: BareOrder['operation']
  order: Omit<LoadOrder, 'connections' | 'seconds'>
  /** Where as many as in other benchmarks would wait longer than a slice lasts. */
  connections?: number
}

const SUBJECTS = 3
const RAISED_IP_LIMIT = 1_000_000_000
/** Of a file that is given: sealing it draws nothing. */
const PDF = Buffer.from('%PDF-1.7\n% as long as it must be to be one\n%%EOF').toString('base64')

export function esignSteps({ rounds, warmup }: Flags): number {
  return SUBJECTS * (2 * rounds + 1 + (warmup > 0 ? 2 : 0))
}

/** Verifications and seals a second, each in turn with the bare signature operation on the same core. */
export async function measureEsign(run: Run): Promise<void> {
  const { stage, cores, report, progress } = run
  progress.say('verify: starting')
  const bare = stage.start('bare Ed25519', stage.script('esign/bare-worker'), {
    core: cores.server,
    messages: true,
  })
  const load = startLoad(stage, cores.load)
  const simulator = await simulatorFor(stage, run)
  report.esign = []
  for (const subject of await subjectsOf(simulator)) {
    report.esign.push(await measurePair(subject, { bare, load, simulator: simulator.process }, run))
  }
  for (const process of [bare, load.process, simulator.process]) await stage.stop(process)
}

/** Whoever verifies has no key: only the limit on addresses holds them back, which has to be out of the way. */
async function simulatorFor(stage: Stage, { flags, cores }: Run): Promise<RunningSimulator> {
  const home = await newHome(stage)
  const world = JSON.parse(await readFile(home.worldFile, 'utf8')) as object
  await writeFile(home.worldFile, JSON.stringify({ ...world, ip_limit: RAISED_IP_LIMIT }))
  return startSimulator(stage, {
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
