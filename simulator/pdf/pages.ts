import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 54
const FOOT = 46
const INK = rgb(0.13, 0.15, 0.19)
const GREY = rgb(0.42, 0.45, 0.5)
const LINE = rgb(0.85, 0.87, 0.9)
const LABEL_WIDTH = 150

/** Read at the first document, once: fonts of the standard kind throw outside Western European text. */
let fontFiles: { regular: Buffer, bold: Buffer } | undefined

export interface PagesOptions {
  title: string
  /** The date of the document: the same input gives the same bytes. Epoch ms. */
  now: number
  /** At the foot of every page, before its number. */
  footer: string
  /** At the head of every page, to be seen first. */
  mark?: string
}

/** A PDF that is written from top to bottom: headings, paragraphs, label-value rows, JPEG images. */
export class Pages {
  #document: PDFDocument
  #regular: PDFFont
  #bold: PDFFont
  #options: PagesOptions
  #page!: PDFPage
  #y = 0

  private constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont, options: PagesOptions) {
    this.#document = document
    this.#regular = regular
    this.#bold = bold
    this.#options = options
    this.#turn()
  }

  static async create(options: PagesOptions): Promise<Pages> {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.registerFontkit(fontkit)
    document.setTitle(options.title)
    document.setProducer('vskit')
    document.setCreationDate(new Date(options.now))
    document.setModificationDate(new Date(options.now))
    fontFiles ??= { regular: font('DejaVuSans.ttf'), bold: font('DejaVuSans-Bold.ttf') }
    const regular = await document.embedFont(fontFiles.regular, { subset: true })
    const bold = await document.embedFont(fontFiles.bold, { subset: true })
    return new Pages(document, regular, bold, options)
  }

  heading(text: string, size = 13): void {
    this.#need(size * 3)
    this.#y -= size * 1.5
    this.#line(text, MARGIN, size, this.#bold, INK)
    this.#y -= size * 0.6
  }

  paragraph(text: string, size = 9.5): void {
    this.#wrapped(text, MARGIN, PAGE.width - 2 * MARGIN, size, this.#regular, INK)
    this.#y -= size * 0.5
  }

  /** A label and its value, side by side; long values wrap. */
  row(label: string, value: string, size = 9.5): void {
    this.#need(size * 1.6)
    const top = this.#y
    this.#line(label, MARGIN, size, this.#regular, GREY)
    this.#y = top
    this.#wrapped(value, MARGIN + LABEL_WIDTH, PAGE.width - 2 * MARGIN - LABEL_WIDTH, size, this.#regular, INK)
    this.#y -= size * 0.25
  }

  rule(): void {
    this.#need(14)
    this.#y -= 7
    this.#page.drawLine({ start: { x: MARGIN, y: this.#y }, end: { x: PAGE.width - MARGIN, y: this.#y }, thickness: 0.7, color: LINE })
    this.#y -= 7
  }

  /** A JPEG with its caption below, no larger than the box and never enlarged beyond it. */
  async image(jpeg: Uint8Array, caption: string, box: { width: number, height: number }): Promise<void> {
    // A copy of its own buffer: pdf-lib reads the buffer from its start, whatever part of it the bytes are.
    const image = await this.#document.embedJpg(new Uint8Array(jpeg))
    const { width, height } = image.scaleToFit(box.width, box.height)
    this.#need(height + 28)
    this.#y -= height + 6
    this.#page.drawImage(image, { x: MARGIN, y: this.#y, width, height })
    this.#y -= 4
    this.#line(caption, MARGIN, 8, this.#regular, GREY)
    this.#y -= 8
  }

  /** Numbers the pages and gives the bytes. */
  async save(): Promise<Uint8Array> {
    const pages = this.#document.getPages()
    for (const [i, page] of pages.entries()) {
      const number = `${i + 1} / ${pages.length}`
      page.drawText(this.#drawable(this.#options.footer), { x: MARGIN, y: FOOT - 14, size: 7.5, font: this.#regular, color: GREY })
      page.drawText(number, {
        x: PAGE.width - MARGIN - this.#regular.widthOfTextAtSize(number, 7.5), y: FOOT - 14, size: 7.5, font: this.#regular, color: GREY,
      })
    }
    return this.#document.save({ addDefaultPage: false, updateFieldAppearances: false })
  }

  #turn(): void {
    this.#page = this.#document.addPage([PAGE.width, PAGE.height])
    this.#y = PAGE.height - MARGIN
    if (this.#options.mark === undefined) return
    this.#line(this.#options.mark, MARGIN, 8, this.#bold, rgb(0.72, 0.2, 0.1))
    this.#y -= 6
  }

  /** Turns the page when less than this is left of it. */
  #need(height: number): void {
    if (this.#y - height < FOOT + 8) this.#turn()
  }

  #line(text: string, x: number, size: number, face: PDFFont, color: typeof INK): void {
    this.#y -= size
    this.#page.drawText(this.#drawable(text), { x, y: this.#y, size, font: face, color })
    this.#y -= size * 0.35
  }

  #wrapped(text: string, x: number, width: number, size: number, face: PDFFont, color: typeof INK): void {
    for (const line of wrap(this.#drawable(text), width, (part) => face.widthOfTextAtSize(part, size))) {
      this.#need(size * 1.35)
      this.#line(line, x, size, face, color)
    }
  }

  /** Control characters out, and a box for what the font has no glyph of: a gap would read as if nothing was there. */
  #drawable(text: string): string {
    const known = this.#knownCharacters()
    return [...text.normalize('NFC')].map((character) => {
      const code = character.codePointAt(0)!
      if (code < 0x20 || code === 0x7f) return ' '
      return known.has(code) ? character : '□'
    }).join('')
  }

  #known: Set<number> | undefined
  #knownCharacters(): Set<number> {
    this.#known ??= new Set(this.#regular.getCharacterSet())
    return this.#known
  }
}

/** Breaks text at spaces, and a word that is wider than the line wherever it must. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const character of word) {
      if (line !== '' && measure(line + character) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line]
}

function font(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/fonts/${name}`, import.meta.url))
}
