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
const { options, open } = integrator
const mounted = mountedFor(integrator)
const body = { applicant: APPLICANT }
const copyOf = (copy: object): string => `copy: ${JSON.stringify(copy)}`

t.test('a single text replaces the English one, and the others stay', async (t) => {
  const copy = { journey: { end: 'Stop here' }, signing: { title: 'Your lease' } }
  const { page, consoleLines, frame, frameTitle } = await mounted({ body, more: copyOf(copy) })
  await frameTitle('Your lease')
  await frame.getByRole('button', { name: signing.consent, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop here', exact: true }).waitFor()
  await page.getByRole('region', { name: journey.region }).waitFor()
  t.equal(await page.locator('section[lang=en][dir=ltr]').count(), 1)
  t.strictSame(consoleLines, [])
  await page.close()
})

t.test('a wrong copy is refused, and the error names the mistake', async (t) => {
  const { page, run } = await open()
  const rows: [copy: unknown, message: RegExp][] = [
    ['de', /^Expected copy to be an object, got "de"\.$/],
    [{ default: german }, /^Expected copy to have only .*, got default\. .*default export/],
    [{ lang: 7 }, /^Expected copy\.lang to be a language tag .*, got 7\.$/],
    [{ lang: 'ar', dir: 'up' }, /^Expected copy\.dir to be 'ltr' or 'rtl', got up\.$/],
    [{ journey: ['Ja'] }, /^Expected copy\.journey to be an object, got \["Ja"\]\.$/],
    [{ signing: 'Ja' }, /^Expected copy\.signing to be an object, got "Ja"\.$/],
    [
      { journey: { yes: '', no: 7 } },
      /^Expected copy\.journey .*not a text: yes, no\. Unknown: none/,
    ],
    [{ signing: { singn: 'Ja' } }, /^Expected copy\.signing .*not a text: none\. Unknown: singn/],
  ]
  for (const [copy, message] of rows) {
    const refused = await run(`try {
        sdk.mount('#here', { ${options}, fetchToken: () => '', copy: ${JSON.stringify(copy)} })
      } catch ({ code, message }) { return { code, message } }`)
    t.match(refused, { code: 'invalid_options', message })
  }
  t.equal(await page.locator('#here > *').count(), 0, 'nothing is drawn')
  await page.close()
})
