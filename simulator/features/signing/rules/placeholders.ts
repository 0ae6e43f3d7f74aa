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

/** Fills in the values. Ignores braces inside a value. */
export function filledIn(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replaceAll(PATTERN, (_, name: Placeholder) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined || value.trim() === '' ? BLANK : value
  })
}

/** Returns the paragraphs of a text, separated by empty lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
