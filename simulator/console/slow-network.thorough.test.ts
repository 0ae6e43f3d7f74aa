import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { controlClient } from '../testing/control-client.ts'
import { connected, offline, slow, whileHeld } from '../testing/network.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const control = controlClient(simulator)
const page = await (await browserFor(t)).newPage()
page.setDefaultTimeout(30_000)
await page.goto(simulator.control_url)
await page.getByRole('heading', { level: 1, name: 'Verifications' }).waitFor()

const waiting = page.getByRole('status').getByText('One moment…')
const count = async (): Promise<number> =>
  (await control.call<object[]>('GET', '/organizations/org_acme/sessions?mode=test')).length

t.test('the console shows that it waits, and a double click acts once', async (t) => {
  await slow(page)
  const api = /\/control\/v1\/(?!.*stream)/
  await whileHeld(
    page,
    api,
    () => page.getByRole('link', { name: 'API keys' }).click(),
    () => waiting.waitFor(),
  )
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'New verification' }).click()
  await page.getByLabel('Family name').fill('Slow')
  const create = page.getByRole('button', { name: 'Create the verification' })
  const { x, y } = (await create.boundingBox())!
  await whileHeld(
    page,
    api,
    () => create.dblclick({ noWaitAfter: true }),
    async () => {
      await waiting.waitFor()
      await page.mouse.click(x + 5, y + 5)
    },
  )
  await page.getByRole('heading', { level: 1, name: 'Slow' }).waitFor()
  t.equal(await count(), 1)
})

t.test('without a connection for some time, a form is kept and can be sent again', async (t) => {
  await connected(page)
  await page.getByRole('link', { name: 'New verification' }).click()
  await page.getByLabel('Family name').fill('Kept')
  await offline(page)
  await page.getByRole('button', { name: 'Create the verification' }).click()
  await page.getByRole('alert').getByText('The simulator does not respond.').waitFor()
  await page.waitForTimeout(10_000)
  t.equal(await page.getByLabel('Family name').inputValue(), 'Kept')
  await connected(page)
  await page.getByRole('button', { name: 'Create the verification' }).click()
  await page.getByRole('heading', { level: 1, name: 'Kept' }).waitFor()
  await page.locator('header .note.bad').waitFor({ state: 'detached' })
  t.equal(await count(), 2)
})
