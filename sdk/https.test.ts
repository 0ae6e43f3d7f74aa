import t from 'tap'
import { selfSigned } from '../fixtures/tls/certificate.ts'
import { createSimulator } from '../library/vskit.ts'
import { browserFor } from '../simulator/testing/browser.ts'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { startShop } from './testing/shop.ts'
import { walker } from './testing/walk.ts'

// A simulator with HTTPS, and a browser that trusts the exported certificate of its authority.

const simulator = await createSimulator({ https: true })
t.teardown(() => simulator.close())
const acme = await simulator.organization()
const service = simulator.regions.us.url

/** The page of an integrator, also served over HTTPS. */
const certificate = selfSigned('shop', ['127.0.0.1'])
const origin = `https://127.0.0.1:${await startShop(t, [service], certificate)}`
const browser = await browserFor(t, [simulator.ca!, certificate.cert])

t.test('the SDK and its signing frame work in a page of another origin over HTTPS', async (t) => {
  const { key } = await simulator.control.request<{ key: string }>(
    'POST',
    `/organizations/${acme.id}/keys`,
    { type: 'pk', mode: 'test', allowed_origins: [origin] },
  )
  const steps = [
    { id: 'mail', type: 'email_verification' },
    { id: 'lease', type: 'esign', config: { documents: [LEASE] } },
  ]
  const template = await acme.request<{ data: { id: string } }>('POST', '/v1/workflow-templates', {
    name: 'Tenancy',
    steps,
  })
  const { email: _, ...applicant } = APPLICANT
  const { id } = await acme.createSession({ workflow_template_id: template.data.id, applicant })
  const path = `/v1/sessions/${id}/client_token`
  const { clientToken } = await acme.request<{ clientToken: string }>('POST', path)
  const page = await browser.newPage()
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto(origin)
  const options = { publishableKey: key, baseUrl: { us: service } }
  await page.waitForFunction(() => 'sdk' in globalThis)
  await page.evaluate(`sdk.mount('#here', {
    ...${JSON.stringify(options)}, fetchToken: () => '${clientToken}' }).ready`)
  const { press, title, frame, frameTitle, framePress } = walker(page)
  await title(journey.nameEmailVerification)
  await page.getByLabel(journey.email).fill('ana@signer.example')
  await press(journey.agree)
  await frameTitle(signing.title)
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await press(journey.continue)
  await title(journey.doneTitle)
  t.match(await acme.session(id), { status: 'completed' })
  t.strictSame(consoleLines, [], 'no mixed content and nothing blocked')
  await page.close()
})

t.test('a browser that does not trust the authority refuses the page', async (t) => {
  const { hosted_url } = await acme.createSession()
  const page = await (await browserFor(t)).newPage()
  await t.rejects(page.goto(hosted_url!), { message: /ERR_CERT_AUTHORITY_INVALID/ })
  await page.close()
})
