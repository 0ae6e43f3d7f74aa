import { PDFDocument, type PDFPage, rgb } from 'pdf-lib'
import { type Face, type Faces, embedFaces } from './faces.ts'
import { type Cell, type LaidLine, MARGIN, codePoints, drawLine } from './lines.ts'
import { artifact, tagged } from './marked-content.ts'
import { type Metadata, writeMetadata } from './metadata.ts'
import { type Role, Structure, type Tag } from './structure.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
/** Width between the margins. */
export const WIDTH = PAGE.width - 2 * MARGIN
const FOOT = 46
/** Height of the content of a page. */
export const CONTENT_HEIGHT = PAGE.height - MARGIN - FOOT - 8
export const GREY = rgb(0.42, 0.45, 0.5)
const LINE = rgb(0.85, 0.87, 0.9)
export const LABEL_WIDTH = 150
/** Default font size. */
export const SIZE = 9.5
/** Relative to the font size. */
export const LINE_HEIGHT = 1.35

/** Explicit date, so that the same input gives the same bytes. */
export interface PagesOptions extends Metadata {
  /** Footer text of every page, before the page number. */
  footer: string
  /** Text at the top of every page. */
  mark?: string
}

/** A laid out line and its tag. */
type LaidCell = LaidLine & { tag: Tag }

/**
 * Lays out pages from top to bottom: headings, paragraphs, rows, JPEG images. Everything is tagged
 * for screen readers, in the order in which it is written.
 */
export class Pages {
  readonly document: PDFDocument
  readonly faces: Faces
  readonly written: PDFPage[] = []
  #options: Pick<PagesOptions, 'footer' | 'mark'>
  #structure: Structure
  /** The table that adjacent rows belong to, and its last value. */
  #table: { table: Tag; value?: Tag } | undefined
  #page!: PDFPage
  #y = 0

  private constructor(
    document: PDFDocument,
    faces: Faces,
    options: Pick<PagesOptions, 'footer' | 'mark'>,
    structure: Structure,
  ) {
    this.document = document
    this.faces = faces
    this.#options = options
    this.#structure = structure
    this.#turn()
  }

  /**
   * Creates a new document.
   * @param text everything that may be written, so that the fonts for it are embedded
   */
  static async create(options: PagesOptions, text: string): Promise<Pages> {
    const document = await PDFDocument.create({ updateMetadata: false })
    writeMetadata(document, options)
    return Pages.#begin(document, options, text, Structure.begin(document))
  }

  /**
   * Appends pages to an existing document; `text` as for `create`.
   * @param options the language is that of the appended pages
   */
  static after(
    document: PDFDocument,
    options: Pick<PagesOptions, 'footer' | 'mark'> & { language: string },
    text: string,
  ): Promise<Pages> {
    return Pages.#begin(document, options, text, Structure.continue(document, options.language))
  }

