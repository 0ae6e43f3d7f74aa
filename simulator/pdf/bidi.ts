import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

/** Right-to-left scripts. The font orders the glyphs of such letters itself. */
const RTL_LETTER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u
/** Skips the bidi algorithm for most text: it takes longer than the rest of the line layout. */
const NEEDS_ORDER =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

export interface Direction {
  /** Embedding level per UTF-16 unit; odd is right to left. */
  levels: Uint8Array | undefined
  /** Paragraph direction; lines are aligned on their starting side. */
  rtl: boolean
}

/** Resolves the direction of every character of a paragraph (Unicode Standard Annex 9). */
export function directionOf(paragraph: string): Direction {
  if (!NEEDS_ORDER.test(paragraph)) return { levels: undefined, rtl: false }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph, 'auto')
  return { levels, rtl: (paragraphs[0]?.level ?? 0) % 2 === 1 }
}

/** Adjacent characters that are drawn as one text. */
export interface Piece {
  text: string
  level: number
}

/**
 * Returns the pieces of a line from left to right, each in logical order for the font.
 * @param start offset of the line in its paragraph
 * @param joins whether two neighbours of equal level may form one piece
 */
export function inVisualOrder(
  line: string,
  start: number,
  { levels }: Direction,
  joins: (before: string, after: string) => boolean,
): Piece[] {
  const pieces: Piece[] = []
  let at = start
  let before: string | undefined
  let alone = false
  for (const character of line) {
    const level = levels?.[at] ?? 0
    const odd = level % 2 === 1
    at += character.length
    // Left-to-right run of a right-to-left script: draw each character separately, or the font
    // would reverse them.
    const single = !odd && levels !== undefined && RTL_LETTER.test(character)
    const drawn = odd ? (bidi.getMirroredCharacter(character) ?? character) : character
    const last = pieces.at(-1)
    const joined = last && last.level === level && !single && !alone && joins(before!, character)
    if (joined) last.text += drawn
    else pieces.push({ text: drawn, level })
    before = character
    alone = single
  }
  return reordered(pieces).map(({ text, level }) => ({
    level,
    // Fonts know only the direction of letters: mirror brackets and reorder punctuation between
    // numbers here.
    text: level % 2 === 1 && !RTL_LETTER.test(text) ? Array.from(text).toReversed().join('') : text,
  }))
}

/**
 * Rule L2: from the highest level down to the lowest odd one, reverse each sequence at that level
 * or above.
 */
function reordered(pieces: Piece[]): Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  const ordered = [...pieces]
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < ordered.length; i++) {
      let end = i
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end - i > 1) ordered.splice(i, end - i, ...ordered.slice(i, end).toReversed())
      i = Math.max(i, end)
    }
  }
  return ordered
}
