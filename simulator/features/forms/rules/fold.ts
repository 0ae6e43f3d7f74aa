/**
 * Accents: the blocks of combining marks that are written over, through or under a plain letter. Vowel signs of other
 * scripts are combining marks, too, but not accents: without them a word becomes another word.
 */
const ACCENTS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g

/** A mark over no letter is no accent: without it, a rule with only this mark would match every answer. */
const MARKED_LETTER = /\p{L}\p{M}+/gu

function withoutAccents(letter: string): string {
  return letter.replace(ACCENTS, '')
}

/**
 * Returns the form in which form rules compare text (FRM-019 to FRM-024). é, É and e are equal. Letters such as ø, ł, đ
 * and ß stay, since they don't decompose into a letter and a mark. Spaces stay.
 */
export function fold(text: string): string {
  // Lower case, not upper case: ß would become SS. The two small sigmas share one capital.
  const plain = text
    .normalize('NFD')
    .replace(MARKED_LETTER, withoutAccents)
    .toLowerCase()
    .replaceAll('ς', 'σ')
  // Composed again, so that a part of a text never ends within a letter: 각 does not include 가.
  return plain.normalize('NFC')
}
