import t from 'tap'
import fc from 'fast-check'
import { fold } from './fold.ts'

const same: [a: string, b: string, why: string][] = [
  ['café', 'CAFÉ', 'FRM-020 the example of the contract'],
  ['cafe', 'CAFÉ', 'FRM-020 a rule value without accents, an answer with accents'],
  ['cafe\u0301', 'caf\u00e9', 'a combining mark and a precomposed letter'],
  ['Łódź', 'łodz', 'the accents of ó and ź are removed, ł stays'],
  ['ĄĆĘŃŚŻ', 'acensz', 'Polish, with a mark below the letter'],
  ['Việt Nam', 'viet nam', 'two marks on one letter'],
  ['Ångström', 'angstrom', 'Swedish'],
  ['ÇĞİÖŞÜ', 'cgiosu', 'Turkish, the dotted capital I included'],
  ['Ἀθῆναι', 'αθηναι', 'Greek accents and breathings'],
  ['ΟΔΟΣ', 'οδός', 'both small sigmas have one capital'],
  ['Йошкар', 'йошкар', 'FRM-019 Cyrillic capitals'],
  ['ẞ', 'ß', 'the capital of ß is ẞ'],
  ['ÆØÅ', 'æøa', 'capitals of letters that keep their stroke'],
  ['\u212bngström', 'angstrom', 'a compatibility character'],
]
for (const [a, b, why] of same) t.equal(fold(a), fold(b), `${why}: ${a} = ${b}`)

const different: [a: string, b: string, why: string][] = [
  ['ø', 'o', 'FRM-021 FRM-022 a letter of its own'],
  ['ł', 'l', 'FRM-021 FRM-022 a letter of its own'],
  ['đ', 'd', 'FRM-021 FRM-022 a letter of its own'],
  ['ß', 'ss', 'FRM-021 FRM-022 a letter of its own'],
  ['ẞ', 'ss', 'its capital is different, too'],
  ['æ', 'ae', 'a letter of its own'],
  ['œ', 'oe', 'a letter of its own'],
  ['þ', 'th', 'a letter of its own'],
  ['ı', 'i', 'a letter of its own'],
  ['ﬁ', 'fi', 'a ligature is not an accent'],
  [' a', 'a', 'FRM-023 a space before'],
  ['a ', 'a', 'FRM-023 a space at the end'],
  ['a\u00a0b', 'a b', 'two kinds of space differ'],
  ['कि', 'कु', 'vowel signs are not accents'],
  ['\u0301', '', 'a mark over no letter is not an accent'],
  ['1\u0301', '1', 'nor is one over a digit'],
  ['が', 'か', 'the mark of a voiced syllable is not an accent'],
]
for (const [a, b, why] of different) t.not(fold(a), fold(b), `${why}: ${a} is not ${b}`)

t.test('FRM-022 a text includes whole letters, not parts of them', async (t) => {
  t.notOk(fold('각').includes(fold('가')))
  t.notOk(fold('ばら').includes(fold('は')))
  t.ok(fold('각도').includes(fold('각')))
})

const text = fc.string({ unit: 'grapheme', maxLength: 30 })

t.test('folding twice changes nothing more', async () => {
  fc.assert(fc.property(text, (value) => fold(fold(value)) === fold(value)))
})

t.test('composed and decomposed letters are equal', async () => {
  fc.assert(
    fc.property(text, (value) => fold(value.normalize('NFC')) === fold(value.normalize('NFD'))),
  )
})

t.test('a folded part is found in the folded whole', async () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) =>
      fold(`${before} ${part} ${after}`).includes(fold(part)),
    ),
  )
})

t.test('plain ASCII is only lower-cased', async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary-ascii' }),
      (value) => fold(value) === value.toLowerCase(),
    ),
  )
})
