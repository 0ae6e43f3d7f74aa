import { createHash } from 'node:crypto'
import {
  worst,
  type Audience,
  type Change,
  type Effect,
  type Location,
  type Severity,
} from '../judgement.ts'
import { printable } from '../report/printable.ts'

/** The effect of one edit at one place. Findings of the same edit become one change. */
export interface Finding {
  readonly kind: string
  /** Distinguishes two edits of one kind at one location; part of the id. */
  readonly detail: string
  readonly what: string
  readonly location: Location
  /** Used for the id instead of the location: the key of a row. Its index has no meaning. */
  readonly identity?: string
  /** Used for the id instead of the location. The index in a location depends on other changes. */
  readonly origin?: Location
  readonly audience: Audience
  readonly severity: Severity
  readonly reason: string
  readonly rule: string | null
  readonly place: string
  /** Name of the place in oasdiff; set if it may also report the edit. */
  readonly spot?: Spot
}

/** An operation or event, the side of it, and the names along the way to the change. */
export interface Spot {
  readonly operation: string
  readonly side: 'request' | 'response' | 'operation'
  readonly names: readonly string[]
}

export interface Gathered {
  readonly change: Change
  readonly spots: readonly Spot[]
}

/** Findings as changes, one for each edit, in the order in which they were found. */
export function gather(findings: readonly Finding[]): Gathered[] {
  const groups = Map.groupBy(findings, idOf)
  return [...groups].map(([id, group]) => {
    const [first] = group as [Finding, ...Finding[]]
    const effects = effectsOf(group)
    return {
      change: {
        id,
        kind: first.kind,
        severity: worst(effects.map(({ severity }) => severity)),
        what: printable(first.what),
        location: first.location,
        effects,
        oasdiff: [],
      },
      spots: group.flatMap(({ spot }) => spot ?? []),
    }
  })
}

function effectsOf(group: readonly Finding[]): Effect[] {
  const alike = Map.groupBy(
    group,
    ({ audience, severity, reason }) => `${audience}|${severity}|${reason}`,
  )
  return [...alike.values()].map((findings) => {
    const { audience, severity, reason, rule } = findings[0]!
    return {
      audience,
      severity,
      reason,
      rule,
      places: [...new Set(findings.map(({ place }) => printable(place)))],
    }
  })
}

/** Computed from location and kind only: verdict and number of places do not affect the id. */
export function idOf({
  kind,
  detail,
  location,
  identity,
  origin = location,
}: Pick<Finding, 'kind' | 'detail' | 'location' | 'identity' | 'origin'>): string {
  const text = `${kind}|${identity ?? `${origin.file}#${origin.pointer}`}|${detail}`
  return `${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}
