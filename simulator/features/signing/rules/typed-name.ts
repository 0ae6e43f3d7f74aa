import { fold } from '../../forms/rules/fold.ts'

/** The stored name of a signer. */
export interface HeldName {
  family_name?: string | undefined
  given_names?: readonly string[] | undefined
  name_suffix?: string | undefined
  legal_name?: string | undefined
}

/** Limit of the schema, in characters: every name that can be stored fits, with its suffix. */
export const LONGEST_TYPED_NAME = 1200

/**
 * Whether a typed name matches the person on record (GAP-TYPED-NAME). Case, accents, spaces, punctuation and the order
 * of the parts are ignored, and further given names may be missing. The family name is required, and so is a given name
 * if there is one; other words are not allowed. A person without a name on record, or with one without letters and digits, may type any
 * name.
 */
export function isNameOf(typed: string, held: HeldName): boolean {
  const typedWords = words(typed)
  const { family_name = '', given_names = [], name_suffix = '', legal_name = '' } = held
  const family = words(family_name)
  const given = given_names.flatMap(words)
  const legal = words(legal_name)
  const known = new Set([...family, ...given, ...words(name_suffix), ...legal])
  const isOnRecord = [family_name, ...given_names, legal_name].some((part) => part.trim() !== '')
  if (known.size === 0) return isOnRecord || typedWords.length > 0
  if (typedWords.length === 0) return false
  // A name captured as one text has no separate parts: only its inner words may be missing.
  const [first, last] = [legal[0] ?? given[0]!, legal.at(-1) ?? given[0]!]
  const required =
    family.length > 0
      ? [...[...new Set(family)].map((word) => [word]), ...alternatives(given)]
      : [[first], [last]]
  return (
    hasWords(typedWords, known, required) || consistsOf(typedWords.join(''), [...known], required)
  )
}

function alternatives(words: string[]): string[][] {
  return words.length === 0 ? [] : [words]
}

/** Whether words are all known, and include one of each required group. */
function hasWords(typed: string[], known: ReadonlySet<string>, required: string[][]): boolean {
  return (
    typed.every((word) => known.has(word)) &&
    required.every((group) => group.some((word) => typed.includes(word)))
  )
}

/** Limit of one bit mask; names on record have fewer parts. */
const PARTS = 30
/**
 * Steps of one comparison. Words that are made of each other ("a aa aaa") can be read in so many
 * ways that all of them would block the process for seconds.
 */
const STEPS = 10_000

/**
 * Whether a text without spaces consists only of known words, including one of each required group.
 * Gives up after `STEPS`: a name typed with the spaces of the record never comes here.
 */
function consistsOf(text: string, known: string[], required: string[][]): boolean {
  const groups = required.slice(0, PARTS)
  const all = 2 ** groups.length - 1
  const maskOf = (word: string) =>
    groups.reduce((mask, group, i) => (group.includes(word) ? mask | (1 << i) : mask), 0)
  const parts = known.map((word) => ({ word, mask: maskOf(word) }))
  /** For each position, the sets of groups that the paths to it have matched. */
  const ways: Set<number>[] = Array.from({ length: text.length + 1 }, () => new Set())
  ways[0]!.add(0)
  let steps = 0
  for (let at = 0; at < text.length; at++)
    for (const { word, mask } of ways[at]!.size > 0 ? parts : [])
      if (text.startsWith(word, at)) {
        steps += ways[at]!.size
        if (steps > STEPS) return false
        for (const met of ways[at]!) ways[at + word.length]!.add(met | mask)
      }
  return ways[text.length]!.has(all)
}

/** Upper case first: ß becomes SS, as typed on a keyboard without ß. */
function words(text: string): string[] {
  return fold(text.toUpperCase())
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}
