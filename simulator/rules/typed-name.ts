import { fold } from './fold.ts'

/** The name that is held of a signer. */
export interface HeldName {
  family_name?: string | undefined
  given_names?: readonly string[] | undefined
  name_suffix?: string | undefined
  legal_name?: string | undefined
}

/**
 * Whether a typed name is that of the person on record (GAP-TYPED-NAME). Case, accents, punctuation and the order of the
 * parts don't count, and a further given name may be left out; but the family name has to be there, a given name where
 * there is one, and nothing that isn't in the name. Of a person without a name on record any name will do.
 */
export function isNameOf(typed: string, held: HeldName): boolean {
  const said = words(typed)
  const { family_name = '', given_names = [], name_suffix = '', legal_name = '' } = held
  if (said.length === 0) return false
  const family = words(family_name)
  const given = given_names.flatMap(words)
  const legal = words(legal_name)
  const known = new Set([...family, ...given, ...words(name_suffix), ...legal])
  if (known.size === 0) return true
  if (!said.every((word) => known.has(word))) return false
  // Captured as one text, a name has no parts that could be told apart: at most its inner words are left out.
  if (family.length === 0)
    return said.includes(legal[0] ?? given[0]!) && said.includes(legal.at(-1) ?? given[0]!)
  return (
    family.every((word) => said.includes(word)) &&
    (given.length === 0 || given.some((word) => said.includes(word)))
  )
}

/** Hyphens and apostrophes part words too: people leave them out. */
function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}
