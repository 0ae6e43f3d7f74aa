import type { PairedRun } from '../../against/paired-run.ts'
import { microseconds } from '../../parts/growth/table.ts'
import { PERCENTILES } from '../../load/load.ts'
import type { PathResult } from '../../measure/measure.ts'
import type { Side } from '../../measure/pair.ts'
import type { Report } from '../report.ts'
import { median } from '../../measure/statistics.ts'

/** Data of one plot, independent of benchmarks. */
export interface Chart {
  title: string
  xLabel: string
  yLabel: string
  /** x values of the points; strictly increasing. */
  x: number[]
  /** Their labels. */
  names: string[]
  ticks: { at: number; label: string }[]
  /** Whether the axis is logarithmic. */
  logarithmic: boolean
  series: Series[]
}

export interface Series {
  label: string
  /** Colour index of the server, equal in all plots. */
  color: number
  dashed: boolean
  values: (number | null)[]
}

export function chartsOf({ paths, growth, soak, comparison }: Report): Chart[] {
  return [
    ...paths.flatMap((path) => [latencyChart(path), ...steadyChart(path), roundsChart(path)]),
    ...(growth ? [growthChart(growth)] : []),
    ...(soak ? [soakChart(soak)] : []),
    ...(comparison?.pairedRuns ?? []).map(pairedRunChart),
  ].filter(({ x, series }) => x.length > 1 && series.length > 0)
}

/** Returns all servers of a path, target first. */
function sidesOf({ bare, noise, peers }: PathResult): Side[] {
  return [
    bare.variant,
    bare.baseline,
    noise.variant,
    ...peers.flatMap(({ pair }) => (pair ? [pair.variant] : [])),
  ]
}

/** Spaces percentiles by their nines, to show the tail. */
const nines = (percentile: number): number =>
  percentile === 100 ? 3.5 : -Math.log10(1 - percentile / 100)
const PERCENTILE_TICKS = [50, 90, 99, 99.9, 100].map((percentile) => ({
  at: nines(percentile),
  label: percentile === 100 ? 'max' : String(percentile),
}))

function latencyChart(path: PathResult): Chart {
  return percentileChart(`${path.path}: latency at full load`, sidesOf(path))
}

function steadyChart({ path, steady }: PathResult): Chart[] {
  if (steady === null) return []
  const { rate, pair } = steady
  const title = `${path}: latency at ${Math.round(rate).toLocaleString('en')} requests/s, 50% of its peak throughput`
  return [percentileChart(title, [pair.variant, pair.baseline])]
}

function percentileChart(title: string, sides: Side[]): Chart {
  return {
    title,
    xLabel: 'percentile',
    yLabel: 'ms',
    x: PERCENTILES.map(nines),
    logarithmic: true,
    names: PERCENTILES.map((percentile) => (percentile === 100 ? 'max' : String(percentile))),
    ticks: PERCENTILE_TICKS,
    series: sides.map((side, i) => ({ ...styleOf(i), label: side.name, values: curveOf(side) })),
  }
}

/** Returns the median over the valid slices at each percentile. */
function curveOf({ slices }: Side): (number | null)[] {
  const valid = slices.filter(({ problem }) => problem === null)
  return PERCENTILES.map((_, i) =>
    valid.length === 0 ? null : median(valid.map(({ curve_ms }) => curve_ms[i]!)),
  )
}

function roundsChart(path: PathResult): Chart {
  const sides = sidesOf(path)
  const rounds = path.bare.variant.slices.length
  const shared = (path.bare.baseline.slices.length - 1) / rounds
  const x = Array.from({ length: rounds }, (_, i) => i + 1)
  return {
    title: `${path.path}: throughput by round`,
    xLabel: 'round',
    yLabel: 'requests per second',
    x,
    names: x.map(String),
    logarithmic: false,
    ticks: x.map((round) => ({ at: round, label: String(round) })),
    series: sides.map((side, i) => ({
      ...styleOf(i),
      label: side.name,
      // The baseline has a slice beside each variant slice; use one per round.
      values: x.map((round) => {
        const slice = side.slices[side === path.bare.baseline ? (round - 1) * shared : round - 1]
        return slice && slice.problem === null ? slice.requests_per_second : null
      }),
    })),
  }
}

function growthChart({ sizes, paths }: NonNullable<Report['growth']>): Chart {
  return {
    title: 'growth: CPU time per request',
    xLabel: 'sessions in the store',
    yLabel: 'µs',
    logarithmic: true,
    x: sizes.map(({ sessions }) => Math.log10(sessions)),
    names: sizes.map(({ sessions }) => sessions.toLocaleString('en')),
    ticks: sizes.map(({ sessions }) => ({
      at: Math.log10(sessions),
      label: sessions.toLocaleString('en'),
    })),
    series: paths.map(({ name, larger }, i) => ({
      color: i,
      dashed: false,
      label: name,
      values: [larger[0]?.pair.baseline, ...larger.map(({ pair }) => pair.variant)].map((side) =>
        side ? microseconds(side) : null,
      ),
    })),
  }
}

function soakChart({ samples }: NonNullable<Report['soak']>): Chart {
  const last = Math.ceil(samples.at(-1)?.minute ?? 0)
  const step = Math.max(1, Math.ceil(last / 8))
  return {
    title: 'soak: memory under steady load',
    xLabel: 'minutes',
    yLabel: 'MiB',
    logarithmic: false,
    x: samples.map(({ minute }) => minute),
    names: samples.map(({ minute }) => minute.toFixed(1)),
    ticks: Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => ({
      at: i * step,
      label: String(i * step),
    })),
    series: [
      {
        color: 0,
        dashed: false,
        label: 'simulator',
        values: samples.map(({ rss_bytes }) => rss_bytes / 2 ** 20),
      },
    ],
  }
}

/** A value of 1 is no change; the spread of the pairs determines the verdict. */
function pairedRunChart({ path, pairs }: PairedRun): Chart {
  const x = pairs.map((_, i) => i + 1)
  const middles = (of: 'ratios' | 'cpu_ratios') =>
    pairs.map((pair) => (pair[of].length === 0 ? null : median(pair[of])))
  return {
    title: `${path}: this build relative to the other, pair by pair`,
    xLabel: 'pair of processes',
    yLabel: 'ratio',
    x,
    names: x.map(String),
    ticks: x.map((pair) => ({ at: pair, label: String(pair) })),
    logarithmic: false,
    series: [
      { color: 0, dashed: false, label: 'requests per second', values: middles('ratios') },
      {
        color: 1,
        dashed: false,
        label: 'requests per CPU second',
        values: middles('cpu_ratios'),
      },
    ],
  }
}

/** Styles of target, baseline, second baseline and peers, by index. */
function styleOf(place: number): Pick<Series, 'color' | 'dashed'> {
  return place === 2
    ? { color: 1, dashed: true }
    : { color: place > 2 ? place - 1 : place, dashed: false }
}
