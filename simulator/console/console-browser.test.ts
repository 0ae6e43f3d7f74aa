import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Request } from 'playwright-core'
import t from 'tap'
import { rawPdf } from '../pdf/testing/raw-pdf.ts'
import { browserFor } from '../testing/browser.ts'
import { SECTIONS } from '../testing/console-world.ts'
import { receiverFor } from '../testing/receiver.ts'
import { type Entry, type ControlSession, controlClient } from '../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Tests of the console in a browser: one page and one simulator for the whole file.

const HOSTILE = '<img src=x onerror="globalThis.pwned = 1">'
const LABELS = {
  pass: 'Pass',
  review: 'Needs review',
  fail: 'Fail',
  doc_quality: 'Document quality issue',
}

const receiver = await receiverFor(t)
const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const control = controlClient(simulator)
const browser = await browserFor(t)
const page: Page = await browser.newPage()
page.setDefaultTimeout(20_000)
/** Errors that the browser reports: policy violations, script errors, missing files. */
const complaints: string[] = []
page.on('console', (message) => {
  if (message.type() === 'error') complaints.push(message.text())
})
page.on('pageerror', (error) => complaints.push(error.message))

const requests = { underway: 0, begunOrEnded: 0 }
const count =
  (by: number) =>
  (request: Request): void => {
    // The stream of changes stays open as long as the page.
    if (request.resourceType() === 'eventsource') return
    requests.underway += by
    requests.begunOrEnded++
  }
page.on('request', count(1))
page.on('requestfinished', count(-1))
page.on('requestfailed', count(-1))

/** Waits in the page until pending changes are drawn and their effects have run. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))'

/**
 * Waits until pending responses are shown: a button that moves between press and release is not
 * clicked.
 */
async function still(): Promise<void> {
  let before: number
  do {
    before = requests.begunOrEnded
    await page.evaluate(DRAWN)
  } while (requests.underway > 0 || requests.begunOrEnded > before)
}

/** Opens a section and waits until it is drawn. */
async function open(
  section: string,
  { organization = 'org_acme', mode = 'test', id = '' } = {},
): Promise<void> {
  await page.goto(`${simulator.control_url}/#/${organization}/${mode}/${section}${id && `/${id}`}`)
  await page.locator('main h1').first().waitFor()
  await still()
}

const create = (body: object, mode = 'test'): Promise<ControlSession> =>
  control.call('POST', `/organizations/org_acme/sessions?mode=${mode}`, body)
const listed = (mode: string): Promise<object[]> =>
  control.call('GET', `/organizations/org_acme/sessions?mode=${mode}`)

async function press(name: string | RegExp, within: Page | Locator = page): Promise<void> {
  await still()
  await within.getByRole('button', { name }).first().click()
}

const says = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
const idOfPage = (): string => page.url().split('/').at(-1)!
const activity = async (id: string): Promise<Entry[]> =>
  control.call('GET', `/activity?session_id=${id}`)

