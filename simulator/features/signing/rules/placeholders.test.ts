import t from 'tap'
import { BLANK, PLACEHOLDERS, filledIn, paragraphsOf, unknownPlaceholders } from './placeholders.ts'

t.test('returns unknown placeholder names', async (t) => {
  const rows: [text: string, unknown: string[]][] = [
    ['Between {{sender.name}} and {{ applicant.name }}.', []],
    ['{{applicant.shoeSize}} {{x}} {{x}} {{date}}', ['applicant.shoeSize', 'x']],
    ['{{}} {{ Date }}', ['', 'Date']],
    ['{one} {{constructor}} }}{{', ['constructor']],
    [PLACEHOLDERS.map((name) => `{{${name}}}`).join(), []],
  ]
  for (const [text, unknown] of rows) t.strictSame(unknownPlaceholders(text), unknown, text)
})

t.test('known values are filled in, unknown ones are visibly missing', async (t) => {
  const values = { 'applicant.name': 'Ana {{date}}', date: '2026-11-02', 'applicant.email': ' ' }
  t.equal(
    filledIn('{{applicant.name}}, {{ date }}', values),
    'Ana {{date}}, 2026-11-02',
    'a value is not a template',
  )
  t.equal(filledIn('{{applicant.email}}{{applicant.phone}}', values), BLANK + BLANK)
  t.equal(filledIn('a $& {b}', values), 'a $& {b}')
})

t.test('a value is one line, and isolated beside right-to-left text', async (t) => {
  const filled = (text: string, value: string) => filledIn(text, { 'applicant.name': value })
  const rows: [text: string, value: string, expected: string][] = [
    ['{{applicant.name}}.', 'a\r\n\u2029b', 'a b.'],
    ['{{applicant.name}}.', 'a\u202e', 'a.'],
    ['{{applicant.name}}.', '\u2069', `${BLANK}.`],
    ['{{applicant.name}}.', 'א', '\u2068א\u2069.'],
    ['{{applicant.name}} א', 'a\u2069', '\u2068a\u2069 א'],
  ]
  for (const [text, value, expected] of rows) t.equal(filled(text, value), expected)
})

t.test('empty lines separate paragraphs', async (t) => {
  t.strictSame(paragraphsOf('One\nline.\r\n\r\nTwo.\n \n\n  Three.\n'), [
    'One\nline.',
    'Two.',
    'Three.',
  ])
  t.strictSame(paragraphsOf(' \n\n '), [])
})
