import { createHash } from 'node:crypto'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Download, Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { SESSION, type SessionRecord } from '../features/sessions/session-record.ts'
import { browserFor } from '../testing/browser.ts'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { data, controlClient } from '../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Tests of the pages in a browser. Elements are found by label, heading or button text.

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
const LAST = { id: 'last', type: 'sanctions_screening' }
const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const WORKFLOWS = {
  everything: [
    { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
    { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } },
    { id: 'court', type: 'background_check' },
    { id: 'credit', type: 'credit_history' },
    { id: 'mail', type: 'email_verification' },
    LEASES,
    LAST,
  ],
  upload: [
    {
      id: 'identity',
      type: 'id_verification',
      config: { faceCheck: 'selfie', allowPhotoUpload: true },
    },
  ],
  signing: [LEASES],
  both: [{ id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } }, LEASES],
}
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = backendFor(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
const browser = await browserFor(t)
// Records calls for the camera, which the browser would grant.
await browser.grantPermissions(['camera', 'microphone'])
await browser.addInitScript(`for (const name of ['getUserMedia', 'getDisplayMedia']) {
  navigator.mediaDevices[name] = () => { window.opened = name }
}`)

/** Opens the page of a new session and records the browser console. */
async function opened(
  workflow: keyof typeof WORKFLOWS,
  body: object = {},
): Promise<{ id: string; page: Page; consoleLines: string[] }> {
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', {
      name: workflow,
      steps: WORKFLOWS[workflow],
    }),
  )
  const { id, hosted_url } = data<{ id: string; hosted_url: string }>(
    await acme.call('POST', '/v1/sessions', { workflow_template_id, ...body }),
  )
  const page = await browser.newPage()
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto(hosted_url)
  return { id, page, consoleLines }
}

const sessionOf = async (id: string) => data(await acme.call('GET', `/v1/sessions/${id}`))
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
const reads = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const undisturbed = (page: Page): Promise<unknown> => page.evaluate('window.opened ?? null')

async function saved(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  return download
}

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
    t.equal(await undisturbed(page), null)
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
    t.equal(await undisturbed(page), null)
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
