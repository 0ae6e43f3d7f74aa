import { runInNewContext } from 'node:vm'
import t from 'tap'
import type { PairedRun } from '../../against/paired-run.ts'
import { pairOf } from '../../against/measure.ts'
import { PERCENTILES } from '../../load/load.ts'
import { comparePair, side } from '../../measure/pair.ts'
import { pathOf, reportOf } from '../../self-test/results.ts'
import type { Slice } from '../../measure/slice.ts'
import { type Chart, chartsOf } from './charts.ts'
import { escaped, page } from './page.ts'

const slice = (requests_per_second: number, problem: string | null = null) =>
  ({
    requests_per_second,
    problem,
    requests: 1000,
    seconds: 1,
    server_cpu_seconds: 1,
    load_cpu_seconds: 1,
    p99_ms: 2,
    curve_ms: PERCENTILES.map((percentile) => percentile / 10),
  }) as Slice

/** Two rounds of a target and a second bare server that shares the slices of the first. */
function measured() {
  const bare = side(
    'bare node:http',
    [100, 101, 102, 103, 104].map((speed) => slice(speed)),
  )
  const target = side('simulator', [slice(80), slice(81, 'no response')])
  const secondBaseline = side('bare node:http again', [slice(100), slice(100)])
  return pathOf(comparePair(bare, target, 2, 0), comparePair(bare, secondBaseline, 2, 1))
}

const growth = {
  sizes: [1000, 100_000].map((sessions) => ({
    sessions,
    seed_seconds: 1,
    disk_bytes: 1,
    start_ms: { median: 1, min: 1, max: 1, count: 1 },
    rss_idle_bytes: 1,
    rss_after_bytes: 1,
  })),
  paths: [
    {
      name: 'list',
      stalls: [],
      larger: [
        {
          sessions: 100_000,
          factors: [1],
          factor: null,
          pair: comparePair(side('a', [slice(1), slice(1)]), side('b', [slice(1)])),
        },
      ],
    },
  ],
}
const report = reportOf({
  paths: [measured()],
  growth,
  machine: { ...reportOf().machine, model: '</script><b>&"' },
  soak: {
    minutes: 2,
    requests: 5,
    growth: 1,
    samples: [
      { minute: 0.5, rss_bytes: 2 ** 20 },
      { minute: 1.9, rss_bytes: 2 ** 21 },
    ],
  },
})

t.test('plots show the measured data', async (t) => {
  const charts = chartsOf(report)
  t.strictSame(
    charts.map(({ title }) => title),
    [
      'image: latency at full load',
      'image: throughput by round',
      'growth: CPU time per request',
      'soak: memory under steady load',
    ],
  )
  const [latency, rounds, grown, soak] = charts as [Chart, Chart, Chart, Chart]
  t.strictSame(
    latency.series[0]!.values,
    PERCENTILES.map((percentile) => percentile / 10),
  )
  t.strictSame(
    rounds.series.map(({ label, values }) => [label, values]),
    [
      ['simulator', [80, null]],
      ['bare node:http', [100, 102]],
      ['bare node:http again', [100, 100]],
    ],
    'an invalid slice is a gap; the shared baseline has one slice per round',
  )
  t.strictSame(grown.x, [3, 5])
  t.strictSame(grown.series[0]!.values, [1000, 1000])
  t.strictSame(soak.series[0]!.values, [1, 2])
  for (const chart of charts) {
    const { x, series } = chart
    t.ok(
      x.every((at, i) => i === 0 || at > x[i - 1]!),
      'rising',
    )
    t.equal(chart.names.length, x.length)
    t.ok(series.every(({ values }) => values.length === x.length))
  }
  t.strictSame(chartsOf(reportOf()), [], 'no measurements, no plots')
})

t.test('a comparison of builds is drawn pair by pair', async (t) => {
  const pair = (speed: number) =>
    pairOf(
      side('the other build', [slice(100), slice(100)]),
      side('this build', [slice(speed), slice(speed, 'no response')]),
    )
  const pairedRuns: PairedRun[] = [{ path: 'create', pairs: [pair(90), pair(110)] }]
  const [chart] = chartsOf(
    reportOf({ comparison: { with: 'another', comparisons: [], remarks: [], pairedRuns } }),
  )
  t.match(chart, { title: 'create: this build relative to the other, pair by pair', x: [1, 2] })
  t.strictSame(
    chart!.series.map(({ label, values }) => [label, values]),
    [
      ['requests per second', [0.9, 1.1]],
      ['requests per CPU second', [1, 1]],
    ],
  )
})