t.test('the printed URL opens the verifications of an organization in test mode', async (t) => {
  await page.goto(simulator.control_url)
  await says('No verification in test mode yet.')
  t.match(page.url(), /#\/org_acme\/test\/verifications$/)
  t.match(await page.title(), /Verifications · Acme Rentals/)
})

t.test(
  'OUT-007 OUT-008 OUT-009 OUT-010 OUT-011 each expected outcome is offered by its label and takes effect',
  async (t) => {
    for (const [value, label] of Object.entries(LABELS)) {
      await open('new')
      const group = page.getByRole('group', { name: 'Expected outcome' })
      t.strictSame(
        await group.locator('strong').allTextContents(),
        Object.values(LABELS),
        'exactly these',
      )
      t.ok(await group.getByRole('radio', { name: 'Pass' }).isChecked(), 'pass by default')
      await group.getByRole('radio', { name: label }).check()
      await page.getByLabel('Given names').fill('Ana, Maria')
      await page.getByLabel('Family name').fill('Okafor Lindqvist')
      await press('Create the verification')
      await page.getByRole('heading', { name: 'Ana Maria Okafor Lindqvist' }).waitFor()
      const id = idOfPage()
      t.match(await control.call('GET', `/sessions/${id}`), {
        expected_outcome: value,
        mode: 'test',
        applicant: { given_names: ['Ana', 'Maria'] },
      })
      t.match(await page.locator('.facts').first().textContent(), `Expected outcome${label}`)
    }
  },
)

t.test('OUT-012 in live mode the form has no expected outcome', async (t) => {
  await open('new', { mode: 'live' })
  await page.getByLabel('Family name').waitFor()
  t.equal(await page.getByText('Expected outcome').count(), 0)
  t.equal(await page.locator('[name=expected_outcome]').count(), 0)
  await press('Create the verification')
  await page.getByRole('heading', { name: 'Verification', exact: true }).waitFor()
  t.match(await control.call('GET', `/sessions/${idOfPage()}`), {
    mode: 'live',
    expected_outcome: null,
  })
})

t.test('an error of the API is shown at its field', async (t) => {
  await open('new')
  await page.getByLabel('Given names').fill('Ana')
  await page.getByLabel('Phone').fill('12')
  await press('Create the verification')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  t.match(await alert.textContent(), /applicant\.family_name/)
  t.equal(await page.getByLabel('Family name').getAttribute('aria-invalid'), 'true')
  t.match(page.url(), /\/new$/, 'the other values are kept')
  t.equal(await page.getByLabel('Given names').inputValue(), 'Ana')
})

t.test(
  'SCO-004 SCO-006 SCO-007 SCO-008 SCO-009 scopes are granted in groups, the sensitive ones marked; the key is shown once',
  async (t) => {
    await open('keys')
    const groups = page.locator('fieldset.scopes')
    await groups.first().waitFor()
    t.strictSame(await groups.locator('legend').allTextContents(), [
      'Verification',
      'Session tokens',
      'Reports',
      'Adjudication',
      'Configuration',
      'Compliance and billing',
    ])
    const scope = (name: string) =>
      page.locator('label.choice', { has: page.locator(`input[value="${name}"]`) })
    t.match(await scope('sessions:read_report').textContent(), /Sensitive.*face images/)
    t.notMatch(await scope('sessions:read').textContent(), /Sensitive/)
    t.equal(await groups.getByText('Sensitive', { exact: true }).count(), 4)
    await scope('sessions:read').getByRole('checkbox').check()
    await scope('sessions:read_report').getByRole('checkbox').check()
    await press('Create the key')
    // It is shown only once, far above the button.
    await page.locator('.note.secret:focus').waitFor()
    const shown = page.locator('.note.secret code')
    const key = (await shown.textContent())!
    t.match(key, /^ah_sk_us_test_/)
    t.equal((await client(simulator, key)('GET', '/v1/sessions')).status, 200)
    t.equal(
      (await client(simulator, key)('GET', '/v1/applicants')).status,
      403,
      'it has only the selected scopes',
    )
    t.strictSame(
      await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'),
      ['', 0, 0],
    )
    t.notMatch(page.url(), 'ah_sk')
    await open('clock')
    await open('keys')
    await groups.first().waitFor()
    t.equal(await page.getByText(key).count(), 0)
  },
)

t.test(
  'AUT-005 AUT-006 AUT-007 AUT-011 a publishable key with its origins; rotated and revoked',
  async (t) => {
    const newest = async (): Promise<object> =>
      (await control.call<{ keys: object[] }>('GET', '/organizations/org_acme')).keys.at(-1)!
    await open('keys')
    await page.getByRole('radio', { name: /Publishable key/ }).check()
    await page
      .getByRole('textbox', { name: 'Allowed origins' })
      .fill('http://localhost:3000\nhttps://app.example.com')
    await press('Create the key')
    await page.locator('.note.secret').waitFor()
    t.match(await newest(), {
      type: 'pk',
      allowed_origins: ['http://localhost:3000', 'https://app.example.com'],
    })
    const row = page.getByRole('row').last()
    await press('Rotate', row)
    await press('Rotate now', row)
    await page.locator('.note.secret code').waitFor()
    await press('Revoke', row)
    const dialog = row.getByRole('dialog')
    t.notMatch(await dialog.innerText(), /will be deleted/)
    await dialog.getByText(/^Requests with the key ….{4} are refused at once\.$/).waitFor()
    // Enter must not confirm by accident.
    await dialog.locator('button:focus', { hasText: 'No, leave it' }).waitFor()
    await press('Yes', row)
    await says('The key is revoked. Requests with it are refused from now on.')
    t.match(await newest(), { revoked_at: /Z$/ })
  },
)

t.test(
  'VER-024 VER-025 VER-026 VER-027 IMG-038 each view of an image is recorded, and its URL stops working',
  async (t) => {
    const applicant = { family_name: 'Okafor', given_names: [HOSTILE] }
    const { id } = await create({
      applicant,
      expected_outcome: 'review',
      metadata: { note: HOSTILE },
    })
    await control.journey(id, 'submit')
    await open('verifications', { id })
    await page.getByLabel('Acting as').selectOption({ label: 'Celeste Marrow, reviewer' })
    await says(/written to the activity log, in the name of/)
    t.strictSame(await activity(id), [], 'opening the verification is not a view')
    await press('View front')
    const image = page.getByRole('img', { name: 'Front of this verification' })
    await image.waitFor()
    await page.getByRole('button', { name: 'Hide' }).waitFor()
    const source = (await image.getAttribute('src'))!
    t.match(source, /^blob:/)
    t.ok((await image.boundingBox())!.width > 100, 'it is seen')
    const other = await browser.newPage()
    await other.goto(simulator.control_url)
    t.equal(
      await other.evaluate(`new Promise((resolve) => Object.assign(new Image(),
    { onload: () => resolve('shown'), onerror: () => resolve('gone'), src: ${JSON.stringify(source)} }))`),
      'gone',
    )
    await other.close()
    t.match(await activity(id), [
      {
        action: 'kyc.idv.evidence_exported',
        artifact: 'front',
        outcome: 'success',
        actor: 'mem_acme_reviewer',
      },
    ])
    await page.getByRole('table', { name: 'Activity' }).getByText('mem_acme_reviewer').waitFor()
    await page.getByLabel('Acting as').selectOption({ label: 'Dov Tamsin, developer' })
    await says("The member's role may not do this")
    await page.getByLabel('Acting as').selectOption({ label: 'Celeste Marrow, reviewer' })
  },
)

t.test(
  'STA-022 a reviewer writes a note and decides; a completed verification is verified again',
  async (t) => {
    const { id } = await create({
      applicant: { family_name: 'Marsh', given_names: [] },
      expected_outcome: 'review',
    })
    await open('verifications', { id })
    await page.getByText('Act as the applicant').click()
    await page.getByText('Device and network signals').click()
    await press('Set')
    await says(/^The signals are set/)
    await page.locator('.play').getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByLabel('New note').fill(HOSTILE)
    await press('Add')
    await page.locator('.notes').getByText(HOSTILE).waitFor()
    await press('Approve')
    await says('By a reviewer')
    t.match(await control.call('GET', `/sessions/${id}`), {
      outcome: 'approved',
      decision_source: 'reviewer',
    })
    await press(/Re-verify the identity \(20 left\)/)
    await page.getByRole('button', { name: /19 left/ }).waitFor()
  },
)

t.test('the link to the hosted pages opens a tab without access to the console', async (t) => {
  const { id } = await create({})
  await open('verifications', { id })
  const opened = browser.waitForEvent('page')
  await page.getByRole('link', { name: 'Open as the applicant' }).click()
  const journey = await opened
  await journey.locator('h1').waitFor()
  t.ok(journey.url().startsWith(`${simulator.base_urls.us}/s/${id}`))
  t.strictSame(await journey.evaluate('[window.opener, document.referrer]'), [null, ''])
  await journey.close()
})

t.test('typed text is never markup, and only http and https URLs become links', async (t) => {
  for (const section of ['verifications', 'emails', 'journal']) await open(section)
  await open('verifications')
  await page.getByText(HOSTILE).first().waitFor()
  t.equal(await page.evaluate('typeof globalThis.pwned'), 'undefined')
  t.equal(await page.locator('main img').count(), 0)
  const linked = (url: string | null): Promise<unknown> =>
    page.evaluate(
      `import('/console/shared/format.js').then(({ pageUrl }) => pageUrl(${JSON.stringify(url)}) ?? 'none')`,
    )
  t.equal(await linked('https://verify.example/s/1'), 'https://verify.example/s/1')
  const urls = [
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    'vbscript:x',
    '//',
    '',
    null,
  ]
  for (const url of urls) {
    t.equal(await linked(url), 'none', String(url))
  }
})

t.test(
  'SUB-010 HDR-006 an admin registers a receiver, sees its secret, sends a test ping and replays an event',
  async (t) => {
    await open('webhooks')
    await page.getByLabel('Acting as').selectOption({ label: 'Bram Oyelaran-Fitch, admin' })
    await page.getByLabel("Receiver's URL").fill(receiver.url)
    await press('Register the receiver')
    await page.getByText(/^whsec_/).waitFor()
    await press('Test ping')
    await says('The test ping was sent')
    await page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first().waitFor()
    t.equal(receiver.deliveries.length, 1)
    t.equal(receiver.deliveries[0]!.headers['x-webhook-origin'], 'test_ping')
    const ping = page
      .getByRole('table', { name: 'Events' })
      .getByRole('row', { name: /webhook\.test_ping/ })
    await ping.waitFor()
    t.strictSame(
      [await ping.count(), await ping.getByRole('button', { name: 'Replay' }).count()],
      [1, 0],
    )
    await press('Replay')
    await says('Being delivered to 1 subscription.')
    await control.call('POST', '/settle')
    t.equal(receiver.deliveries.length, 2)
    await page.getByText('New subscription').click()
    await page.getByLabel("Receiver's URL").fill('https://10.0.0.7/hooks')
    await press('Register the receiver')
    await page.getByRole('status').filter({ hasText: '--allow-receiver' }).waitFor()
  },
)

t.test('the clock is frozen and advanced, and a verification expires', async (t) => {
  const { id } = await create({})
  await open('clock')
  await press('Freeze the clock')
  await says('the clock is frozen')
  await open('verifications', { id })
  await press('Let it expire')
  await press('Yes')
  await page.locator('.badge', { hasText: 'Expired' }).first().waitFor()
  t.match(await control.call('GET', `/sessions/${id}`), { status: 'expired', outcome: null })
  await open('clock')
  await press('Resume the clock')
  await page.getByRole('button', { name: 'Freeze the clock' }).waitFor()
  const shown = (): Promise<[header: string, section: string]> =>
    page.evaluate(`[
      document.querySelector('header .clock time').dateTime.slice(0, 19).replace('T', ' '),
      [...document.querySelectorAll('dt')].find((term) => term.textContent === 'Now').nextElementSibling.textContent,
    ]`)
  const [before] = await shown()
  // The texts of both change at least once.
  while ((await shown())[0] === before) await page.waitForTimeout(100)
  const [header, section] = await shown()
  t.equal(section, header, 'both follow the clock')
})

t.test(
  'a document is written and signed, its envelope is shown, and a failed seal is repeated',
  async (t) => {
    await open('signing')
    await page.getByText('Write a document').click()
    await page.getByLabel('Name', { exact: true }).fill('Standard lease')
    await page.getByLabel('Title').fill('Lease of the flat')
    t.equal(await page.getByLabel('Class').inputValue(), '', 'no class is preselected')
    await page.getByLabel('Class').selectOption('rental_or_lease_agreement')
    await page.getByLabel('Text').fill('{{sender.name}} lets the flat to {{applicant.name}}.')
    await page.getByRole('checkbox', { name: /may not be signed electronically/ }).check()
    await press('Publish')
    await says(/^Published as dt_/)
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await says('The fault is set.')
    const [document] = await control.call<{ id: string }[]>(
      'GET',
      '/organizations/org_acme/document_templates?mode=test',
    )
    const documents = [{ id: 'lease', documentTemplateId: document!.id }]
    const step = { id: 'lease', type: 'esign', config: { documents } }
    await open('workflows')
    await page.getByText('New workflow').click()
    await press('JSON')
    await page
      .getByLabel('Workflow, as JSON')
      .fill(JSON.stringify({ name: 'Tenancy', steps: [step] }))
    await press('Save')
    await page.getByRole('table', { name: 'Workflows' }).getByText('Tenancy').waitFor()
    await open('new')
    await page.getByLabel('Workflow').selectOption('Tenancy')
    await page.getByLabel('Given names').fill('Ana')
    await page.getByLabel('Family name').fill('Okafor')
    await press('Create the verification')
    await page.getByRole('heading', { name: 'Ana Okafor' }).waitFor()
    const id = idOfPage()
    await control.journey(id, 'submit')
    await open('verifications', { id })
    await says('Lease of the flat')
    await says('Paper copy requested')
    await says('Paper copy sent')
    await press('Seal again')
    await says('Sealed.')
    const saved = page.waitForEvent('download')
    await press('Download')
    t.match((await saved).suggestedFilename(), /^doc_\w+\.pdf$/)
  },
)

t.test('a PDF is published as a document to sign', async (t) => {
  await open('signing')
  await page.getByText('Write a document').click()
  await page.getByLabel('Name', { exact: true }).fill('House rules')
  await page.getByLabel('Title').fill('House rules')
  await page.getByLabel('Class').selectOption('other')
  await page.getByRole('checkbox', { name: /may not be signed electronically/ }).check()
  await press('Publish')
  await says('Required, unless a PDF is sent')
  const upload = (buffer: Buffer) =>
    page
      .getByLabel('PDF file')
      .setInputFiles({ name: 'rules.pdf', mimeType: 'application/pdf', buffer })
  await upload(Buffer.from('no PDF'))
  await press('Publish')
  await says('The file is not a PDF')
  await upload(rawPdf())
  await press('Publish')
  await says(/^Published as dt_/)
  const [document] = await control.call<{ versions: object[] }[]>(
    'GET',
    '/organizations/org_acme/document_templates?mode=test',
  )
  t.match(document!.versions, [
    {
      title: 'House rules',
      body: null,
      pdf_sha256: /^[0-9a-f]{64}$/,
    },
  ])
})

t.test(
  'PLN-026 the test data of an organization is purged after a confirmation, and its live data stays',
  async (t) => {
    await open('reset')
    await press('Purge the test data')
    t.not((await listed('test')).length, 0, 'one click has no effect')
    await page.getByRole('dialog').getByRole('textbox').fill('Acme Rentals')
    await press('Yes')
    await says('The test data is purged.')
    t.strictSame(await listed('test'), [])
    t.equal((await listed('live')).length, 1)
  },
)

t.test('a snapshot is taken and restored', async (t) => {
  const before = await listed('live')
  await open('snapshots')
  await says('No snapshots yet.')
  await page.getByLabel('Name').fill('signed up')
  await press('Take a snapshot')
  await says(/^Stored as snp_/)
  await create({}, 'live')
  t.equal((await listed('live')).length, before.length + 1)
  const row = page.getByRole('row', { name: 'signed up' })
  await press('Restore', row)
  await row.getByRole('dialog').getByRole('textbox').fill('signed up')
  await press('Yes', row)
  await says(/^The snapshot is restored: /)
  t.strictSame(await listed('live'), before)
  await press('Delete', row)
  await row.getByRole('dialog').getByRole('textbox').fill('signed up')
  await press('Yes', row)
  await says('No snapshots yet.')
})

t.test(
  'a fault is set, affects a request, is listed and removed, and the request log shows the request',
  async (t) => {
    const acme = client(simulator, demoKey('org_acme'))
    await open('requests')
    await says('the request log is off')
    await press('Record requests')
    await says('recorded from now on')
    await open('faults')
    await says('No faults are set.')
    await page.getByLabel('Operation').fill('listSesions')
    await page.getByLabel('Effect').selectOption('A proxy answers 503')
    await press('Set the fault')
    await says('did you mean listSessions')
    await page.getByLabel('Operation').fill('listSessions')
    await press('Set the fault')
    await says('0 of 1')
    t.equal((await acme('GET', '/v1/sessions')).status, 503)
    await says('1 of 1')
    await press('Remove')
    await says('No faults are set.')
    await open('requests')
    await page.getByText('GET /v1/sessions').first().click()
    await says('Fault')
    await says('key_acme_test_main')
    await press('Stop and delete')
    await says('the request log is off')
  },
)

/** Returns the id of a submitted form whose question is one long word. */
async function withLongQuestions(): Promise<string> {
  const questions = [{ id: 'q', type: 'text', label: 'z'.repeat(300) }]
  const template = await control.call<{ id: string }>(
    'POST',
    '/organizations/org_acme/workflow_templates?mode=test',
    { name: 'Long', steps: [{ id: 'form', type: 'custom_form', config: { questions } }] },
  )
  const { id } = await create({ workflow_template_id: template.id })
  await control.journey(id, 'submit')
  return id
}

t.test('the header shows the whole name of each organization on a narrow phone', async (t) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await open('verifications')
  const missing = `(() => {
    const select = document.querySelector('header select')
    const whole = select.cloneNode(true)
    Object.assign(whole.style, { position: 'absolute', flex: 'none', maxWidth: 'none' })
    select.after(whole)
    const pixels = whole.offsetWidth - select.offsetWidth
    whole.remove()
    return Math.max(0, pixels)
  })()`
  t.equal(await page.evaluate(missing), 0)
})

