import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { hostedPagesFor, press, reads } from '../testing/hosted-pages.ts'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const { browser, opened, sessionOf } = await hostedPagesFor(t, {
  upload: [
    {
      id: 'identity',
      type: 'id_verification',
      config: { faceCheck: 'selfie', allowPhotoUpload: true },
    },
  ],
  signing: [LEASES],
  both: [{ id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } }, LEASES],
})

t.test('PLN-024 an upload needs a file, and is recorded as an upload', async (t) => {
  const { id, page } = await opened('upload')
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Upload photos that I have')
  await reads(page, 'Upload the front')
  t.notOk(await page.locator('[capture]').count(), 'no field asks a phone for its camera')
  const files = t.testdir({ 'text.jpg': 'no photo', 'big.jpg': Buffer.alloc(22 * 1024 * 1024) })
  await page.getByLabel('Front of the document').setInputFiles(join(files, 'text.jpg'))
  await press(page, 'Upload')
  await page
    .getByRole('alert')
    .getByText(/Front of the document: /)
    .waitFor()
  await page.getByLabel('Front of the document').setInputFiles(join(files, 'big.jpg'))
  await press(page, 'Upload')
  await reads(page, 'That was too large')
  await page.getByRole('link', { name: 'Back to the verification' }).click()
  await page.getByLabel('Front of the document').setInputFiles(evidenceFor(0).images.front.path)
  await press(page, 'Upload')
  await press(page, 'Use this photo')
  await page.getByText('A selfie is compared').waitFor()
  await press(page, 'Take the selfie')
  await reads(page, 'This verification is complete')
  t.match(await sessionOf(id), { idv: { capture_acquisition: 'upload' } })
  await page.close()
})

t.test('an upload can be given up for the camera', async (t) => {
  const { id, page } = await opened('upload')
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Upload photos that I have')
  await reads(page, 'Upload the front')
  await press(page, 'Choose another document, or take photos')
  await reads(page, 'Which document do you use?')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Take photos')
  await press(page, 'Take the photo')
  await press(page, 'Use this photo')
  await press(page, 'Take the selfie')
  await reads(page, 'This verification is complete')
  t.match(await sessionOf(id), { idv: { capture_acquisition: 'camera' } })
  await page.close()
})

t.test(
  'withdrawing, declining and ending need a second click and end the verification',
  async (t) => {
    for (const [summary, button, title] of [
      ['Withdraw consent', 'Withdraw consent', 'You have withdrawn your consent'],
      ["I don't want to sign", 'Decline to sign', 'You have declined to sign'],
    ] as const) {
      const { id, page } = await opened('signing')
      await press(page, 'Agree and start')
      await press(page, 'Open the documents')
      await page.locator('summary', { hasText: summary }).click()
      await press(page, button)
      await reads(page, title)
      t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' }, button)
      await page.close()
    }
    const { id, page } = await opened('signing')
    await press(page, 'Agree and start')
    await page.getByRole('link', { name: 'Skip this and end the verification' }).click()
    await page.getByRole('button', { name: 'End the verification', exact: true }).waitFor()
    const other = await browser.newPage()
    await other.goto(page.url())
    await press(page, 'End the verification')
    await reads(page, 'You have ended this verification')
    await page.goBack()
    await reads(page, 'You have ended this verification')
    await press(other, 'End the verification')
    await reads(other, 'You have ended this verification')
    await other.close()
    t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' })
    await page.close()
  },
)

t.test(
  'a double click on a slow server sends one form, and the button shows progress',
  async (t) => {
    const { page } = await opened('signing')
    const told: unknown[] = []
    const { promise: twice, resolve } = Promise.withResolvers<void>()
    await page.exposeFunction('told', (...what: unknown[]) => {
      if (told.push(what) === 2) resolve()
    })
    await page.addInitScript(`addEventListener('submit', (event) => setTimeout(() =>
    window.told(event.defaultPrevented, event.submitter.textContent, event.submitter.ariaDisabled)))`)
    await page.reload()
    await page.route('**/start', async (route) => {
      await twice
      await route.continue()
    })
    await page.getByRole('button', { name: 'Agree and start' }).dblclick({ noWaitAfter: true })
    await reads(page, 'Read and sign')
    t.strictSame(told, [
      [false, 'One moment…', 'true'],
      [true, 'One moment…', 'true'],
    ])
    await page.close()
  },
)

