import { isDeepStrictEqual } from 'node:util'
import { NULLABLE_30 } from '../../../load/openapi-3.0.ts'
import { assertionChanges, type Contracts } from './assertion-changes.ts'
import { ASSERTIONS } from './assertions.ts'
import { annotationChanges, EXTENSIBLE } from './annotations.ts'
import { allowedValues, declaredTypes, isNullable, typesOf } from './value-sets.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'
import { changed, locate, type SchemaChange } from '../schema-change.ts'
import type { Json, Members } from '../../../load/parse.ts'
import { canonical } from '../normal/reading.ts'
import { patternRelation } from '../patterns/relation.ts'
import { integersOf } from './bounds.ts'
import { EVALUATED } from '../normal/evaluation.ts'

/** Texts and examples: they do not affect the validity of values. */
export const EDITORIAL: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'example',
  '$comment',
  'externalDocs',
  'xml',
  '$id',
  '$schema',
  '$defs',
  '$anchor',
  '$dynamicAnchor',
  'x-message',
  'x-requirements',
])
const STRUCTURE = new Set([
  '$ref',
  'allOf',
  'type',
  'enum',
  'required',
  'dependentRequired',
  'properties',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'default',
  NULLABLE_30,
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'x-known-values',
  'x-open-variants',
  'x-unspecified',
  'deprecated',
  'x-sunset',
  'discriminator',
  'readOnly',
  'writeOnly',
  EVALUATED,
])
/** Keywords with subschemas; `opaque.ts` computes the effect of a change inside of them. */
export const OPAQUE = ['not', 'contains', 'prefixItems', 'patternProperties', 'dependentSchemas']
export const SUBSCHEMAS = [
  'items',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
]
const INSIDES = new Set([...OPAQUE, ...SUBSCHEMAS])

/** Compares keywords without subschemas. */
export function keywordChanges(
  base: Conjunction,
  head: Conjunction,
  {
    isExtensible,
    isXml,
    contracts,
  }: Readonly<{ isExtensible: boolean; isXml: boolean; contracts: Contracts }>,
): SchemaChange[] {
  return [
    ...(isXml ? xmlChanges(base, head) : []),
    ...typeChanges(base, head),
    ...enumChanges(base, head),
    ...assertionChanges(base, head, contracts),
    ...annotationChanges(base, head, isExtensible),
    ...unknownChanges(base, head, isExtensible),
    ...evaluationChanges(base, head),
  ]
}

function typeChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const [before, after] = [typesOf(base), typesOf(head)]
  const isDeclared = [base, head].some((side) => declaredTypes(side) !== null)
  if (isDeepStrictEqual(before, after)) return []
  const narrower = before === null || (after !== null && after.isSubsetOf(before))
  // Without `type`, added values may have a type that receivers do not expect.
  const isListed = [base, head].some((side) => valuesOf(side, 'enum').length > 0)
  if (!isDeclared && (!isListed || narrower || after === null)) return []
  const wider = after === null || (before !== null && before.isSubsetOf(after))
  const names = (types: Set<string> | null) => (types ? [...types].sort().join(' or ') : 'anything')
  const change = narrower ? 'narrower' : wider ? 'wider' : 'other'
  const found = changed(change, 'type', base, head, `type ${names(before)} became ${names(after)}`)
  return isNullable(base) === isNullable(head)
    ? [found]
    : [{ ...found, location: locate(base, head, '/nullable', NULLABLE_30) }]
}

function enumChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const [before, after] = [allowedValues(base), allowedValues(head)]
  const names = (key: string) => [...valuesOf(base, key), ...valuesOf(head, key)].length > 0
  // Two different values of `const` are compared as such.
  const isConst =
    !names('enum') && isDeepStrictEqual(valuesOf(base, 'const'), valuesOf(head, 'const'))
  if ((!names('enum') && !isConst) || (before === null && after === null)) return []
  const keyword = isConst ? 'const' : 'enum'
  if ((after === null && listsAll(head, before)) || (before === null && listsAll(base, after)))
    return []
  if (after === null)
    return [changed('values-opened', 'enum', base, head, 'the list of values is removed')]
  if (before === null) return [changed('values-closed', 'enum', base, head, closedText(after))]
  return [
    ...[...before.difference(after)].map((value) =>
      changed('value-removed', keyword, base, head, `value ${value} removed`),
    ),
    ...[...after.difference(before)].map((value) =>
      changed('value-added', keyword, base, head, `value ${value} added`),
    ),
  ]
}

function closedText(values: ReadonlySet<string>): string {
  return values.size > 0
    ? `only ${[...values].join(', ')} from now on`
    : 'no value is allowed from now on: other keywords refuse all values of the list'
}

/** Longer ranges are compared as such. */
const MOST_INTEGERS = 1000

/** Whether a schema without a list of values allows only the values of a list: by a pattern, or by both bounds of integers. */
function listsAll(side: Conjunction, list: ReadonlySet<string> | null): boolean {
  const types = typesOf(side)
  if (list === null || types?.size !== 1) return false
  if (types.has('string')) {
    const texts = [...list].map((text) => JSON.parse(text) as Json)
    if (!texts.every((text) => typeof text === 'string')) return false
    const pattern = `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`
    return valuesOf(side, 'pattern').some((own) =>
      ['equal', 'wider'].includes(patternRelation(String(own), pattern).relation),
    )
  }
  const range = types.has('integer') ? integersOf(side) : null
  if (!range || range.most - range.least >= MOST_INTEGERS) return false
  for (let value = range.least; value <= range.most; value++)
    if (!list.has(String(value))) return false
  return true
}

/** Names and places of values in XML documents. A flag that is false equals a missing one. */
function xmlChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const [was, is] = [base, head].map((side) => {
    const written: Members = Object.assign({}, ...(valuesOf(side, 'xml') as Members[]).toReversed())
    return canonical(
      Object.fromEntries(Object.entries(written).filter(([, said]) => said !== false)),
    )
  })
  return was === is ? [] : [changed('other', 'xml', base, head, `xml ${was} became ${is}`)]
}

function evaluationChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const [was, is] = [base, head].map((side) => canonical(valuesOf(side, EVALUATED)))
  const text = 'a part changed that only decides which fields or items are unevaluated'
  return was === is ? [] : [changed('unclear', 'unevaluatedProperties', base, head, text)]
}

/** Every change gets a verdict: unknown keywords are reported as such. */
function unknownChanges(
  base: Conjunction,
  head: Conjunction,
  isExtensible: boolean,
): SchemaChange[] {
  const isUnknown = (key: string) =>
    !(isExtensible && key === EXTENSIBLE) &&
    !EDITORIAL.has(key) &&
    !STRUCTURE.has(key) &&
    !(key in ASSERTIONS) &&
    !INSIDES.has(key)
  const keys = new Set(
    [...base, ...head].flatMap((schema) => (schema ? Object.keys(schema).filter(isUnknown) : [])),
  )
  return [...keys]
    .filter((key) => !isDeepStrictEqual(valuesOf(base, key), valuesOf(head, key)))
    .map((key) =>
      changed(
        'keyword-changed',
        key,
        base,
        head,
        `\`${key}\` changed`,
        JSON.stringify([valuesOf(base, key), valuesOf(head, key)]),
      ),
    )
}
