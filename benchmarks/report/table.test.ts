import t from 'tap'
import { pairOf, pathOf, sideOf } from '../self-test/results.ts'
import { columns, pathTable, startTable } from './table.ts'

const RATIO = { median: 0.8031, min: 0.79, max: 0.815, count: 5 }

/** Returns the cells of a line. */
const cells = (line: string) => line.trim().split(/ {2,}/)

t.test('ratios with their spread, the noise, and the figures of both sides', async (t) => {
  const cpu_ratio = { median: 0.7, min: 0.69, max: 0.72, count: 5 }
  const [head, line] = columns(pathTable([pathOf(pairOf(RATIO, { cpu_ratio }))])).split('\n')
  t.equal(head!.length, line!.length)
  t.strictSame(cells(line!), [
    'image',
    '0.80',
    '0.79 to 0.81',
    '0.98 to 1.03',
    '0.70',
    '0.69 to 0.72',
    '-',
    '32,123',
    '40,000',
    '3.00',
    '2.35',
    '97%',
    '97%',
  ])
  t.equal(cells(head!).length, cells(line!).length)
})

t.test('a ratio within the noise is marked', async (t) => {
  const [, line] = pathTable([pathOf(pairOf({ ...RATIO, median: 0.99 }))])
  t.equal(line![1], '0.99 =')
})

t.test('a failed measurement has no figure', async (t) => {
  const nothing = sideOf('simulator', 0, {
    requests_per_second: null,
    p99_ms: null,
    server_busy: null,
  })
  const [, line] = pathTable([pathOf(pairOf(null, { variant: nothing }))])
  t.strictSame(line!.slice(0, 3), ['image', 'not measured', '-'])
  t.notMatch(line!.join(), /NaN|null|undefined/)
})

t.test('times to the first response', async (t) => {
  const spread = (median: number) => ({ median, min: median - 10, max: median + 10, count: 5 })
  const summary = (median: number) => ({
    ms: spread(median),
    cpu_ms: median === 60 ? null : spread(median * 1.5),
  })
  const of = <T>(bare: T, memory: T, disk: T, file: T) => ({
    'bare node:http': bare,
    'simulator, memory': memory,
    'simulator, disk': disk,
    'simulator, memory, --world FILE': file,
  })
  const rows = startTable({
    samples: of([], [], [], []),
    summaries: of(summary(60), summary(300), summary(330.4), summary(400)),
  })
  t.strictSame(rows, [
    ['start to first response', 'median ms', 'min', 'max', 'runs', 'start / bare', 'CPU ms'],
    ['bare node:http', '60', '50', '70', '5', '1.0x', '-'],
    ['simulator, memory', '300', '290', '310', '5', '5.0x', '450'],
    ['simulator, disk', '330', '320', '340', '5', '5.5x', '496'],
    ['simulator, memory, --world FILE', '400', '390', '410', '5', '6.7x', '600'],
  ])
})

t.test('columns', async (t) => {
  t.equal(
    columns([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
    'a    bb\nccc   d',
  )
})
