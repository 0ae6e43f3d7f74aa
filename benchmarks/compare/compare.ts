import type { PathResult } from '../measure.ts'
import type { PairResult } from '../pair.ts'
import type { Report } from '../report.ts'
import { median } from '../statistics.ts'
import { bootstrap, mannWhitney, medianChange } from './statistics.ts'

export type Word = 'regression' | 'improvement' | 'noise' | 'too few rounds'

/** One figure of one path, then and now. Both are ratios to the bare server of their own run. */
export interface Comparison {
  path: string
  figure: 'requests a second' | 'requests by processor time'
  before: number
  now: number
  /** As a share: -0.1 is ten percent less. */
  change: number
  /** Where the change lies, with 95% confidence. */
  interval: [low: number, high: number]
  /** How often equals would differ so. */
  p: number
  /** The smallest change that is called one: five percent, or what equals showed in either run. */
  least: number
  word: Word
}

export interface ComparisonResult {
  baseline_started_at: string
  comparisons: Comparison[]
  /** What makes the two runs less than comparable. */
  remarks: string[]
}

const LEAST_CHANGE = 0.05
/** What a comparison should be able to tell from nothing. */
const WORTH_TELLING = 0.1
const UNLIKELY = 0.05
const FEWEST_ROUNDS = 4

/** Every path that both reports measured. */
export function compareReports(before: Report, now: Report): ComparisonResult {
  const paths = now.paths.flatMap((path) => {
    const old = before.paths.find((candidate) => candidate.path === path.path)
    return old ? [[old, path] as const] : []
  })
  const comparisons = paths.flatMap(([old, path]) => [
    ...compareFigure('requests a second', 'ratios', old, path),
    ...compareFigure('requests by processor time', 'cpu_ratios', old, path),
  ])
  return {
    baseline_started_at: before.started_at, comparisons,
    remarks: [...differences(before, now, paths.length), ...tooRough(comparisons)],
  }
}

function compareFigure(figure: Comparison['figure'], of: 'ratios' | 'cpu_ratios', old: PathResult, path: PathResult):
  Comparison[] {
  const [before, now] = [old.bare[of], path.bare[of]]
  if (before.length === 0 || now.length === 0) return []
  const { change, interval } = medianChange(before, now)
  const p = mannWhitney(before, now)
  const least = Math.max(LEAST_CHANGE, shownByEquals(old.noise, of), shownByEquals(path.noise, of))
  return [{
    path: path.path, figure, before: median(before), now: median(now), change, interval, p, least,
    word: Math.min(before.length, now.length) < FEWEST_ROUNDS ? 'too few rounds' : wordFor({ change, interval, p, least }),
  }]
}

/**
 * A change that is worth a word is as large as any that equals show, its interval lies on one side of none, and the
 * order of the rounds is hardly chance. Each alone is fooled by something: many rounds, few rounds, an outlier.
 */
export function wordFor({ change, interval: [low, high], p, least }: Pick<Comparison, 'change' | 'interval' | 'p' | 'least'>): Word {
  // By factors, so that half as fast is as far as twice as fast.
  if (factorOf(1 + change) < 1 + least || p >= UNLIKELY || (low <= 0 && high >= 0)) return 'noise'
  return change < 0 ? 'regression' : 'improvement'
}

/** How far from one the bare server may be from itself: the further end of the interval of its median. */
function shownByEquals(noise: PairResult, of: 'ratios' | 'cpu_ratios'): number {
  const ratios = noise[of]
  if (ratios.length === 0) return 0
  const [low, high] = bootstrap([ratios], ([drawn]) => median(drawn!))
  return Math.max(factorOf(low), factorOf(high)) - 1
}

/** How far a ratio is from one, whichever way. */
function factorOf(ratio: number): number {
  return Math.max(ratio, 1 / ratio)
}

/** Where equals differ by more than what is worth telling, or the interval reaches to it, such a change is not ruled out. */
function tooRough(comparisons: Comparison[]): string[] {
  const rough = comparisons.filter(({ word, interval: [low, high], least }) =>
    word === 'noise' && Math.max(least, -low, high) > WORTH_TELLING)
  const paths = [...new Set(rough.map(({ path }) => path))]
  return paths.length === 0 ? [] : [`Baseline: too rough to tell a change of ten percent from none in ${paths.join(', ')}. ` +
    'Many short slices tell more than few long ones: --rounds 40 --duration 0.5, in both runs.']
}

function differences(before: Report, now: Report, shared: number): string[] {
  const same = (name: string, a: unknown, b: unknown): string[] =>
    JSON.stringify(a) === JSON.stringify(b) ? [] : [`${name}: ${String(a)} in the baseline, ${String(b)} now`]
  return [
    ...(shared === 0 ? ['the baseline measured none of the paths of this run'] : []),
    ...same('machine', `${before.machine.model}, ${before.machine.cores} cores`, `${now.machine.model}, ${now.machine.cores} cores`),
    ...same('node', before.versions.node, now.versions.node),
    ...same('connections', before.parameters.connections, now.parameters.connections),
    ...same('store', before.parameters.store, now.parameters.store),
    ...same('target', before.target, now.target),
  ].map((difference) => `Baseline: ${difference}.`)
}
