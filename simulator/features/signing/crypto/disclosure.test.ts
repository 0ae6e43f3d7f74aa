import { createHash } from 'node:crypto'
import t from 'tap'
import { DISCLOSURE_HEADINGS } from './disclosure-items.ts'
import { PUBLISHED, disclosureText } from './disclosure.ts'

/** Recorded when a version was published. Add a line for a new version; never edit one. */
const HASHES: Record<number, string> = {
  1: '70ac956e673d202f08620008c685e13300a553acc92a625cf0482feb2095a6d2',
}

t.test(
  'CER-008 CER-009 the text of a published version never changes, and versions count up',
  async (t) => {
    t.strictSame(Object.fromEntries(PUBLISHED.map(({ version, hash }) => [version, hash])), HASHES)
    t.strictSame(
      PUBLISHED.map(({ version }) => version),
      PUBLISHED.map((_, i) => i + 1),
    )
  },
)

t.test('CER-002 CER-003 the hash is that of the text', async (t) => {
  for (const { text, hash } of PUBLISHED)
    t.equal(hash, createHash('sha256').update(text, 'utf8').digest('hex'))
})

t.test(
  'CER-011 CER-012 CER-013 CER-014 CER-015 CER-016 CER-017 each version states the seven items',
  async (t) => {
    const said: Record<keyof typeof DISCLOSURE_HEADINGS, RegExp[]> = {
      paper: [/on paper/],
      withdrawal: [/withdraw your consent/, /session ends/, /stays valid/],
      scope: [/one transaction and nothing else/],
      how: [/To withdraw, use/, /contact details/],
      paper_copy: [/To get a paper copy/, /no fee/],
      requirements: [/web browser/, /PDF/],
      changes: [/you will be told/],
    }
    for (const { version, text } of PUBLISHED) {
      const sections = text.split(/\n\n\d\. /).slice(1)
      t.equal(sections.length, 7)
      for (const [i, [name, patterns]] of Object.entries(said).entries()) {
        const section = sections[i]!
        t.ok(
          section.startsWith(`${DISCLOSURE_HEADINGS[name as keyof typeof DISCLOSURE_HEADINGS]}\n`),
        )
        for (const pattern of patterns)
          t.match(section.replaceAll('\n', ' '), pattern, `version ${version}, ${name}`)
      }
    }
  },
)

t.test('another word in any item is another text', async (t) => {
  const items = Object.fromEntries(
    Object.keys(DISCLOSURE_HEADINGS).map((name) => [name, name]),
  ) as never
  const texts = Object.keys(DISCLOSURE_HEADINGS).map((name) =>
    disclosureText({ ...(items as object), [name]: 'x' } as never),
  )
  t.equal(new Set([disclosureText(items), ...texts]).size, 8)
})
