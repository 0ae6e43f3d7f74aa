import t from 'tap'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of documents in the mounted page: the end pages and later actions.

const FORM = {
  id: 'form',
  type: 'custom_form',
  config: {
    questions: [
      { id: 'city', type: 'text', label: 'Where do you live?', required: true },
      { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
    ],
  },
}
const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const integrator = await integratorFor(t, [LEASES, FORM])
const { control } = integrator
const mounted = mountedFor(integrator)
const ELEVEN_MINUTES = 11 * 60

for (const [act, summary, button, ending] of [
  ['declining', signing.declineSummary, signing.decline, journey.declinedTitle],
  ['withdrawing', signing.withdraw, signing.withdraw, journey.withdrawnTitle],
] as const) {
  t.test(`${act} in the frame has a separate end page`, async (t) => {
    const { page, frame, frameTitle, framePress, press, title } = await mounted({
      steps: [LEASES, FORM],
      body: { applicant: APPLICANT },
    })
    await frameTitle(signing.title)
    await frame.locator('summary', { hasText: summary }).click()
    await framePress(button)
    await press(journey.continue)
    await title(ending)
    t.equal(await page.locator('iframe').count(), 0)
    await page.close()
  })
}

t.test(
  'CER-034 CER-036 the rights of a signer last as long as the session, also in later steps',
  async (t) => {
    const { page, frame, frameTitle, framePress, press, title } = await mounted({
      steps: [LEASES, FORM],
      body: { applicant: APPLICANT, expected_outcome: 'pass' },
    })
    await framePress(signing.consent)
    await frame.getByLabel(signing.typedName).fill(SIGNER)
    await framePress(signing.sign)
    await frameTitle(signing.titleSigned)
    await press(journey.continue)
    await title(journey.formTitle)
    await press(journey.documents)
    await frameTitle(signing.titleSigned)
    await framePress(signing.paperCopy)
    await frame.getByRole('status').waitFor()
    await press(journey.back)
    await title(journey.formTitle)
    await page.getByLabel('Where do you live?').fill('Oslo')
    await page.getByLabel(journey.yes).check()
    await press(journey.continue)
    await title(journey.doneTitle)
    await press(journey.documents)
    await frameTitle(signing.titleSigned)
    await frame.getByRole('link', { name: signing.saveSigned }).waitFor()
    for (const name of [signing.paperCopy, signing.withdraw])
      t.equal(await frame.getByRole('button', { name }).count(), 0, name)
    await press(journey.back)
    await title(journey.doneTitle)
    await page.close()
  },
)

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
