import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../load/parse.ts'
import { sunsetOf } from '../../../policy/options.ts'
import type { ValueChange } from '../../verdicts.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'
import { canonical, typeOf } from '../normal/reading.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import { enumOf, typesOf } from './value-sets.ts'

/** Zalando's keyword for an open list of values; read with `--extensible-enum`. */
export const EXTENSIBLE = 'x-extensible-enum'
/**
 * With `oneOf` or `anyOf`: responses may have variants that are not listed, and receivers ignore
 * them.
 */
const OPEN_VARIANTS = 'x-open-variants'

/** Whether the base tells receivers to ignore unknown variants. */
function hasOpenVariants(conjunction: Conjunction): boolean {
  return valuesOf(conjunction, OPEN_VARIANTS).includes(true)
}

/** Kind of the change for a new variant of a schema. */
export function addedVariantChange(base: Conjunction): ValueChange {
  return hasOpenVariants(base) ? 'later-variant-added' : 'variant-added'
}

/** Compares keywords that tell something about values without restricting them. */
export function annotationChanges(
  base: Conjunction,
  head: Conjunction,
  isExtensible: boolean,
): SchemaChange[] {
  const list = (conjunction: Conjunction, keyword: string) =>
    new Set(valuesOf(conjunction, keyword).flat().map(textOf))
  // Of several lists in a conjunction the nearest one counts, which is the first.
  const keys = ['x-known-values', ...(isExtensible ? [EXTENSIBLE] : [])]
  const nearest = (conjunction: Conjunction) => {
    const written = keys.flatMap((key) => valuesOf(conjunction, key)[0] ?? [])
    return new Set(written.filter((value) => admits(conjunction, value)).map(textOf))
  }
  const [known, knows] = [nearest(base), nearest(head)]
  // A value that moves into a closed list, or out of one, is known on both sides.
  const listedIn = (side: Conjunction) =>
    new Set([...(enumOf(side) ?? [])].map((text) => textOf(JSON.parse(text) as Json)))
  const [open, opens] = [list(base, 'x-unspecified'), list(head, 'x-unspecified')]
  const [before, after] = [defaultsOf(base), defaultsOf(head)]
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
            `default ${namesOf(before)} became ${namesOf(after)}`,
          ),
        ]),
    ...flagChanges(base, head),
    ...sunsetChanges(base, head),
  ]
}

/** Of several defaults the one of the schema itself counts. The order of others, in branches of `allOf`, means nothing. */
function defaultsOf(conjunction: Conjunction): Json[] {
  const own = valuesOf(conjunction.slice(0, 1), 'default')
  return own.length > 0 ? own : valuesOf(conjunction, 'default')
}

function namesOf(defaults: readonly Json[]): string {
  const names = new Set(defaults.map((value) => JSON.stringify(value)))
  return names.size === 0 ? 'none' : [...names].join(' or ')
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonical(value)
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

/** Announced removal dates. Of several dates the first one counts; a text that is no date has no meaning. */
function sunsetChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const keyword = 'x-sunset'
  const [before, after] = [base, head].map((side) => valuesOf(side, keyword)) as [Json[], Json[]]
  if (isDeepStrictEqual(before, after)) return []
  const dates = (written: Json[]) =>
    written.flatMap((value) => sunsetOf({ [keyword]: value }) ?? [])
  const [was, is] = [dates(before).sort()[0], dates(after).sort()[0]]
  const isInvalid = after.length > 0 && is === undefined
  const change = isInvalid
    ? 'keyword-changed'
    : was !== undefined && is !== undefined && is < was
      ? 'sunset-earlier'
      : 'deprecated'
  const text = (value: string | undefined) => value ?? 'none'
  const what = isInvalid ? `\`${keyword}\` changed` : `removal date ${text(was)} became ${text(is)}`
  return was === is && !isInvalid ? [] : [changed(change, keyword, base, head, what)]
}
