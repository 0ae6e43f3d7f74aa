import {
  type Comparison,
  type ComparisonResult,
  FIGURES,
  MIN_CHANGE,
  changeVerdict,
} from './comparison.ts'
import { signedRank } from './signed-rank.ts'
import { isMeasured, problemsOf } from '../measure/pair.ts'
import type { Slice } from '../measure/slice.ts'
import { median } from '../measure/statistics.ts'
import type { Build } from './build.ts'
import type { PairedRun, RunPair } from './paired-run.ts'

const FEWEST_PAIRS = 6
/** Target half-width of a confidence interval, as a fraction: enough to detect 10%. */
const PRECISE = 0.03
/** Responses whose sizes differ by more than this fraction are different work. */
const SAME_SIZE = 0.02
const MOST_INVALID_SHOWN = 5

/** Compares this build with another one, path by path. */
export function compareBuilds(other: Build, pairedRuns: PairedRun[]): ComparisonResult {
  const comparisons = pairedRuns.flatMap(judge)
  return {
    with: other.name,
    comparisons,
    remarks: pairedRuns.flatMap((pairedRun) => remarksOn(pairedRun, comparisons)),
    pairedRuns,
  }
}

/** Returns the figures of a path; none if too few pairs are valid. */
export function judge({ path, pairs }: PairedRun): Comparison[] {
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
      least: MIN_CHANGE,
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
        word: changeVerdict(change),
      },
    ]
  })
}

/** Returns whether more pairs would add little precision. */
export function isPrecise(pairedRun: PairedRun): boolean {
  const comparisons = judge(pairedRun)
  return (
    comparisons.length > 0 &&
    comparisons.every(({ interval: [low, high] }) => (high - low) / 2 <= PRECISE)
  )
}

function counts({ now, ratios }: RunPair): boolean {
  return isMeasured({ ratios, variant: now })
}

function remarksOn({ path, pairs }: PairedRun, comparisons: Comparison[]): string[] {
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
      ? [`${path}: ${left} of ${pairs.length} pairs are valid: too few for a verdict.`]
      : []),
    ...(before && now && Math.abs(now / before - 1) > SAME_SIZE
      ? [
          `${path}: responses have ${Math.round(now)} bytes, those of the other build ${Math.round(before)}: the work differs.`,
        ]
      : []),
    ...(comparisons.some((comparison) => comparison.path === path && comparison.word === 'unsure')
      ? [
          `${path}: after ${pairs.length} pairs a change of 10% cannot be distinguished from noise. Repeat the run on an idle machine, or with more --pairs.`,
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
