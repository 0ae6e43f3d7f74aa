import { type PDFPage, type RGB, rgb } from 'pdf-lib'
import type { Line } from './faces.ts'

/** Distance of the content from the left and right edges of the page, in points. */
export const MARGIN = 54
const INK = rgb(0.13, 0.15, 0.19)

/** Positioned text within a row. */
export interface Cell {
  text: string
  /** Offset from the left margin and maximum width, in points. */
  x: number
  width: number
  size?: number
  bold?: boolean
  color?: RGB
}

/** A cell whose text is one laid out line. */
export type LaidLine = Omit<Cell, 'text' | 'bold'> & { line: Line }

export function drawLine(
  page: PDFPage,
  { line, x, width, size = 9.5, color = INK }: LaidLine,
  y: number,
): void {
  const start = MARGIN + x + (line.rtl ? width - line.width * size : 0)
  for (const { text, font, x: offset } of line.runs)
    page.drawText(text, { x: start + offset * size, y, size, font, color })
}

/** Formats code points as `U+5C71 U+7530`. */
export function codePoints(text: string): string {
  return Array.from(
    text,
    (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')
}
