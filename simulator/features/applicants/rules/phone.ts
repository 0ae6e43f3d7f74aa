import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js'
import { languagesOf } from '../../signing/rules/accept-language.ts'

const load = createRequire(import.meta.url)

/** Loaded with the first phone number, or by `loadPhones`: it takes 10% of the time of a test without numbers. */
let library: typeof import('libphonenumber-js') | undefined
const phones = (): typeof import('libphonenumber-js') =>
  (library ??= load('libphonenumber-js') as typeof import('libphonenumber-js'))

/**
 * Loads the library. A server does this before it listens: once connections use up the file descriptors, no file can be
 * opened.
 */
export function loadPhones(): void {
  phones()
}

/**
 * Returns a phone number in E.164 (APP). A national number needs a country: the first explicit region of
 * `Accept-Language` (`en-GB` has one, `en` does not).
 */
export function normalizePhone(text: string, acceptLanguage: string | undefined): NormalizedPhone {
  if (newest?.text === text && newest.acceptLanguage === acceptLanguage) return newest.result
  const result = parse(text, acceptLanguage)
  newest = { text, acceptLanguage, result }
  return result
}

export type NormalizedPhone = { e164: string } | { problem: string }

/** Parsing takes longer than storing the applicant, and both validation and the handler parse the same number. */
let newest:
  | { text: string; acceptLanguage: string | undefined; result: NormalizedPhone }
  | undefined

function parse(text: string, acceptLanguage: string | undefined): NormalizedPhone {
  const country = countryOf(acceptLanguage)
  // Numbers are not extracted from longer text: the rest would be lost silently.
  const number = phones().parsePhoneNumberFromString(text, {
    extract: false,
    ...(country && { defaultCountry: country }),
  })
  if (!number && country === undefined && !text.trim().startsWith('+') && !/\p{L}/u.test(text)) {
    return {
      problem:
        'A national number needs its country: write it with + and the country code, or send Accept-Language with a region such as en-GB',
    }
  }
  if (!number?.isValid())
    return {
      problem:
        'Not a valid phone number: write it with + and the country code, such as +14155550132',
    }
  if (number.ext !== undefined)
    return {
      problem: 'A number with an extension has no E.164 form: send it without the extension',
    }
  return { e164: number.number }
}

/** Returns the region subtag of the most wanted language that has one. */
export function countryOf(acceptLanguage: string | undefined): CountryCode | undefined {
  return languagesOf(acceptLanguage)
    .map(regionOf)
    .find(
      (region): region is CountryCode =>
        region !== undefined && phones().isSupportedCountry(region),
    )
}

/**
 * language[-Script][-REGION]…: the region is the only subtag of two letters before the extensions (-u-…, -x-…).
 */
function regionOf(tag: string): string | undefined {
  return /^[a-z]{2,8}(?:-[a-z]{3,4})*-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase()
}
