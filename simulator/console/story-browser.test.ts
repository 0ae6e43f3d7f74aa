import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { receiverFor } from '../testing/receiver.ts'
import { type ControlSession, controlClient } from '../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

// The first day of an integrator, from a workflow to a rotated key, by clicking; then the
// pages for related tasks.

t.setTimeout(120_000)
const receiver = await receiverFor(t)
const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const control = controlClient(simulator)
const browser = await browserFor(t)
const page = await browser.newPage()
page.setDefaultTimeout(30_000)

const go = async (section: string): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: section, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: section }).waitFor()
}
const press = (name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const says = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
const inDialog = page.getByRole('dialog')
const path = '/organizations/org_acme'
const sessions = (): Promise<ControlSession[]> => control.call('GET', `${path}/sessions?mode=test`)
await page.goto(simulator.control_url)

t.test('a workflow with rules is built by clicking', async () => {
  await go('Workflows')
  await page.getByText('New workflow').click()
  await page.getByLabel('Workflow name').fill('Flat to let')
  await press('Add Identity document')
  await press('Add Form')
  await press('Add a question')
  await page.getByLabel('Question', { exact: true }).fill('Do you own pets?')
  await page.locator('.question-type').selectOption('Yes no')
  await press('Add a form rule')
  await page.locator('.form-rule .value').selectOption({ label: 'Yes' })
  await press('Add a screening rule')
  await page.locator('.rule-type').selectOption('age_restriction')
  await page.locator('.rule-field').fill('applicant.age')
  await page.locator('.screening-rule .operator').selectOption('lt')
  await page.locator('.screening-rule .value').fill('18')
  await press('Save')
  await page.getByRole('table', { name: 'Workflows' }).getByText('Flat to let').waitFor()
})

t.test(
  'SUB-009 an owner registers a receiver, and a verification is created with that workflow',
  async () => {
    await go('Webhooks')
    await page.getByLabel("Receiver's URL").fill(receiver.url)
    await press('Register the receiver')
    await says(/^whsec_/)
    await go('New verification')
    await page.getByLabel('Workflow').selectOption('Flat to let')
    await page.getByLabel('Given names').fill('Ana')
    await page.getByLabel('Family name').fill('Okafor')
    await press('Create the verification')
    await page.getByRole('heading', { name: 'Ana Okafor' }).waitFor()
  },
)

t.test('an answer of the applicant triggers the form rule, and a reviewer approves', async (t) => {
  await page.getByText('Act as the applicant').click()
  const [form] = (await sessions())[0]!.steps.filter(({ type }) => type === 'custom_form')
  await page.getByLabel('Answers').fill(JSON.stringify({ [form!.id]: { question_1: true } }))
  await page.locator('.play').getByRole('button', { name: 'Submit', exact: true }).click()
  await page
    .getByRole('region', { name: 'Reason for review' })
    .getByText(/Do you own pets/)
    .waitFor()
  await press('Approve')
  await says('By a reviewer')
  t.match(await sessions(), [
    { status: 'completed', outcome: 'approved', decision_source: 'reviewer' },
  ])
})

t.test('the webhook is replayed with the same bytes', async (t) => {
  await control.settle()
  const { length } = receiver.deliveries
  const completed = page
    .getByRole('table', { name: 'Events' })
    .getByRole('row', { name: /kyc\.session\.completed/ })
  await completed.getByRole('button', { name: 'Replay' }).click()
  await says('Being delivered to 1 subscription.')
  await control.settle()
  await receiver.until(length + 1)
  const bodies = receiver.deliveries
    .map(({ body }) => body)
    .filter((body) => body.includes('kyc.session.completed'))
  t.equal(bodies.length, 2)
  t.equal(bodies[0], bodies[1])
})

t.test('AUT-006 the key of the backend is rotated, and the old key is refused', async (t) => {
  const old = demoKey('org_acme')
  await go('API keys')
  const row = page.getByRole('row', { name: new RegExp(`…${old.slice(-4)}`) })
  await row.getByRole('button', { name: 'Rotate' }).click()
  await inDialog
    .getByLabel('Grace period of the old key')
    .selectOption({ label: 'None: the old key is refused at once' })
  await inDialog.getByRole('button', { name: 'Rotate now' }).click()
  const shown = page.locator('.note.secret code')
  await shown.waitFor()
  const fresh = (await shown.textContent())!
  t.equal((await client(simulator, fresh)('GET', '/v1/sessions')).status, 200)
  t.equal((await client(simulator, old)('GET', '/v1/sessions')).status, 401)
})

t.test('ids link to their records in both directions', async () => {
  await go('Verifications')
  await page.getByRole('link', { name: /Ana Okafor/ }).click()
  await page.locator('.facts a.ref', { hasText: /^app_/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Ana Okafor' }).waitFor()
  await page.getByRole('table', { name: 'Verifications' }).locator('a', { hasText: /^vs_/ }).click()
  await page
    .getByRole('region', { name: 'Actions' })
    .or(page.getByRole('group', { name: 'Actions' }))
    .waitFor()
  await page.locator('.facts a.ref', { hasText: /^wt_/ }).click()
  await page.getByRole('heading', { name: 'Change Flat to let' }).waitFor()
  await go('Webhooks')
  await page
    .getByRole('table', { name: 'Events' })
    .locator('a', { hasText: /^vs_/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Ana Okafor' }).waitFor()
})

t.test('a person is erased after the name is typed, and the request is completed', async (t) => {
  await go('Applicants')
  await page.getByRole('link', { name: 'Ana Okafor' }).click()
  t.match((await control.ask('GET', `${path}/sessions?mode=test`)).text, /Okafor/)
  await press('Open an access request')
  await says(/^Access request dsr_\w+ is open/)
  await press('Open an erasure request')
  const yes = inDialog.getByRole('button', { name: 'Yes, erase' })
  await inDialog.getByRole('textbox').fill('Ana')
  t.ok(await yes.isDisabled(), 'a part of the name is not accepted')
  await inDialog.getByRole('textbox').fill('Ana Okafor')
  await yes.click()
  await go('Data subject requests')
  const row = page
    .getByRole('table', { name: 'Data subject requests' })
    .getByRole('row', { name: /Erasure/ })
  await row.getByText('Completed', { exact: true }).waitFor()
  t.notMatch((await control.ask('GET', `${path}/sessions?mode=test`)).text, /Okafor/)
  t.notMatch((await control.ask('GET', `${path}/applicants?mode=test`)).text, /Okafor/)
})

t.test('PLN-021 the balance is raised, and usage counts both modes', async (t) => {
  const { wallet } = await control.call<{ wallet: { balance_minor: number } }>('GET', path)
  await go('Wallet and usage')
  await page.getByLabel(/^Add to the balance/).fill('12.50')
  await press('Add')
  await says(/^The balance is USD/)
  t.match(await control.call('GET', path), {
    wallet: { balance_minor: wallet.balance_minor + 1250 },
  })
  await page
    .getByRole('table', { name: 'Usage' })
    .getByRole('row', { name: 'Verifications 1 0' })
    .waitFor()
})

t.test(
  'IMG-038 SUB-011 controls that a role may not use are disabled, with the reason',
  async (t) => {
    await control.call('POST', `${path}/sessions?mode=test`, {})
    await page.getByLabel('Acting as').selectOption({ label: 'Dov Tamsin, developer' })
    await go('Webhooks')
    await says('Dov Tamsin is a developer; only owners and admins may configure webhooks')
    for (const name of [
      'Test ping',
      'Pause',
      'Rotate the secret',
      'Delete',
      'Register the receiver',
    ]) {
      const button = page.getByRole('button', { name, exact: true, includeHidden: true })
      t.ok(await button.isDisabled(), name)
      t.match(
        await button.getAttribute('title'),
        /only owners and admins may configure webhooks/,
        name,
      )
    }
    await go('Verifications')
    await page.getByRole('checkbox').first().check()
    const cancel = page.getByRole('button', { name: 'Cancel 1 selected' })
    await cancel.waitFor()
    t.ok(await cancel.isDisabled())
    await says(
      /Dov Tamsin is a developer; only owners, admins and reviewers may open verifications/,
    )
    await page.getByLabel('Acting as').selectOption({ label: 'Celeste Marrow, reviewer' })
    await page.getByRole('button', { name: 'Cancel 1 selected', disabled: false }).waitFor()
  },
)

t.test('keyboard shortcuts open sections and focus the search', async () => {
  await page.locator('main').press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Applicants' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByRole('heading', { level: 1, name: 'Verifications' }).waitFor()
  await page.locator('input[type=search]').waitFor()
  await page.keyboard.press('/')
  // Polled from here, because the policy of the page forbids evaluation.
  await page.locator('input[type=search]:focus').waitFor()
})

t.test('a time is relative or local, and shows UTC on hover', async (t) => {
  const time = page.getByRole('table', { name: 'Verifications' }).locator('time').first()
  await time.waitFor()
  t.match(await time.getAttribute('title'), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, local /)
  t.match(await time.textContent(), /ago|just now/)
})

t.test('on a phone the sections are in a drawer, which closes after a selection', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.waitFor({ state: 'hidden' })
  await press('Menu')
  await sections.getByRole('link', { name: 'Clock' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor()
  await sections.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1280, height: 800 })
})
