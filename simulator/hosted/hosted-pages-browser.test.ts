import { createHash } from 'node:crypto'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { SESSION, type SessionRecord } from '../features/sessions/session-record.ts'
import {
  clickAgain,
  deviceAskedFor,
  hostedPagesFor,
  press,
  reads,
  saved,
} from '../testing/hosted-pages.ts'
import { LEASE } from '../testing/signing.ts'

// The pages in a browser; hosted-pages-variants.thorough.test.ts has more ways through them.
// Elements are found by label, heading or button text.

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Which city?', required: true },
  { id: 'landlord', type: 'email', label: 'Mail address of your landlord' },
  { id: 'tel', type: 'phone', label: 'Phone of your landlord' },
  { id: 'count', type: 'number', label: 'How many rooms?', required: true },
  { id: 'day', type: 'date', label: 'Moving date' },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
  { id: 'kind', type: 'single_choice', label: 'Kind of flat', options: ['Loft', 'Basement'] },
  {
    id: 'rooms',
    type: 'multiple_choice',
    label: 'Which rooms?',
    options: ['Kitchen', 'Bath'],
    required: true,
  },
]
const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const { simulator, acme, control, opened, sessionOf } = await hostedPagesFor(t, {
  everything: [
    { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
    { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } },
    { id: 'court', type: 'background_check' },
    { id: 'credit', type: 'credit_history' },
    { id: 'mail', type: 'email_verification' },
    LEASES,
    { id: 'last', type: 'sanctions_screening' },
  ],
  signing: [LEASES],
})

t.test(
  'GEN-005 PLN-023 PLN-024 PLN-025 a whole verification with every type of step, without a camera',
  async (t) => {
    const { id, page, consoleLines } = await opened('everything')
    await reads(page, 'Verification for Acme Rentals')
    await page.getByText('Test mode').waitFor()
    await press(page, 'Agree and start')
    await reads(page, 'Which document do you use?')
    t.equal(await page.locator('input[type=file]').count(), 0)
    await page.getByLabel('Iuliana Shchedroliubova').check()
    const shown = await page.evaluate(
      '[...document.images].map(({ naturalWidth }) => naturalWidth > 0)',
    )
    t.strictSame(shown, Array(7).fill(true), 'each specimen')
    await press(page, 'Take photos')
    await reads(page, 'Photograph the front')
    await page.getByText('The document is in the frame.').waitFor()
    t.equal(await deviceAskedFor(page), null)
    await press(page, 'Take the photo')
    await reads(page, 'Check the photo of the front')
    await press(page, 'Use this photo')
    await reads(page, 'Scan your face')
    await press(page, 'Start the face scan')

    await reads(page, 'A few questions')
    await page.getByLabel('Which city?').fill('Reykjavík')
    await page.getByLabel('Mail address of your landlord').fill('grima@example.com')
    await page.getByLabel('Phone of your landlord').fill('070-174 06 05')
    await page.getByLabel('How many rooms?').fill('3.5')
    await page.getByLabel('Moving date').fill('2026-12-01')
    await page.getByRole('group', { name: 'Do you own pets?' }).getByLabel('No').check()
    await page.getByLabel('Loft').check()
    await press(page, 'Continue')
    await page.locator('.problems:focus').waitFor()
    t.equal(
      await page.getByRole('alert').getByRole('listitem').innerText(),
      'Which rooms?: Please answer this',
    )
    t.match(await page.title(), /^Error: /)
    await page.getByLabel('Kitchen').check()
    await page.getByLabel('Bath').check()
    await press(page, 'Continue')

    await reads(page, 'Background check')
    await page.getByLabel('Family name').fill('Okafor Lindqvist')
    await page.getByLabel('First given name').fill('Ana')
    await page.getByLabel('Date of birth').fill('1991-03-14')
    await press(page, 'Agree and continue')
    await reads(page, 'Credit history')
    await press(page, 'Agree and continue')
    await reads(page, 'E-mail address')
    await page.getByLabel('E-mail address').fill('ana@example.com')
    await press(page, 'Agree and continue')

    await reads(page, 'Read and sign')
    await press(page, 'Open the documents')
    await reads(page, 'Agree to sign electronically')
    t.equal((await saved(page, 'Save a copy')).suggestedFilename(), 'Lease of the flat.pdf')
    await press(page, 'I agree to electronic records and signatures')
    await reads(page, 'Read the documents')
    t.match(
      await page.getByRole('region', { name: 'Lease of the flat' }).innerText(),
      /Acme Rentals lets the flat to Ana Okafor Lindqvist.*\s+It begins/,
    )
    await press(page, 'I have read everything')
    await reads(page, 'Sign')
    await page.getByLabel('Your name').fill('Somebody Else')
    await press(page, 'Review')
    await page
      .getByRole('alert')
      .getByText(/Your name: Please type your name as you/)
      .waitFor()
    await page.getByLabel('Your name').fill('Ana Okafor Lindqvist')
    await press(page, 'Review')
    await reads(page, 'Check and sign')
    await press(page, 'Sign now')

    await reads(page, 'Sanctions screening')
    t.equal(await page.locator('input[type=text]').count(), 0, 'the name is known already')
    await page.getByRole('link', { name: 'Your documents' }).click()
    await reads(page, 'You have signed')
    // The control exists while the session is live.
    await page.getByRole('button', { name: 'Request a paper copy' }).waitFor()
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    t.equal(await deviceAskedFor(page), null)
    await press(page, 'Agree and continue')
    await reads(page, 'This verification is complete')
    t.match(await sessionOf(id), {
      status: 'completed',
      outcome: 'approved',
      idv: { available_images: ['portrait', 'front', 'selfie'], capture_acquisition: 'camera' },
    })
    const image = await acme.call('GET', `/v1/sessions/${id}/idv-image/front`)
    t.ok(image.bytes.equals(evidenceFor('iuliana').images.front.bytes()), 'the selected specimen')
    const { body } = (await simulator.ports.records.find(SESSION, id))!
    t.strictSame((body as SessionRecord).steps[1]!.answers, {
      city: 'Reykjavík',
      landlord: 'grima@example.com',
      tel: '070-174 06 05',
      count: 3.5,
      day: '2026-12-01',
      pets: false,
      kind: 'Loft',
      rooms: ['Kitchen', 'Bath'],
    })
    t.strictSame(
      consoleLines.filter((text) => !/status of 422|^Autofocus/.test(text)),
      [],
      'nothing was blocked or missed',
    )
    await page.close()
  },
)

