import type { Flags, Run } from '../part.ts'
import type { Started } from '../../process/process-group.ts'
import { summarize } from '../../measure/statistics.ts'
import { SCREENED, type Size, rulesOf } from './rules.ts'

/** The contract's limits; the depth is our choice, since the contract leaves it open. */
const LARGEST: Size = { rules: 100, depth: 20, entries: 1000 }
const SIZES: [name: string, size: Size][] = [
  ['at the limits', LARGEST],
  ['half the rules', { ...LARGEST, rules: 50 }],
  ['half the depth', { ...LARGEST, depth: 10 }],
  ['half the entries', { ...LARGEST, entries: 500 }],
]

interface Answer {
  evaluations: number
  cpu_seconds: number
  fired: number
}

export function screeningSteps({ rounds }: Flags): number {
  return SIZES.length * (rounds + 1)
}

/**
 * Measures the engine alone at the limits and at half of each, interleaved: its time must be linear
 * in each.
 */
export async function measureScreening(run: Run): Promise<void> {
  const {
    group,
    cores,
    flags: { rounds, duration },
    progress,
    report,
  } = run
  progress.say('screening: starting')
  const engine = group.start(
    'screening engine',
    group.script('../simulator/features/screening/rules/evaluate-process'),
    { core: cores.server, messages: true, nodeArgs: group.profileArgs('screening') },
  )
  const rates = SIZES.map((): number[] => [])
  // One unmeasured round for JIT compilation.
  for (let round = 0; round <= rounds; round++) {
    for (const [i, [name, size]] of SIZES.entries()) {
      const per_second = await evaluationsOf(engine, size, duration)
      if (round > 0) rates[i]!.push(per_second)
      progress.step(`screening, ${name}: ${per_second.toFixed(1)}/s`)
    }
  }
  await group.stop(engine)
  const [largest] = rates
  report.screening = SIZES.map(([name, size], i) => {
    const doublings = rates[i]!.map((rate, round) => rate / largest![round]!)
    return {
      name,
      ...size,
      per_second: rates[i]!,
      summary: summarize(rates[i]!),
      doublings,
      doubling: summarize(doublings),
    }
  })
}

async function evaluationsOf(engine: Started, size: Size, seconds: number): Promise<number> {
  const answer = (await engine.ask({ rules: rulesOf(size), screened: SCREENED, seconds })) as Answer
  if (answer.fired !== size.rules)
    throw new Error(`screening: expected ${size.rules} rules to hold, got ${answer.fired}`)
  return answer.evaluations / answer.cpu_seconds
}
