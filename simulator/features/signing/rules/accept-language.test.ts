import t from 'tap'
import { languagesOf } from './accept-language.ts'

t.test('returns the languages of the header, the most wanted first', async (t) => {
  const rows: [header: string | undefined, languages: string[]][] = [
    [undefined, []],
    ['', []],
    ['de', ['de']],
    ['de-AT, de;q=0.9 ,en;q=0.8', ['de-AT', 'de', 'en']],
    ['en;q=0.2, de;q=0.9, fr', ['fr', 'de', 'en']],
    ['de;Q=0.1, fr', ['fr', 'de']],
    ['de ; q=0.12345 , fr', ['fr', 'de']],
    ['de;q=0, en', ['en']],
    ['de;level=1;q=0.5, fr', ['fr', 'de']],
    ['*, ;q=1, -', ['-']],
    // A weight that is not a number says nothing; one that cannot be read counts as zero.
    ['de;q=x', ['de']],
    ['de;q=1.2.3, fr', ['fr']],
    [`de${' '.repeat(1000)}`, []],
  ]
  for (const [header, languages] of rows)
    t.strictSame(languagesOf(header), languages, String(header).slice(0, 40))
})
