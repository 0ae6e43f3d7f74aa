/**
 * Accents: the blocks of combining marks that are written over, through or under a plain letter. The vowel signs of
 * other scripts are combining too, yet they are no accents, and dropping them would turn one word into another.
 */
const ACCENTS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g

/**
 * The form in which form rules compare text (FRM-019 to FRM-024): é, É and e are the same; letters of their own such
 * as ø, ł, đ and ß stay themselves, since they don't decompose into a letter and a mark; no space is touched.
 */
export function fold(text: string): string {
  // Lower case, never upper: ß would become SS. The two small sigmas share one capital.
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase().replaceAll('ς', 'σ')
}
