import t from 'tap'
import { eachText, localized } from './localized.ts'

const TEXTS = { de: 'Mietvertrag', en: 'Lease', 'pt-BR': 'Locação', 'pt-PT': 'Arrendamento' }

t.test('returns the language that the reader asks for, if available', async (t) => {
  const rows: [header: string | undefined, language: string][] = [
    ['de', 'de'],
    ['DE-at', 'de'],
    ['pt-PT', 'pt-PT'],
    ['pt', 'pt-BR'],
    ['fr, de;q=0.5', 'de'],
    ['en;q=0.2, de;q=0.9', 'de'],
    ['de;q=0, en', 'en'],
    ['de;Q=0.5, en', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
    ['', 'en'],
    ['de;q=x', 'de'],
    [`de${' '.repeat(1000)}`, 'en'],
  ]
  for (const [header, language] of rows)
    t.equal(localized(TEXTS, header).language, language, String(header))
})

t.test('without English the first text is returned; a single text has no language', async (t) => {
  t.strictSame(localized({ fr: 'Bail', de: 'Mietvertrag' }, 'es'), { text: 'Bail', language: 'fr' })
  t.strictSame(localized('Lease', 'de'), { text: 'Lease', language: undefined })
})

t.test('returns all texts with their paths', async (t) => {
  t.strictSame(eachText('a'), [{ path: [], text: 'a' }])
  t.strictSame(eachText({ en: 'a', de: 5, fr: 'b' }), [
    { path: ['en'], text: 'a' },
    { path: ['fr'], text: 'b' },
  ])
  for (const nothing of [undefined, null, 5, []]) t.strictSame(eachText(nothing), [])
})
