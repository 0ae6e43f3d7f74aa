import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { browserFor, waitForConsoleLine } from '../simulator/testing/browser.ts'
import { bundle } from '../tools/sdk-bundles.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { walker } from './testing/walk.ts'

// Runs `examples/web` as its README describes: a backend, a page on one origin, the service on
// another, webhooks.

const root = join(import.meta.dirname, '..')
const folder = t.testdir()
cpSync(join(root, 'examples/web'), folder, { recursive: true })
// A separate package, so that `vskit` is resolved as an installed package.
writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "type": "module" }')
// The result of `npm install vskit`, with sources instead of the packed package, which
// `check:package` tests.
const installed = join(folder, 'node_modules/vskit')
mkdirSync(installed, { recursive: true })
writeFileSync(
  join(installed, 'package.json'),
  JSON.stringify({ type: 'module', exports: { '.': './index.js', './web': './web.js' } }),
)
const library = pathToFileURL(join(root, 'library/vskit.ts')).href
writeFileSync(join(installed, 'index.js'), `export * from '${library}'\n`)
writeFileSync(join(installed, 'web.js'), bundle('web.js'))

const simulator = await createSimulator()
t.teardown(() => simulator.close())
const acme = await simulator.organization({ name: 'Acme Bicycles' })
const created = await simulator.control.request<{ id: string; key: string }>(
  'POST',
  `/organizations/${acme.id}/keys`,
  { type: 'pk', mode: 'test', allowed_origins: ['http://localhost:1'] },
)
const shop = spawn(process.execPath, [join(folder, 'server.mjs')], {
  env: {
    ...process.env,
    PORT: '0',
    VSKIT_URL: acme.url,
    VSKIT_SECRET_KEY: acme.key,
    VSKIT_PUBLISHABLE_KEY: created.key,
    VSKIT_WEBHOOK_SECRET: acme.webhookSecret,
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let complaints = ''
shop.stderr.on('data', (text) => (complaints += String(text)))
t.teardown(() => shop.kill())
const home = await new Promise<string>((resolve, reject) => {
  let consoleLines = ''
  shop.stdout.on('data', (text) => {
    consoleLines += String(text)
    const url = /http:\/\/localhost:\d+/.exec(consoleLines)?.[0]
    if (url !== undefined) resolve(url)
  })
  shop.once('exit', (code) => reject(new Error(`the shop ended with ${code}: ${consoleLines}`)))
})
await simulator.control.request('PATCH', `/organizations/${acme.id}/keys/${created.id}`, {
  allowed_origins: [home],
})
const listener = await acme.listen({ forwardTo: `${home}/webhooks` })
t.teardown(() => listener.close())
const browser = await browserFor(t)

t.test(
  'a visitor is verified on the page of the shop, and the shop receives the result',
  async (t) => {
    const page = await browser.newPage()
    const consoleLines: string[] = []
    page.on('console', (message) => consoleLines.push(message.text()))
    page.on('pageerror', (error) => consoleLines.push(String(error)))
    await page.goto(home)
    const { press, title, frame, frameTitle, framePress } = walker(page)
    await press(journey.useCamera)
    await press(journey.takePhoto)
    await press(journey.usePhoto)
    await title(journey.formTitle)
    await page.reload()
    await title(journey.formTitle)
    await page.getByLabel('Where do you live?').fill('Utrecht')
    await press(journey.continue)
    await frameTitle(signing.title)
    await framePress(signing.consent)
    await frame.getByLabel(signing.typedName).fill('Ana Okafor')
    await framePress(signing.sign)
    await frameTitle(signing.titleSigned)
    await press(journey.continue)
    await title(journey.doneTitle)
    await page.locator('#result', { hasText: 'approved' }).waitFor()
    t.strictSame(consoleLines, [], 'no policy violations and no errors')
    const held = await page.evaluate(
      '[document.cookie, Object.keys(localStorage).length, Object.keys(sessionStorage).length]',
    )
    t.strictSame(held, ['', 0, 0], 'scripts cannot read the cookie of the shop')
    await page.reload()
    await title(journey.endedTitle)
    await page.locator('#result', { hasText: 'approved' }).waitFor()
    await page.close()
  },
)

t.test('AUT-010 the same page under an origin that the key does not list', async () => {
  const page = await browser.newPage()
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto(home.replace('localhost', '127.0.0.1'))
  await page.getByText('origin_not_allowed').waitFor()
  await waitForConsoleLine(page, consoleLines, /^verification: origin_not_allowed$/)
  await page.close()
})

t.test('a webhook without a valid signature is ignored', async (t) => {
  const body = JSON.stringify({ type: 'kyc.session.completed', sessionId: 'vs_x' })
  const answer = await fetch(`${home}/webhooks`, { method: 'POST', body })
  t.equal(answer.status, 400)
  // The log of the shop. The line may arrive after the response.
  if (complaints === '') await once(shop.stderr, 'data')
  t.equal(complaints, 'The webhook has no X-Webhook-Signature header.\n')
})