t.test(
  'CER-033 CER-037 withdrawal and paper copy are offered until the end, and a signed copy after it',
  async (t) => {
    const rights = async (page: Page): Promise<number[]> => [
      await page.getByRole('button', { name: 'Request a paper copy' }).count(),
      await page.locator('summary', { hasText: 'Withdraw consent' }).count(),
    ]
    const { id, page } = await opened('signing', { applicant: { family_name: 'Okafor' } })
    await press(page, 'Agree and start')
    await press(page, 'Open the documents')
    await reads(page, 'Agree to sign electronically')
    t.strictSame(await rights(page), [1, 1], 'before consent')
    const disclosure = await page.getByRole('region', { name: 'Disclosure' }).innerText()
    for (const [, control] of disclosure.matchAll(/the control “([^”]+)”/g))
      t.ok((await page.getByText(control!, { exact: true }).count()) > 0, `CER-014 ${control}`)
    t.match(disclosure, /its address is on the signing page/)
    // CER-014
    await page.getByRole('link', { name: /@acme-rentals\.example/ }).waitFor()
    await press(page, 'I agree to electronic records and signatures')
    await press(page, 'Request a paper copy')
    await page.getByText('You have asked for a paper copy').waitFor()
    t.strictSame(await rights(page), [1, 1], 'before signing')
    await press(page, 'I have read everything')
    await page.getByLabel('Your name').fill('Okafor')
    await press(page, 'Review')
    await reads(page, 'Check and sign')
    t.strictSame(await rights(page), [1, 1], 'at the review')
    await press(page, 'Sign now')
    await reads(page, 'This verification is complete')
    t.strictSame(await rights(page), [0, 0])
    // The contact is shown instead.
    await page.getByText('To withdraw your consent').waitFor()
    const copy = await saved(page, 'Save your signed copy')
    const hash = createHash('sha256')
    for await (const chunk of await copy.createReadStream()) hash.update(chunk as Buffer)
    const [envelope] = await control.call<{ documents: { final_hash: string }[] }[]>(
      'GET',
      `/sessions/${id}/envelopes`,
    )
    t.equal(hash.digest('hex'), envelope!.documents[0]!.final_hash)
    await page.close()
  },
)

t.test('a double click acts on one page, not also on the page that it opens', async (t) => {
  const { page } = await opened('everything', { applicant: { family_name: 'Okafor' } })
  const unsent = async (title: string): Promise<void> => {
    t.equal(await page.locator('form[data-sent]').count(), 0, title)
    await reads(page, title)
  }
  await press(page, 'Agree and start')
  await page.getByLabel('Iuliana Shchedroliubova').check()
  await press(page, 'Take photos')
  await clickAgain(page, page.getByRole('button', { name: 'Take the photo' }))
  await unsent('Photograph the front')
  await press(page, 'Take the photo')
  await clickAgain(page, page.getByRole('button', { name: 'Use this photo' }))
  await unsent('Check the photo of the front')
  await page.getByRole('link', { name: 'Skip this and end the verification' }).click()
  await clickAgain(page, page.getByRole('button', { name: 'End the verification' }))
  await unsent('End this verification?')
  await page.close()
})

// Every screen: accessibility.thorough.test.ts.
t.test(
  'axe finds nothing on a desktop with a light theme and a phone with a dark theme',
  async (t) => {
    const { page } = await opened('signing')
    const find = (): Promise<string[]> =>
      page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`)
    await page.evaluate(axe.source)
    await page.setViewportSize({ width: 1280, height: 900 })
    t.strictSame(await find(), [])
    await press(page, 'Agree and start')
    await press(page, 'Open the documents')
    await page.evaluate(axe.source)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    t.strictSame(await find(), [])
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, 'it fits a phone')
    await page.close()
  },
)
