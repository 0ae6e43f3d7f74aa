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
const mounted = mountedFor(integrator)

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
    await frameTitle(signing.title)
    // The frame has its own heading, so that of the page is for screen readers only.
    const outer = page.getByRole('heading', { name: journey.signingTitle, exact: true })
    t.match(await outer.boundingBox(), { width: 1, height: 1 })
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
