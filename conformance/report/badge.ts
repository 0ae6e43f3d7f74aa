import type { RunReport, Verdict } from '../run/result.ts'
import { escape } from './html-escape.ts'
import type { Reporter, Sink } from './reporter.ts'

const COLORS: Record<Verdict, string> = {
  conforming: '#2c7a3f',
  nonconforming: '#b42318',
  'not judged': '#8a6100',
}

const LABEL = 'conformance'
/** Average width of a character in the font of the badge, in pixels. */
const CHARACTER = 6.6
const PADDING = 14

/** Returns an SVG for a README: the verdict and the percentage of requirements judged. */
export class BadgeReporter implements Reporter {
  readonly #write: Sink

  constructor(write: Sink) {
    this.#write = write
  }

  finished(report: RunReport): void {
    this.#write(badge(report))
  }
}

export function badge({ verdict, judged }: Pick<RunReport, 'verdict' | 'judged'>): string {
  const value = verdict === 'not judged' ? verdict : `${verdict}, ${judged.percent}% judged`
  const [left, right] = [LABEL, value].map(
    (text) => Math.ceil(text.length * CHARACTER) + PADDING,
  ) as [number, number]
  const text = (middle: number, content: string) =>
    `<text x="${middle}" y="14" text-anchor="middle">${escape(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${escape(value)}">
<title>${LABEL}: ${escape(value)}</title>
<rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${COLORS[verdict]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(left / 2, LABEL)}
${text(left + right / 2, value)}
</g>
</svg>
`
}