t.test('every section fits on a phone, and each control has a name', async (t) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const applicant = { family_name: 'x'.repeat(100), given_names: [] }
  const { id } = await create({ applicant, metadata: { long: 'y'.repeat(300) } })
  await control.journey(id, 'submit')
  for (const [section, more] of [
    ...SECTIONS.map((name) => [name, {}] as const),
    ['verifications', { id }] as const,
    ['verifications', { id: await withLongQuestions() }] as const,
  ]) {
    await open(section, more)
    t.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, section)
    const labels =
      'Math.max(0, ...Array.from(document.querySelectorAll("dt"), (dt) => dt.scrollWidth - dt.clientWidth))'
    t.equal(await page.evaluate(labels), 0, `${section}: no label overflows`)
    const nameless =
      await page.evaluate(`[...document.querySelectorAll('input, select, textarea, button, a')]
      .filter((one) => one.labels?.length ? false : one.textContent.trim() === '' || one.matches('select, textarea'))
      .map((one) => one.outerHTML)`)
    t.strictSame(nameless, [], `${section}: each control has a name`)
    t.equal(
      await page.locator('#sections [aria-current]').count(),
      1,
      'one section is marked as current',
    )
  }
  for (const nowhere of ['nowhere', 'constructor']) {
    await open(nowhere)
    await says('The console has no such section.')
  }
  await open('verifications/vs_nope')
  await says('has no verification vs_nope in test mode')
  await open('verifications', { organization: 'org_nobody' })
  await says('There is no organization org_nobody')
})

