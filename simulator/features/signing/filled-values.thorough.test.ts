import t from 'tap'
import { itemsOf } from '../../pdf/testing/text.ts'
import { signingFor } from '../../testing/signing.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const acme = signingFor(await simulatorFor(t, { world: roomyWorld() }))
const BODY = '{{applicant.name}} of {{applicant.address}} owes 12345 EUR to {{sender.name}}.'

/** TAP is read line by line. */
const escape = (text: string): string => encodeURIComponent(text)

/** Returns the lines of the presented text as a reader sees them, from left to right. */
async function linesOf(body: string, applicant: object): Promise<string[]> {
  const workflow = await acme.workflow({
    documents: [{ id: 'd', title: 'T', documentClass: 'other', carveOutsAcknowledged: true, body }],
  })
  const { open, file } = await acme.begin(workflow, { applicant })
  const items = await itemsOf((await file((await open()).documents[0]!.documentId)).bytes)
  const lines = new Map<number, typeof items>()
  for (const item of items.filter(({ size }) => size === 10.5))
    lines.set(item.y, [...(lines.get(item.y) ?? []), item])
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(''),
  )
}

t.test('a value of the applicant adds no line to a document', async (t) => {
  const whole =
    /^Ana .*Okafor .*5\. Nothing is owed\..* of Street 1 .*7\..* owes 12345 EUR to Acme Rentals\.$/
  for (const space of ['\n\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b', '\t\n \n']) {
    const lines = await linesOf(BODY, {
      family_name: `Okafor${space}5. Nothing is owed.`,
      given_names: [`Ana${space}`],
      address: { line1: `Street 1${space}7.` },
    })
    t.match(lines.join(' '), whole, escape(space))
    t.notOk(
      lines.some((line) => /^[57]/.test(line.trim())),
      `${escape(space)}: the lines`,
    )
  }
})

t.test('a value of the applicant does not reorder the text around it', async (t) => {
  const address = { line1: 'Street 1' }
  const controls = Array.from(
    '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
  ).concat('\u2069\u202e', '\u202c\u202b', '\u2069\u2067', '\u2029\u202e')
  for (const control of controls)
    for (const family_name of [`Okafor${control}`, `${control}Okafor`, `Oka${control}for`]) {
      const lines = await linesOf(BODY, { family_name, given_names: ['Ana'], address })
      t.match(
        lines.join(' ').replaceAll(/ +/g, ' '),
        /^Ana (Okafor|Oka for) ?of Street 1 owes 12345 EUR to Acme Rentals\.$/,
        escape(family_name),
      )
    }
})

t.test('names and texts of both directions keep their own order', async (t) => {
  for (const name of ['محمد', 'כהן', 'محمد 12']) {
    const [line] = await linesOf('{{applicant.name}} owes 12345 EUR to {{sender.name}}.', {
      family_name: name,
    })
    t.match(line, /^[^a-z]+ owes 12345 EUR to Acme Rentals\.$/, name)
    const letters = line!.normalize('NFKC')
    t.strictSame(
      [...name].filter((letter) => !letters.includes(letter)),
      [],
    )
  }
  const [hebrew] = await linesOf('{{applicant.name}} חייב 12345 אל {{sender.name}}', {
    family_name: 'Okafor (7)',
    given_names: ['Ana'],
  })
  t.match(hebrew, /^Acme Rentals .* 12345 .* Ana Okafor \(7\)$/)
})

t.test('a value of nothing that is shown leaves a blank', async (t) => {
  const [line] = await linesOf('Name: {{applicant.name}}.', { family_name: '\u202e' })
  t.equal(line, 'Name: ____________.')
})
