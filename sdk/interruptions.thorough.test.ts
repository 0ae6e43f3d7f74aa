import type { Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../fixtures/evidence.ts'
import { data } from '../simulator/testing/control-client.ts'
import { clickAgain } from '../simulator/testing/hosted-pages.ts'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { TRUNCATED_JPEG, mountedFor } from './testing/mounted.ts'
import { walker } from './testing/walk.ts'
import { FORM } from './testing/form-step.ts'

// Tests of failures and changes of screen while the applicant fills in a step.

/** The text of the element that has the focus; it is in the shadow root. */
const focusedText = (page: Page): Promise<string> => page.locator('h2:focus').innerText()
const integrator = await integratorFor(t, [FORM])
const mounted = mountedFor(integrator)

t.test('typed values are kept after a failure and after a cancelled end', async (t) => {
  const { page, press, title } = await mounted()
  const city = page.getByLabel('Where do you live?')
  const yes = page.getByLabel(journey.yes)
  const kept = async (cause: string): Promise<void> => {
    await title(journey.formTitle)
    t.strictSame([await city.inputValue(), await yes.isChecked()], ['Oslo', true], cause)
  }
  await city.fill('Oslo')
  await yes.check()
  await page.route('**/submit', (route) => route.fulfill({ status: 503, body: '<h1>Busy</h1>' }), {
    times: 1,
  })
  await press(journey.continue)
  await title(journey.failedTitle)
  t.notOk(await page.getByText(journey.end).getAttribute('aria-disabled'), 'the end is offered')
  await press(journey.tryAgain)
  await kept('a failure')
  await press(journey.end)
  await press(journey.endCancel)
  await kept('a cancelled end')
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})

t.test('a submission whose response was lost is not sent twice', async (t) => {
  const { page, made, press, title } = await mounted({
    steps: [{ id: 'identity', type: 'id_verification' }, FORM],
  })
  await page.route(
    '**/submit',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await press(journey.useCamera)
  await press(journey.takePhoto)
  await press(journey.usePhoto)
  await press(journey.tryAgain)
  await title(journey.formTitle)
  t.equal(made.filter(({ path }) => path.endsWith('/submit')).length, 1)
  await page.close()
})

t.test('photos that the service refuses are not offered again', async (t) => {
  const { page, press, title } = await mounted({
    steps: [{ id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } }],
  })
  const upload = async (buffer: Buffer): Promise<void> => {
    await press(journey.useFile)
    await page.setInputFiles('input[type=file]', { name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await press(journey.sendPhotos)
  }
  await page.route('**/submit', (route) => route.abort('connectionreset'), { times: 1 })
  await upload(TRUNCATED_JPEG)
  await press(journey.tryAgain)
  await press(journey.sendPhotos)
  await page.getByRole('alert').getByText(journey.problemImage).waitFor()
  await title(journey.documentTitle)
  t.equal(await page.getByText(journey.unsentTitle).count(), 0)
  await page.close()
})

t.test('two tabs of one session, and a page that is reloaded', async (t) => {
  const { id, page, press, title } = await mounted({
    steps: [FORM, { id: 'identity', type: 'id_verification' }],
  })
  const token = JSON.stringify(await integrator.backend.clientToken(id))
  const mount = `sdk.mount('#here', { ${integrator.options}, fetchToken: () => ${token}, onEvent: heard })`
  const second = await integrator.open()
  const other = walker(second.page)
  await second.run(mount)
  const answer = async (tab: Page, city: string): Promise<void> => {
    await tab.getByLabel('Where do you live?').fill(city)
    await tab.getByLabel(journey.yes).check()
    await walker(tab).press(journey.continue)
  }
  await other.title(journey.formTitle)
  await answer(page, 'Oslo')
  await title(journey.documentTitle)
  await answer(second.page, 'Bergen')
  await other.title(journey.repeatedTitle)
  await second.page.getByText(journey.repeatedText, { exact: true }).waitFor()
  t.equal(await second.page.getByText(journey.failedTitle).count(), 0, 'it is no failure')
  await other.press(journey.continue)
  await other.title(journey.documentTitle)
  t.match(await second.run('return events.at(-1)'), { type: 'step_shown', stepId: 'identity' })
  await press(journey.useCamera)
  await page.reload()
  await page.waitForFunction(() => 'sdk' in globalThis)
  await page.evaluate(mount)
  await title(journey.documentTitle)
  await press(journey.useCamera)
  await press(journey.takePhoto)
  await press(journey.usePhoto)
  await title(journey.doneTitle)
  await other.press(journey.useCamera)
  await other.press(journey.takePhoto)
  await other.press(journey.usePhoto)
  await second.page.getByRole('heading', { name: journey.endedTitle }).waitFor()
  await second.page.close()
  await page.close()
})

t.test('a double click answers one screen, not also the next one', async () => {
  const { page, press, title } = await mounted({
    steps: [{ id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } }],
  })
  const twice = (name: string): Promise<void> => page.getByRole('button', { name }).dblclick()
  await title(journey.documentTitle)
  await twice(journey.useCamera)
  await title(journey.frontTitle)
  await twice(journey.takePhoto)
  // The photo is not approved unseen.
  await title(journey.checkTitle)
  await twice(journey.usePhoto)
  await title(journey.livenessTitle)
  await twice(journey.livenessDone)
  await page.getByText('2 of 3', { exact: true }).waitFor()
  await twice(journey.end)
  await title(journey.endTitle)
  await twice(journey.endCancel)
  await press(journey.useCamera)
  await title(journey.frontTitle)
  await page.close()
})

t.test('a double click in the signing frame is no answer to its next page', async (t) => {
  const { page, frame, framePress, frameTitle } = await mounted({
    steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    body: { applicant: APPLICANT },
  })
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await clickAgain(page, frame.getByRole('button', { name: signing.sign }))
  t.equal(await frame.locator('form[data-sent]').count(), 0)
  await frameTitle(signing.title)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await page.close()
})

t.test('camera and upload each lead to the other', async (t) => {
  const ways = async (allowPhotoUpload: boolean) =>
    mounted({
      steps: [{ id: 'identity', type: 'id_verification', config: { allowPhotoUpload } }],
    })
  const recorded = async (id: string): Promise<unknown> =>
    data<{ idv: object }>(await integrator.backend.call('GET', `/v1/sessions/${id}`)).idv
  const file = evidenceFor(0).images.front.path
  const first = await ways(true)
  await first.press(journey.useFile)
  await first.title(journey.fileTitle)
  await first.page.setInputFiles('input[type=file]', file)
  await first.page.getByRole('button', { name: journey.useCameraInstead }).press('Enter')
  await first.title(journey.frontTitle)
  t.equal(await focusedText(first.page), journey.frontTitle, 'the screen begins at its heading')
  await first.press(journey.takePhoto)
  await first.press(journey.usePhoto)
  await first.title(journey.doneTitle)
  t.match(await recorded(first.id), { capture_acquisition: 'camera' })
  await first.page.close()

  const second = await ways(true)
  await second.press(journey.useCamera)
  await second.press(journey.useFileInstead)
  await second.press(journey.useCameraInstead)
  await second.press(journey.useFileInstead)
  await second.title(journey.fileTitle)
  t.equal(await focusedText(second.page), journey.fileTitle)
  await second.page.setInputFiles('input[type=file]', file)
  await second.press(journey.sendPhotos)
  await second.title(journey.doneTitle)
  t.match(await recorded(second.id), { capture_acquisition: 'upload' })
  await second.page.close()

  const cameraOnly = await ways(false)
  await cameraOnly.press(journey.useCamera)
  await cameraOnly.title(journey.frontTitle)
  t.equal(await cameraOnly.page.getByText(journey.useFileInstead).count(), 0)
  await cameraOnly.page.close()
})
