import { editDistance, fold } from '../../spec/similar-names.ts'

/** A name and its form for comparison: without case and separators. `letters` has one bit for each letter in it. */
interface Name {
  name: string
  folded: string
  letters: number
}

/** An unknown key and the field that it stands for, if any. */
interface Unknown {
  key: string
  meant: string | undefined
}

/**
 * Returns the issues of unknown fields: for a removed field its replacement and shape, for a misspelt one the key
 * that was probably meant (VAL).
 * @param schema the object's schema: its `properties`, `x-removed-fields` (name -> what to send instead), and
 *   `x-nested-fields` (name of a field of an inner object -> its path)
 */
export function unknownKeysMessage(keys: string[], schema: unknown): string {
  const {
    properties = {},
    'x-removed-fields': removed = {},
    'x-nested-fields': nested = {},
  } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    'x-removed-fields'?: Record<string, string>
    'x-nested-fields'?: Record<string, string>
  }
  const [known, outdated, inner] = [properties, removed, nested].map(namesOf) as Name[][]
  const given = keys.map(nameOf)
  const gone = mostHelpful(
    given
      .map((name): Unknown => ({ key: name.name, meant: removedName(name, known!, outdated!) }))
      .filter(({ meant }) => meant !== undefined),
  )
  const explained = gone.map(({ key, meant }) => `'${shown(key)}' was removed: ${removed[meant!]}`)
  const told = new Set(gone.map(({ key }) => key))
  const strange = given
    .filter(({ name }) => !told.has(name))
    .map((name): Unknown => {
      const own = nearest(name, known!)
      if (own !== undefined) return { key: name.name, meant: own }
      const within = nearest(name, inner!)
      return { key: name.name, meant: within === undefined ? undefined : nested[within] }
    })
  for (const { key, meant } of mostHelpful(strange)) {
    explained.push(
      `Unrecognized key '${shown(key)}'${meant === undefined ? '' : `, did you mean '${meant}'?`}`,
    )
  }
  if (strange.length > EXPLAINED) explained.push(`and ${strange.length - EXPLAINED} more`)
  return explained.join('; ')
}

/** Maximum number of explained keys: ten thousand fit into a body. */
const EXPLAINED = 20

/**
 * Returns the keys to explain. Of too many, those that help most: exact names, then one key for each field that was
 * meant, then other keys that resemble a field.
 */
function mostHelpful(keys: Unknown[]): Unknown[] {
  if (keys.length <= EXPLAINED) return keys
  const seen = new Set<string>()
  const ranked: Unknown[][] = [[], [], [], []]
  for (const unknown of keys) {
    const { key, meant } = unknown
    if (meant === undefined) ranked[3]!.push(unknown)
    else if (meant === key) ranked[0]!.push(unknown)
    else ranked[seen.has(meant) ? 2 : 1]!.push(unknown)
    if (meant !== undefined) seen.add(meant)
  }
  return ranked.flat().slice(0, EXPLAINED)
}

/** Returns the removed field that a key names, also if its case differs, such as `firstName`. */
function removedName({ name, folded }: Name, known: Name[], removed: Name[]): string | undefined {
  if (removed.some((field) => field.name === name)) return name
  if (name.length > LONGEST) return undefined
  const isSame = (field: Name): boolean => field.folded === folded
  return known.some(isSame) ? undefined : removed.find(isSame)?.name
}

/** Returns a key for a message: truncated, and without characters that a terminal or a page interprets. */
export function shown(key: string): string {
  const plain = key.replace(/[^\p{L}\p{N}_.:$ -]/gu, '?')
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain
}

/** Returns the known key that differs only in case and separators, or in at most two letters. */
function nearest({ name, folded, letters }: Name, known: Name[]): string | undefined {
  if (name.length > LONGEST) return undefined
  let best: string | undefined
  let least = Infinity
  for (const field of known) {
    if (field.folded === folded) return field.name
    const most = field.name.length > 5 ? 2 : 1
    // The distance takes most of the time, and is not needed for most keys of a large body.
    if (Math.abs(field.folded.length - folded.length) > most) continue
    if (hasMoreBits(field.letters & ~letters, most) || hasMoreBits(letters & ~field.letters, most))
      continue
    const distance = editDistance(field.folded, folded)
    if (distance <= most && distance < least) [best, least] = [field.name, distance]
  }
  return best
}

/** Longer keys resemble no field. */
const LONGEST = 60

function namesOf(fields: object): Name[] {
  return Object.keys(fields).map(nameOf)
}

function nameOf(name: string): Name {
  // Longer keys are not compared.
  const folded = name.length > LONGEST ? '' : fold(name)
  let letters = 0
  for (let i = 0; i < folded.length; i++) letters |= 1 << (folded.charCodeAt(i) % 32)
  return { name, folded, letters }
}

function hasMoreBits(bits: number, most: number): boolean {
  let left = bits
  for (let i = 0; i < most && left !== 0; i++) left &= left - 1
  return left !== 0
}
