import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

/** Read at the first document, once: fonts of the standard kind throw outside Western European text. */
let files: { regular: Buffer; bold: Buffer } | undefined

/** Each font is parsed once, not for each document: that takes longer than drawing a page. What a document uses of it is its own. */
const parsed = new Map<Uint8Array, ReturnType<typeof fontkit.create>>()
const parseOnce: typeof fontkit = {
  create: (bytes, name) => {
    const font = parsed.get(bytes) ?? fontkit.create(bytes, name)
    parsed.set(bytes, font)
    return font
  },
}

/** The one script of our fonts that goes to a part of fontkit which throws (it wants a global `regeneratorRuntime`). */
const UNSHAPED = /\p{Script=Tifinagh}/u

/** Characters that a font has and that can be laid out, by its name. */
const known = new Map<string, ReadonlySet<number>>()

/** A font in a document, safe for any text. */
export class Face {
  readonly font: PDFFont
  readonly #known: ReadonlySet<number>
  /** Of words, at size 1: laying out text is what takes the time of a document, and words come again. */
  readonly #widths = new Map<string, number>()

  constructor(font: PDFFont) {
    this.font = font
    this.#known =
      known.get(font.name) ??
      new Set(font.getCharacterSet().filter((code) => !UNSHAPED.test(String.fromCodePoint(code))))
    known.set(font.name, this.#known)
  }

  /** Control characters out, and a box for what the font has no glyph of: a gap would read as if nothing was there. */
  drawable(text: string): string {
    return Array.from(text.normalize('NFC'), (character) => {
      if (isControl(character)) return ' '
      return this.#known.has(character.codePointAt(0)!) ? character : '□'
    }).join('')
  }

  /** Whether every character of a text can be seen as itself. */
  draws(text: string): boolean {
    return Array.from(text.normalize('NFC')).every((character) =>
      this.#known.has(character.codePointAt(0)!),
    )
  }

  /** In points; of text that is drawable. */
  width(text: string, size: number): number {
    return this.font.widthOfTextAtSize(text, size)
  }

  #unitWidth(word: string): number {
    let width = this.#widths.get(word)
    if (width === undefined) this.#widths.set(word, (width = this.width(word, 1)))
    return width
  }

  /** The lines of a text, made drawable, that are no wider than so many points. */
  lines(text: string, width: number, size: number): string[] {
    return wrap(this.drawable(text), width / size, (part) => this.#unitWidth(part))
  }
}

export interface Faces {
  regular: Face
  bold: Face
}

export async function embedFaces(document: PDFDocument): Promise<Faces> {
  document.registerFontkit(parseOnce)
  files ??= { regular: file('DejaVuSans.ttf'), bold: file('DejaVuSans-Bold.ttf') }
  const regular = await document.embedFont(files.regular, { subset: true })
  const bold = await document.embedFont(files.bold, { subset: true })
  return { regular: new Face(regular), bold: new Face(bold) }
}

/**
 * Breaks text at spaces, and a word that is wider than the line wherever it must.
 * @param measure of a part between two spaces, or of a space; the widths of a line's parts add up to its own
 */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const space = measure(' ')
  const lines: string[] = []
  let [line, taken] = ['', 0]
  for (const word of text.split(' ')) {
    const wide = measure(word)
    if ((line === '' && wide <= width) || (line !== '' && taken + space + wide <= width)) {
      ;[line, taken] = line === '' ? [word, wide] : [`${line} ${word}`, taken + space + wide]
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = wide <= width ? [word] : broken(word, width, measure)
    line = pieces.pop()!
    taken = measure(line)
    lines.push(...pieces)
  }
  return [...lines, line]
}

/** Between characters, as seldom as the width allows. */
function broken(word: string, width: number, measure: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0)!
  return code < 0x20 || code === 0x7f
}

function file(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/fonts/${name}`, import.meta.url))
}
