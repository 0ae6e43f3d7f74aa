/** Placeholders of documents (GAP-DOCUMENT-TEMPLATES); applicant fields have the names of screening rules. */
export const PLACEHOLDERS = [
  'applicant.name',
  'applicant.familyName',
  'applicant.givenNames',
  'applicant.email',
  'applicant.phone',
  'applicant.dateOfBirth',
  'applicant.address',
  'sender.name',
  'date',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Stands for a missing value, so that the reader of the document sees the gap. */
export const BLANK = '____________'

const PATTERN = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the unknown names between double braces, each once. */
export function unknownPlaceholders(text: string): string[] {
  const names = Array.from(text.matchAll(PATTERN), ([, name]) => name!)
  return [...new Set(names)].filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name))
}

/**
 * Fills in the values. Ignores braces inside a value. A value stays in its place: it adds no line, and
 * does not reorder the text around it.
 */
export function filledIn(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replaceAll(PATTERN, (_, name: Placeholder) => {
    const value = (Object.hasOwn(values, name) && values[name]) || ''
    const line = value.replaceAll(LINE_BREAKS, ' ').replaceAll(REORDERING, '')
    if (line.trim() === '') return BLANK
    return RIGHT_TO_LEFT.test(line + text) ? `\u2068${line}\u2069` : line
  })
}

/** Control characters, and the separators of lines and paragraphs. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
/** Embeddings, overrides and isolates (Unicode Standard Annex 9): they could end the isolate of a value. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g
/** Right-to-left scripts and marks: without them, a value needs no isolate. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns the paragraphs of a text, separated by empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
