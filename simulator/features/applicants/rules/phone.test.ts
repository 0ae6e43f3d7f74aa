import t from 'tap'
import fc from 'fast-check'
import { countryOf, normalizePhone } from './phone.ts'
import { rounds } from '../../../../tools/testing/rounds.ts'

const NEEDS_COUNTRY = /needs its country/
const NOT_VALID = /Not a valid phone number/
const EXTENSION = /extension/

/** The number as sent, the `Accept-Language` header, and the result: E.164, or words of the error. */
const table: [name: string, phone: string, header: string | undefined, result: string | RegExp][] =
  [
    ['APP-016 E.164 stays as it is', '+14155550132', undefined, '+14155550132'],
    [
      'APP-016 blanks, brackets and hyphens are removed',
      '+1 (415) 555-0132',
      undefined,
      '+14155550132',
    ],
    [
      'APP-016 the national trunk prefix is removed',
      '+44 (0)20 7946 0958',
      undefined,
      '+442079460958',
    ],
    ['APP-016 digits of other scripts', '+٤٤٢٠٧٩٤٦٠٩٥٨', undefined, '+442079460958'],
    ['a full number ignores the header', '+442079460958', 'de-DE', '+442079460958'],
    ['APP-017 a national number with its country', '020 7946 0958', 'en-GB', '+442079460958'],
    ['APP-017 the header is case-insensitive', '020 7946 0958', 'EN-gb', '+442079460958'],
    ['APP-017 a script subtag before the region', '(02) 2345 6789', 'zh-Hant-TW', '+886223456789'],
    ['an Italian number keeps its zero', '06 698 83462', 'it-IT', '+390669883462'],
    ['the international call prefix', '00 44 20 7946 0958', 'de-DE', '+442079460958'],
    ['APP-018 no header', '020 7946 0958', undefined, NEEDS_COUNTRY],
    ['APP-018 a language without a region', '020 7946 0958', 'en', NEEDS_COUNTRY],
    ['APP-018 any language', '020 7946 0958', '*', NEEDS_COUNTRY],
    ['APP-018 a region that does not exist', '020 7946 0958', 'en-ZZ', NEEDS_COUNTRY],
    ['APP-018 a country of three letters', '020 7946 0958', 'en-GBR', NEEDS_COUNTRY],
    ['APP-018 a continent is not a country', '020 7946 0958', 'es-419', NEEDS_COUNTRY],
    ['APP-018 a region within an extension', '030 901820', 'de-u-co-phonebk', NEEDS_COUNTRY],
    ['APP-018 a region within a private-use subtag', '020 7946 0958', 'en-x-gb', NEEDS_COUNTRY],
    ['APP-017 the region before an extension', '030 901820', 'de-DE-u-co-phonebk', '+4930901820'],
    ['APP-017 the first country of the list', '020 7946 0958', 'en, en-GB, de-DE', '+442079460958'],
    [
      'APP-017 the region with the highest q',
      '030 901820',
      'en-GB;q=0.5, de-DE;q=0.9',
      '+4930901820',
    ],
    ['APP-017 blanks around q', '030 901820', 'en-GB ; q=0.5 , de-DE', '+4930901820'],
    ['APP-018 a region with q=0', '020 7946 0958', 'en-GB;q=0', NEEDS_COUNTRY],
    ['APP-015 the number of another country', '020 7946 0958', 'en-US', NOT_VALID],
    ['APP-015 too short', '+1415555', undefined, NOT_VALID],
    ['APP-015 too long', '+141555501320000', undefined, NOT_VALID],
    ['APP-015 an unknown country code', '+999123456789', undefined, NOT_VALID],
    ['APP-015 words', 'call me', 'en-GB', NOT_VALID],
    ['APP-015 words without a header', 'call me', undefined, NOT_VALID],
    ['APP-015 a URL of a number', 'tel:+442079460958', undefined, NOT_VALID],
    ['APP-015 nothing', '', 'en-GB', NOT_VALID],
    ['APP-015 an empty number without a header', '', undefined, NEEDS_COUNTRY],
    ['APP-015 a plus', '+', undefined, NOT_VALID],
    [
      'APP-015 a number is not extracted from a text',
      'my number is +14155550132',
      'en-GB',
      NOT_VALID,
    ],
    ['APP-015 a number followed by text', '+14155550132 (home)', undefined, NOT_VALID],
    ['APP-015 two numbers', '+14155550132, +14155550133', undefined, NOT_VALID],
    ['an extension has no E.164 form', '+1 415 555 0132 ext. 12', undefined, EXTENSION],
    ['an extension with x', '020 7946 0958 x12', 'en-GB', EXTENSION],
    ['APP-015 a very long text', '1'.repeat(100_000), 'en-GB', NOT_VALID],
  ]

t.test('phone numbers are normalized or rejected', async (t) => {
  for (const [name, phone, header, expected] of table) {
    const result = normalizePhone(phone, header)
    if (typeof expected === 'string') t.strictSame(result, { e164: expected }, name)
    else t.match(result, { problem: expected }, name)
  }
})

t.test('headers of any length and content are accepted', async (t) => {
  t.equal(countryOf(`${'en,'.repeat(65)}en-GB`), 'GB', 'of 200 characters')
  t.equal(countryOf('en-GB,'.repeat(1000)), undefined, 'a header above the limit is ignored')
  t.equal(countryOf(''), undefined)
  t.equal(countryOf('en-GB;q=1.2.3, fr-FR'), 'FR', 'an invalid q counts as zero')
  fc.assert(
    fc.property(fc.string(), (header) => {
      const country = countryOf(header)
      return country === undefined || /^[A-Z]{2}$/.test(country)
    }),
  )
})

t.test('APP-016 normalizing twice changes nothing, and no error repeats the number', async () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ()-]{5,18}$/))
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(undefined, 'en-GB', 'it-IT', 'de-DE', 'en-US'),
      (phone, header) => {
        const result = normalizePhone(phone, header)
        if ('problem' in result) return phone.length < 8 || !result.problem.includes(phone)
        const again = normalizePhone(result.e164, undefined)
        return (
          /^\+[1-9][0-9]{1,14}$/.test(result.e164) &&
          JSON.stringify(again) === JSON.stringify(result)
        )
      },
    ),
    { numRuns: rounds(2000) },
  )
})
