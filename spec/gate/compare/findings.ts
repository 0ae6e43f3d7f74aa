import { createHash } from 'node:crypto'
import { worst, type Audience, type Change, type Location, type Severity } from '../judgement.ts'
import { printable } from '../report/printable.ts'
import type { Path } from './schema/path.ts'

/**
 * The places of an effect are listed up to this length, some 2,000 of them. Places below long paths can be longer than
 * the document, once for each operation.
 */
const MOST_CHARACTERS = 100_000

/** Once all lists together have this length, further places of each effect are listed up to a smaller length. */
const MOST_CHARACTERS_IN_ALL = 20_000_000
const FEWER_CHARACTERS = 2000

/** Further findings of oasdiff are listed as separate changes, so that memory stays bounded. */
const MOST_SPOTS = 100_000

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
  /** The place in head of a location in base: shown if head has the text at the location too, so that it was not edited. */
  readonly counterpart?: Location
  readonly audience: Audience
  readonly severity: Severity
  readonly reason: string
  readonly rule: string | null
  /** The operation or event of the place; it stands for the place where the list of places is too long. */
  readonly owner?: string
  readonly place: string
  /** Name of the place in oasdiff; set if it may also report the edit. */
  readonly spot?: Spot
}

/** An operation or event, the side of it, and the names along the way to the change. */
export interface Spot {
  readonly operation: string
  readonly side: 'request' | 'response' | 'operation'
  readonly names: readonly string[]
  /** Continues the names. */
  readonly path: Path
}

export interface Gathered {
  readonly change: Change
  readonly spots: readonly Spot[]
}

interface Edit {
  readonly first: Finding
  readonly effects: Map<string, { readonly first: Finding; readonly places: Places }>
  readonly spots: Spot[]
}

/**
 * Groups findings by edit while they are found: a change of a schema that all operations share has thousands of them.
 */
export class Findings {
  readonly #edits = new Map<string, Edit>()
  #characters = 0
  #spotsLeft: number

  /** @param keepsSpots whether the changes will be joined with those of oasdiff */
  constructor(keepsSpots: boolean) {
    this.#spotsLeft = keepsSpots ? MOST_SPOTS : 0
  }

  add(finding: Finding): void {
    const key = keyOf(finding)
    let edit = this.#edits.get(key)
    if (!edit) this.#edits.set(key, (edit = { first: finding, effects: new Map(), spots: [] }))
    const { audience, severity, reason, spot } = finding
    const effectKey = `${audience}|${severity}|${reason}`
    let effect = edit.effects.get(effectKey)
    if (!effect) edit.effects.set(effectKey, (effect = { first: finding, places: new Places() }))
    const most = this.#characters < MOST_CHARACTERS_IN_ALL ? MOST_CHARACTERS : FEWER_CHARACTERS
    this.#characters += effect.places.add(finding, most)
    if (!spot || this.#spotsLeft === 0) return
    edit.spots.push(spot)
    this.#spotsLeft -= 1
  }

  /** Returns one change for each edit, in the order in which they were found. */
  gathered(): Gathered[] {
    return [...this.#edits.values()].map(({ first, effects: found, spots }) => {
      const effects = [...found.values()].map(
        ({ first: { audience, severity, reason, rule }, places }) => ({
          audience,
          severity,
          reason,
          rule,
          places: places.printed(),
        }),
      )
      return {
        change: {
          id: idOf(first),
          kind: first.kind,
          severity: worst(effects.map(({ severity }) => severity)),
          what: printable(first.what),
          location: first.location,
          effects,
          oasdiff: [],
        },
        spots,
      }
    })
  }
}

/** The places of one effect; further ones by their operations only, so that memory stays bounded. */
class Places {
  readonly #places = new Set<string>()
  #characters = 0

  /** Returns the number of added characters. */
  add({ owner, place }: Finding, most: number): number {
    const text = this.#characters < most ? place : (owner ?? place)
    const count = this.#places.size
    this.#places.add(text)
    if (this.#places.size === count) return 0
    this.#characters += text.length
    return text.length
  }

  printed(): string[] {
    return [...new Set([...this.#places].map(printable))]
  }
}

/** Computed from location and kind only: verdict and number of places do not affect the id. */
export function idOf(finding: Identified): string {
  const digest = createHash('sha256').update(keyOf(finding)).digest('hex')
  return `${finding.kind}-${digest.slice(0, 8)}`
}

type Identified = Pick<Finding, 'kind' | 'detail' | 'location' | 'identity' | 'origin'>

function keyOf({ kind, detail, location, identity, origin = location }: Identified): string {
  return `${kind}|${identity ?? `${origin.file}#${origin.pointer}`}|${detail}`
}
