import t from 'tap'
import { allMeasured } from '../remarks.ts'
import { pairOf, pathOf, reportOf, sliceOf } from '../self-test/results.ts'
import { summarize } from '../statistics.ts'
import { faults } from '../verdict.ts'
import { compareReports } from './compare.ts'
import { parseBaseline } from './file.ts'
import { type Change, wordFor } from './result.ts'
import { comparisonTable } from './table.ts'

const EQUALS = [0.99, 1.01, 1, 1.02, 0.98]
const BEFORE = [0.8, 0.81, 0.79, 0.8, 0.82, 0.8]

/** A report of one path with these ratios in each round. */
function run(ratios: number[], noise = EQUALS, more: Parameters<typeof reportOf>[0] = {}) {
  const pair = (values: number[]) =>
    pairOf(summarize(values), { ratios: values, cpu_ratios: values, cpu_ratio: summarize(values) })
  return reportOf({ paths: [pathOf(pair(ratios), pair(noise))], ...more })
}

const times = (factor: number) => BEFORE.map((ratio) => ratio * factor)
const words = (...reports: Parameters<typeof compareReports>) =>
  compareReports(...reports).comparisons.map(({ word }) => word)

t.test('the same, ten percent less, ten percent more', async (t) => {
  t.strictSame(words(run(BEFORE), run(BEFORE)), ['noise', 'noise'])
  t.strictSame(words(run(BEFORE), run(times(0.9))), ['regression', 'regression'])
  t.strictSame(words(run(BEFORE), run(times(1.1))), ['improvement', 'improvement'])
})

t.test('what is no change', async (t) => {
  t.strictSame(
    words(run(BEFORE), run(times(0.97))),
    ['noise', 'noise'],
    'less than five percent, however clear',
  )
})

t.test('what nobody can tell', async (t) => {
  const UNSURE = ['unsure', 'unsure']
  t.strictSame(words(run(BEFORE), run([0.6, 0.95, 0.8, 0.5, 0.9, 0.7])), UNSURE, 'a wide spread')
  t.strictSame(
    words(run(BEFORE), run(times(0.9), [0.85, 0.86, 0.84, 0.85, 0.87])),
    UNSURE,
    'equals differ as much',
  )
  t.strictSame(
    words(run(BEFORE, [1.2, 1.21, 1.19]), run(times(0.9))),
    UNSURE,
    'or did so in the baseline',
  )
  t.strictSame(words(run(BEFORE), run([0.7, 0.7, 0.7])), UNSURE, 'three rounds')
  const half = [0.71, 0.79, 0.7, 0.78, 0.72, 0.74, 0.77, 0.8]
  t.strictSame(
    words(run(BEFORE), run(half, [0.93, 0.93, 0.94, 0.93, 0.92])),
    UNSURE,
    'half of a tenth, or a tenth',
  )
})

t.test(
  'a bare server that is another one than then: the machine has changed, and ratios with it',
  async (t) => {
    const atSpeed = (ratios: number[], speed: number) => {
      const report = run(ratios)
      report.paths[0]!.bare.baseline.slices = [sliceOf(speed), sliceOf(speed)]
      return report
    }
    const before = atSpeed(BEFORE, 10_000)
    t.strictSame(words(before, atSpeed(times(0.85), 10_300)), ['regression', 'regression'])
    t.strictSame(words(before, atSpeed(times(0.85), 13_000)), ['unsure', 'unsure'], 'faster')
    t.strictSame(words(before, atSpeed(times(0.85), 7_500)), ['unsure', 'unsure'], 'slower')
    t.strictSame(
      words(before, atSpeed(times(0.5), 7_500)),
      ['regression', 'regression'],
      'what is far more than that is told',
    )
  },
)

t.test('the word needs all three', async (t) => {
  const clear: Change = { change: -0.08, interval: [-0.09, -0.07], p: 0.01, least: 0.05 }
  t.equal(wordFor(clear), 'regression')
  t.equal(wordFor({ ...clear, change: 0.08, interval: [0.07, 0.09] }), 'improvement')
  t.equal(
    wordFor({ ...clear, least: 0.088 }),
    'noise',
    'eight percent less is by a factor of 1.087',
  )
  t.equal(wordFor({ ...clear, interval: [-0.09, 0.01] }), 'noise')
  t.equal(wordFor({ ...clear, p: 0.06 }), 'noise')
  t.equal(wordFor({ ...clear, interval: [-0.11, 0.01] }), 'unsure', 'a tenth less is not ruled out')
  t.equal(
    wordFor({ ...clear, change: 0.02, interval: [-0.01, 0.11] }),
    'unsure',
    'nor a tenth more',
  )
  t.equal(wordFor({ ...clear, least: 0.11 }), 'unsure', 'equals differ by more than a tenth')
})

t.test('a regression is a fault, whatever else is better', async (t) => {
  const comparison = compareReports(run(BEFORE), run(times(0.9)))
  t.match(faults(reportOf({ comparison })), [
    /^image: requests a second are 10\.0% less, compared with the run of 2026-11-20T/,
    /processor time/,
  ])
  t.strictSame(faults(reportOf({ comparison: compareReports(run(BEFORE), run(times(1.1))) })), [])
})

t.test('runs that are hardly comparable say so', async (t) => {
  const { parameters } = reportOf()
  const other = run(BEFORE, EQUALS, { parameters: { ...parameters, connections: 10 } })
  t.strictSame(compareReports(run(BEFORE), other).remarks, [
    'Baseline: connections: 50 in the baseline, 10 now.',
  ])
  t.match(compareReports(reportOf(), run(BEFORE)), {
    comparisons: [],
    remarks: [/none of the paths/],
  })
})

t.test('what nobody can tell is said, and is no success', async (t) => {
  const unsure = compareReports(run(BEFORE), run([0.6, 0.95, 0.8, 0.5, 0.9, 0.7]))
  t.match(unsure.remarks, [/^Baseline: a tenth can't be told from nothing in image: .*--against/])
  t.equal(allMeasured(reportOf({ comparison: unsure })), false)
  for (const other of [run(BEFORE), run(times(0.9))]) {
    const sure = compareReports(run(BEFORE), other)
    t.strictSame(sure.remarks, [])
    t.equal(allMeasured(reportOf({ comparison: sure })), true)
  }
})

t.test('a baseline file', async (t) => {
  t.match(parseBaseline(JSON.stringify(run(BEFORE)), 'old.json'), { paths: [{ path: 'image' }] })
  t.throws(() => parseBaseline('{', 'old.json'), /old\.json is not JSON/)
  t.throws(
    () => parseBaseline('{"format":2,"paths":[]}', 'old.json'),
    /old\.json: expected a bench\.json of format 1/,
  )
  t.throws(() => parseBaseline('null', 'old.json'), /expected a bench\.json/)
})

t.test('the table says the word and what is behind it', async (t) => {
  const [, first] = comparisonTable(compareReports(run(BEFORE), run(times(0.9))))
  t.match(first, [
    'image: requests a second',
    '6',
    '0.80',
    '0.72',
    '-10.0%',
    /-\d+\.\d% to -\d+\.\d%/,
    '0.002',
    /\d\.\d%/,
    'REGRESSION',
  ])
})
