import type { Contract } from '../../load/contract.ts'
import type { Members } from '../../load/parse.ts'
import { at, members, sub } from '../nodes.ts'
import { reporterWithOrigin } from '../origin.ts'
import { type Part, reportChange, type Reporter } from '../reporter.ts'
import { type Direction, verdictOf } from '../verdicts.ts'
import type { PartsBelow } from './content.ts'
import { HEADER, placeOfHeader, rewriting } from './writing.ts'

/** The comparisons of the contents of a header. */
type HeaderParts = Pick<PartsBelow, 'values' | 'rest'> & {
  content(
    reporter: Reporter,
    direction: Direction,
    part: Part,
    before: Members,
    after: Members,
  ): void
}

/** The headers of one message. */
interface Headers {
  readonly reporter: Reporter
  /** Written before the name of a header in places, such as a status. */
  readonly prefix: string
  readonly direction: Direction
  /** `header`, whose names have any case, or the place of other parameters of events. */
  readonly noun: string
}

/** Compares the headers of a message by name. */
export function headerFindings(
  parts: HeaderParts,
  contracts: readonly [base: Contract, head: Contract],
  headers: Headers,
  before: Members,
  after: Members,
): void {
  const { reporter, prefix, direction, noun } = headers
  const [had, has] = [namedBy(noun, before), namedBy(noun, after)]
  for (const key of new Set([...had.keys(), ...has.keys()])) {
    const [was, is] = [had.get(key), has.get(key)]
    const name = was?.name ?? is!.name
    const part = { part: `${prefix}${noun} ${name}`, side: 'response' as const, names: [name] }
    if (!is)
      reportChange(
        reporter,
        direction,
        'field-removed',
        'header-removed',
        `${noun} ${name} removed`,
        placeOfHeader(before, was!, 'base'),
        part,
      )
    else if (!was)
      reportChange(
        reporter,
        direction,
        members(contracts[1].resolve(is.header))?.required === true
          ? 'required-field-added'
          : 'field-added',
        'header-added',
        `${noun} ${name} added`,
        placeOfHeader(after, is, 'head'),
        part,
      )
    else {
      const [old, now] = [
        members(contracts[0].resolve(was.header))!,
        members(contracts[1].resolve(is.header))!,
      ]
      // Headers of events are parameters.
      const own = { ...headers, reporter: reporterWithOrigin(reporter, old, now) }
      compareHeader(parts, contracts, own, name, old, now)
    }
  }
}

/** Compares one header. The text of a change does not name the prefix: a shared header is one edit in all messages. */
function compareHeader(
  parts: HeaderParts,
  contracts: readonly [base: Contract, head: Contract],
  { reporter, prefix, direction, noun }: Headers,
  name: string,
  before: Members,
  after: Members,
): void {
  const part = { part: `${prefix}${noun} ${name}`, side: 'response' as const, names: [name] }
  const [was, is] = [before.required === true, after.required === true]
  const here = at(after, '', 'head')
  if (was !== is) {
    reportChange(
      reporter,
      direction,
      is ? 'became-required' : 'became-optional',
      is ? 'header-required' : 'header-optional',
      `${noun} ${name} ${is ? 'is always present' : 'may be missing'}`,
      sub(here, '/required'),
      part,
    )
  }
  parts.values(reporter, direction, part, before.schema, after.schema)
  parts.content(reporter, direction, part, before, after)
  const change = rewriting([contracts[0], before], [contracts[1], after])
  const verdict = verdictOf('other', direction)
  if (change !== undefined)
    reporter.report('header-rewritten', `${noun} ${name}: ${change}`, here, verdict, part)
  parts.rest(reporter, before, after, HEADER, part)
}

function namedBy(noun: string, headers: Members) {
  return new Map(
    Object.entries(headers).map(([name, header]) => [
      noun === 'header' ? name.toLowerCase() : name,
      { name, header },
    ]),
  )
}
