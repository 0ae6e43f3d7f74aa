import type { Flags, Run } from '../parts.ts'
import type { Started } from '../stage.ts'
import { type Summary, summarize } from '../statistics.ts'
import { SCREENED, type Size, rulesOf } from './rules.ts'

/** One size, and what the engine does with it. */
export interface ScreeningFigure extends Size {
  name: string
  /** Evaluations of the whole set in a second of processor time, of each round. */
  per_second: number[]
  summary: Summary | null
  /** How many times as long an evaluation takes at the limits, of each round: what it costs to double this one. Up to 2 is linear. */
  doublings: number[]
  doubling: Summary | null
}

/** The contract's own limits, but for the depth, which it leaves open. */
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

/** The engine alone, on the limits and on half of each, in turn: whether its time is linear in what it is given. */
export async function measureScreening(run: Run): Promise<void> {
  const {
    stage,
    cores,
    flags: { rounds, duration },
    progress,
    report,
  } = run
  progress.say('screening: starting')
  const engine = stage.start(
    'screening engine',
    stage.script('../simulator/rules/screening/evaluate-process'),
    { core: cores.server, messages: true, nodeArgs: stage.profileArgs('screening') },
  )
  const rates = SIZES.map((): number[] => [])
  // One unmeasured turn, for the engine to be compiled.
  for (let round = 0; round <= rounds; round++) {
    for (const [i, [name, size]] of SIZES.entries()) {
      const per_second = await evaluationsOf(engine, size, duration)
      if (round > 0) rates[i]!.push(per_second)
      progress.step(`screening, ${name}: ${per_second.toFixed(1)}/s`)
    }
  }
  await stage.stop(engine)
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
