/** A set of characters: ranges of code points. */
export type CharacterSet = readonly (readonly [from: number, to: number])[]

/** A regular expression without assertions. */
export type Expression =
  | { readonly set: CharacterSet }
  | { readonly sequence: readonly Expression[] }
  | { readonly choice: readonly Expression[] }
  | { readonly repeated: Expression; readonly least: number; readonly most: number }

const LAST = 0x10_ff_ff
const DIGITS: CharacterSet = [[48, 57]]
const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
  [0x20_28, 0x20_29],
]
const SPACES: CharacterSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
]
const NAMED: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACES,
  S: complement(SPACES),
}
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }
const ANYTHING: Expression = { repeated: { set: [[0, LAST]] }, least: 0, most: Infinity }

/**
 * Parses a valid pattern as an expression for the whole string. Null if it has syntax that this
 * reader does not know, such as lookaheads, back references and anchors inside of groups.
 */
export function parsePattern(pattern: string): Expression | null {
  try {
    return new Reader(pattern).whole()
  } catch (error) {
    if (error instanceof UnknownSyntax) return null
    throw error
  }
}

class UnknownSyntax extends Error {}

class Reader {
  readonly #text: readonly string[]
  #at = 0

  constructor(pattern: string) {
    this.#text = [...pattern]
  }

  /** The alternatives; each may have anchors at its ends. */
  whole(): Expression {
    const choice = [this.#anchored()]
    while (this.#take('|')) choice.push(this.#anchored())
    if (this.#at < this.#text.length) throw new UnknownSyntax()
    return { choice }
  }

  #anchored(): Expression {
    const isAtStart = this.#take('^')
    const { sequence } = this.#sequence()
    const isAtEnd = this.#take('$')
    const next = this.#text[this.#at]
    if (next !== undefined && next !== '|') throw new UnknownSyntax()
    return {
      sequence: [...(isAtStart ? [] : [ANYTHING]), ...sequence, ...(isAtEnd ? [] : [ANYTHING])],
    }
  }

  #sequence(): { sequence: Expression[] } {
    const sequence: Expression[] = []
    for (let next = this.#text[this.#at]; next !== undefined; next = this.#text[this.#at]) {
      if ('|)$'.includes(next)) break
      sequence.push(this.#repeated(this.#atom()))
    }
    return { sequence }
  }

  #atom(): Expression {
    const letter = this.#text[this.#at++]!
    if (letter === '(') return this.#group()
    if (letter === '[') return { set: this.#members() }
    if (letter === '.') return { set: complement(LINE_ENDS) }
    if (letter === '\\') return { set: this.#escaped() }
    if ('^$*+?{}])'.includes(letter)) throw new UnknownSyntax()
    return { set: single(letter.codePointAt(0)!) }
  }

  #group(): Expression {
    const rest = this.#text.slice(this.#at, this.#at + 80).join('')
    const [prefix] = /^(?:\?:|\?<\w+>)/.exec(rest) ?? ['']
    this.#at += prefix.length
    if (this.#text[this.#at] === '?') throw new UnknownSyntax()
    const choice: Expression[] = [this.#sequence()]
    while (this.#take('|')) choice.push(this.#sequence())
    if (!this.#take(')')) throw new UnknownSyntax()
    return { choice }
  }

  #members(): CharacterSet {
    const isNegated = this.#take('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.#take(']')) {
      const from = this.#member()
      const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']'
      if (!isRange) {
        ranges.push(...from)
        continue
      }
      this.#at++
      const to = this.#member()
      if (from.length !== 1 || to.length !== 1) throw new UnknownSyntax()
      ranges.push([from[0]![0], to[0]![1]])
    }
    return isNegated ? complement(ranges) : ranges
  }

  #member(): CharacterSet {
    const letter = this.#text[this.#at++]
    if (letter === undefined) throw new UnknownSyntax()
    if (letter !== '\\') return single(letter.codePointAt(0)!)
    return this.#take('b') ? single(8) : this.#escaped()
  }

  #escaped(): CharacterSet {
    const letter = this.#text[this.#at++]
    if (letter === undefined) throw new UnknownSyntax()
    if (letter in NAMED) return NAMED[letter]!
    if (letter === 'p' || letter === 'P') return this.#property(letter)
    if (letter in CONTROLS) return single(CONTROLS[letter]!)
    if (letter === 'x' || letter === 'u') return single(this.#hexadecimal())
    if (/[A-Za-z0-9]/.test(letter)) throw new UnknownSyntax()
    return single(letter.codePointAt(0)!)
  }

  /** A class of Unicode, such as `\\p{L}`. */
  #property(letter: 'p' | 'P'): CharacterSet {
    const rest = this.#text.slice(this.#at, this.#at + 60).join('')
    const [name] = /^\{[\w=]+\}/.exec(rest) ?? []
    if (name === undefined) throw new UnknownSyntax()
    this.#at += name.length
    const set = unicodeClass(name)
    return letter === 'p' ? set : complement(set)
  }

  #hexadecimal(): number {
    const rest = this.#text.slice(this.#at - 1, this.#at + 8).join('')
    const match = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/i.exec(rest)
    const code = Number.parseInt(match?.[1] ?? match?.[2] ?? match?.[3] ?? '', 16)
    if (!match) throw new UnknownSyntax()
    this.#at += match[0].length - 1
    if (code < 0xd8_00 || code > 0xdf_ff) return code
    // Braces prevent that two surrogates are read as a pair.
    if (match[3] !== undefined) throw new UnknownSyntax()
    return this.#paired(code)
  }

  /** The character of a pair of surrogates, or a surrogate that is alone. */
  #paired(code: number): number {
    const rest = this.#text.slice(this.#at, this.#at + 6).join('')
    const trail = /^\\u(d[c-f][\da-f]{2})/i.exec(rest)?.[1]
    if (code >= 0xdc_00 || trail === undefined) return code
    this.#at += 6
    return 0x1_00_00 + (code - 0xd8_00) * 0x4_00 + (Number.parseInt(trail, 16) - 0xdc_00)
  }

  #repeated(expression: Expression): Expression {
    const rest = this.#text.slice(this.#at, this.#at + 24).join('')
    const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest)
    if (!match) return expression
    this.#at += match[0].length
    const [symbol, count, comma, limit] = match
    const [least, most]: [number, number] =
      count === undefined
        ? [symbol.startsWith('+') ? 1 : 0, symbol.startsWith('?') ? 1 : Infinity]
        : [Number(count), comma ? (limit ? Number(limit) : Infinity) : Number(count)]
    return { repeated: expression, least, most }
  }

  #take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false
    this.#at++
    return true
  }
}

const classes = new Map<string, CharacterSet>()

function unicodeClass(name: string): CharacterSet {
  const known = classes.get(name)
  if (known) return known
  const test = new RegExp(`^\\p${name}$`, 'u')
  const ranges: [number, number][] = []
  let from = -1
  for (let code = 0; code <= LAST + 1; code++) {
    const isMember = code <= LAST && test.test(String.fromCodePoint(code))
    if (isMember && from < 0) from = code
    if (isMember || from < 0) continue
    ranges.push([from, code - 1])
    from = -1
  }
  classes.set(name, ranges)
  return ranges
}

function single(code: number): CharacterSet {
  return [[code, code]]
}

function complement(set: CharacterSet): CharacterSet {
  const sorted = set.toSorted(([one], [other]) => one - other)
  const result: [number, number][] = []
  let next = 0
  for (const [from, to] of sorted) {
    if (from > next) result.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= LAST) result.push([next, LAST])
  return result
}
