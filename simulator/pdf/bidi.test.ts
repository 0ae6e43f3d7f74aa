import t from 'tap'
import { drawAuthoredDocument } from './authored-document.ts'
import { directionOf, inVisualOrder } from './bidi.ts'
import { itemsOf } from './testing/text.ts'

/** Returns the items of a line from left to right, as a PDF reader reports them. */
async function lineOf(paragraph: string): Promise<string> {
  const bytes = await drawAuthoredDocument({ title: 'T', paragraphs: [paragraph] })
  const items = (await itemsOf(bytes)).filter(({ size }) => size === 10.5)
  return items
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text)
    .join('')
}

t.test('figures, dates and amounts keep their order in right-to-left text', async (t) => {
  for (const [language, before, after] of [
    ['Arabic', 'المبلغ', 'يدفع'],
    ['Hebrew', 'הסכום', 'ישולם'],
  ])
    for (const figure of ['1500', '01.03.2027', '1,500.00', '+972-3-1234567', 'EUR', '12:30'])
      t.ok(
        (await lineOf(`${before} ${figure} ${after}`)).includes(figure.replace(/^\+/, '')),
        `${language}: ${figure}`,
      )
})

/**
 * Expected visual order by UAX 9, in code units from left to right; Hebrew letters are reversed.
 */
const visual = (text: string): string =>
  inVisualOrder(text, 0, directionOf(text), () => true)
    .map(({ text: piece, level }) =>
      level % 2 === 1 && /[א-ת]/.test(piece) ? Array.from(piece).toReversed().join('') : piece,
    )
    .join('')

t.test('the examples of Unicode Standard Annex 9, in Hebrew letters', (t) => {
  for (const [logical, seen] of [
    ['car אבג', 'car גבא'],
    ['אבג car', 'car גבא'],
    ['אבג 123', '123 גבא'],
    ['he said אב(גד', 'he said דג)בא'],
    ['(אבג) 1500 EUR', 'EUR 1500 (גבא)'],
    ['abc אבג 12-34 דהו', 'abc והד 12-34 גבא'],
    ['plain (text) 1', 'plain (text) 1'],
    ['\u202eabc', '\u202ecba'],
  ] as const)
    t.equal(visual(logical), seen, logical)
  t.end()
})

t.test('digits of right-to-left scripts keep their order', (t) => {
  const pieces = inVisualOrder('۱۲۳', 0, directionOf('۱۲۳'), () => true)
  t.strictSame(
    pieces.map(({ text }) => text),
    ['۱', '۲', '۳'],
  )
  t.end()
})
