import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { controlClient } from '../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Tests of the list of verifications and the review queue.

// The axe runs are slow on a busy machine.
t.setTimeout(120_000)
const simulator = await simulatorFor(t, { world: roomyWorld() })
const control = controlClient(simulator)
const browser = await browserFor(t)
const page = await browser.newPage()
page.setDefaultTimeout(30_000)
const list = `${simulator.control_url}/#/org_acme/test/verifications`
const table = page.getByRole('table', { name: 'Verifications' })
const create = async (family_name: string, expected_outcome = 'pass'): Promise<string> =>
  (
    await control.call<{ id: string }>('POST', '/organizations/org_acme/sessions?mode=test', {
      applicant: { family_name, given_names: ['Ana'] },
      expected_outcome,
      metadata: { order: `order-${family_name}` },
    })
  ).id

const okafor = await create('Okafor', 'review')
await control.journey(okafor, 'submit')
await create('Marsh')
await page.goto(list)
await table.getByText('Ana Okafor').waitFor()

t.test('a search is stored in the URL, and Back restores the previous list', async (t) => {
  await page.getByRole('link', { name: /^Review queue/ }).click()
  await table.getByText('Ana Marsh').waitFor({ state: 'detached' })
  t.match(page.url(), /\?status=awaiting_review$/)
  // The count is a separate request.
  await page.getByRole('link', { name: /^Review queue.*\b1\b/ }).waitFor()
  await page.goBack()
  await table.getByText('Ana Marsh').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('order-mar')
  await page.getByText('1 verification matches.').waitFor()
  t.match(page.url(), /\?q=order-mar$/)
  await table.getByText('Ana Okafor').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('1 verification matches.').waitFor()
  t.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'order-mar')
})

t.test('the inputs of the filters end on one line', async (t) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(list)
  const inputs = page.getByRole('search').locator('input, select')
  await inputs.nth(4).waitFor()
  const ends = await inputs.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().bottom)),
  )
  t.strictSame(new Set(ends).size, 1, `bottoms of the inputs: ${ends.join(', ')}`)
})

t.test('an e-mail address breaks after its @ at most', async (t) => {
  const email = 'ana.okafor-lindqvist@acme-rentals.example'
  await control.call('POST', '/organizations/org_acme/sessions?mode=test', {
    applicant: { family_name: 'Lindqvist', given_names: ['Ana'], email },
  })
  await page.goto(`${simulator.control_url}/#/org_acme/test/applicants`)
  const cell = page.getByRole('cell', { name: email, exact: true })
  await cell.waitFor()
  t.equal(await cell.evaluate((one) => one.querySelectorAll('wbr').length), 1)
})

t.test('a verification of another organization is not reported as lost', async (t) => {
  await page.goto(`${simulator.control_url}/#/org_globex/test/verifications/${okafor}`)
  const note = page.getByRole('alert').filter({ hasText: okafor })
  await note.waitFor()
  t.match(
    (await note.innerText()).replaceAll(/\s+/g, ' '),
    /^Globex.* has no verification vs_\w+ in test mode\. .* cannot see those of other organizations: if it belongs to one, select that organization\. Check the id\./,
  )
})

t.test('applicants are searched by name, too', async (t) => {
  await page.goto(`${simulator.control_url}/#/org_acme/test/applicants`)
  const people = page.getByRole('table', { name: 'Applicants' })
  await people.getByText('Ana Marsh').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('okaf')
  await people.getByText('Ana Marsh').waitFor({ state: 'detached' })
  await people.getByText('Ana Okafor').waitFor()
  t.match(page.url(), /\?q=okaf$/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page.getByText('No applicant matches.').waitFor()
})

t.test(
  'a new verification appears without a reload, and an idle page sends no requests',
  async (t) => {
    await page.goto(list)
    await table.getByText('Ana Marsh').waitFor()
    await create('Lindqvist')
    await table.getByText('Ana Lindqvist').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // Responses about the new verification may still be pending.
    for (let before = -1; asked.length > before; await page.waitForTimeout(500))
      before = asked.length
    asked.length = 0
    // Longer than the interval at which the page once polled.
    await page.waitForTimeout(4500)
    t.strictSame(asked, [])
  },
)

t.test('an open verification is shown in the oldest supported browsers', async (t) => {
  // Chrome 123, Firefox 120 (older than the oldest supported version) and Safari 17.5 lack these.
  const older = await browser.newPage()
  await older.addInitScript(`for (const [owner, ...names] of [
    [URL, 'parse'], [Promise, 'try', 'withResolvers'], [RegExp, 'escape'], [Array, 'fromAsync'],
    [Uint8Array, 'fromBase64', 'fromHex'], [globalThis, 'Iterator'],
    [Set.prototype, 'union', 'difference', 'intersection', 'isSubsetOf'],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      'map', 'filter', 'some', 'find', 'toArray', 'forEach'],
  ]) for (const name of names) delete owner[name]`)
  await older.goto(`${list}/${await create('Older')}`)
  await older.getByRole('link', { name: 'Open as the applicant' }).waitFor()
  t.equal(await older.evaluate('typeof URL.parse'), 'undefined')
  await older.close()
})

t.test('text that the browser does not copy is shown and selected', async (t) => {
  await page.goto(`${list}/${okafor}`)
  const selected = async (button: string): Promise<string> => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('textbox', { name: `${button}: text` }).waitFor()
    return page.evaluate(
      '(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)',
    )
  }
  t.equal(await selected(`Copy ${okafor}`), okafor)
  t.match(await selected('Copy as curl'), /^curl .*\/v1\/sessions\/vs_/)
  await page.goto(list)
})

t.test('selected verifications are cancelled together after confirmation', async (t) => {
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Cancel 2 selected' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel them' }).click()
  await page.getByText('Cancelled: 2.').waitFor()
  await table.locator('.badge', { hasText: 'Cancelled' }).nth(1).waitFor()
  t.equal(await table.locator('.badge', { hasText: 'Cancelled' }).count(), 2)
})

t.test('RFS-014 a person is declined with a reason, which other reviewers can read', async (t) => {
  await page.goto(`${list}/${okafor}`)
  await page
    .getByRole('region', { name: 'Reason for review' })
    .getByText(/^Identity document: review/)
    .waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('The photo shows somebody else')
  await page.getByRole('button', { name: 'Yes, decline' }).click()
  await page.locator('.notes').getByText('Declined: The photo shows somebody else').waitFor()
  t.match(await control.call('GET', `/sessions/${okafor}`), { outcome: 'declined' })
})

t.test(
  'the selected member survives a reload, and a role without access gets the reason',
  async (t) => {
    await page.getByLabel('Acting as').selectOption({ label: 'Dov Tamsin, developer' })
    await page.getByText(/only owners, admins and reviewers may open verifications/).waitFor()
    await page.reload()
    await page.getByText(/only owners, admins and reviewers may open verifications/).waitFor()
    t.match(
      await page.getByLabel('Acting as').locator('option:checked').textContent(),
      /Dov Tamsin/,
    )
    await page.getByLabel('Acting as').selectOption({ label: 'Celeste Marrow, reviewer' })
  },
)
