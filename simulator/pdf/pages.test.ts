import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { Pages } from './pages.ts'
import { wrap } from './wrap.ts'
import { textOf } from './testing/text.ts'
import { anyCharacter } from '../testing/characters.ts'
import { rounds } from '../../tools/testing/rounds.ts'

const options = { title: 'Test', now: Date.UTC(2026, 10, 20), footer: 'foot' }

t.test('the same content gives the same bytes', async (t) => {
  const make = async () => {
    const pages = await Pages.create(options, '')
    pages.row('Name', 'Żaneta Łątkowska')
    return Buffer.from(await pages.save())
  }
  t.ok((await make()).equals(await make()))
})

t.test('a document contains nothing of an earlier one', async (t) => {
  const draw = async (name: string) => {
    const pages = await Pages.create(options, '')
    pages.heading(name)
    pages.row('Name', name)
    return Buffer.from(await pages.save())
  }
  const names = ['Żaneta Łątkowska', 'Παπαδοπούλου Ελένη', 'fi ffl محمد']
  const first = await Promise.all(names.map(draw))
  for (const [i, name] of names.entries()) t.ok((await draw(name)).equals(first[i]!), name)
})

t.test('page breaks and page numbers are added', async (t) => {
  const pages = await Pages.create({ ...options, mark: 'TEST MODE' }, '')
  for (let i = 0; i < 200; i++) pages.row(`Row ${i}`, 'value')
  await pages.image(evidenceFor(0).images.front.bytes(), 'front', { width: 300, height: 200 })
  const document = await PDFDocument.load(await pages.save())
  t.ok(document.getPageCount() > 3)
  t.equal(document.getTitle(), 'Test')
})

t.test('any text can be written, control characters and missing glyphs too', async (t) => {
  const pages = await Pages.create(options, '')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 200 }), async (text) => {
      pages.paragraph(text)
      pages.row(text, text)
    }),
    { numRuns: rounds(100) },
  )
  t.ok((await pages.save()).length > 1000)
})

t.test('wrap removes only the spaces at line breaks, and no line exceeds the width', async (t) => {
  const measure = (text: string): number => text.length
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 120 }),
      fc.integer({ min: 1, max: 20 }),
      (text, width) => {
        const lines = wrap(text, width, measure)
        if (lines.some((line) => line.length > width)) return false
        return lines.join('').replaceAll(' ', '') === text.replaceAll(' ', '')
      },
    ),
  )
  t.strictSame(wrap('one two three', 7, measure), ['one two', 'three'])
  t.strictSame(wrap('abcdefgh', 3, measure), ['abc', 'def', 'gh'])
  t.strictSame(wrap('', 3, measure), [''])
})

t.test('names in the scripts of the fonts can be copied from the file', async (t) => {
  const names = [
    'Παπαδοπούλου Ελένη',
    'Wiśniewska-Łątkowska Żaneta',
    'Nguyễn Thị Phương Thảo',
    '山田太郎',
    '王小明',
    '김철수',
    'สมชาย',
  ]
  const pages = await Pages.create(options, names.join(''))
  for (const name of names) pages.row('Name', name)
  const text = await textOf(await pages.save())
  for (const name of names) t.match(text, name)
})

t.test('a value with characters that no font has is followed by its code points', async (t) => {
  const pages = await Pages.create(options, '')
  pages.row('Name', 'বাংলা')
  t.match(await textOf(await pages.save()), 'U+09AC U+09BE U+0982 U+09B2 U+09BE')
})

t.test(
  'a value with invisible characters that reorder it is followed by its code points',
  async (t) => {
    const pages = await Pages.create(options, '')
    pages.row('Name', 'Ana\u202e')
    t.match(await textOf(await pages.save()), 'U+0041 U+006E U+0061 U+202E')
  },
)
