import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { SESSION, type SessionRecord } from '../features/session-record.ts'
import { browserFor } from '../testing/browser.ts'
import { backendFor } from '../testing/page.ts'
import { LEASE } from '../testing/signing.ts'
import { data, steer } from '../testing/steer.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing.ts'

// The pages in a real browser, found as a person finds them: by label, by heading, by the words on a button.

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
}
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = backendFor(simulator, demoKey('org_acme'))
const control = steer(simulator)
const browser = await browserFor(t)
// A page that wanted the camera would get it at once, and be seen to.
await browser.grantPermissions(['camera', 'microphone'])
await browser.addInitScript(`for (const name of ['getUserMedia', 'getDisplayMedia']) {
  navigator.mediaDevices[name] = () => { window.opened = name }
}`)

/** A new session's page, and what the browser writes into its console. */
async function opened(
  workflow: keyof typeof WORKFLOWS,
  body: object = {},
): Promise<{ id: string; page: Page; said: string[] }> {
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
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(hosted_url)
  return { id, page, said }
}

const sessionOf = async (id: string) => data(await acme.call('GET', `/v1/sessions/${id}`))
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
const reads = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const undisturbed = (page: Page): Promise<unknown> =>
  page.evaluate('[window.opened ?? null, document.scripts.length]')

async function saved(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  return download
}

t.test(
  'GEN-005 PLN-023 PLN-024 PLN-025 a whole journey, every type of step, without camera or script',
  async (t) => {
    const { id, page, said } = await opened('everything')
    await reads(page, 'Show your identity document')
    t.ok(await page.getByText('Test mode').isVisible())
    t.equal(await page.locator('input[type=file]').count(), 0)
    await page.getByLabel('Iuliana Shchedroliubova').check()
    const shown = await page.evaluate(
      '[...document.images].map(({ naturalWidth }) => naturalWidth > 0)',
    )
    t.strictSame(shown, Array(7).fill(true), 'each specimen')
    t.strictSame(await undisturbed(page), [null, 0])
    await press(page, 'Take the photos and continue')

    await reads(page, 'A few questions')
    await page.getByLabel('Which city?').fill('Reykjavík')
    await page.getByLabel('Mail address of your landlord').fill('grima@example.com')
    await page.getByLabel('Phone of your landlord').fill('070-174 06 05')
    await page.getByLabel('How many rooms?').fill('3.5')
    await page.getByLabel('Moving date').fill('2026-12-01')
    await page.getByRole('group', { name: 'Do you own pets?' }).getByLabel('No').check()
    await page.getByLabel('Loft').check()
    await press(page, 'Continue')
    await page.waitForFunction('document.activeElement.className === "problems"')
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
    t.equal((await saved(page, 'Save a copy')).suggestedFilename(), 'Lease of the flat.pdf')
    await press(page, 'I agree to electronic records and signatures')
    await page.getByLabel('Your name').fill('Somebody Else')
    await press(page, 'Sign')
    t.match(await page.getByRole('alert').innerText(), /Your name: Not the name of the person/)
    await page.getByLabel('Your name').fill('Ana Okafor Lindqvist')
    await press(page, 'Sign')

    await reads(page, 'Sanctions screening')
    t.equal(await page.locator('input[type=text]').count(), 0, 'the name is known by now')
    await page.getByRole('link', { name: 'Your documents' }).click()
    await reads(page, 'You have signed')
    t.ok(
      await page.getByRole('button', { name: 'Ask for a paper copy' }).isVisible(),
      'as long as the session is live',
    )
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    t.strictSame(await undisturbed(page), [null, 0])
    await press(page, 'Agree and continue')
    await reads(page, 'This verification is complete')
    t.match(await sessionOf(id), {
      status: 'completed',
      outcome: 'approved',
      idv: { available_images: ['portrait', 'front', 'selfie'], capture_acquisition: 'camera' },
    })
    const image = await acme.call('GET', `/v1/sessions/${id}/idv-image/front`)
    t.ok(
      image.bytes.equals(evidenceFor('iuliana').images.front.bytes()),
      'the chosen specimen, nobody real',
    )
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
      said.filter((text) => !/status of 422/.test(text)),
      [],
      'nothing was blocked or missed',
    )
    await page.close()
  },
)

