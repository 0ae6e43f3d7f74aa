import { isDeepStrictEqual } from 'node:util'
import { NULLABLE_30 } from '../../../load/openapi-3.0.ts'
import { assertionChanges, type Contracts } from './assertion-changes.ts'
import { ASSERTIONS } from './assertions.ts'
import { allowedValues, declaredTypes, enumOf, isNullable, typesOf } from './value-sets.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'
import { changed, locate, type SchemaChange } from '../schema-change.ts'
import type { Json, Members } from '../../../load/parse.ts'
import { canonical, typeOf } from '../normal/reading.ts'
import { patternRelation } from '../patterns/relation.ts'
import { integersOf } from './bounds.ts'
import type { ValueChange } from '../../verdicts.ts'

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
  'discriminator',
  'readOnly',
  'writeOnly',
])
/** Zalando's keyword for an open list of values; read with `--extensible-enum`. */
const EXTENSIBLE = 'x-extensible-enum'
/**
 * With `oneOf` or `anyOf`: responses may have variants that are not listed, and receivers ignore
 * them.
 */
const OPEN_VARIANTS = 'x-open-variants'
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
  if (before === null)
    return [
      changed('values-closed', 'enum', base, head, `only ${[...after].join(', ')} from now on`),
    ]
  return [
    ...[...before.difference(after)].map((value) =>
      changed('value-removed', keyword, base, head, `value ${value} removed`),
    ),
    ...[...after.difference(before)].map((value) =>
      changed('value-added', keyword, base, head, `value ${value} added`),
    ),
  ]
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

/** Whether the base tells receivers to ignore unknown variants. */
function hasOpenVariants(conjunction: Conjunction): boolean {
  return valuesOf(conjunction, OPEN_VARIANTS).includes(true)
}

/** Kind of the change for a new variant of a schema. */
export function addedVariantChange(base: Conjunction): ValueChange {
  return hasOpenVariants(base) ? 'later-variant-added' : 'variant-added'
}

function annotationChanges(
  base: Conjunction,
  head: Conjunction,
  isExtensible: boolean,
): SchemaChange[] {
  const list = (conjunction: Conjunction, keyword: string) =>
    new Set(valuesOf(conjunction, keyword).flat().map(String))
  // Of several lists in a conjunction the nearest one counts, which is the first.
  const keys = ['x-known-values', ...(isExtensible ? [EXTENSIBLE] : [])]
  const nearest = (conjunction: Conjunction) => {
    const written = keys.flatMap((key) => valuesOf(conjunction, key)[0] ?? [])
    return new Set(written.filter((value) => admits(conjunction, value)).map(String))
  }
  const [known, knows] = [nearest(base), nearest(head)]
  // A value that moves into a closed list, or out of one, is known on both sides.
  const listedIn = (side: Conjunction) =>
    new Set([...(enumOf(side) ?? [])].map((text) => String(JSON.parse(text))))
  const [open, opens] = [list(base, 'x-unspecified'), list(head, 'x-unspecified')]
  const [before, after] = [valuesOf(base, 'default'), valuesOf(head, 'default')]
  const report = (values: Set<string>, change: ValueChange, keyword: string, verb: string) =>
    [...values].map((value) => changed(change, keyword, base, head, `${verb} ${value}`))
  const [wasOpen, isOpen] = [base, head].map(hasOpenVariants)
  return [
    ...(wasOpen === isOpen
      ? []
      : [
          isOpen
            ? changed('variants-opened', OPEN_VARIANTS, base, head, 'later variants may be added')
            : changed(
                'variants-closed',
                OPEN_VARIANTS,
                base,
                head,
                'later variants may not be added',
              ),
        ]),
    ...report(
      known.difference(knows.union(listedIn(head))),
      'known-value-removed',
      'x-known-values',
      'known value removed:',
    ),
    ...report(
      knows.difference(known.union(listedIn(base))),
      'known-value-added',
      'x-known-values',
      'known value added:',
    ),
    ...report(opens.difference(open), 'promise-withdrawn', 'x-unspecified', 'left open by'),
    ...report(open.difference(opens), 'promise-made', 'x-unspecified', 'no longer left open by'),
    ...(isDeepStrictEqual(before, after)
      ? []
      : [
          changed(
            'default-changed',
            'default',
            base,
            head,
            `default ${JSON.stringify(before[0]) ?? 'none'} became ${JSON.stringify(after[0]) ?? 'none'}`,
          ),
        ]),
    ...flagChanges(base, head),
  ]
}

/** Whether the types and lists of values allow a known value. Beside an array, the known values are those of its items. */
function admits(conjunction: Conjunction, value: Json): boolean {
  const types = typesOf(conjunction)
  if (types?.has('array')) return true
  if (types && !types.has(typeOf(value))) return false
  return enumOf(conjunction)?.has(canonical(value)) ?? true
}

/** Annotations that are set or not; `false` equals a missing one. */
const FLAGS: readonly [keyword: string, set: ValueChange, cleared: ValueChange][] = [
  ['deprecated', 'deprecated', 'deprecated'],
  ['readOnly', 'became-read-only', 'no-longer-read-only'],
  ['writeOnly', 'became-write-only', 'no-longer-write-only'],
]

function flagChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  return FLAGS.flatMap(([keyword, set, cleared]) => {
    const [was, is] = [base, head].map((side) => valuesOf(side, keyword).includes(true))
    if (was === is) return []
    const what = keyword === 'deprecated' ? 'deprecation changed' : `${keyword} ${was} became ${is}`
    return [changed(is ? set : cleared, keyword, base, head, what)]
  })
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
