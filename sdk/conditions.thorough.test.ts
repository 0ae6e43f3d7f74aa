import t from 'tap'
import { evidenceFor } from '../fixtures/evidence.ts'
import { connected, offline, slow, whileHeld } from '../simulator/testing/network.ts'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// The mounted page under hard conditions: the back/forward cache and slow networks.

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Where do you live?', required: true },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
]
const FORM = { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } }
const integrator = await integratorFor(t, [FORM])
const mounted = mountedFor(integrator)

t.test('a page from the back/forward cache shows the current step', async (t) => {
  const { id, page, made, press, run, title } = await mounted({
    steps: [FORM, { id: 'identity', type: 'id_verification' }],
  })
  // The browser of the tests has no such cache, so the page gets its event.
  const restore = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`
  const restored = async (): Promise<void> => {
    const read = page.waitForResponse((response) => response.url().endsWith('/sdk/v1/sessions/me'))
    await page.evaluate(restore)
    await (await read).finished()
  }
  const city = page.getByLabel('Where do you live?')
  await city.fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await restored()
  t.equal(await city.inputValue(), 'Oslo', 'typed values are kept')

  const submits = (): number => made.filter(({ path }) => path.endsWith('/submit')).length
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/submit', async (route) => {
    await held
    await route.continue()
  })
  await press(journey.continue)
  await page.evaluate(restore)
  await page.getByRole('button', { name: journey.loading }).waitFor()
  t.equal(submits(), 1)
  release()
  await title(journey.documentTitle)
  t.equal(submits(), 1, 'a pending submission is not repeated')

  await press(journey.useCamera)
  await integrator.control.cancel(id)
  await restored()
  await title(journey.cancelledTitle)
  t.match(await run('return events.at(-1)'), { type: 'finished' })
  const last = made.length
  await page.evaluate(restore)
  await page.waitForTimeout(200)
  t.equal(made.length, last, 'the end is final')
  await page.close()
})

t.test('a signing frame from the back/forward cache shows its current page', async (t) => {
  const { page, frame, frameTitle, framePress } = await mounted({
    steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    body: { applicant: APPLICANT },
  })
  await frameTitle(signing.title)
  await frame.locator('html').evaluate(() => {
    const { document, dispatchEvent, PageTransitionEvent } = globalThis as unknown as {
      document: { querySelector(of: string): { dataset: Record<string, string> } }
      dispatchEvent(event: unknown): void
      PageTransitionEvent: new (type: string, options: object) => unknown
    }
    document.querySelector('form').dataset.sent = 'true'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await frame.locator('form[data-sent]').waitFor({ state: 'detached' })
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).waitFor()
  t.equal(await page.getByText(journey.failedTitle).count(), 0)
  await page.close()
})

t.test('every screen shows progress on a slow network, and nothing is sent twice', async (t) => {
  const { page, made, press, title, frame, frameTitle } = await mounted({
    steps: [
      { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } },
      FORM,
      { id: 'lease', type: 'esign', config: { documents: [LEASE] } },
    ],
    body: { applicant: APPLICANT },
    before: slow,
  })
  const submits = (): number => made.filter(({ path }) => path.endsWith('/submit')).length
  /** Clicks twice, and expects that the button shows progress in time. */
  const waitsFor = async (name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true })
    const { x, y, width, height } = (await button.boundingBox())!
    const click = (): Promise<void> => page.mouse.click(x + width / 2, y + height / 2)
    await whileHeld(page, '**/submit', click, async () => {
      await page.getByRole('button', { name: journey.loading }).waitFor()
      await click()
    })
  }
  await page.getByRole('status').getByText(journey.loading).waitFor()
  await press(journey.useFile)
  await page.setInputFiles('input[type=file]', evidenceFor(0).images.front.path)
  await waitsFor(journey.sendPhotos)
  await title(journey.formTitle)
  t.equal(submits(), 1)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  const waiting = page.locator('p.hint[role=status]', { hasText: journey.loading })
  // The frame takes several round trips to load.
  await whileHeld(
    page,
    '**/s/frames/**',
    () => waitsFor(journey.continue),
    () => waiting.waitFor(),
  )
  await frameTitle(signing.title)
  t.equal(submits(), 2)
  await whileHeld(
    page,
    '**/consent',
    () => frame.getByRole('button', { name: signing.consent }).dblclick({ noWaitAfter: true }),
    () => waiting.waitFor(),
  )
  await frame.getByLabel(signing.typedName).waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.close()
})

t.test('without a connection for some time, nothing that was entered is lost', async (t) => {
  const { page, press, title, frame, frameTitle, framePress } = await mounted({
    steps: [FORM, { id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    body: { applicant: APPLICANT },
  })
  await title(journey.formTitle)
  const city = page.getByLabel('Where do you live?')
  await city.fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await offline(page)
  await press(journey.continue)
  await page.getByText(journey.failedNetwork).waitFor()
  await press(journey.tryAgain)
  await title(journey.formTitle)
  t.equal(await city.inputValue(), 'Oslo')
  await connected(page)
  await press(journey.continue)
  await frameTitle(signing.title)
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await offline(page)
  await framePress(signing.sign)
  await page.getByText(journey.failedNetwork).waitFor()
  t.equal(await frame.getByLabel(signing.typedName).inputValue(), SIGNER)
  await connected(page)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  t.equal(await page.getByText(journey.failedNetwork).count(), 0)
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})

t.test('a service on the same machine is used without a network', async () => {
  const { page, frame, framePress, frameTitle } = await mounted({
    steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    body: { applicant: APPLICANT },
    before: async (tab) => {
      await tab.addInitScript('Object.defineProperty(navigator, "onLine", { value: false })')
    },
  })
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await page.close()
})
