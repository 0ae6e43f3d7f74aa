import t from 'tap'
import fc from 'fast-check'
import { anyCharacter } from '../testing/characters.ts'
import { document, operation } from '../../spec/contract.ts'
import { unknownKeysMessage } from './unknown-keys.ts'

const schema = {
  properties: {
    family_name: {},
    given_names: {},
    date_of_birth: {},
    address: {},
    postal_code: {},
    place_id: {},
    email: {},
    id: {},
  },
  'x-removed-fields': { first_name: 'send given_names, an array' },
}

t.test(
  'VAL-011 VAL-014 for a key that resembles a known key, the error names the known key',
  async (t) => {
    const near: Record<string, string[]> = {
      family_name: [
        'familyName',
        'FAMILY_NAME',
        'family-name',
        'family name',
        'familyname',
        'famly_name',
      ],
      given_names: ['givenNames', 'given_name', 'gven_nmes'],
      date_of_birth: ['dateOfBirth', 'date_of_brith'],
      postal_code: ['postalCode'],
      place_id: ['placeId'],
      email: ['Email', 'emails', 'emial'],
      address: ['address_', 'adress'],
      id: ['ID'],
    }
    for (const [known, keys] of Object.entries(near)) {
      for (const key of keys) {
        t.equal(
          unknownKeysMessage([key], schema),
          `Unrecognized key '${key}', did you mean '${known}'?`,
        )
      }
    }
  },
)

t.test('for a key that resembles no known key, the error suggests none', async (t) => {
  // Two letters away from a word of five, such as emkal, is another word.
  for (const key of [
    'nationality',
    'x',
    'idx1',
    'name',
    'dob',
    'toString',
    '__proto__',
    'constructor',
    '_',
    'emkal',
  ]) {
    t.equal(unknownKeysMessage([key], schema), `Unrecognized key '${key}'`)
  }
  t.equal(
    unknownKeysMessage(['anything'], undefined),
    "Unrecognized key 'anything'",
    'without a schema too',
  )
  t.equal(unknownKeysMessage(['anything'], false), "Unrecognized key 'anything'")
})

t.test('one message lists several keys', async (t) => {
  t.equal(
    unknownKeysMessage(['nickname', 'Email', 'first_name'], schema),
    [
      "'first_name' was removed: send given_names, an array",
      "Unrecognized key 'nickname'",
      "Unrecognized key 'Email', did you mean 'email'?",
    ].join('; '),
  )
})

t.test('the error also names the replacement if the case of a removed field differs', async (t) => {
  for (const key of ['firstName', 'FirstName', 'firstname', 'first-name'])
    t.equal(unknownKeysMessage([key], schema), `'${key}' was removed: send given_names, an array`)
  const own = { ...schema, properties: { ...schema.properties, firstName: {} } }
  t.match(unknownKeysMessage(['firstname'], own), /did you mean 'firstName'/)
})

t.test(
  'VAL-012 VAL-013 VAL-016 VAL-017 VAL-018 VAL-019 VAL-020 the error names the replacement of each removed field',
  async (t) => {
    const schemas = document.components.schemas as Record<string, object>
    const [applicant, session] = [schemas['ApplicantInput']!, schemas['SessionCreate']!]
    t.match(
      JSON.stringify(operation('createApplicant').requestSchema),
      'ApplicantInput',
      'what the request refers to',
    )
    const replacements: Record<string, RegExp> = {
      first_name: /given_names.*array/,
      middle_name: /given_names.*array/,
      last_name: /family_name.*string/,
      legal_name: /family_name.*string.*given_names.*array/,
      full_name: /family_name.*string.*given_names.*array/,
    }
    for (const [key, replacement] of Object.entries(replacements)) {
      const message = unknownKeysMessage([key], applicant)
      t.match(message, `'${key}' was removed: `)
      t.match(message, replacement)
      // At the top of a session they are as wrong, and the replacement is the same field of its applicant.
      const inSession = unknownKeysMessage([key], session)
      t.match(inSession, `'${key}' was removed: `)
      t.match(inSession, replacement)
      t.match(inSession, 'applicant.')
    }
  },
)

t.test('VAL-011 a field of the applicant at the top of a session gets its path', async (t) => {
  const { ApplicantInput, SessionCreate } = document.components.schemas
  const fields = Object.keys(ApplicantInput.properties)
  for (const key of [...fields, 'familyName']) {
    const name = key === 'familyName' ? 'family_name' : key
    t.equal(
      unknownKeysMessage([key], SessionCreate),
      `Unrecognized key '${key}', did you mean 'applicant.${name}'?`,
    )
  }
  t.match(
    unknownKeysMessage(['applicants'], SessionCreate),
    /did you mean 'applicant'/,
    'a field of the body itself is nearer',
  )
})

t.test('VAL-011 VAL-012 of too many unknown keys, the most helpful are explained', async (t) => {
  const { ApplicantInput } = document.components.schemas
  const many = (name: string, count = 25): string[] =>
    Array.from({ length: count }, (_, i) => name + '_'.repeat(i + 1))
  const junk = Array.from({ length: 20 }, (_, i) => `x${i}`)
  t.match(
    unknownKeysMessage([...junk, 'dateOfBirth'], ApplicantInput),
    /'dateOfBirth', did you mean 'date_of_birth'\?;.*; and 1 more$/,
  )
  t.match(
    unknownKeysMessage([...many('Email'), 'dateOfBirth', 'adress'], ApplicantInput),
    /did you mean 'date_of_birth'\?; .*did you mean 'address'/,
    'one for each field that was meant',
  )
  const removed = unknownKeysMessage(
    [...many('First_Name'), 'LastName', 'full_name', 'middle_name'],
    ApplicantInput,
  )
  for (const key of ['full_name', 'middle_name', 'LastName', 'First_Name_'])
    t.match(removed, `'${key}' was removed: send `)
  t.match(removed, /^'full_name'/, 'exact names first')
})

t.test(
  'a key is shortened, and characters with an effect in a terminal or page are removed',
  async (t) => {
    const table: [string, string][] = [
      ['<script>', '?script?'],
      ['\u001b[31mred', '??31mred'],
      ["it's", 'it?s'],
      ['a\nb', 'a?b'],
      ['\u202eabc', '?abc'],
      // As in a route class.
      ['sessions:creat', 'sessions:creat'],
      ['имя', 'имя'],
      ['', ''],
      ['\ud800', '?'],
      ['😀', '?'],
      ['x'.repeat(100), `${'x'.repeat(60)}…`],
      ['𝒜'.repeat(100), `${'𝒜'.repeat(30)}…`],
      [`a${'𝒜'.repeat(100)}`, `a${'𝒜'.repeat(29)}\ufffd…`],
    ]
    for (const [key, shown] of table)
      t.equal(unknownKeysMessage([key], schema), `Unrecognized key '${shown}'`)
  },
)

t.test(
  'a hostile body gets a response of bounded length that explains removed fields',
  async (t) => {
    const keys = [
      ...Array.from({ length: 30_000 }, (_, i) => `k${i}${'y'.repeat(50)}`),
      'first_name',
    ]
    const message = unknownKeysMessage(keys, schema)
    t.ok(message.length < 3000, `${message.length} characters`)
    t.match(message, "'first_name' was removed: send given_names, an array; ")
    t.match(message, /; and 29980 more$/)
    const anyKeys = fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const message = unknownKeysMessage(keys, schema)
        return message.length < 20 * 150 + 50 && message.isWellFormed()
      }),
    )
  },
)
