import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { browserFor } from '../../testing/browser.ts'
import { controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

// Tests the data plane's CORS headers in a real browser. The rules are tested without one in
// cors.test.ts, and whole journeys in sdk/.

const simulator = await simulatorFor(t, { world: roomyWorld() })
const base = simulator.base_urls.us
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A shop</title>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(async () => {
  server.close()
})
const { port } = server.address() as AddressInfo
const OWN = `http://127.0.0.1:${port}`
const FOREIGN = `http://localhost:${port}`
await controlClient(simulator).call('POST', '/organizations/org_acme/keys', {
  type: 'pk',
  mode: 'test',
  allowed_origins: [OWN],
})
const page = await (await browserFor(t)).newPage()

/** The result of a request for the page: a status, or the name of the browser's error. */
const fetched = (path: string, options: object = {}): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(base + path)}, ${JSON.stringify(options)}).then(({ status }) => status, (error) => error.name)`,
  )

t.test('AUT-011 a page of a listed origin reads responses, but sends no cookies', async (t) => {
  await page.goto(OWN)
  t.equal(await fetched('/sdk/v1/sessions/me'), 401, 'a refusal that the page can read')
  t.equal(await fetched('/sdk/v1/sessions/me', { credentials: 'include' }), 'TypeError')
})

t.test('no page uses a secret key', async (t) => {
  await page.goto(OWN)
  const headers = { Authorization: `Bearer ${demoKey('org_acme')}` }
  t.equal(await fetched('/v1/sessions', { headers }), 'TypeError')
})

t.test('AUT-010 ERR-031 a page of another origin reads public resources only', async (t) => {
  await page.goto(FOREIGN)
  // A simple request needs no preflight. It is sent, and its response is not readable.
  t.equal(await fetched('/sdk/v1/sessions/me'), 'TypeError')
  t.equal(await fetched('/.well-known/esign-keys'), 200)
})
