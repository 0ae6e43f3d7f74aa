import { type Cell } from './lines.ts'
import { CONTENT_HEIGHT, LINE_HEIGHT, type Pages, SIZE } from './pages.ts'
import { HEADING, heightOf } from './section.ts'

/** Space below the header and below each row, in points. */
const GAP = 3
/** A section up to this height moves to the next page as a whole. */
const UNDIVIDED = CONTENT_HEIGHT / 2
/** Rows that stay together at a page break, so that no row is alone on a page. */
const TOGETHER = 2

/**
 * Draws a heading, a paragraph and a table. A table that is divided has its header on each page.
 */
export function tableSection(
  pages: Pages,
  title: string,
  paragraph: string,
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
): void {
  const heights = rows.map((row) => rowHeight(pages, row))
  const above = HEADING + heightOf(pages, paragraph) + GAP + rowHeight(pages, header)
  const whole = above + total(heights)
  pages.keep(whole <= UNDIVIDED ? whole : above + total(heights.slice(0, TOGETHER)))
  pages.heading(title)
  pages.paragraph(paragraph)
  pages.space(GAP)
  pages.tableRow(header, true)
  pages.space(GAP)
  for (const [i, row] of rows.entries()) {
    const end = rows.length - i === TOGETHER ? rows.length : i + 1
    if (pages.keep(total(heights.slice(i, end)))) {
      pages.repeatHeader(header)
      pages.space(GAP)
    }
    pages.tableRow(row)
    pages.space(GAP)
  }
}

function rowHeight({ faces: { regular } }: Pages, cells: readonly Cell[]): number {
  const heights = cells.map(({ text, width, size = SIZE }) => {
    return regular.lines(text, width, size).length * size * LINE_HEIGHT
  })
  return Math.max(...heights) + GAP
}

function total(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0)
}
