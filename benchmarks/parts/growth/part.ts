import type { Flags, Run } from '../part.ts'
import { measureGrowth } from './measure.ts'
import { soak } from './soak.ts'

const SIZES = [1000, 100_000]
const MILLION = 1_000_000
const SOAKED_SESSIONS = 1000

/** Measures growth, or with `--soak` memory over time, as a part of a run. */
export async function measureGrowthPart({
  flags,
  cores,
  group,
  report,
  progress,
}: Run): Promise<void> {
  const common = {
    ...flags,
    cores,
    nodeArgs: flags.simulatorNodeArg,
    step: (text: string) => progress.step(text),
    say: (text: string) => progress.say(text),
  }
  if (flags.soak !== undefined) {
    report.soak = await soak(group, { ...common, minutes: flags.soak, sessions: SOAKED_SESSIONS })
  } else {
    report.growth = await measureGrowth(group, { ...common, sizes: sizesOf(flags) })
  }
}

function sizesOf({ sizes, million }: Flags): number[] {
  return sizes ?? [...SIZES, ...(million ? [MILLION] : [])]
}

export function growthSteps(flags: Flags): number {
  const { rounds, soak: minutes } = flags
  if (minutes !== undefined) return 1 + Math.ceil(minutes * 30)
  const count = sizesOf(flags).length
  return count + rounds * count + 6 * (count + 1 + rounds * (count - 1) * 2)
}