t.test('PLN-024 an upload is made of a file, and written down as one', async (t) => {
  const { id, page } = await opened('upload')
  t.ok(await page.getByText('A selfie is compared').isVisible())
  t.notOk(await page.locator('[capture]').count(), 'no field asks a phone for its camera')
  const files = t.testdir({ 'text.jpg': 'no photo', 'big.jpg': Buffer.alloc(22 * 1024 * 1024) })
  await page.getByLabel('Front of the document').setInputFiles(join(files, 'text.jpg'))
  await press(page, 'Upload and continue')
  t.match(await page.getByRole('alert').innerText(), /Front of the document: /)
  await page.getByLabel('Front of the document').setInputFiles(join(files, 'big.jpg'))
  await press(page, 'Upload and continue')
  await reads(page, 'That was too large')
  await page.getByRole('link', { name: 'Back to the verification' }).click()
  await page.getByLabel('Front of the document').setInputFiles(evidenceFor(0).images.front.path)
  await press(page, 'Upload and continue')
  await reads(page, 'This verification is complete')
  t.match(await sessionOf(id), { idv: { capture_acquisition: 'upload' } })
  await page.close()
})

t.test(
  'CER-033 CER-037 withdrawal and paper are there until the end, and a copy after it',
  async (t) => {
    const rights = async (page: Page): Promise<number[]> => [
      await page.getByRole('button', { name: 'Ask for a paper copy' }).count(),
      await page.locator('summary', { hasText: 'Withdraw my consent' }).count(),
    ]
    const { id, page } = await opened('signing', { applicant: { family_name: 'Okafor' } })
    await press(page, 'Open the documents')
    t.strictSame(await rights(page), [1, 1], 'before consent')
    await press(page, 'I agree to electronic records and signatures')
    await press(page, 'Ask for a paper copy')
    await page.getByText('A paper copy was asked for').waitFor()
    t.strictSame(await rights(page), [1, 1], 'before signing')
    await page.getByLabel('Your name').fill('Okafor')
    await press(page, 'Sign')
    await reads(page, 'This verification is complete')
    t.strictSame(await rights(page), [0, 0])
    t.ok(
      await page.getByText('To withdraw your consent').isVisible(),
      'with whom to turn to instead',
    )
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

t.test('to withdraw, to decline and to end are one more click away, and end it', async (t) => {
  for (const [summary, button] of [
    ['Withdraw my consent', 'Withdraw my consent'],
    ["I don't want to sign", 'Decline to sign'],
  ] as const) {
    const { id, page } = await opened('signing')
    await press(page, 'Open the documents')
    await page.locator('summary', { hasText: summary }).click()
    await press(page, button)
    await reads(page, 'This verification is complete')
    t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' }, button)
    await page.close()
  }
  const { id, page } = await opened('signing')
  await page.getByRole('link', { name: 'Skip this and end the verification' }).click()
  const other = await browser.newPage()
  await other.goto(page.url())
  await press(page, 'End the verification')
  await reads(page, 'This verification is complete')
  await page.goBack()
  await reads(page, 'This verification is complete')
  await press(other, 'End the verification')
  t.match(
    await other.getByRole('alert').innerText(),
    /was over already/,
    'in a window that did not know',
  )
  await other.close()
  t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' })
  await page.close()
})

t.test('with the keyboard alone, on a phone', async (t) => {
  const { page } = await opened('upload')
  await page.setViewportSize({ width: 390, height: 800 })
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate('document.activeElement.name'), 'specimen')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await reads(page, 'This verification is complete')
  await page.close()
})
