import { readFileSync } from 'node:fs'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument } from 'pdf-lib'

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]

/** Fonts in order of preference. Sources: fixtures/fonts/README.md. */
export const FONT_FILES = [
  'DejaVuSans',
  'NotoSansThai',
  'NotoSansDevanagari',
  'NotoSansSC-Han',
  'NotoSansKR-Hangul',
] as const
export type FontName = (typeof FONT_FILES)[number] | 'DejaVuSans-Bold'

const files = new Map<FontName, Buffer>()
const characterSets = new Map<FontName, ReadonlySet<number>>()

/** Parsed fonts, cached per thread: parsing takes longer than drawing a page. */
const parsed = new Map<ArrayBufferView, ReturnType<Fontkit['create']>>()
export const parseOnce: Fontkit = {
  create: (bytes: Uint8Array) => {
    let font = parsed.get(bytes)
    if (!font)
      parsed.set(
        bytes,
        (font = withLayouts(withCodePoints((fontkit as Fontkit).create(bytes) as Parsed))),
      )
    return font
  },
}

type Parsed = Exclude<ReturnType<Fontkit['create']>, Promise<unknown>> & {
  characterSet: number[]
  glyphForCodePoint(code: number): unknown
  layout(text: string, features?: Record<string, boolean>): { glyphs: unknown[] }
}

/** Texts whose layout is kept, per font: some megabytes. */
const MOST_LAYOUTS = 1000

/**
 * Keeps the latest layouts of a font. A line is laid out to measure it and again to draw it, and
 * most lines of a certificate are the same in the next one.
 */
function withLayouts(font: Parsed): Parsed {
  const layout = font.layout.bind(font)
  const known = new Map<string, { glyphs: unknown[] }>()
  font.layout = (text: string, features?: Record<string, boolean>) => {
    const key = JSON.stringify([text, features])
    let run = known.get(key)
    if (!run) {
      run = layout(text, features)
      if (known.size >= MOST_LAYOUTS) known.delete(known.keys().next().value!)
      known.set(key, run)
    }
    return run
  }
  return font
}

/**
 * Requests the glyph of every character once. fontkit stores code points on a glyph at its first
 * request; a glyph first met as a component of another (the E of É) would get none and could not be
 * copied.
 */
function withCodePoints(font: Parsed): Parsed {
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  return font
}

export function fontFile(name: FontName): Buffer {
  let file = files.get(name)
  if (!file) {
    file = readFileSync(new URL(`../../fixtures/fonts/${name}.ttf`, import.meta.url))
    files.set(name, file)
  }
  return file
}

/** Returns the code points that a font has glyphs for. */
export function charactersOf(name: FontName): ReadonlySet<number> {
  let set = characterSets.get(name)
  if (!set) {
    const { characterSet } = parseOnce.create(fontFile(name)) as { characterSet: number[] }
    characterSets.set(name, (set = new Set(characterSet)))
  }
  return set
}

/** Returns the fonts that a text needs besides the first one, in the order of FONT_FILES. */
export function furtherFontsFor(text: string): FontName[] {
  const [first, ...further] = FONT_FILES
  let missing = new Set(Array.from(text.normalize('NFC'), (one) => one.codePointAt(0)!))
  const lacking = (name: FontName) => (code: number) => !charactersOf(name).has(code)
  missing = new Set([...missing].filter((code) => code > 0x7f).filter(lacking(first)))
  return further.filter((name) => {
    if (missing.size === 0) return false
    const before = missing.size
    missing = new Set([...missing].filter(lacking(name)))
    return missing.size < before
  })
}

/** Formatting characters: they order or join letters and have no glyph. */
const INVISIBLE =
  /^(?:[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\p{Variation_Selector})$/u

export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character)
}

/** Returns the distinct characters that no font has a glyph for. */
export function undrawableIn(texts: readonly string[]): string[] {
  const characters = new Set(texts.flatMap((text) => Array.from(text.normalize('NFC'))))
  return [...characters].filter((character) => {
    const code = character.codePointAt(0)!
    if (code < 0x20 || isInvisible(character)) return false
    return !FONT_FILES.some((name) => charactersOf(name).has(code))
  })
}
