import { PDFDocument } from 'pdf-lib'
import t from 'tap'
import { drawAuthoredDocument } from './authored-document.ts'
import { textOf, writtenTextOf } from './testing/text.ts'
import { readUploadedDocument } from './uploaded-document.ts'

const lease = {
  title: 'Lease of a flat',
  paragraphs: ['The rent is 1,250 euros.', 'First line\nsecond line'],
  language: 'en',
}

t.test('title and every line of the text can be read back', async (t) => {
  const text = await textOf(await drawAuthoredDocument(lease))
  for (const line of [
    'Lease of a flat',
    'The rent is 1,250 euros.',
    'First line',
    'second line',
    '1 / 1',
  ])
    t.match(text, line)
})

t.test('ligatures are not used, so that a search finds each word', async (t) => {
  const bytes = await drawAuthoredDocument({
    ...lease,
    paragraphs: ['Verification of the office.'],
  })
  const text = await writtenTextOf(bytes)
  for (const word of ['flat', 'Verification', 'office']) t.match(text, word)
})

t.test('the same text gives the same bytes, and another text gives different ones', async (t) => {
  const [once, again] = [await drawAuthoredDocument(lease), await drawAuthoredDocument(lease)]
  t.ok(Buffer.from(once).equals(again))
  const other = await drawAuthoredDocument({ ...lease, paragraphs: ['The rent is 1,251 euros.'] })
  t.notOk(Buffer.from(once).equals(other))
})

t.test('a long text fills several pages, and the document is accepted for signing', async (t) => {
  const bytes = await drawAuthoredDocument({
    title: 'Long',
    paragraphs: Array(60).fill('A sentence that is repeated. '.repeat(12)),
  })
  const { pages } = (await readUploadedDocument(bytes)) as { pages: number }
  t.ok(pages > 3)
  t.match(await textOf(bytes), new RegExp(`${pages} / ${pages}`))
})

t.test('the document states its language', async (t) => {
  const { catalog } = await PDFDocument.load(
    await drawAuthoredDocument({ ...lease, language: 'pt-BR' }),
  )
  t.match([...catalog.entries()].map(([key, value]) => `${key} ${value}`).join(), '/Lang (pt-BR)')
})

t.test(
  'scripts that the font lacks, control characters and an empty text do not throw',
  async (t) => {
    const text = await textOf(
      await drawAuthoredDocument({
        title: '契約書 🙂',
        paragraphs: ['', 'a\u0000b\tc', 'عقد إيجار', '\ud800'],
      }),
    )
    t.match(text, '□')
    t.match(text, 'a b c')
  },
)
