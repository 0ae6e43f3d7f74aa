import type { Json } from '../../../load/parse.ts'
import { canonical } from '../normal/reading.ts'

/**
 * Relation between the values that head and base allow. `other`: some values were certainly added
 * and some removed. `wider-or-other`: some were certainly added, and perhaps some removed.
 * `unclear`: unknown.
 */
export type Relation =
  | 'narrower'
  | 'wider'
  | 'other'
  | 'narrower-or-other'
  | 'wider-or-other'
  | 'unclear'

export interface Difference {
  readonly relation: Relation
  readonly before: Json | undefined
  readonly after: Json | undefined
}

type Comparison = (base: Json[], head: Json[]) => Difference | null

/** Fields that a side requires anyway, so that nothing depends on others. */
type Required = ReadonlySet<string>

/**
 * Keywords that restrict a value independently, each with a comparison. A conjunction may contain
 * several of a keyword.
 */
export const ASSERTIONS: Readonly<Record<string, Comparison>> = {
  ...Object.fromEntries(
    Object.entries({ minLength: 0, minItems: 0, minProperties: 0, minContains: 1 }).map(
      ([keyword, absent]) =>
        [keyword, (base, head) => bound(base, head, Math.max, absent)] satisfies [
          string,
          Comparison,
        ],
    ),
  ),
  ...Object.fromEntries(
    ['maxLength', 'maxItems', 'maxProperties', 'maxContains'].map(
      (keyword) =>
        [keyword, (base, head) => bound(base, head, Math.min)] satisfies [string, Comparison],
    ),
  ),
  ...Object.fromEntries(
    ['contentEncoding', 'contentMediaType', 'const'].map(
      (keyword) =>
        [keyword, (base, head) => token(base, head, 'other')] satisfies [string, Comparison],
    ),
  ),
  format: (base, head) => {
    const [before, after] = [base, head].map((side) => side.filter((format) => !isHint(format)))
    return contained(token(before!, after!, 'other'), FORMATS)
  },
  multipleOf: (base, head) => divided(token(base, head, 'other')),
  pattern: (base, head) => token(base, head, 'unclear'),
  uniqueItems: (base, head) => token(base.filter(Boolean), head.filter(Boolean), 'other'),
}

/** The types that a keyword restricts; values of other types are always valid. */
const BINDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType'].map((keyword) => [
      keyword,
      ['string'],
    ]),
  ),
  ...Object.fromEntries(
    [
      'minItems',
      'maxItems',
      'uniqueItems',
      'contains',
      'minContains',
      'maxContains',
      'items',
      'prefixItems',
      'unevaluatedItems',
    ].map((keyword) => [keyword, ['array']]),
  ),
  ...Object.fromEntries(
    [
      'minProperties',
      'maxProperties',
      'properties',
      'patternProperties',
      'unevaluatedProperties',
      'propertyNames',
      'required',
      'dependentRequired',
      'dependentSchemas',
    ].map((keyword) => [keyword, ['object']]),
  ),
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((keyword) => [
      keyword,
      ['number', 'integer'],
    ]),
  ),
}

/** Returns the types that a keyword restricts; undefined for all. */
export function typesBoundBy(keyword: string): readonly string[] | undefined {
  return BINDS[keyword]
}

/** Whether a keyword can refuse values of these types; null for any. */
export function canBind(keyword: string, types: ReadonlySet<string> | null): boolean {
  return types === null || (BINDS[keyword]?.some((type) => types.has(type)) ?? true)
}

/** Formats that include all values of another format. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64'],
  float: ['double'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
}

/** A hint for input fields, which refuses no value. */
const isHint = (format: Json) => format === 'password'

function contained(
  difference: Difference | null,
  wider: Readonly<Record<string, readonly string[]>>,
): Difference | null {
  if (difference?.relation !== 'other') return difference
  const { before, after } = difference
  const includes = (one: Json | undefined, other: Json | undefined) =>
    wider[String(one)]?.includes(String(other)) ?? false
  if (includes(before, after)) return { ...difference, relation: 'wider' }
  return includes(after, before) ? { ...difference, relation: 'narrower' } : difference
}

function divided(difference: Difference | null): Difference | null {
  if (difference?.relation !== 'other') return difference
  const [before, after] = [Number(difference.before), Number(difference.after)]
  if (isMultiple(before, after)) return { ...difference, relation: 'wider' }
  return isMultiple(after, before) ? { ...difference, relation: 'narrower' } : difference
}

/** Fractions such as 0.1 have no exact form: their quotient is whole up to the precision of a number. */
export function isMultiple(value: number, of: number): boolean {
  const times = Math.round(value / of)
  return times > 0 && Math.abs(value / of - times) < times * 1e-12
}

/** Compares `dependentRequired`, split into pairs: a requires b. */
export function demandDifference(
  base: Json[],
  head: Json[],
  wasRequired: Required,
  isRequired: Required,
): Difference | null {
  const pairs = (values: Json[]) =>
    new Map(
      (values as Record<string, string[]>[]).flatMap((value) =>
        Object.entries(value).flatMap(([name, names]) =>
          names.map((other) => [JSON.stringify([name, other]), [name, other]] as const),
        ),
      ),
    )
  const differ = (one: Json[], other: Json[], required: Required) => {
    const known = pairs(other)
    return [...pairs(one)].some(
      ([key, [name, demanded]]) => !known.has(key) && name !== demanded && !required.has(demanded!),
    )
  }
  const [before, after] = [base[0], head[0]]
  const [gone, come] = [differ(base, head, isRequired), differ(head, base, wasRequired)]
  if (!gone && !come) return null
  return { relation: gone && come ? 'other' : come ? 'narrower' : 'wider', before, after }
}

/** @param absent bound of a missing keyword, if it implies one */
function bound(
  base: Json[],
  head: Json[],
  tightest: (...values: number[]) => number,
  absent?: number,
): Difference | null {
  const before = base.length === 0 ? undefined : tightest(...(base as number[]))
  const after = head.length === 0 ? undefined : tightest(...(head as number[]))
  const [was, is] = [before ?? absent, after ?? absent]
  if (was === is) return null
  if (was === undefined) return { relation: 'narrower', before, after }
  if (is === undefined) return { relation: 'wider', before, after }
  return { relation: tightest(was, is) === is ? 'narrower' : 'wider', before, after }
}

/** Compares a keyword whose change does not show which side is narrower. */
function token(base: Json[], head: Json[], changed: Relation): Difference | null {
  const [had, has] = [base, head].map((side) => new Set(side.map(canonical)))
  const gone = base.filter((value) => !has!.has(canonical(value)))
  const come = head.filter((value) => !had!.has(canonical(value)))
  if (gone.length === 0 && come.length === 0) return null
  const [before, after] = [gone, come].map((side) => (side.length > 1 ? side : side[0]))
  if (gone.length === 0) return { relation: 'narrower', before, after }
  return { relation: come.length === 0 ? 'wider' : changed, before, after }
}
