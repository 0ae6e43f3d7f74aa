import t from 'tap'
import { APPLICANT, LEASE } from '../simulator/testing/signing.ts'
import german from './copy/de.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of the option `copy` of `mount`: single texts, whole languages and mistakes.

const STEPS = [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }]
const integrator = await integratorFor(t, STEPS)
const mounted = mountedFor(integrator)
const body = { applicant: APPLICANT }
const copyOf = (copy: object): string => `copy: ${JSON.stringify(copy)}`

t.test('an incomplete language is shown, and the console lists the English texts', async (t) => {
  const { sign: _, ...less } = german.signing
  const { end: __, ...shorter } = german.journey
  const copy = { ...german, journey: shorter, signing: less }
  const { page, consoleLines, frameTitle } = await mounted({ body, more: copyOf(copy) })
  await frameTitle(german.signing.title)
  await page.getByRole('button', { name: journey.end, exact: true }).waitFor()
  t.strictSame(consoleLines, [
    'vskit: copy.journey has no text in de for end: shown in English.',
    'vskit: copy.signing has no text in de for sign: shown in English.',
  ])
  await page.close()
})

t.test(
  'a language without any text is shown in English, and the console tells where texts are',
  async (t) => {
    const { page, consoleLines, frameTitle } = await mounted({ body, more: copyOf({ lang: 'de' }) })
    await frameTitle(signing.title)
    t.match(consoleLines, [
      /^vskit: copy\.journey has no text in de for any name .*vskit\/web\/copy\/LANG/,
    ])
    t.equal(consoleLines.length, 1)
    await page.close()
  },
)

t.test('a language without texts of the signing frame shows the frame in English', async (t) => {
  const { signing: _, ...copy } = german
  const { page, consoleLines, frameTitle } = await mounted({ body, more: copyOf(copy) })
  await frameTitle(signing.title)
  t.strictSame(consoleLines, [])
  await page.close()
})
