import { VskitError } from '../core/errors.ts'
import { type Language, incompleteness } from '../messages/catalogue.ts'
import type { Copy } from '../messages/copy.ts'
import { type JourneyMessages, journey } from '../messages/en/journey.ts'
import { signing } from '../messages/en/signing.ts'
import type { SigningCopy } from '../signing/frame.ts'

/** All texts of the mounted page. */
export interface Texts extends Language {
  messages: JourneyMessages
  /** Undefined for the texts of the service, in English. */
  signingCopy: SigningCopy | undefined
}

const MEMBERS = ['lang', 'dir', 'journey', 'signing']

/**
 * Completes `copy` with English texts: a page must not break when a version of the kit adds a text.
 * @throws {VskitError} `invalid_options`
 */
export function textsOf(copy: Copy | null | undefined): Texts {
  const given: unknown = copy ?? {}
  requireObject('copy', given)
  const unknown = Object.keys(given).filter((key) => !MEMBERS.includes(key))
  if (unknown.length > 0)
    throw invalid(
      `Expected copy to have only the members ${MEMBERS.join(', ')}, got ${unknown.join(', ')}. ` +
        'Of a module of vskit/web/copy, pass the default export.',
    )
  const { lang = 'en', dir = 'ltr', ...parts } = given as Copy
  if (typeof lang !== 'string' || lang === '')
    throw invalid(`Expected copy.lang to be a language tag such as 'pt-BR', got ${String(lang)}.`)
  if (dir !== 'ltr' && dir !== 'rtl')
    throw invalid(`Expected copy.dir to be 'ltr' or 'rtl', got ${String(dir)}.`)
  return {
    lang,
    dir,
    messages: completed('copy.journey', parts.journey ?? {}, journey, lang),
    signingCopy:
      parts.signing === undefined
        ? undefined
        : { lang, dir, messages: completed('copy.signing', parts.signing, signing, lang) },
  }
}

function completed<Key extends string>(
  name: string,
  given: Partial<Record<Key, string>>,
  english: Record<Key, string>,
  lang: string,
): Record<Key, string> {
  requireObject(name, given)
  const { missing, unknown } = incompleteness(given, english) ?? { missing: [], unknown: [] }
  const empty = missing.filter((key) => given[key as Key] !== undefined)
  if (empty.length + unknown.length > 0)
    throw invalid(
      `Expected ${name} to have a text for each of its names. Empty or not a text: ${empty.join(', ') || 'none'}. ` +
        `Unknown: ${unknown.join(', ') || 'none'}. Remove these names or correct them; names that you omit are in English.`,
    )
  if (missing.length > 0 && !/^en\b/i.test(lang)) {
    // The usual cause is that only the language was given, in the belief that it selects texts.
    const names =
      Object.keys(given).length > 0
        ? missing.join(', ')
        : 'any name (texts in ar, de, es and fr: import vskit/web/copy/LANG)'
    console.warn(`vskit: ${name} has no text in ${lang} for ${names}: shown in English.`)
  }
  const added = Object.fromEntries(missing.map((key) => [key, english[key as Key]]))
  return { ...given, ...added } as Record<Key, string>
}

function requireObject(name: string, value: unknown): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw invalid(`Expected ${name} to be an object, got ${JSON.stringify(value) ?? typeof value}.`)
}

function invalid(message: string): VskitError {
  return new VskitError('invalid_options', message)
}
