import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { evidenceFor } from '../fixtures/evidence.ts'
import { browserFor, untilSaid } from './testing/browser.ts'
import { backendFor } from './testing/page.ts'
import { data, steer } from './testing/steer.ts'
import { client, demoKey, roomyWorld, simulatorFor } from './testing/simulator.ts'

// Tests the data plane's CORS headers in a real browser. The rules are tested without one in
// cors.test.ts.

const STEPS = [
  { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } },
  {
    id: 'questions',
    type: 'custom_form',
    config: { questions: [{ id: 'city', type: 'text', label: 'City' }] },
  },
]
const simulator = await simulatorFor(t, {
  world: roomyWorld((organization) => {
    if (organization.id === 'org_acme') organization.default_workflow = { steps: STEPS }
  }),
})
const control = steer(simulator)
const acme = backendFor(simulator, demoKey('org_acme'))

/** Data that the integrator's backend passes to its page. */
let handed: { base: string; publishableKey: string; clientToken: string }
const html = readFileSync(join(import.meta.dirname, 'testing/sdk-page.html'))
const server = createServer(({ url }, response) => {
  if (url === '/backend')
    return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(handed))
  if (url !== '/') return void response.writeHead(404).end()
  response.setHeader('Content-Type', 'text/html').end(html)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(async () => {
  server.close()
})
const { port } = server.address() as AddressInfo
const OWN = `http://127.0.0.1:${port}`
const FOREIGN = `http://localhost:${port}`

const listing = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
  type: 'pk',
  mode: 'test',
  allowed_origins: [OWN],
})
const browser = await browserFor(t)

interface Seen {
  method: string
  path: string
  status: number
  requestId: string | null
}

/** Creates a session and opens it in a page; `said` collects the browser's console. */
async function opened(
  origin: string,
): Promise<{ id: string; page: Page; said: string[]; status: () => Promise<string> }> {
  const id = await acme.create()
  handed = {
    base: simulator.base_urls.us,
    publishableKey: listing.key,
    clientToken: await acme.clientToken(id),
  }
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(origin)
  const status = async (): Promise<string> =>
    String(await page.evaluate('document.querySelector("#status").textContent'))
  await page.waitForFunction('document.querySelector("#status").textContent !== "…"')
  return { id, page, said, status }
}

const shows = (page: Page, status: string): Promise<unknown> =>
  page.waitForFunction(
    `document.querySelector("#status").textContent === ${JSON.stringify(status)}`,
  )
const sessionOf = async (id: string): Promise<object> =>
  data(await acme.call('GET', `/v1/sessions/${id}`))

t.test('AUT-009 a page of a listed origin goes through the whole journey', async (t) => {
  const { id, page } = await opened(OWN)
  await shows(page, 'created')
  await page.setInputFiles('input[name=front]', evidenceFor(0).images.front.path)
  await page.click('text=Send the document')
  await shows(page, 'in_progress')
  await page.fill('input[name=city]', 'Reykjavík')
  await page.click('text=Send the answers')
  await shows(page, 'completed')
  t.match(await sessionOf(id), {
    status: 'completed',
    outcome: 'approved',
    idv: { available_images: ['portrait', 'front'], capture_acquisition: 'upload' },
  })
  const seen = await page.evaluate<Seen[]>('seen')
  t.strictSame(
    seen.map(({ method, path, status }) => `${method} ${path} ${status}`),
    [
      'POST /sdk/v1/client_token/exchange 200',
      'GET /sdk/v1/sessions/me 200',
      'POST /sdk/v1/sessions/me/steps/identity/submit 200',
      'POST /sdk/v1/sessions/me/steps/questions/submit 200',
    ],
  )
  for (const { requestId } of seen) t.match(requestId, /^req_/, 'a header that the page may read')
  t.strictSame(
    await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'),
    ['', 0, 0],
  )
  await page.close()
})

t.test('the page of an applicant who gives up', async (t) => {
  const { id, page } = await opened(OWN)
  await page.click('#end')
  await shows(page, 'completed')
  t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' })
  await page.click('#end')
  await shows(page, 'session_already_completed')
  await page.close()
})

t.test('a page reads that its token is dead, and goes on with a new one', async (t) => {
  const { page } = await opened(OWN)
  await control.advance(11 * 60)
  t.match(await page.evaluate('call("GET", "/sdk/v1/sessions/me")'), { status: 'created' })
  const seen = await page.evaluate<Seen[]>('seen')
  t.strictSame(
    seen.map(({ status }) => status),
    [200, 200, 401, 200, 200],
  )
  await page.close()
})

t.test(
  'AUT-010 ERR-031 the browser keeps a page of another origin out, whatever it holds',
  async (t) => {
    const { id, page, said, status } = await opened(FOREIGN)
    t.equal(await status(), 'unreachable: TypeError')
    await untilSaid(page, said, /blocked by CORS policy/)
    const { base, clientToken } = handed
    const reply = await client(simulator, clientToken)(
      'POST',
      '/sdk/v1/client_token/exchange',
      undefined,
      { origin: FOREIGN, 'x-publishable-key': listing.key },
    )
    t.match(
      reply.json(),
      { error: { code: 'origin_not_allowed' } },
      'what the server says to such a page',
    )
    // A simple request needs no preflight. It is sent, and its response is not readable.
    const plain = await page.evaluate(
      `fetch(${JSON.stringify(`${base}/sdk/v1/sessions/me`)}).then(() => 'read', (error) => error.name)`,
    )
    t.equal(plain, 'TypeError')
    const keys = await page.evaluate(
      `fetch(${JSON.stringify(`${base}/.well-known/esign-keys`)}).then((answer) => answer.status)`,
    )
    t.equal(keys, 200, 'what needs no credential is for the pages of everybody')
    t.match(await sessionOf(id), { status: 'created' })
    await page.close()
  },
)

t.test('no page gets at what a secret key opens, and none may send cookies', async (t) => {
  const { page } = await opened(OWN)
  const { base } = handed
  const tried = (path: string, options: object): Promise<unknown> =>
    page.evaluate(
      `fetch(${JSON.stringify(base + path)}, ${JSON.stringify(options)}).then(() => 'read', (error) => error.name)`,
    )
  const headers = { Authorization: `Bearer ${demoKey('org_acme')}` }
  t.equal(
    await tried('/v1/sessions', { headers }),
    'TypeError',
    'from a listed origin, with a good key',
  )
  t.equal(await tried('/sdk/v1/sessions/me', { credentials: 'include' }), 'TypeError')
  t.equal(
    await tried('/sdk/v1/sessions/me', {}),
    'read',
    'the same without cookies: a refusal that the page can read',
  )
  await page.close()
})
