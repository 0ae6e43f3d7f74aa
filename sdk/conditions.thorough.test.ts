import t from 'tap'
import { APPLICANT, LEASE } from '../simulator/testing/signing.ts'
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
