import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator } from 'playwright-core'
import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { controlClient } from '../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Rare states of the console, and records on later pages of a list.

t.setTimeout(120_000)
const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const control = controlClient(simulator)
const browser = await browserFor(t)
const page = await browser.newPage()
page.setDefaultTimeout(30_000)
const list = `${simulator.control_url}/#/org_acme/test/verifications`
const table = page.getByRole('table', { name: 'Verifications' })
const says = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
const press = (name: string, row: Locator): Promise<void> =>
  row.getByRole('button', { name }).first().click()
const create = async (family_name: string, expected_outcome = 'pass'): Promise<string> =>
  (
    await control.call<{ id: string }>('POST', '/organizations/org_acme/sessions?mode=test', {
      applicant: { family_name, given_names: ['Ana'] },
      expected_outcome,
    })
  ).id
await page.goto(simulator.control_url)

t.test('a page that opens while the store is lost appears when it is back', async () => {
  const { promise: askedAgain, resolve } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/control/v1/world', async (route) => {
    if (++asked === 2) resolve()
    const message = 'The store cannot be reached: send the request again in a moment.'
    const error = { code: 'internal_error', message, details: {}, request_id: 'req_1' }
    await route.fulfill({ status: 503, json: { error } })
  })
  await page.reload()
  await page.getByText('The store cannot be reached').waitFor()
  await askedAgain
  await page.unroute('**/control/v1/world')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
})

t.test('a response that a later one has overtaken is not shown', async (t) => {
  const id = await create('Slow', 'review')
  await page.goto(`${list}/${id}`)
  const held: (() => void)[] = []
  await says('No notes yet')
  await page.route(`**/control/v1/sessions/${id}?*`, async (route) => {
    const response = await route.fetch()
    // The first response has no note; it arrives after the second one.
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ response })
  })
  const first = page.waitForRequest(`**/control/v1/sessions/${id}?*`)
  await control.call('POST', `/sessions/${id}/journey`, { action: 'submit' })
  await first
  while (held.length === 0) await page.waitForTimeout(10)
  await control.call('POST', `/sessions/${id}/notes`, { text: 'Written later' })
  await page.locator('.notes').getByText('Written later').waitFor()
  const late = page.waitForResponse(`**/control/v1/sessions/${id}?*`)
  held[0]!()
  await (await late).finished()
  await page.waitForTimeout(200)
  t.equal(await page.locator('.notes').getByText('Written later').count(), 1)
  await page.unroute(`**/control/v1/sessions/${id}?*`)
})

t.test('a page from the back/forward cache reconnects and shows the changes', async (t) => {
  // The browser of the tests has no such cache, so the page gets the events of one.
  const show = (type: string): Promise<unknown> =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`)
  const stream = page.waitForRequest('**/stream?*')
  await page.goto(list)
  await page.reload()
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/stream?'))
  await stream
  await show('pagehide')
  t.equal((await ended).resourceType(), 'eventsource', 'an open stream prevents the caching')
  await create('Absent')
  t.equal(await page.getByText('Absent').count(), 0)
  const again = page.waitForRequest('**/stream?*')
  await show('pageshow')
  await again
  await says('Absent')
  t.equal(await page.locator('header .note.bad').count(), 0)
})

t.test('a banner is shown while the simulator does not respond', async (t) => {
  await page.route('**/stream?*', (route) => route.abort())
  await page.reload()
  await says('The simulator does not respond.')
  t.equal(await page.locator('header .note.bad').count(), 1)
  await page.unroute('**/stream?*')
  await page.locator('header .note.bad').waitFor({ state: 'detached' })
})

t.test('the webhooks page names --loopback-receivers only if it was not given', async (t) => {
  const strict = await simulatorFor(t, { world: roomyWorld() })
  const shown = await browser.newPage()
  for (const [{ control_url }, count] of [
    [strict, 1],
    [simulator, 0],
  ] as const) {
    await shown.goto(`${control_url}/#/org_globex/test/webhooks`)
    const advice = shown.locator('.empty', { hasText: 'No receiver yet' })
    await advice.getByText('vskit receiver').waitFor()
    t.equal(await advice.getByText('--loopback-receivers').count(), count)
  }
  await shown.close()
})

