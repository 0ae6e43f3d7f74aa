import { PDFDocument, type PDFPage, type RGB, rgb } from 'pdf-lib'
import { type Face, type Faces, embedFaces } from './faces.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
export const MARGIN = 54
/** Between the margins. */
export const WIDTH = PAGE.width - 2 * MARGIN
const FOOT = 46
export const INK = rgb(0.13, 0.15, 0.19)
export const GREY = rgb(0.42, 0.45, 0.5)
const LINE = rgb(0.85, 0.87, 0.9)
const LABEL_WIDTH = 150

export interface PagesOptions {
  title: string
  /** The date of the document: the same input gives the same bytes. Epoch ms. */
  now: number
  /** At the foot of every page, before its number. */
  footer: string
  /** At the head of every page, to be seen first. */
  mark?: string
  /** BCP 47, for readers that speak a document. */
  language?: string
}

/** Text in its place within a row. */
export interface Cell {
  text: string
  /** From the left margin, and how wide it may be, in points. */
  x: number
  width: number
  size?: number
  bold?: boolean
  color?: RGB
}

/** Pages that are written from top to bottom: headings, paragraphs, rows, JPEG images. */
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

  /** Pages of a document of their own. */
  static async create(options: PagesOptions): Promise<Pages> {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.setTitle(options.title)
    if (options.language !== undefined) document.setLanguage(options.language)
    document.setProducer('vskit')
    document.setCreationDate(new Date(options.now))
    document.setModificationDate(new Date(options.now))
    return Pages.after(document, options)
  }

  /** Pages behind those that a document has. */
  static async after(
    document: PDFDocument,
    options: Pick<PagesOptions, 'footer' | 'mark'>,
  ): Promise<Pages> {
    return new Pages(document, await embedFaces(document), options)
  }

  heading(text: string, size = 13): void {
    // Not without the first lines of what it heads.
    this.keep(size * 3 + 40)
    this.space(size * 1.5)
    this.cells([{ text, x: 0, width: WIDTH, size, bold: true }])
    this.space(size * 0.6)
  }

  paragraph(text: string, size = 9.5): void {
    const lines = this.faces.regular.lines(text, WIDTH, size)
    this.keep(Math.min(lines.length, 2) * size * 1.35)
    for (const line of lines) this.#line([{ text: line, x: 0, width: WIDTH, size }])
    this.space(size * 0.5)
  }

  /** A label and its value, side by side; long values wrap. */
  row(label: string, value: string, size = 9.5): void {
    this.cells([
      { text: label, x: 0, width: LABEL_WIDTH, size, color: GREY },
      { text: value, x: LABEL_WIDTH, width: WIDTH - LABEL_WIDTH, size },
    ])
    this.space(size * 0.25)
  }

  /** Texts side by side, each wrapped in its width. */
  cells(cells: readonly Cell[]): void {
    const columns = cells.map((cell) =>
      this.#face(cell).lines(cell.text, cell.width, cell.size ?? 9.5),
    )
    for (let i = 0; columns.some((lines) => i < lines.length); i++) {
      this.#line(
        cells.flatMap((cell, column) => {
          const text = columns[column]![i]
          return text === undefined ? [] : { ...cell, text }
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

  /** Goes down so many points. */
  space(height: number): void {
    this.#y -= height
  }

  /** Turns the page when less than this is left of it. */
  keep(height: number): void {
    if (this.#y - height < FOOT + 8) this.#turn()
  }

  /** A JPEG with its caption below, no larger than the box and never enlarged beyond it. */
  async image(
    jpeg: Uint8Array,
    caption: string,
    box: { width: number; height: number },
  ): Promise<void> {
    // A copy of its own buffer: pdf-lib reads the buffer from its start, whatever part of it the bytes are.
    const image = await this.document.embedJpg(new Uint8Array(jpeg))
    const { width, height } = image.scaleToFit(box.width, box.height)
    this.keep(height + 28)
    this.#y -= height + 6
    this.#page.drawImage(image, { x: MARGIN, y: this.#y, width, height })
    this.#y -= 4
    this.#line([
      { text: this.faces.regular.drawable(caption), x: 0, width: WIDTH, size: 8, color: GREY },
    ])
    this.#y -= 8
  }

  /** Numbers the pages and gives the bytes of the whole document. */
  async save(): Promise<Uint8Array> {
    const { regular } = this.faces
    const footer = regular.drawable(this.#options.footer)
    for (const [i, page] of this.written.entries()) {
      const number = `${i + 1} / ${this.written.length}`
      const line = { y: FOOT - 14, size: 7.5, font: regular.font, color: GREY }
      page.drawText(regular.lines(footer, WIDTH - 50, line.size)[0]!, { ...line, x: MARGIN })
      page.drawText(number, { ...line, x: PAGE.width - MARGIN - regular.width(number, line.size) })
    }
    return this.document.save({ addDefaultPage: false, updateFieldAppearances: false })
  }

  #turn(): void {
    this.#page = this.document.addPage([PAGE.width, PAGE.height])
    this.written.push(this.#page)
    this.#y = PAGE.height - MARGIN
    const { mark } = this.#options
    if (mark === undefined) return
    this.#line([
      {
        text: this.faces.bold.drawable(mark),
        x: 0,
        width: WIDTH,
        size: 8,
        bold: true,
        color: rgb(0.72, 0.2, 0.1),
      },
    ])
    this.#y -= 6
  }

  /** One line of texts that fit and can be drawn. */
  #line(cells: readonly Cell[]): void {
    const size = Math.max(...cells.map((cell) => cell.size ?? 9.5))
    this.keep(size * 1.35)
    this.#y -= size
    for (const cell of cells) {
      const { font } = this.#face(cell)
      this.#page.drawText(cell.text, {
        x: MARGIN + cell.x,
        y: this.#y,
        size: cell.size ?? 9.5,
        font,
        color: cell.color ?? INK,
      })
    }
    this.#y -= size * 0.35
  }

  #face({ bold }: Cell): Face {
    return bold ? this.faces.bold : this.faces.regular
  }
}
