import t from 'tap'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { FORM } from './testing/form-step.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of documents in the mounted page: the end pages and later actions.

const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const integrator = await integratorFor(t, [LEASES, FORM])
const { control } = integrator
const mounted = mountedFor(integrator)
const ELEVEN_MINUTES = 11 * 60

t.test('the last signature ends the session while the working token expires', async (t) => {
  const { id, page, run, frame, frameTitle, framePress, press, title } = await mounted({
    steps: [LEASES],
    body: { applicant: APPLICANT, expected_outcome: 'pass' },
  })
  await framePress(signing.consent)
  await control.advance(ELEVEN_MINUTES)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await press(journey.continue)
  await title(journey.doneTitle)
  t.match(await run('return events.at(-1)'), {
    type: 'finished',
    session: { id, status: 'completed', mode: 'test', steps: [] },
  })
  await page.close()
})

t.test('after the last signature of a session in review, no end is offered', async (t) => {
  const { page, frame, frameTitle, framePress, press, title } = await mounted({
    steps: [LEASES],
    body: { applicant: APPLICANT, expected_outcome: 'review' },
  })
  const end = page.getByRole('button', { name: journey.end })
  await framePress(signing.consent)
  await end.waitFor()
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await page.getByRole('button', { name: journey.continue }).waitFor()
  t.equal(await end.count(), 0, 'POST /end is refused in review')
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})

t.test('the applicant continues from a frame whose session has ended elsewhere', async () => {
  const { id, page, frame, framePress, press, title } = await mounted({
    steps: [LEASES],
    body: { applicant: APPLICANT },
  })
  await frame.getByRole('button', { name: signing.consent }).waitFor()
  await control.cancel(id)
  await framePress(signing.consent)
  await press(journey.continue)
  await title(journey.cancelledTitle)
  await page.close()
})

t.test('the end page offers only documents that were opened', async (t) => {
  const { id, page, press, title } = await mounted({ steps: [FORM, LEASES] })
  await title(journey.formTitle)
  await control.cancel(id)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await press(journey.continue)
  await title(journey.cancelledTitle)
  t.equal(await page.getByRole('button', { name: journey.documents }).count(), 0)
  await page.close()
})

t.test('the end page tells that documents can no longer be shown', async () => {
  const { page, frame, framePress, press, title } = await mounted({
    steps: [LEASES],
    body: { applicant: APPLICANT },
  })
  await frame.locator('summary', { hasText: signing.declineSummary }).click()
  await framePress(signing.decline)
  await press(journey.continue)
  await title(journey.declinedTitle)
  await control.advance(ELEVEN_MINUTES)
  await press(journey.documents)
  await title(journey.failedTitle)
  await press(journey.tryAgain)
  await title(journey.declinedTitle)
  await page.close()
})

t.test('the frame loads in a page that is cross-origin isolated', async (t) => {
  const { page, frameTitle } = await mounted({
    steps: [LEASES],
    body: { applicant: APPLICANT },
    before: async (page) => {
      await page.goto(`${integrator.origin}/isolated`)
      await page.waitForFunction(() => 'sdk' in globalThis)
    },
  })
  t.equal(await page.evaluate('crossOriginIsolated'), true)
  await frameTitle(signing.title)
  await page.close()
})

t.test('a page can mount in a frame of its own origin, with styles and signing', async (t) => {
  const id = await integrator.backend.create({ applicant: APPLICANT })
  const { page, run } = await integrator.open()
  await page.exposeFunction('fetchToken', () => integrator.backend.clientToken(id))
  await run(
    `const frame = document.createElement('iframe')
     frame.style.height = '600px'
     document.querySelector('#here').append(frame)
     sdk.mount(frame.contentDocument.body, { ${integrator.options}, fetchToken, onEvent: heard })`,
  )
  const outer = page.frameLocator('iframe')
  const inner = outer.frameLocator('iframe')
  await inner.getByRole('heading', { name: signing.title, exact: true }).waitFor()
  t.equal(
    await run(
      `const { body, defaultView } = document.querySelector('#here > iframe').contentDocument
       const page = body.firstElementChild.shadowRoot.querySelector('section')
       return defaultView.getComputedStyle(page).borderTopWidth`,
    ),
    '1px',
    'the style sheet applies',
  )
  await inner.getByRole('button', { name: signing.consent, exact: true }).click()
  await inner.getByLabel(signing.typedName).fill(SIGNER)
  await inner.getByRole('button', { name: signing.sign, exact: true }).click()
  await outer.getByRole('button', { name: journey.continue, exact: true }).click()
  await outer.getByRole('heading', { name: journey.formTitle, exact: true }).waitFor()
  await page.close()
})