t.test('a dialog of one row stays open when other rows change', async (t) => {
  const { members } = await control.call<{ members: { name: string }[] }>(
    'GET',
    '/organizations/org_nord',
  )
  await page.goto(`${simulator.control_url}/#/org_nord/test/organization`)
  const last = members.at(-1)!
  const row = page.getByRole('row', { name: last.name })
  await press('Remove', row)
  await control.call('PATCH', '/organizations/org_nord', { members: members.slice(1) })
  await page.getByRole('row', { name: members[0]!.name }).waitFor({ state: 'detached' })
  await row.getByText(`Remove ${last.name}?`).waitFor()
  await page.keyboard.press('Escape')
  await row.getByText(`Remove ${last.name}?`).waitFor({ state: 'detached' })
  // The focus returns to the button.
  await page.locator(':focus', { hasText: /^Remove$/ }).waitFor()
  await page.keyboard.press('Enter')
  await press('Yes', row)
  await says('The change applies from the next request on.')
  const left = await control.call<{ members: object[] }>('GET', '/organizations/org_nord')
  t.strictSame(left.members, members.slice(1, -1))
})

t.test('Back returns from a verification to the same page of the list', async (t) => {
  await create('Okafor')
  for (let i = 0; i < 20; i++) await create(`Quayle${i}`)
  await page.goto(list)
  await table.getByText('Ana Quayle19').waitFor()
  await page.getByRole('button', { name: 'Older' }).click()
  await table.getByRole('link', { name: 'Ana Okafor' }).click()
  await page.getByRole('heading', { name: 'Ana Okafor' }).waitFor()
  await page.goBack()
  await table.getByText('Ana Okafor').waitFor()
  await page.reload()
  await table.getByText('Ana Okafor').waitFor()
  await page.getByRole('button', { name: 'Newer' }).click()
  await table.getByText('Ana Quayle19').waitFor()
  await page.goto(`${simulator.control_url}/#/org_acme/test/applicants`)
  await page.getByRole('table', { name: 'Applicants' }).getByText('Ana Quayle19').waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('okafor')
  await page.getByRole('link', { name: 'Ana Okafor' }).waitFor()
  t.pass('a search finds applicants of every page')
})

t.test(
  'axe finds nothing on a phone with a dark theme and on a desktop with a light theme',
  async (t) => {
    const okafor = await create('Okafor', 'review')
    await control.journey(okafor, 'submit')
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    for (const [width, colorScheme, places] of [
      [320, 'dark', ['verifications', 'keys']],
      [1280, 'light', [`verifications/${okafor}`, 'workflows']],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      for (const place of places) {
        await page.goto(`${simulator.control_url}/#/org_acme/test/${place}`)
        await page.locator('main h1').first().waitFor()
        await page.evaluate(axe)
        const found = (await page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))`,
        )) as string[]
        t.strictSame(found, [], `${place} at ${width} px, ${colorScheme}`)
        t.equal(
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          0,
          `${place} fits`,
        )
      }
    }
  },
)

t.test('a link opens a workflow on any page of the list', async (t) => {
  const path = '/organizations/org_acme/workflow_templates?mode=test'
  const steps = [{ id: 'identity', type: 'id_verification' }]
  const { id } = await control.call<{ id: string }>('POST', path, { name: 'The first', steps })
  for (let i = 0; i < 20; i++) await control.call('POST', path, { name: `Later ${i}`, steps })
  const other = await browser.newPage()
  await other.goto(`${simulator.control_url}/#/org_acme/test/workflows/${id}`)
  await other.getByRole('heading', { name: 'Change The first' }).waitFor()
  t.equal(await other.getByRole('table', { name: 'Workflows' }).getByText('The first').count(), 0)
})
