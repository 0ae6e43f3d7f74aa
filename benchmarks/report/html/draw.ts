import type uPlot from 'uplot'
import type { Chart } from './charts.ts'

/** The used parts of the DOM: Node's types have none. */
interface Page {
  uPlot: typeof uPlot
  document: { getElementById(id: string): Place | null; documentElement: object }
  getComputedStyle(element: object): { getPropertyValue(name: string): string }
  matchMedia(query: string): { addEventListener(event: 'change', listener: () => void): void }
  addEventListener(event: 'resize', listener: () => void): void
}
interface Place {
  clientWidth: number
  replaceChildren(): void
}

/**
 * Runs in the page: it is embedded as source text, so it may use its arguments only. Redraws plots
 * when the page's width or colour scheme changes.
 */
export function draw(charts: Chart[], page: Page): void {
  const HEIGHT = 300
  const color = (name: string): string =>
    page.getComputedStyle(page.document.documentElement).getPropertyValue(name).trim()
  const figure = (value: number): string =>
    value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

  const drawOne = (chart: Chart, place: Place): void => {
    const stroke = color('--text')
    const grid = { stroke: color('--grid'), width: 1 }
    const first = chart.x[0]!
    const last = chart.x.at(-1)!
    const room = (last - first) * 0.02
    place.replaceChildren()
    // oxlint-disable-next-line no-new -- it draws into its place.
    new page.uPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        cursor: { points: { size: 6 } },
        scales: {
          x: { time: false, range: () => [first - room, last + room] },
          y: chart.logarithmic
            ? { distr: 3 }
            : { range: (_plot, _least, most) => [0, most * 1.05] },
        },
        axes: [
          {
            label: chart.xLabel,
            stroke,
            grid,
            ticks: grid,
            size: 40,
            labelSize: 20,
            splits: () => chart.ticks.map(({ at }) => at),
            values: () => chart.ticks.map(({ label }) => label),
          },
          {
            label: chart.yLabel,
            stroke,
            grid,
            ticks: grid,
            size: 64,
            labelSize: 20,
            values: (_plot, splits) => splits.map((value) => (value === null ? '' : figure(value))),
          },
        ],
        series: [
          {
            label: chart.xLabel,
            value: (_plot, value) => chart.names[chart.x.indexOf(value)] ?? '',
          },
          ...chart.series.map(({ label, color: place, dashed }) => ({
            label,
            stroke: color(`--series-${place % 7}`),
            width: 2,
            spanGaps: false,
            ...(dashed && { dash: [6, 4] }),
            points: { show: chart.x.length < 30, size: 5 },
            value: (_plot: uPlot, value: number | null) =>
              value === null ? '–' : `${figure(value)}`,
          })),
        ],
      },
      [chart.x, ...chart.series.map(({ values }) => values)],
      place as never,
    )
  }
  const drawAll = (): void => {
    for (const [i, chart] of charts.entries()) {
      const place = page.document.getElementById(`chart-${i}`)
      if (place) drawOne(chart, place)
    }
  }
  drawAll()
  page.addEventListener('resize', drawAll)
  page.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll)
}
