import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import t from 'tap'
import { embedFaces } from './faces.ts'
import { charactersOf, FONT_FILES } from './font-files.ts'
import { rounds } from '../../tools/testing/rounds.ts'

t.test(
  'every character of every font can be laid out, alone, after a letter and in a row',
  async (t) => {
    const all = FONT_FILES.flatMap((name) => [...charactersOf(name)])
    const { regular, bold } = await embedFaces(
      await PDFDocument.create(),
      String.fromCodePoint(...all.filter((code) => code >= 0x900 && code < 0xe80), 0x4e00, 0xac00),
    )
    const width = (text: string) => regular.width(text, 1) + bold.width(text, 1)
    for (const name of FONT_FILES) {
      // Han and Hangul glyphs are independent of context: a sample is enough.
      const codes = [...charactersOf(name)].filter((_, i) => name.startsWith('Deja') || i % 9 === 0)
      const failed = codes.filter((code) => {
        const one = String.fromCodePoint(code)
        try {
          return !(width(one) >= 0 && width(`a${one}`) >= 0)
        } catch {
          return true
        }
      })
      t.strictSame(failed, [], name)
    }
    const letters = fc.constantFrom(...all.filter((code) => code >= 0x590 && code < 0xe80))
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 12 }),
        (codes) => width(String.fromCodePoint(...codes)) >= 0,
      ),
      { numRuns: rounds(300) },
    )
  },
)
