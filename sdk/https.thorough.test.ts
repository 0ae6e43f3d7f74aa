import t from 'tap'
import { selfSigned } from '../fixtures/tls/certificate.ts'
import { createSimulator } from '../library/vskit.ts'
import { browserFor } from '../simulator/testing/browser.ts'

// A simulator with HTTPS, and a browser that trusts the exported certificate of its authority.

const simulator = await createSimulator({ https: true })
t.teardown(() => simulator.close())
const acme = await simulator.organization()
const service = simulator.regions.us.url

/** The page of an integrator, also served over HTTPS. */
const certificate = selfSigned('shop', ['127.0.0.1'])
const browser = await browserFor(t, [simulator.ca!, certificate.cert])

t.test('all pages of a session work over HTTPS', async (t) => {
  const { id, hosted_url } = await acme.createSession()
  t.ok(hosted_url!.startsWith(`${service}/`) && service.startsWith('https:'))
  const page = await browser.newPage()
  await page.goto(hosted_url!)
  const button = page.getByRole('button').first()
  const end = page.getByText('This verification is complete')
  for (;;) {
    await button.or(end).first().waitFor()
    if (await end.isVisible()) break
    await button.click()
  }
  t.equal((await acme.nextWebhook({ sessionId: id })).type, 'kyc.session.completed')
  t.match(await acme.session(id), { status: 'completed', outcome: 'approved' })
  await page.close()
})