t.test('the browser reported no errors except the expected refusals', async (t) => {
  t.strictSame(
    complaints.filter((text) => !/^Failed to load resource: .*status of (403|404|422)/.test(text)),
    [],
  )
})

t.test(
  'a page of another site cannot call the control API, frame the console or read it',
  async (t) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<h1>Elsewhere</h1>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      server.close()
    })
    const foreign = await browser.newPage()
    await foreign.goto(`http://localhost:${(server.address() as AddressInfo).port}`)
    const { control_url: base } = simulator
    const before = simulator.ports.world.file.organizations.length
    const tried = await foreign.evaluate(`(async (base) => {
    const send = (path, options) => fetch(base + path, options).then(({ type }) => type, ({ name }) => name)
    const load = (tag, src) => new Promise((resolve) => {
      const [onload, onerror] = [() => resolve('loaded'), () => resolve('refused')]
      document.body.append(Object.assign(document.createElement(tag), { onload, onerror, src }))
    })
    const body = '{"name":"Planted","region":"us"}'
    const typed = (type) => ({ method: 'POST', headers: { 'Content-Type': type }, body })
    return [
      await send('/control/v1/organizations', { ...typed('text/plain'), mode: 'no-cors' }),
      await send('/control/v1/reset', { method: 'POST', mode: 'no-cors' }),
      await send('/control/v1/organizations', typed('application/json')),
      await send('/', {}),
      await load('script', base + '/console/shared/format.js'),
      await load('img', base + '/console/icon.svg'),
    ]
  })(${JSON.stringify(base)})`)
    t.strictSame(tried, ['opaque', 'opaque', 'TypeError', 'TypeError', 'refused', 'refused'])
    t.equal(simulator.ports.world.file.organizations.length, before)
    t.equal((await listed('live')).length, 1, 'nothing was wiped')
    // A refused frame loads too: it shows the browser's error page.
    await foreign.evaluate(
      `new Promise((onload) => document.body.append(Object.assign(document.createElement('iframe'), { src: '${base}/', onload })))`,
    )
    const framed = foreign.frames().find((frame) => frame !== foreign.mainFrame())
    t.equal(
      (await framed
        ?.locator('#app')
        .count()
        .catch(() => 0)) ?? 0,
      0,
      'no frame shows the console',
    )
    await foreign.close()
  },
)