  static async #begin(
    document: PDFDocument,
    options: Pick<PagesOptions, 'footer' | 'mark'>,
    text: string,
    structure: Structure,
  ): Promise<Pages> {
    const all = `${text}${options.footer}${options.mark ?? ''}`
    return new Pages(document, await embedFaces(document, all), options, structure)
  }

  /** Draws a heading: of the document from 18 points, else of a section. */
  heading(text: string, size = 13): void {
    // Keep a heading with the first lines below it.
    this.keep(size * 3 + 40)
    this.space(size * 1.5)
    this.cells([{ text, x: 0, width: WIDTH, size, bold: true }], size < 18 ? 'H2' : 'H1')
    this.space(size * 0.6)
  }

  paragraph(text: string, size = SIZE): void {
    const lines = this.faces.regular.lines(text, WIDTH, size)
    this.keep(Math.min(lines.length, 2) * size * LINE_HEIGHT)
    const tag = this.#spelled(this.#tag('P'), this.faces.regular, text)
    for (const line of lines) this.#line([{ line, x: 0, width: WIDTH, size, tag }])
    this.space(size * 0.5)
  }

  /**
   * Draws a label beside its value; long values wrap. Adjacent rows are one table, and a row without
   * a label continues the value above. A value with characters that no font has is followed by its
   * code points, so that no information is lost.
   */
  row(label: string, value: string, size = SIZE): void {
    const above = label === '' ? this.#table?.value : undefined
    const [name, content] = above ? [above, above] : this.#tableRow(['TH', 'TD'], 'Row')
    this.#table!.value = content!
    this.#draw([
      { text: label, x: 0, width: LABEL_WIDTH, size, color: GREY, tag: name! },
      { text: value, x: LABEL_WIDTH, width: WIDTH - LABEL_WIDTH, size, tag: content! },
    ])
    this.space(size * 0.25)
    if (!this.faces.regular.draws(value)) this.row('', `(in Unicode: ${codePoints(value)})`, 8)
  }

  /** Draws one row of a table with a header row; adjacent rows are one table. */
  tableRow(cells: readonly Cell[], header = false): void {
    const tags = this.#tableRow(
      cells.map(() => (header ? 'TH' : 'TD')),
      'Column',
    )
    this.#draw(cells.map((cell, i) => ({ ...cell, tag: tags[i]! })))
  }

  /** Draws the header row of a table again, on the next page; screen readers skip it. */
  repeatHeader(cells: readonly Cell[]): void {
    const laid = cells.flatMap(({ text, ...cell }) => {
      const [line] = this.#face(cell).lines(text, cell.width, cell.size ?? SIZE)
      return line ? { ...cell, line } : []
    })
    const size = Math.max(...laid.map((cell) => cell.size ?? SIZE))
    this.#y -= size
    artifact(this.#page, 'Header', () => {
      for (const cell of laid) drawLine(this.#page, cell, this.#y)
    })
    this.#y -= size * 0.35
  }

  /** Draws texts side by side, each wrapped in its width; they are read as one. */
  cells(cells: readonly Cell[], role: Role = 'P'): void {
    const tag = this.#tag(role)
    this.#draw(cells.map((cell) => ({ ...cell, tag })))
  }

  rule(color = LINE, thickness = 0.7): void {
    this.keep(14)
    this.space(7)
    const [start, end] = [MARGIN, PAGE.width - MARGIN].map((x) => ({ x, y: this.#y }))
    artifact(this.#page, 'Layout', () =>
      this.#page.drawLine({ start: start!, end: end!, thickness, color }),
    )
    this.space(7)
  }

  /** Moves down by `height` points. */
  space(height: number): void {
    this.#y -= height
  }

  /** Starts a new page if less than `height` points are left. Returns whether it did. */
  keep(height: number): boolean {
    const turns = this.#y - height < FOOT + 8
    if (turns) this.#turn()
    return turns
  }

  /**
   * Draws a JPEG with its caption below, scaled down to fit the box and never enlarged.
   * @param alt says what the picture shows. @default the caption
   */
  async image(
    jpeg: Uint8Array,
    caption: string,
    box: { width: number; height: number },
    alt = caption,
  ): Promise<void> {
    // Copy the bytes: pdf-lib reads the underlying buffer from its start and ignores the offset.
    const image = await this.document.embedJpg(new Uint8Array(jpeg))
    const { width, height } = image.scaleToFit(box.width, box.height)
    this.keep(height + 28)
    this.#y -= height + 6
    const corner = { x: MARGIN, y: this.#y }
    const tag = this.#tag('Figure')
    Object.assign(tag, { alt, box: [corner.x, corner.y, corner.x + width, corner.y + height] })
    tagged(this.#structure, this.#page, tag, () =>
      this.#page.drawImage(image, { ...corner, width, height }),
    )
    this.#y -= 4
    const line = this.faces.regular.lines(caption, WIDTH, 8)[0]!
    this.#line([
      { line, x: 0, width: WIDTH, size: 8, color: GREY, tag: this.#structure.add('Caption', tag) },
    ])
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
      const x = PAGE.width - MARGIN - regular.width(number, foot.size)
      artifact(page, 'Footer', () => {
        drawLine(page, { ...foot, line: { ...line, rtl: false }, x: 0, width: WIDTH }, y)
        page.drawText(number, { ...foot, x, y, font: regular.font })
      })
    }
    this.#structure.finish()
    return this.document.save({ addDefaultPage: false, updateFieldAppearances: false })
  }

  #turn(): void {
    this.#page = this.document.addPage([PAGE.width, PAGE.height])
    this.written.push(this.#page)
    this.#y = PAGE.height - MARGIN
    const { mark } = this.#options
    if (mark === undefined) return
    const line = this.faces.bold.lines(mark, WIDTH, 8)[0]!
    const cell = { line, x: 0, width: WIDTH, size: 8, color: rgb(0.72, 0.2, 0.1) }
    // Read once: on the other pages it repeats.
    if (this.written.length === 1) {
      this.#line([{ ...cell, tag: this.#structure.add('P', this.#structure.top) }])
    } else {
      this.#y -= 8
      artifact(this.#page, 'Header', () => drawLine(this.#page, cell, this.#y))
      this.#y -= 2.8
    }
    this.#y -= 6
  }

  /** Starts an element below the top; a table before it has ended. */
  #tag(role: Role): Tag {
    this.#table = undefined
    return this.#structure.add(role, this.#structure.top)
  }

  #tableRow(roles: readonly ('TH' | 'TD')[], scope: 'Row' | 'Column'): Tag[] {
    this.#table ??= { table: this.#structure.add('Table', this.#structure.top) }
    const row = this.#structure.add('TR', this.#table.table)
    return roles.map((role) => this.#structure.add(role, row, role === 'TH' ? { scope } : {}))
  }

  /** Returns the tag of a text, with its spelling if the glyphs do not give it. */
  #spelled(tag: Tag, face: Face, text: string): Tag {
    const actual = face.spelled(text)
    return actual === undefined ? tag : this.#structure.add('Span', tag, { actual })
  }

  #draw(cells: readonly (Cell & { tag: Tag })[]): void {
    const columns = cells.map((cell) => {
      const face = this.#face(cell)
      const tag = this.#spelled(cell.tag, face, cell.text)
      const lines = face.lines(cell.text, cell.width, cell.size ?? SIZE)
      return lines.map((line) => ({ ...cell, line, tag }))
    })
    for (let i = 0; columns.some((lines) => i < lines.length); i++) {
      this.#line(columns.flatMap((lines) => lines[i] ?? []))
    }
  }

  /** Draws one line of texts that fit and are drawable. */
  #line(cells: readonly LaidCell[]): void {
    const size = Math.max(...cells.map((cell) => cell.size ?? SIZE))
    this.keep(size * LINE_HEIGHT)
    this.#y -= size
    for (const cell of cells) {
      if (cell.line.runs.length === 0) continue
      tagged(this.#structure, this.#page, cell.tag, () => drawLine(this.#page, cell, this.#y))
    }
    this.#y -= size * 0.35
  }

  #face({ bold }: Pick<Cell, 'bold'>): Face {
    return bold ? this.faces.bold : this.faces.regular
  }
}
