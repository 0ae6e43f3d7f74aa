import type { PDFDocument, PDFFont } from 'pdf-lib'
import { type Direction, directionOf, inVisualOrder } from './bidi.ts'
import {
  type FontName,
  charactersOf,
  fontFile,
  furtherFontsFor,
  isInvisible,
  parseOnce,
} from './font-files.ts'
import { wrap } from './wrap.ts'

/** Text in one font, ready to draw. */
interface Run {
  text: string
  font: PDFFont
  /** Distance from the left end of the line, at size 1. */
  x: number
}

/** A laid-out line of text. */
export interface Line {
  runs: Run[]
  /** At size 1. */
  width: number
  /** Whether the paragraph starts at the right. */
  rtl: boolean
}

interface Font {
  characters: ReadonlySet<number>
  font: PDFFont
}

/** Right-to-left text, and scripts in which a glyph is not one character. */
const COMPLEX =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{M}\p{Bidi_C}]/u

/** Embeddings, overrides and isolates: a reader of the page cannot know them. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/

/** The fonts of one weight in a document. Each character is drawn in the first font that has it. */
export class Face {
  readonly #fonts: readonly Font[]
  /** Word widths at size 1. Layout dominates drawing time, and words repeat. */
  readonly #widths = new Map<string, number>()

  constructor(fonts: readonly Font[]) {
    this.#fonts = fonts
  }

  /** The main font, for text whose characters it has. */
  get font(): PDFFont {
    return this.#fonts[0]!.font
  }

  /**
   * Replaces control characters by spaces, and characters that no font has by a box, so that the
   * loss is visible.
   */
  drawable(text: string): string {
    return Array.from(text.normalize('NFC'), (character) => {
      if (isControl(character)) return ' '
      return isInvisible(character) || this.#fontOf(character) ? character : '□'
    }).join('')
  }

  /** Whether the fonts have every character of a text, and show them in the order of the text. */
  draws(text: string): boolean {
    return Array.from(text.normalize('NFC')).every(
      (character) =>
        !REORDERING.test(character) &&
        (isInvisible(character) || this.#fontOf(character) !== undefined),
    )
  }

  /** Returns the drawn text if it cannot be derived from the glyphs. */
  spelled(text: string): string | undefined {
    return COMPLEX.test(text) ? this.drawable(text) : undefined
  }

  /** Width in points of text on one line. */
  width(text: string, size: number): number {
    return this.#line(this.drawable(text), 0, directionOf(text)).width * size
  }

  /** Breaks a paragraph into lines of at most `width` points. */
  lines(text: string, width: number, size: number): Line[] {
    const paragraph = this.drawable(text)
    const direction = directionOf(paragraph)
    let start = 0
    return wrap(paragraph, width / size, (part) => this.#unitWidth(part)).map((line) => {
      start = paragraph.indexOf(line, start)
      const laid = this.#line(line, start, direction)
      start += line.length
      const gap = paragraph[start] === ' ' ? ' ' : ''
      // The space at which a line breaks: without it, readers join the words of two lines.
      const last = laid.runs.at(-1)
      if (last?.font === this.font && direction.levels === undefined) last.text += gap
      return laid
    })
  }

  #line(text: string, start: number, direction: Direction): Line {
    let x = 0
    const runs = inVisualOrder(text, start, direction, (before, after) =>
      this.#sameFont(before, after),
    ).flatMap((piece): Run[] => {
      const font = this.#fontOf(Array.from(piece.text).find((one) => !isInvisible(one)) ?? ' ')!
      const shown = withoutControls(piece.text)
      if (shown === '') return []
      const run = { text: shown, font: font.font, x }
      x += font.font.widthOfTextAtSize(shown, 1)
      return [run]
    })
    return { runs, width: x, rtl: direction.rtl }
  }

  #unitWidth(part: string): number {
    let width = this.#widths.get(part)
    if (width === undefined)
      this.#widths.set(part, (width = this.#line(part, 0, directionOf(part)).width))
    return width
  }

  #fontOf(character: string): Font | undefined {
    const code = character.codePointAt(0)!
    return this.#fonts.find(({ characters }) => characters.has(code))
  }

  #sameFont(before: string, after: string): boolean {
    return isInvisible(after) || isInvisible(before) || this.#fontOf(before) === this.#fontOf(after)
  }
}

export interface Faces {
  regular: Face
  bold: Face
}

/**
 * Embeds the fonts that a document needs, subset to the drawn glyphs.
 * @param text everything that may be drawn: the fonts for its characters are embedded
 */
export async function embedFaces(document: PDFDocument, text: string): Promise<Faces> {
  document.registerFontkit(parseOnce)
  const embed = async (name: FontName): Promise<Font> => ({
    characters: charactersOf(name),
    font: await document.embedFont(fontFile(name), {
      subset: true,
      // Disables optional ligatures, because a search reads a joined "fi" as one character.
      // Ligatures that Arabic requires are a different font feature.
      ...(name.startsWith('DejaVu') && { features: { liga: false } }),
    }),
  })
  const [regular, bold] = [await embed('DejaVuSans'), await embed('DejaVuSans-Bold')]
  const further: Font[] = []
  for (const name of furtherFontsFor(text)) further.push(await embed(name))
  // Characters missing from the bold font are drawn in the regular one.
  return { regular: new Face([regular, ...further]), bold: new Face([bold, regular, ...further]) }
}

/**
 * Removes control characters. Zero-width joiners stay: they decide how adjacent letters are drawn.
 */
function withoutControls(text: string): string {
  return Array.from(text)
    .filter((one) => one === '\u200c' || one === '\u200d' || !isInvisible(one))
    .join('')
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0)!
  return code < 0x20 || code === 0x7f
}
