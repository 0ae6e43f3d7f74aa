import {
  type Comparison,
  type ComparisonResult,
  FIGURES,
  LEAST_CHANGE,
  wordFor,
} from '../compare/result.ts'
import { signedRank } from '../compare/signed-rank.ts'
import { problemsOf } from '../pair.ts'
import { isMeasured } from '../remarks.ts'
import type { Slice } from '../slice.ts'
import { median } from '../statistics.ts'
import type { Build } from './build.ts'
import type { Duet, DuetPair } from './measure.ts'

const FEWEST_PAIRS = 6
/** Half of an interval, as a share: a tenth is told from nothing with room to spare. */
const PRECISE = 0.03
/** Answers whose sizes differ by more are no longer the same work. */
const SAME_SIZE = 0.02
const MOST_INVALID_SHOWN = 5

/** What this build was compared with, path by path. */
export function compareBuilds(other: Build, duets: Duet[]): ComparisonResult {
  const comparisons = duets.flatMap(judge)
  return {
    with: other.name,
    comparisons,
    remarks: duets.flatMap((duet) => remarksOn(duet, comparisons)),
    duets,
  }
}

/** Its figures; none where too few pairs count. */
export function judge({ path, pairs }: Duet): Comparison[] {
  return FIGURES.flatMap(({ figure, ratios, of }) => {
    const logs = pairs.flatMap((pair) =>
      counts(pair) && pair[ratios].length > 0 ? [Math.log(median(pair[ratios]))] : [],
    )
    if (logs.length < FEWEST_PAIRS) return []
    const {
      estimate,
      interval: [low, high],
      p,
    } = signedRank(logs)
    const change = {
      change: Math.expm1(estimate),
      interval: [Math.expm1(low), Math.expm1(high)] as [number, number],
      p,
      least: LEAST_CHANGE,
    }
    const middle = (side: 'before' | 'now'): number =>
      median(pairs.flatMap((pair) => pair[side].slices.flatMap((slice) => of(slice) ?? [])))
    return [
      {
        path,
        figure,
        before: middle('before'),
        now: middle('now'),
        samples: logs.length,
        ...change,
        word: wordFor(change),
      },
    ]
  })
}

/** Whether more pairs would add little to what is known. */
export function isPrecise(duet: Duet): boolean {
  const comparisons = judge(duet)
  return (
    comparisons.length > 0 &&
    comparisons.every(({ interval: [low, high] }) => (high - low) / 2 <= PRECISE)
  )
}

function counts({ now, ratios }: DuetPair): boolean {
  return isMeasured({ ratios, variant: now })
}

function remarksOn({ path, pairs }: Duet, comparisons: Comparison[]): string[] {
  const invalid = pairs.flatMap(({ before, now }, i) =>
    [before, now].flatMap(problemsOf).map((text) => `${path}, pair ${i + 1}: ${text}`),
  )
  const left = pairs.filter(counts).length
  const [before, now] = [
    pairs.flatMap((pair) => pair.before.slices),
    pairs.flatMap((pair) => pair.now.slices),
  ].map(answerBytes)
  return [
    ...invalid.slice(0, MOST_INVALID_SHOWN),
    ...(invalid.length > MOST_INVALID_SHOWN
      ? [`${path}: and ${invalid.length - MOST_INVALID_SHOWN} more invalid slices`]
      : []),
    ...(left < FEWEST_PAIRS
      ? [`${path}: ${left} of ${pairs.length} pairs count: too few for a word.`]
      : []),
    ...(before && now && Math.abs(now / before - 1) > SAME_SIZE
      ? [
          `${path}: answers of ${Math.round(now)} bytes, of the other build ${Math.round(before)}: not the same work.`,
        ]
      : []),
    ...(comparisons.some((comparison) => comparison.path === path && comparison.word === 'unsure')
      ? [
          `${path}: after ${pairs.length} pairs a tenth can't be told from nothing: run it when the machine has less to do, or with more --pairs.`,
        ]
      : []),
  ]
}

function answerBytes(slices: Slice[]): number | undefined {
  const sizes = slices.flatMap(({ problem, bytes, requests }) =>
    problem === null ? [bytes / requests] : [],
  )
  return sizes.length === 0 ? undefined : median(sizes)
}
