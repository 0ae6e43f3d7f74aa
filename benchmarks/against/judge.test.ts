import t from 'tap'
import { comparisonTable } from './comparison-table.ts'
import { side } from '../measure/pair.ts'
import { allMeasured, remarks } from '../report/remarks.ts'
import { reportOf, sliceOf } from '../self-test/results.ts'
import type { Slice } from '../measure/slice.ts'
import { failures } from '../report/verdict.ts'
import { compareBuilds, isPrecise, judge } from './judge.ts'
import type { PairedRun } from './paired-run.ts'
import { pairOf } from './measure.ts'

const OTHER = { command: '/base/bin/vskit.cjs', name: 'vskit 0.1.0 in ../base' }
/** Differences between equal processes. */
const SPREAD = [-0.02, 0.01, 0, 0.02, -0.01, 0.015, -0.015, 0.005]

/**
 * Pairs in which this build is faster by these fractions, three slices each, on a machine whose
 * speed sometimes halves.
 */
function pairedRunOf(shares: number[], own: (speed: number) => Slice = sliceOf): PairedRun {
  return {
    path: 'retrieve',
    pairs: shares.map((share, i) => {
      const speeds = [8000, 4000, 7000].map((speed) => speed / (1 + (i % 2)))
      return pairOf(
        side(
          'the other build',
          speeds.map((speed) => sliceOf(speed)),
        ),
        side(
          'this build',
          speeds.map((speed) => own(speed * (1 + share))),
        ),
      )
    }),
  }
}

const words = (pairedRun: PairedRun) => judge(pairedRun).map(({ word }) => word)

t.test('verdicts for equal, 10% slower and 10% faster builds despite drift', async (t) => {
  t.strictSame(words(pairedRunOf(SPREAD)), ['noise', 'noise'])
  t.strictSame(words(pairedRunOf(SPREAD.map((share) => share - 0.1))), ['regression', 'regression'])
  t.strictSame(words(pairedRunOf(SPREAD.map((share) => share + 0.1))), [
    'improvement',
    'improvement',
  ])
  const wide = SPREAD.map((share) => share * 10 - 0.05)
  t.strictSame(words(pairedRunOf(wide)), ['unsure', 'unsure'])
  t.strictSame(words(pairedRunOf([...SPREAD, -0.9])), ['unsure', 'unsure'], 'an invalid pair')
  t.strictSame(
    words(pairedRunOf([...SPREAD, -0.9, ...SPREAD])),
    ['noise', 'noise'],
    'after more pairs',
  )
})

t.test('pairs are added until more would add little precision', async (t) => {
  t.equal(isPrecise(pairedRunOf([])), false)
  t.equal(isPrecise(pairedRunOf(SPREAD.slice(0, 5))), false, 'five pairs give no interval')
  t.equal(isPrecise(pairedRunOf(SPREAD.slice(0, 6))), true)
  t.equal(isPrecise(pairedRunOf(SPREAD.map((share) => share * 10))), false)
  t.equal(
    isPrecise(pairedRunOf(SPREAD, (speed) => sliceOf(speed, { server_cpu_seconds: speed / 5000 }))),
    false,
    'both figures are required',
  )
})

t.test('a build that waits has fewer requests per second, and no higher CPU cost', async (t) => {
  const pairedRun = pairedRunOf(
    SPREAD.map((share) => share - 0.2),
    (speed) => sliceOf(speed, { server_cpu_seconds: 0.8 }),
  )
  t.strictSame(words(pairedRun), ['regression', 'noise'])
})

t.test('an invalid slice excludes its round; too few rounds exclude the pair', async (t) => {
  const [before, now] = [
    [sliceOf(100), sliceOf(100), sliceOf(100)],
    [sliceOf(90), sliceOf(1, { problem: 'no response' }), sliceOf(90)],
  ]
  t.match(pairOf(side('other', before), side('own', now)), {
    ratios: [0.9, 0.9],
    cpu_ratios: [0.9, 0.9],
  })
  const broken = pairedRunOf(SPREAD, (speed) => sliceOf(speed, { problem: '3 time-outs' }))
  const comparison = compareBuilds(OTHER, [broken])
  t.strictSame(comparison.comparisons, [])
  t.match(comparison.remarks, [
    'retrieve, pair 1: this build, slice 1: 3 time-outs',
    /slice 2/,
    /slice 3/,
    /pair 2/,
    /pair 2/,
    'retrieve: and 19 more invalid slices',
    'retrieve: 0 of 8 pairs are valid: too few for a verdict.',
  ])
  t.equal(allMeasured(reportOf({ comparison })), false)
})

t.test('a comparison lists its remarks', async (t) => {
  const remarksOf = (pairedRun: PairedRun) => compareBuilds(OTHER, [pairedRun]).remarks
  t.strictSame(remarksOf(pairedRunOf(SPREAD)), [])
  t.match(remarksOf(pairedRunOf(SPREAD.map((share) => share * 10))), [
    /^retrieve: after 8 pairs a change of 10% cannot be distinguished from noise/,
  ])
  const larger = pairedRunOf(SPREAD, (speed) => sliceOf(speed, { bytes: speed * 600 }))
  t.match(remarksOf(larger), [
    'retrieve: responses have 600 bytes, those of the other build 500: the work differs.',
  ])
  const comparison = compareBuilds(OTHER, [pairedRunOf(SPREAD)])
  t.match(remarks(reportOf({ comparison })), [/Budgets were raised/])
})

t.test('a regression is a failure, and the table shows its evidence', async (t) => {
  const comparison = compareBuilds(OTHER, [pairedRunOf(SPREAD.map((share) => share - 0.1))])
  t.match(failures(reportOf({ comparison })), [
    /^retrieve: requests per second: 10\.0% less than vskit 0\.1\.0 in \.\.\/base$/,
    /CPU second/,
  ])
  t.match(comparisonTable(comparison), [
    ['builds side by side', 'pairs', 'before', 'now'],
    [
      'retrieve: requests per second',
      '8',
      /^\d,\d+$/,
      /^\d,\d+$/,
      '-10.0%',
      /to/,
      '0.008',
      '5.0%',
      'REGRESSION',
    ],
  ])
})
