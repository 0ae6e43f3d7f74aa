import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { SESSION, type SessionRecord } from '../features/sessions/session-record.ts'
import { deviceAskedFor, hostedPagesFor, press, reads, saved } from '../testing/hosted-pages.ts'
import { WORKFLOWS } from '../testing/hosted-workflows.ts'

// The pages in a browser; hosted-pages-variants.thorough.test.ts has more ways through them.
// Elements are found by label, heading or button text.

const { simulator, acme, control, opened, sessionOf } = await hostedPagesFor(t, WORKFLOWS)

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
    for (const prompt of ['Turn slowly to the left', 'Turn slowly to the right']) {
      await page.locator('.prompts [aria-current]', { hasText: prompt }).waitFor()
      t.equal(await page.locator('.live').innerText(), prompt, 'CHK-004 announced')
    }

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

t.test(
  'Back after a corrected mistake shows the current step, and not an error page',
  async (t) => {
    const { page } = await opened('check')
    await press(page, 'Agree and start')
    await page.evaluate('document.querySelector("main form").noValidate = true')
    await press(page, 'Agree and continue')
    await page.locator('.problems:focus').waitFor()
    await page.reload()
    await reads(page, 'Background check')
    t.equal(await page.locator('.problems').count(), 0, 'a reload does not send the form again')
    await page.getByLabel('Family name').fill('Okafor')
    await page.getByLabel('First given name').fill('Ana')
    await page.getByLabel('Date of birth').fill('1991-03-14')
    await press(page, 'Agree and continue')
    await reads(page, 'Sanctions screening')
    await page.goBack()
    await reads(page, 'Sanctions screening')
    await page.close()
  },
)

t.test('a service on the same machine is used without a network', async () => {
  const { page } = await opened('check')
  // Chromium and WebKit report this if the loopback interface is the only one.
  await page.addInitScript('Object.defineProperty(navigator, "onLine", { value: false })')
  await page.reload()
  await press(page, 'Agree and start')
  await reads(page, 'Background check')
  await page.close()
})
