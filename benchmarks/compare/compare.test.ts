import t from 'tap'
import { pairOf, pathOf, reportOf } from '../self-test/results.ts'
import { summarize } from '../statistics.ts'
import { faults } from '../verdict.ts'
import { type Comparison, compareReports, wordFor } from './compare.ts'
import { parseBaseline } from './file.ts'
import { comparisonTable } from './table.ts'

const EQUALS = [0.99, 1.01, 1, 1.02, 0.98]
const BEFORE = [0.8, 0.81, 0.79, 0.8, 0.82, 0.8]

/** A report of one path with these ratios in each round. */
function run(ratios: number[], noise = EQUALS, more: Parameters<typeof reportOf>[0] = {}) {
  const pair = (values: number[]) => pairOf(summarize(values), { ratios: values, cpu_ratios: values, cpu_ratio: summarize(values) })
  return reportOf({ paths: [pathOf(pair(ratios), pair(noise))], ...more })
}

const times = (factor: number) => BEFORE.map((ratio) => ratio * factor)
const words = (...reports: Parameters<typeof compareReports>) => compareReports(...reports).comparisons.map(({ word }) => word)

t.test('the same, ten percent less, ten percent more', async (t) => {
  t.strictSame(words(run(BEFORE), run(BEFORE)), ['noise', 'noise'])
  t.strictSame(words(run(BEFORE), run(times(0.9))), ['regression', 'regression'])
  t.strictSame(words(run(BEFORE), run(times(1.1))), ['improvement', 'improvement'])
})

t.test('what is no change', async (t) => {
  t.strictSame(words(run(BEFORE), run(times(0.97))), ['noise', 'noise'], 'less than five percent, however clear')
  t.strictSame(words(run(BEFORE), run([0.6, 0.95, 0.8, 0.5, 0.9, 0.7])), ['noise', 'noise'], 'a wide spread')
  t.strictSame(words(run(BEFORE), run(times(0.9), [0.85, 0.86, 0.84, 0.85, 0.87])), ['noise', 'noise'], 'equals differ as much')
  t.strictSame(words(run(BEFORE, [1.2, 1.21, 1.19]), run(times(0.9))), ['noise', 'noise'], 'or did so in the baseline')
  t.strictSame(words(run(BEFORE), run([0.7, 0.7, 0.7])), ['too few rounds', 'too few rounds'])
})

t.test('the word needs all three', async (t) => {
  const clear: Pick<Comparison, 'change' | 'interval' | 'p' | 'least'> = { change: -0.1, interval: [-0.12, -0.08], p: 0.01, least: 0.05 }
  t.equal(wordFor(clear), 'regression')
  t.equal(wordFor({ ...clear, change: 0.1, interval: [0.08, 0.12] }), 'improvement')
  t.equal(wordFor({ ...clear, least: 0.12 }), 'noise', 'a tenth less is by a factor of 1.11')
  t.equal(wordFor({ ...clear, interval: [-0.2, 0.01] }), 'noise')
  t.equal(wordFor({ ...clear, p: 0.06 }), 'noise')
})

t.test('a regression is a fault, whatever else is better', async (t) => {
  const comparison = compareReports(run(BEFORE), run(times(0.9)))
  t.match(faults(reportOf({ comparison })), [/^image: requests a second are 10\.0% less than in the baseline/, /processor time/])
  t.strictSame(faults(reportOf({ comparison: compareReports(run(BEFORE), run(times(1.1))) })), [])
})

t.test('runs that are hardly comparable say so', async (t) => {
  const { parameters } = reportOf()
  const other = run(BEFORE, EQUALS, { parameters: { ...parameters, connections: 10 } })
  t.strictSame(compareReports(run(BEFORE), other).remarks, ['Baseline: connections: 50 in the baseline, 10 now.'])
  t.match(compareReports(reportOf(), run(BEFORE)), { comparisons: [], remarks: [/none of the paths/] })
})

t.test('what was too rough to be seen is not called absent', async (t) => {
  const remarks = (...reports: Parameters<typeof compareReports>) => compareReports(...reports).remarks
  const rough = /^Baseline: too rough to tell a change of ten percent from none in image\. .*--rounds 40 --duration 0\.5/
  t.match(remarks(run(BEFORE), run([0.6, 0.95, 0.8, 0.5, 0.9, 0.7])), [rough], 'a wide spread')
  t.match(remarks(run(BEFORE), run(times(0.9), [0.85, 0.86, 0.84, 0.85, 0.87])), [rough], 'equals that differ')
  const half = [0.71, 0.79, 0.7, 0.78, 0.72, 0.74, 0.77, 0.8]
  t.match(remarks(run(BEFORE), run(half, [0.93, 0.93, 0.94, 0.93, 0.92])), [rough], 'half of a tenth, or a tenth: it is not known')
  t.strictSame(remarks(run(BEFORE), run(BEFORE)), [])
  t.strictSame(remarks(run(BEFORE), run(times(0.9))), [], 'what was seen was not too rough')
})

t.test('a baseline file', async (t) => {
  t.match(parseBaseline(JSON.stringify(run(BEFORE)), 'old.json'), { paths: [{ path: 'image' }] })
  t.throws(() => parseBaseline('{', 'old.json'), /old\.json is not JSON/)
  t.throws(() => parseBaseline('{"format":2,"paths":[]}', 'old.json'), /old\.json: expected a bench\.json of format 1/)
  t.throws(() => parseBaseline('null', 'old.json'), /expected a bench\.json/)
})

t.test('the table says the word and what is behind it', async (t) => {
  const [, first] = comparisonTable(compareReports(run(BEFORE), run(times(0.9))))
  t.match(first, [
    'image: requests a second', '0.80', '0.72', '-10.0%', /-\d+\.\d% to -\d+\.\d%/, '0.002', /\d\.\d%/, 'REGRESSION'])
})
