import { PDFDocument, type PDFPage, type RGB, rgb } from 'pdf-lib'
import { type Face, type Faces, type Line, embedFaces } from './faces.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
export const MARGIN = 54
/** Width between the margins. */
export const WIDTH = PAGE.width - 2 * MARGIN
const FOOT = 46
export const INK = rgb(0.13, 0.15, 0.19)
export const GREY = rgb(0.42, 0.45, 0.5)
const LINE = rgb(0.85, 0.87, 0.9)
const LABEL_WIDTH = 150

export interface PagesOptions {
  title: string
  /** Date of the document, epoch ms. Explicit, so that the same input gives the same bytes. */
  now: number
  /** Footer text of every page, before the page number. */
  footer: string
  /** Text at the top of every page. */
  mark?: string
  /** BCP 47; for screen readers. */
  language?: string
}

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

/** A positioned line. */
type LaidCell = Omit<Cell, 'text' | 'bold'> & { line: Line }

/** Lays out pages from top to bottom: headings, paragraphs, rows, JPEG images. */
export class Pages {
  readonly document: PDFDocument
  readonly faces: Faces
  readonly written: PDFPage[] = []
  #options: Pick<PagesOptions, 'footer' | 'mark'>
  #page!: PDFPage
  #y = 0

  private constructor(
    document: PDFDocument,
    faces: Faces,
    options: Pick<PagesOptions, 'footer' | 'mark'>,
  ) {
    this.document = document
    this.faces = faces
    this.#options = options
    this.#turn()
  }

  /**
   * Creates a new document.
   * @param text everything that may be written, so that the fonts for it are embedded
   */
  static async create(options: PagesOptions, text: string): Promise<Pages> {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.setTitle(options.title)
    if (options.language !== undefined) document.setLanguage(options.language)
    document.setProducer('vskit')
    document.setCreationDate(new Date(options.now))
    document.setModificationDate(new Date(options.now))
    return Pages.after(document, options, text)
  }

  /** Appends pages to an existing document; `text` as for `create`. */
  static async after(
    document: PDFDocument,
    options: Pick<PagesOptions, 'footer' | 'mark'>,
    text: string,
  ): Promise<Pages> {
    const all = `${text}${options.footer}${options.mark ?? ''}`
    return new Pages(document, await embedFaces(document, all), options)
  }

  heading(text: string, size = 13): void {
    // Keep a heading with the first lines below it.
    this.keep(size * 3 + 40)
    this.space(size * 1.5)
    this.cells([{ text, x: 0, width: WIDTH, size, bold: true }])
    this.space(size * 0.6)
  }

  paragraph(text: string, size = 9.5): void {
    const lines = this.faces.regular.lines(text, WIDTH, size)
    this.keep(Math.min(lines.length, 2) * size * 1.35)
    for (const line of lines) this.#line([{ line, x: 0, width: WIDTH, size }])
    this.space(size * 0.5)
  }

  /**
   * Draws a label beside its value; long values wrap. A value with characters that no font has is
   * followed by its code points, so that no information is lost.
   */
  row(label: string, value: string, size = 9.5): void {
    this.cells([
      { text: label, x: 0, width: LABEL_WIDTH, size, color: GREY },
      { text: value, x: LABEL_WIDTH, width: WIDTH - LABEL_WIDTH, size },
    ])
    this.space(size * 0.25)
    if (!this.faces.regular.draws(value)) this.row('', `(in Unicode: ${codePoints(value)})`, 8)
  }

  /** Draws texts side by side, each wrapped in its width. */
  cells(cells: readonly Cell[]): void {
    const columns = cells.map((cell) =>
      this.#face(cell).lines(cell.text, cell.width, cell.size ?? 9.5),
    )
    for (let i = 0; columns.some((lines) => i < lines.length); i++) {
      this.#line(
        cells.flatMap((cell, column) => {
          const line = columns[column]![i]
          return line === undefined ? [] : { ...cell, line }
        }),
      )
    }
  }

  rule(color = LINE, thickness = 0.7): void {
    this.keep(14)
    this.space(7)
    const x = { start: MARGIN, end: PAGE.width - MARGIN }
    this.#page.drawLine({
      start: { x: x.start, y: this.#y },
      end: { x: x.end, y: this.#y },
      thickness,
      color,
    })
    this.space(7)
  }

  /** Moves down by `height` points. */
  space(height: number): void {
    this.#y -= height
  }

  /** Starts a new page if less than `height` points are left. */
  keep(height: number): void {
    if (this.#y - height < FOOT + 8) this.#turn()
  }

  /** Draws a JPEG with its caption below, scaled down to fit the box and never enlarged. */
  async image(
    jpeg: Uint8Array,
    caption: string,
    box: { width: number; height: number },
  ): Promise<void> {
    // Copy the bytes: pdf-lib reads the underlying buffer from its start and ignores the offset.
    const image = await this.document.embedJpg(new Uint8Array(jpeg))
    const { width, height } = image.scaleToFit(box.width, box.height)
    this.keep(height + 28)
    this.#y -= height + 6
    this.#page.drawImage(image, { x: MARGIN, y: this.#y, width, height })
    this.#y -= 4
    const line = this.faces.regular.lines(caption, WIDTH, 8)[0]!
    this.#line([{ line, x: 0, width: WIDTH, size: 8, color: GREY }])
    this.#y -= 8
  }

  /** Numbers the pages and returns the bytes of the document. */
  async save(): Promise<Uint8Array> {
    const { regular } = this.faces
    const foot = { size: 7.5, color: GREY }
    const line = regular.lines(this.#options.footer, WIDTH - 50, foot.size)[0]!
    for (const [i, page] of this.written.entries()) {
      const number = `${i + 1} / ${this.written.length}`
      const y = FOOT - 14
      drawLine(page, { ...foot, line: { ...line, rtl: false }, x: 0, width: WIDTH }, y)
      const x = PAGE.width - MARGIN - regular.width(number, foot.size)
      page.drawText(number, { ...foot, x, y, font: regular.font })
    }
    return this.document.save({ addDefaultPage: false, updateFieldAppearances: false })
  }

  #turn(): void {
    this.#page = this.document.addPage([PAGE.width, PAGE.height])
    this.written.push(this.#page)
    this.#y = PAGE.height - MARGIN
    const { mark } = this.#options
    if (mark === undefined) return
    const line = this.faces.bold.lines(mark, WIDTH, 8)[0]!
    this.#line([{ line, x: 0, width: WIDTH, size: 8, color: rgb(0.72, 0.2, 0.1) }])
    this.#y -= 6
  }

  /** Draws one line of texts that fit and are drawable. */
  #line(cells: readonly LaidCell[]): void {
    const size = Math.max(...cells.map((cell) => cell.size ?? 9.5))
    this.keep(size * 1.35)
    this.#y -= size
    for (const cell of cells) drawLine(this.#page, cell, this.#y)
    this.#y -= size * 0.35
  }

  #face({ bold }: Cell): Face {
    return bold ? this.faces.bold : this.faces.regular
  }
}

function drawLine(page: PDFPage, { line, x, width, size = 9.5, color = INK }: LaidCell, y: number) {
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
