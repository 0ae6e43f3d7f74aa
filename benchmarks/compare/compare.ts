import type { PathResult } from '../measure.ts'
import type { Report } from '../report.ts'
import type { Slice } from '../slice.ts'
import { median } from '../statistics.ts'
import {
  type Comparison,
  type ComparisonResult,
  FIGURES,
  LEAST_CHANGE,
  factorOf,
  wordFor,
} from './result.ts'
import { bootstrap, mannWhitney, medianChange } from './statistics.ts'

const FEWEST_ROUNDS = 4

/** Every path that both reports measured. */
export function compareReports(before: Report, now: Report): ComparisonResult {
  const paths = now.paths.flatMap((path) => {
    const old = before.paths.find((candidate) => candidate.path === path.path)
    return old ? [[old, path] as const] : []
  })
  const comparisons = paths.flatMap(([old, path]) => compareFigures(old, path))
  return {
    with: `the run of ${before.started_at}`,
    comparisons,
    duets: [],
    remarks: [...differences(before, now, paths.length), ...unsure(comparisons)],
  }
}

function compareFigures(old: PathResult, path: PathResult): Comparison[] {
  return FIGURES.flatMap(({ figure, ratios, of }) => {
    const [before, now] = [old.bare[ratios], path.bare[ratios]]
    if (before.length === 0 || now.length === 0) return []
    const least = Math.max(
      LEAST_CHANGE,
      shownByEquals(old.noise[ratios]),
      shownByEquals(path.noise[ratios]),
      apart(old.bare.baseline.slices, path.bare.baseline.slices, of),
    )
    const change = { ...medianChange(before, now), p: mannWhitney(before, now), least }
    const samples = Math.min(before.length, now.length)
    const word = samples < FEWEST_ROUNDS ? 'unsure' : wordFor(change)
    return [
      {
        path: path.path,
        figure,
        before: median(before),
        now: median(now),
        samples,
        ...change,
        word,
      },
    ]
  })
}

/** How far from one the bare server may be from itself: the further end of the interval of its median. */
function shownByEquals(ratios: number[]): number {
  if (ratios.length === 0) return 0
  const [low, high] = bootstrap([ratios], ([drawn]) => median(drawn!))
  return Math.max(factorOf(low), factorOf(high)) - 1
}

/** How far the bare server of one run is from that of the other: it is the same program, so it was the machine that changed. */
function apart(before: Slice[], now: Slice[], of: (slice: Slice) => number | null): number {
  const [old, own] = [before, now].map((slices) => slices.flatMap((slice) => of(slice) ?? []))
  return old!.length === 0 || own!.length === 0 ? 0 : factorOf(median(own!) / median(old!)) - 1
}

function unsure(comparisons: Comparison[]): string[] {
  const paths = [
    ...new Set(comparisons.filter(({ word }) => word === 'unsure').map(({ path }) => path)),
  ]
  return paths.length === 0
    ? []
    : [
        `Baseline: a tenth can't be told from nothing in ${paths.join(', ')}: ` +
          'the machine, or what equals showed, is too far apart in the two runs. --against measures two builds in one run.',
      ]
}

function differences(before: Report, now: Report, shared: number): string[] {
  const same = (name: string, a: unknown, b: unknown): string[] =>
    JSON.stringify(a) === JSON.stringify(b)
      ? []
      : [`${name}: ${String(a)} in the baseline, ${String(b)} now`]
  return [
    ...(shared === 0 ? ['the baseline measured none of the paths of this run'] : []),
    ...same(
      'machine',
      `${before.machine.model}, ${before.machine.cores} cores`,
      `${now.machine.model}, ${now.machine.cores} cores`,
    ),
    ...same('node', before.versions.node, now.versions.node),
    ...same('connections', before.parameters.connections, now.parameters.connections),
    ...same('store', before.parameters.store, now.parameters.store),
    ...same('target', before.target, now.target),
  ].map((difference) => `Baseline: ${difference}.`)
}
