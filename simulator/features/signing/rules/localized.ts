import { languagesOf } from './accept-language.ts'

/** One text, or one for each language by BCP 47 tag. */
export type Localized = string | Readonly<Record<string, string>>

/** A text in one language; undefined if its author named none. */
export interface InLanguage {
  text: string
  language: string | undefined
}

/**
 * Returns the text for a reader whose browser sends this `Accept-Language`. Takes the first requested language that is
 * available, an exact tag before its bare language; else English, else the first text.
 */
export function localized(text: Localized, acceptLanguage: string | undefined): InLanguage {
  if (typeof text === 'string') return { text, language: undefined }
  const tags = Object.keys(text)
  for (const wish of languagesOf(acceptLanguage)) {
    const tag =
      tags.find((one) => same(one, wish)) ?? tags.find((one) => same(bare(one), bare(wish)))
    if (tag !== undefined) return { text: text[tag]!, language: tag }
  }
  const tag = tags.find((one) => same(bare(one), 'en')) ?? tags[0]!
  return { text: text[tag]!, language: tag }
}

/** Returns every text with its language as path; a single text has an empty path. */
export function eachText(text: unknown): { path: string[]; text: string }[] {
  if (typeof text === 'string') return [{ path: [], text }]
  if (typeof text !== 'object' || text === null) return []
  return Object.entries(text).flatMap(([tag, one]) =>
    typeof one === 'string' ? [{ path: [tag], text: one }] : [],
  )
}

function bare(tag: string): string {
  return tag.split('-')[0]!
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
