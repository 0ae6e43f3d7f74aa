import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

/**
 * Any Unicode character, as `unit` of `fc.string`. `unit: 'binary'` gives the same ones, but builds
 * a map of 1.1 million characters in each process that uses it.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  // Lets fast-check shrink its dangerous strings, such as `__proto__`.
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined
    if (point === undefined || String.fromCodePoint(point) !== character)
      throw new Error('not one character')
    return point < SURROGATES.first ? point : point - SURROGATES.count
  },
)
