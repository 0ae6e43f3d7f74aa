import type { Contract } from '../../load/contract.ts'
import { encodePart, type Json, type Members } from '../../load/parse.ts'
import { ENCODING, encodingChange, encodingOf, textOf } from './encoding.ts'
import { covers, isXml, schemaOfBody, typesIn } from './media-types.ts'
import { at, members } from '../nodes.ts'
import { type Part, reportChange, type Reporter, reportWork } from '../reporter.ts'
import type { Direction } from '../verdicts.ts'

/** Comparisons of the parts of a body, which `PartComparison` makes. */
export interface PartsBelow {
  values(
    reporter: Reporter,
    direction: Direction,
    part: Part,
    before: Json | undefined,
    after: Json | undefined,
    form?: { readonly isXml: boolean },
  ): void
  headers(
    reporter: Reporter,
    prefix: string,
    direction: Direction,
    before: Members,
    after: Members,
  ): void
  rest(
    reporter: Reporter,
    before: Members,
    after: Members,
    handled: ReadonlySet<string>,
    part: Part,
  ): void
}

interface Where {
  readonly reporter: Reporter
  readonly direction: Direction
  readonly part: Part
}

/** Bodies by their media types, and what a parameter or a header has as `content`. */
export function contentFindings(
  parts: PartsBelow,
  contracts: readonly [base: Contract, head: Contract],
  where: Where,
  before: Members,
  after: Members,
): void {
  const { reporter, direction, part } = where
  const rule = direction === 'event' ? 'VER-004' : 'VER-001'
  const [had, has] = [members(before.content) ?? {}, members(after.content) ?? {}]
  const [types, typesNow] = [typesIn(had), typesIn(has)]
  for (const key of new Set([...types.keys(), ...typesNow.keys()])) {
    const type = types.get(key) ?? typesNow.get(key)!
    const range = rangeOf(key, types, typesNow, direction)
    const [was, is] = [
      members(had[types.get(key) ?? types.get(range ?? '') ?? '']),
      members(has[typesNow.get(key) ?? typesNow.get(range ?? '') ?? '']),
    ]
    const place = { ...part, names: [type] }
    if (!is && direction !== 'request' && [...typesNow.keys()].some((other) => covers(key, other)))
      reporter.report(
        'media-type-narrowed',
        `${part.part}: ${type} became more specific`,
        at(had, `/${encodePart(type)}`, 'base'),
        {
          severity: 'safe',
          reason: 'Every type that is sent now could be sent before.',
          rule: null,
        },
        place,
      )
    else if (!is)
      reporter.report(
        'media-type-removed',
        `${part.part}: ${type} removed`,
        at(had, `/${encodePart(type)}`, 'base'),
        {
          severity: 'breaking',
          reason:
            direction === 'request'
              ? 'Bodies of that type are refused.'
              : 'Receivers that expect that type get another one.',
          rule,
        },
        place,
      )
    else if (!was) {
      const kind = 'media-type-added'
      const what = `${part.part}: ${type} added`
      const here = at(has, `/${encodePart(type)}`, 'head')
      reporter.report(
        kind,
        what,
        here,
        direction === 'request'
          ? { severity: 'safe', reason: 'One more type may be sent.', rule: 'VER-001' }
          : {
              severity: 'risky',
              reason: `A ${direction === 'event' ? 'message' : 'response'} may have a type that receivers do not support.`,
              rule,
            },
        place,
      )
      reportWork(reporter, direction, 'variant-added', kind, what, here, place)
    } else {
      const [old, now] = [
        schemaOfBody(contracts[0], key, was.schema),
        schemaOfBody(contracts[1], key, is.schema),
      ]
      parts.values(reporter, direction, part, old, now, { isXml: isXml(key) })
      encodingFindings(parts, contracts, where, was, is)
      const handled = new Set(['schema', 'encoding'])
      // OpenAPI 3.2: the schema of each item of a stream. It says more than `schema`, so only two of them are compared.
      if (was.itemSchema !== undefined && is.itemSchema !== undefined) {
        parts.values(reporter, direction, part, was.itemSchema, is.itemSchema)
        handled.add('itemSchema')
      }
      parts.rest(reporter, was, is, handled, part)
    }
  }
}

/**
 * Returns the media range of one side that covers a type which only the other side lists: the most specific one applies. A
 * range that is new in responses covers none, because other types may come.
 */
function rangeOf(
  key: string,
  types: ReadonlyMap<string, string>,
  typesNow: ReadonlyMap<string, string>,
  direction: Direction,
): string | undefined {
  if (types.has(key) && typesNow.has(key)) return undefined
  const isGone = types.has(key)
  return [...(isGone ? typesNow : types).keys()]
    .filter((other) => covers(other, key))
    .filter((other) => !isGone || direction === 'request' || types.has(other))
    .toSorted((one, other) => other.length - one.length)[0]
}

/** How the fields of a form are written. */
function encodingFindings(
  parts: PartsBelow,
  [base, head]: readonly [base: Contract, head: Contract],
  { reporter, direction, part }: Where,
  before: Members,
  after: Members,
): void {
  const [had, has] = [members(before.encoding) ?? {}, members(after.encoding) ?? {}]
  for (const name of new Set([...Object.keys(had), ...Object.keys(has)])) {
    const [was, is] = [members(had[name]) ?? {}, members(has[name]) ?? {}]
    const field = { ...part, part: `${part.part}: ${name}`, names: [...part.names, name] }
    const [wrote, writes] = [
      encodingOf(base, before.schema, name, was),
      encodingOf(head, after.schema, name, is),
    ]
    const change = encodingChange(wrote, writes)
    if (change)
      reportChange(
        reporter,
        direction,
        change,
        'encoding-changed',
        `${field.part} is written as ${textOf(writes)} instead of ${textOf(wrote)}`,
        at(after, `/encoding/${encodePart(name)}`, 'head'),
        field,
      )
    const headers = [was, is].map((of) => members(of.headers) ?? {}) as [Members, Members]
    parts.headers(reporter, `${field.part}, `, direction, ...headers)
    parts.rest(reporter, was, is, ENCODING, field)
  }
}
