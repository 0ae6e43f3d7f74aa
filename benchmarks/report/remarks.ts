import type { ComparisonResult } from '../against/comparison.ts'
import { SHORTEST_SOAK } from '../parts/growth/result.ts'
import type { PathResult } from '../measure/measure.ts'
import { type PairResult, type Side, isMeasured } from '../measure/pair.ts'
import type { Report } from './report.ts'

/** Fewer rounds give no meaningful spread. */
const ENOUGH_ROUNDS = 5
/**
 * Minimum CPU use of a server that limits throughput itself; below it something else was the
 * bottleneck.
 */
const BUSY = 0.9
const MOST_INVALID_SHOWN = 5

/** Returns the caveats of a report's figures. */
export function remarks(report: Report): string[] {
  const {
    parameters,
    pinning,
    machine,
    budgets_raised,
    target,
    paths,
    rate_limit,
    replicas,
    growth,
    soak,
    comparison,
  } = report
  const found = [
    ...(inRaisedWorld(report) ? budgetsRemark(budgets_raised) : []),
    ...when(pinning !== null, pinning ?? ''),
    ...when(
      target === 'own',
      'You started the target: pin it to the core of the bare server, or its ratios are not comparable.',
    ),
    ...when(
      parameters.rounds < ENOUGH_ROUNDS,
      `Rounds: ${parameters.rounds}. Do not quote figures of fewer than ${ENOUGH_ROUNDS} rounds.`,
    ),
    ...when(parameters.profiled, 'The simulator ran under a profiler, which slows it down.'),
    ...when(
      machine.load_before > machine.cores / 4,
      `The machine was busy before the run (load ${machine.load_before.toFixed(1)} on ${machine.cores} cores): ` +
        'figures are imprecise.',
    ),
    ...when(
      machine.store_in_memory,
      'The disk store was on a file system in memory: figures are not those of a disk.',
    ),
    ...paths.flatMap(({ path, bare, noise, peers, steady }) => [
      ...invalidRemarks(path, bare, bare.baseline),
      ...[bare, noise, ...peers.flatMap(({ pair }) => pair ?? [])].flatMap((pair) =>
        invalidRemarks(path, pair, pair.variant),
      ),
      ...(steady ? invalidRemarks(`${path} at a fixed rate`, steady.pair) : []),
      ...idleRemark(path, bare),
      ...missingRemarks(path, peers),
    ]),
    ...unjudgedRemarks(rate_limit),
    ...(comparison?.remarks ?? []),
    ...(replicas?.invalid ?? []).map((slice) => `replicas: ${slice}`),
    ...(growth?.paths ?? []).flatMap(({ name, larger }) =>
      larger.flatMap(({ pair }) => invalidRemarks(`growth: ${name}`, pair)),
    ),
    ...when(
      soak !== null && soak.minutes < SHORTEST_SOAK,
      `soak: in less than ${SHORTEST_SOAK} minutes caches are still filling: growth is not meaningful.`,
    ),
  ]
  // Pairs with a shared baseline share its problems.
  return [...new Set(found)]
}

/** Returns whether every measurement of a report is valid. */
export function allMeasured({
  paths,
  rate_limit,
  esign,
  replicas,
  growth,
  comparison,
}: Pick<Report, 'paths' | 'rate_limit' | 'esign' | 'replicas' | 'growth' | 'comparison'>): boolean {
  return (
    paths.every(
      ({ bare, noise, steady }) =>
        isMeasured(bare) && isMeasured(noise) && (steady === null || isMeasured(steady.pair)),
    ) &&
    (rate_limit ?? []).every(({ verdict }) => verdict !== 'unjudged') &&
    (esign ?? []).every(({ ratio, calls }) => ratio !== null && ratio.count * 2 >= calls.length) &&
    (replicas?.costs ?? []).every(({ sqlite, postgres }) => sqlite !== null && postgres !== null) &&
    (replicas?.spreads ?? []).every(({ counts }) =>
      counts.every(({ sharing, separate }) => sharing !== null && separate !== null),
    ) &&
    (growth?.paths ?? []).every(({ larger }) => larger.every(({ pair }) => isMeasured(pair))) &&
    (comparison === null || isSure(comparison))
  )
}

/** Returns whether every comparison has a verdict. */
function isSure({ comparisons, pairedRuns }: ComparisonResult): boolean {
  return (
    comparisons.every(({ word }) => word !== 'unsure') &&
    pairedRuns.every(({ path }) => comparisons.some((comparison) => comparison.path === path))
  )
}

function when(condition: boolean, remark: string): string[] {
  return condition ? [remark] : []
}

/**
 * Returns whether a simulator with raised budgets was loaded; the budgets of a user's target are
 * unknown.
 */
export function inRaisedWorld({
  target,
  paths,
  webhooks,
  replicas,
  growth,
  soak,
  comparison,
}: Report): boolean {
  return (
    target === 'simulator' &&
    (paths.length > 0 ||
      [webhooks, replicas, growth, soak].some((result) => result !== null) ||
      (comparison?.pairedRuns.length ?? 0) > 0)
  )
}

function budgetsRemark(classes: string[]): string[] {
  return [
    `Budgets were raised for ${classes.join(', ')}, so that rate limits do not end the run; ` +
      'the contract allows 120 images per minute.',
  ]
}

/** @param of the side whose slices count; default both, but several pairs share the baseline's */
function invalidRemarks(path: string, pair: PairResult, of?: Side): string[] {
  const { ratios, variant } = pair
  const invalid = of ? pair.invalid.filter((text) => text.startsWith(`${of.name}, `)) : pair.invalid
  const shown = invalid.slice(0, MOST_INVALID_SHOWN).map((text) => `${path}: ${text}`)
  if (invalid.length > shown.length)
    shown.push(`${path}: and ${invalid.length - shown.length} more invalid slices`)
  if (ratios.length >= variant.slices.length || of === pair.baseline) return shown
  return [
    ...shown,
    `${path}: ${ratios.length} of ${variant.slices.length} rounds are valid against ${variant.name}` +
      (isMeasured(pair)
        ? '.'
        : ': too few for a result. Run again on an idle machine, or with more --rounds.'),
  ]
}

function missingRemarks(path: string, peers: PathResult['peers']): string[] {
  return peers.flatMap(({ name, missing }) =>
    missing === null ? [] : [`${path}: without ${name}: ${missing}`],
  )
}

function unjudgedRemarks(scenarios: Report['rate_limit']): string[] {
  return (scenarios ?? [])
    .filter(({ verdict }) => verdict === 'unjudged')
    .map(
      ({ name, connections }) =>
        `limiter: ${name}, ${connections} connections: no budget was used up: no verdict.`,
    )
}

/**
 * Notes that a server was not the bottleneck: the ratio of requests then understates the
 * difference.
 */
function idleRemark(path: string, { baseline, variant, cpu_ratio }: PairResult): string[] {
  const idle = [baseline, variant].filter(
    ({ server_busy }) => server_busy !== null && server_busy < BUSY,
  )
  const causes = Object.groupBy(idle, ({ load_busy }) =>
    load_busy !== null && load_busy >= BUSY ? 'the load' : 'waiting or other work on the machine',
  )
  const advice = cpu_ratio ? 'use the CPU ratio' : 'the ratio understates the difference'
  return Object.entries(causes).map(([cause, sides]: [string, Side[]]) => {
    const names = sides.map(({ name }) => name).join(' and ')
    const core = sides.length > 1 ? 'their cores' : 'its core'
    return `${path}: ${names} did not use all of ${core}, limited by ${cause}: ${advice}.`
  })
}