/** Moves the focus by Tab to the element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus')
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) === 0) continue
    const text = (await focused.getAttribute('name')) ?? (await focused.innerText())
    if (text.trim() === name) return
  }
  throw new Error(`Tab does not reach ${name} on ${await page.title()}`)
}

t.test('signing with the keyboard only, on a phone', async (t) => {
  const { id, page } = await opened('both', { applicant: { family_name: 'Okafor' } })
  await page.setViewportSize({ width: 390, height: 800 })
  const key = async (name: string): Promise<void> => {
    await tabTo(page, name)
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, name)
    await page.keyboard.press('Enter')
  }
  await key('Agree and start')
  await reads(page, 'Which document do you use?')
  await tabTo(page, 'specimen')
  do await page.keyboard.press('ArrowDown')
  while ((await page.evaluate('document.activeElement.value')) !== 'joost')
  await key('acquisition')
  await reads(page, 'Photograph the front')
  await key('Take the photo')
  await reads(page, 'Check the photo of the front')
  await key('Use this photo')
  await reads(page, 'Take a selfie')
  await key('Take the selfie')
  await reads(page, 'Read and sign')
  await key('Open the documents')
  await reads(page, 'Agree to sign electronically')
  await key('I agree to electronic records and signatures')
  await reads(page, 'Read the documents')
  await key('I have read everything')
  await reads(page, 'Sign')
  await tabTo(page, 'typedName')
  await page.keyboard.type('Okafor')
  await key('Review')
  await reads(page, 'Check and sign')
  await key('Sign now')
  await reads(page, 'This verification is complete')
  t.match(await sessionOf(id), { outcome: 'approved' })
  await page.close()
})

t.test('a real camera is shown in the viewfinder, and its pictures are not sent', async (t) => {
  const own = await simulatorFor(t, { world: roomyWorld(), realCamera: true })
  const id = await backendFor(own, demoKey('org_acme')).create()
  const page = await browser.newPage()
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () =>
    (window.stream = document.createElement('canvas').captureStream())`)
  const sent: (string | null)[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData()))
  await page.goto(`${own.base_urls.us}/s/${id}`)
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Take photos')
  await page.locator('.viewfinder.ready video').waitFor()
  await page.getByText('are discarded at once').waitFor()
  t.equal(await page.locator('.viewfinder img').isVisible(), false)
  await page.evaluate(`addEventListener('pagehide', () =>
    sessionStorage.setItem('tracks', window.stream.getTracks().map((track) => track.readyState)))`)
  await press(page, 'Take the photo')
  await reads(page, 'Check the photo of the front')
  t.equal(sent.at(-1), 'side=front')
  t.equal(await page.evaluate('sessionStorage.getItem("tracks")'), 'ended')
  await page.close()
})

t.test('the page does not claim that a refused camera is on', async (t) => {
  const own = await simulatorFor(t, { world: roomyWorld(), realCamera: true })
  const id = await backendFor(own, demoKey('org_acme')).create()
  const page = await browser.newPage()
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  }`)
  await page.goto(`${own.base_urls.us}/s/${id}`)
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Take photos')
  await page.getByRole('status').getByText('Your camera could not be opened').waitFor()
  t.equal(await page.getByText('allow the camera').count(), 0)
  t.equal(await page.locator('.viewfinder img').isVisible(), true)
  await press(page, 'Take the photo')
  await reads(page, 'Check the photo of the front')
  await page.close()
})

t.test('the page does not claim that a camera is on before the permission', async (t) => {
  const own = await simulatorFor(t, { world: roomyWorld(), realCamera: true })
  const id = await backendFor(own, demoKey('org_acme')).create()
  const page = await browser.newPage()
  await page.addInitScript(
    'navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined)',
  )
  await page.goto(`${own.base_urls.us}/s/${id}`)
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Take photos')
  await page.getByText('If your browser asks, allow the camera.').waitFor()
  t.equal(await page.getByText('camera is on').count(), 0)
  await page.close()
})

t.test('a page from the back/forward cache is loaded again', async (t) => {
  const own = await simulatorFor(t, { world: roomyWorld(), realCamera: true })
  const id = await backendFor(own, demoKey('org_acme')).create()
  const page = await browser.newPage()
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () =>
    (window.stream = document.createElement('canvas').captureStream())`)
  await page.goto(`${own.base_urls.us}/s/${id}`)
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Take photos')
  await page.locator('.viewfinder.ready video').waitFor()
  // The browser of the tests has no such cache, so the page gets the events of one.
  const tracks = 'window.stream.getTracks().map(({ readyState }) => readyState)'
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`)
  t.strictSame(await page.evaluate(tracks), ['ended'], 'the camera is released')
  const other = await browser.newPage()
  await other.goto(page.url())
  await press(other, 'Take the photo')
  await reads(other, 'Check the photo of the front')
  await other.close()
  await page.evaluate(`document.querySelector('main form').dataset.sent = 'true'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await reads(page, 'Check the photo of the front')
  t.equal(await page.locator('form[data-sent]').count(), 0)
  await press(page, 'Take it again')
  await page.locator('.viewfinder.ready video').waitFor()
  t.strictSame(await page.evaluate(tracks), ['live'])
  await page.close()
})

t.test('signing with scripts switched off', async (t) => {
  const { id, page } = await opened('both', { applicant: { family_name: 'Okafor' } })
  const client = await browser.newCDPSession(page)
  await client.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.reload()
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  for (const name of [
    'Take photos',
    'Take the photo',
    'Use this photo',
    'Take the selfie',
    'Open the documents',
    'I agree to electronic records and signatures',
    'I have read everything',
  ])
    await press(page, name)
  await page.getByLabel('Your name').fill('Okafor')
  await press(page, 'Review')
  await press(page, 'Sign now')
  await reads(page, 'This verification is complete')
  t.match(await sessionOf(id), { outcome: 'approved' })
  await page.close()
})
