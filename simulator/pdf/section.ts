import { CONTENT_HEIGHT, LABEL_WIDTH, LINE_HEIGHT, type Pages, SIZE, WIDTH } from './pages.ts'

/** A paragraph, or a row: label, value, font size. */
export type Part = string | readonly [label: string, value: string, size?: number]

/** Height of a heading with its margins. */
export const HEADING = 13 * (1.5 + LINE_HEIGHT + 0.6)

/** Draws a heading with paragraphs and rows, on one page if they fit there. */
export function section(pages: Pages, title: string, parts: readonly Part[]): void {
  const height = parts.reduce((sum, part) => sum + heightOf(pages, part), HEADING)
  if (height <= CONTENT_HEIGHT) pages.keep(height)
  pages.heading(title)
  for (const part of parts) {
    if (typeof part === 'string') pages.paragraph(part)
    else pages.row(...part)
  }
}

export function heightOf({ faces: { regular } }: Pages, part: Part): number {
  const [text, width, size, margin] =
    typeof part === 'string'
      ? [part, WIDTH, SIZE, 0.5]
      : [part[1], WIDTH - LABEL_WIDTH, part[2] ?? SIZE, 0.25]
  return regular.lines(text, width, size).length * size * LINE_HEIGHT + size * margin
}