t.test('the page is self-contained', async (t) => {
  const html = page(report)
  t.match(html, /^<!doctype html>/)
  t.match(html, /default-src 'none'/)
  t.notMatch(
    html.replace(/\/\*[^]*?\*\//g, '').replace(/href="data:[^"]*"/, ''),
    /(src|href)=|@import|url\(/,
    'the page loads nothing',
  )
  t.match(html, /<link rel="icon" href="data:image\/svg\+xml,/)
  t.equal(
    html.match(/class="scroll"/g)?.length,
    html.match(/class="scroll" tabindex="0"/g)?.length,
    'scrolling boxes are focusable',
  )
  t.match(html, 'budgets raised')
  t.match(html, '<td>image</td>')
  t.equal(html.match(/<script>/g)?.length, 3)
  t.equal(html.match(/<\/script>/g)?.length, 3, 'untrusted text cannot end the script')
  t.match(html, '&lt;/script&gt;&lt;b&gt;&amp;&quot;')
  t.equal(html.match(/id="chart-\d"/g)?.length, 4)
  t.notMatch(page(reportOf({ target: 'own', paths: [measured()] })), 'budgets raised')
  t.equal(escaped(`<a href="x">&'`), `&lt;a href=&quot;x&quot;&gt;&amp;'`)
})

t.test(
  'the script draws each plot in its element, and redraws it when the page changes',
  async (t) => {
    const script = /<script>(\(function draw[^]*)<\/script>/.exec(page(report))![1]!
    const drawn: {
      options: {
        axes: { values: (plot: null, splits: number[]) => string[] }[]
        series: { label: string }[]
      }
      data: unknown[]
    }[] = []
    const listeners: (() => void)[] = []
    const place = { clientWidth: 500, replaceChildren: () => {} }
    runInNewContext(script, {
      window: {
        // Called with `new`, like the library.
        uPlot: function plot(options: never, data: never) {
          drawn.push({ options, data })
        },
        document: {
          documentElement: {},
          getElementById: (id: string) => (id === 'chart-3' ? null : place),
        },
        getComputedStyle: () => ({ getPropertyValue: () => ' #123 ' }),
        matchMedia: () => ({
          addEventListener: (_event: string, listener: () => void) => listeners.push(listener),
        }),
        addEventListener: (_event: string, listener: () => void) => listeners.push(listener),
      },
    })
    t.equal(drawn.length, 3, 'one without an element')
    const { options, data } = drawn[1]!
    t.strictSame(
      options.series.map(({ label }) => label),
      ['round', 'simulator', 'bare node:http', 'bare node:http again'],
    )
    t.equal(data.length, 4)
    t.strictSame([...options.axes[0]!.values(null, [1, 2])], ['1', '2'])
    t.strictSame([...options.axes[1]!.values(null, [0, 0.25, 12_345])], ['0', '0.25', '12,345'])
    for (const listener of listeners) listener()
    t.equal(drawn.length, 9, 'for each width and colour scheme')
  },
)

t.test('a browser in the locale C draws the plots too', async (t) => {
  const scripts = [...page(report).matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!)
  /** Loads the first two scripts, the language and uPlot, in a browser of this language. */
  const loadedIn = (language: string): { navigator: { language: string }; uPlot?: unknown } => {
    const place = { addEventListener: () => undefined, dispatchEvent: () => true }
    const window = { ...place, devicePixelRatio: 1, matchMedia: () => place }
    const context = { ...window, window, document: place, navigator: { language }, CustomEvent }
    for (const script of scripts.slice(0, 2)) runInNewContext(script, context)
    return context
  }
  t.match(loadedIn('en-US@posix'), { navigator: { language: 'en-US' }, uPlot: Function })
  t.match(loadedIn('de-DE'), { navigator: { language: 'de-DE' }, uPlot: Function })
})
