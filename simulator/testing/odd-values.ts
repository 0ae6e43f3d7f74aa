import fc from 'fast-check'
import { anyCharacter } from './characters.ts'
import { type Operation, document } from '../../spec/contract.ts'

/** Generators of nearly valid, odd and invalid requests. */
export const oddText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.emailAddress() },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '\udfff\ud800',
      '\u202eabc',
      'e\u0301',
      '👩‍👩‍👧',
      '\ufeff',
      '\u2028',
      'ß',
      'İ',
      '__proto__',
      'constructor',
      'toString',
      'null',
      '-1',
      '1e5',
      '2026-02-30',
      '0000-00-00',
      '9999-12-31',
      '+',
      '+1',
      '+14155550132',
      '020 7946 0018',
      '+1 415 555 0132 ext. 5',
      'https://',
      'https://[',
      'HTTPS://A.EXAMPLE',
      'http://a.example',
      'https://u:p@a.example',
      'a@b',
      'x'.repeat(100),
      'x'.repeat(101),
      'x'.repeat(5000),
      '%00',
      '\\',
      '"',
      '${7*7}',
      '../..',
      'kyc.session.completed',
      'pass',
      'doc_quality',
    ),
  },
)
const oddNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, -1, 1.5, 1e21),
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 6 }) },
)

/** Names of fields in any body of the contract, correct and misspelt. */
const names = [
  ...new Set(
    Object.values(document.components.schemas).flatMap((schema) =>
      Object.keys((schema as { properties?: object }).properties ?? {}),
    ),
  ),
].filter((name) => name.length < 30)
const oddName = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(...names).map((name) => name.toUpperCase()),
  fc.constantFrom(
    'first_name',
    'middle_name',
    'last_name',
    'legal_name',
    'full_name',
    'familyName',
    '__proto__',
    'constructor',
    '',
  ),
  oddText,
)

/** A change to a value: a member is set, removed or renamed. */
type Change = (value: unknown) => unknown
const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('set', 'set', 'set', 'add', 'remove', 'rename', 'repeat'),
    oddName,
    oddValue,
  )
  .map(
    ([way, what, name, odd]) =>
      (value) =>
        changed(value, way, what, name, odd),
  )

function changed(
  value: unknown,
  [step, ...way]: number[],
  what: string,
  name: string,
  odd: unknown,
): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return odd
  if (Array.isArray(value)) {
    if (value.length === 0) return [odd]
    const i = step % value.length
    return value.map((item, at) =>
      at === i ? changed(item, way, what, name, odd) : (item as unknown),
    )
  }
  const members = Object.entries(value)
  const i = step % (members.length + 1)
  const [key, inner] = members[i] ?? [name, odd]
  if (what === 'remove') members.splice(i, 1)
  else if (what === 'add' || i === members.length) members.push([name, odd])
  else if (what === 'rename') members[i] = [name, inner]
  else if (what === 'repeat') members[i] = [key, Array<unknown>(2 + (step % 11)).fill(inner)]
  else members[i] = [key, way.length === 0 ? odd : changed(inner, way, what, name, odd)]
  // Uses defineProperty, so that `__proto__` becomes a member.
  return Object.fromEntries(members)
}

/** Returns the paths of all members of a value. */
function waysInto(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => waysInto(inner).map((way) => [key, ...way])),
  ]
}

function withAt(value: unknown, [key, ...way]: string[], odd: unknown): unknown {
  if (key === undefined) return odd
  const members = Object.entries(value as object).map(([name, inner]): [string, unknown] => [
    name,
    name === key ? withAt(inner, way, odd) : inner,
  ])
  return Array.isArray(value) ? members.map(([, inner]) => inner) : Object.fromEntries(members)
}

/**
 * The examples of an operation with an existing applicant, without references to missing records.
 */
export function examplesOf({ requestBody }: Operation, applicant: string): unknown[] {
  return Object.values(requestBody!.examples).map((example): unknown =>
    JSON.parse(
      JSON.stringify(example)
        .replace(/"workflow_template_id":"[^"]*",?/, '')
        .replaceAll(/app_[0-9a-z]{24}/g, applicant),
    ),
  )
}

/**
 * A body of an operation, as bytes: most are nearly valid, some are any JSON, some are not JSON.
 */
export function bodyFrom(examples: unknown[]): fc.Arbitrary<Buffer> {
  const example = fc.constantFrom(...examples, {})
  const places = examples.flatMap((value) => waysInto(value).map((way) => ({ value, way })))
  const oneOdd = fc
    .tuple(fc.constantFrom(...places), oddValue)
    .map(([{ value, way }, odd]) => withAt(value, way, odd))
  const near = fc
    .tuple(example, fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>((at, apply) => apply(at), value))
  const text = fc.oneof(
    { weight: 4, arbitrary: near.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: oneOdd.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 8 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '{',
        '}',
        '{}',
        '[]',
        'nul',
        '1e999',
        '-',
        '{"a":1,}',
        '{"a":01}',
        "{'a':1}",
        '\ufeff{}',
        '{}{}',
      ),
    },
  )
  const broken = fc
    .tuple(text, fc.nat(), fc.uint8Array({ maxLength: 8 }))
    .map(([whole, at, bytes]) => {
      const buffer = Buffer.from(whole)
      const i = at % (buffer.length + 1)
      return Buffer.concat([buffer.subarray(0, i), bytes, buffer.subarray(i + (at % 3))])
    })
  return fc.oneof(
    { weight: 10, arbitrary: text.map((whole) => Buffer.from(whole)) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )
}

const oddHeaderSets = fc.constantFrom<Record<string, string>[]>(
  { 'accept-language': 'en-GB' },
  { 'accept-language': 'de-AT;q=0, *;q=1' },
  { 'accept-language': ';;,-,q=' },
  { 'accept-language': 'x'.repeat(3000) },
  { 'accept-language': 'en-ZZ,fr-XX' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
)
export const oddHeaders = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddHeaderSets },
)
