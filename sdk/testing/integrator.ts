import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { browserFor } from '../../simulator/testing/browser.ts'
import { backendFor } from '../../simulator/testing/page.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../simulator/testing/simulator.ts'
import { steer } from '../../simulator/testing/steer.ts'
import { BUNDLES, type BundleName, bundle } from '../../tools/sdk-bundles.ts'

/** The minimum of tap's test that the helpers need. */
interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

/** A request that a page has made to the service. */
export interface Made {
  method: string
  path: string
  authorization: string | undefined
  body: unknown
}

export type Step = Record<string, unknown> & { id: string; type: string }

/** The page loads the SDK, keeps its events, and can do nothing that its policy does not name. */
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A shop</title><meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/page.js"></script></head>
<body><main><h1>A shop</h1><div id="here"></div></main></body>
</html>`
const SCRIPT = `import * as sdk from '/web.js'
window.sdk = sdk
window.events = []
window.heard = (event) => { events.push(event) }
`

/**
 * A simulator, an integrator's page with a strict content security policy, and a browser, for one test file.
 * @param steps the workflow of the organization whose key the page shows
 */
export async function integratorFor(t: Teardown, steps: Step[]) {
  const simulator = await simulatorFor(t, {
    world: roomyWorld((organization) => {
      if (organization.id === 'org_acme') organization.default_workflow = { steps }
    }),
  })
  const control = steer(simulator)
  const backend = backendFor(simulator, demoKey('org_acme'))
  const service = simulator.base_urls.us
  const policy =
    `default-src 'none'; script-src 'self'; connect-src ${service} ${simulator.base_urls.eu}; ` +
    `frame-src ${service}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const server = createServer(({ url = '/' }, response) => {
    const file = url.slice(1)
    response.setHeader('Content-Security-Policy', policy)
    if (url === '/') return void response.setHeader('Content-Type', 'text/html').end(PAGE)
    response.setHeader('Content-Type', 'text/javascript')
    if (url === '/page.js') return void response.end(SCRIPT)
    if (Object.hasOwn(BUNDLES, file)) return void response.end(bundle(file as BundleName))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const { key: publishableKey } = await control.call<{ key: string }>(
    'POST',
    '/organizations/org_acme/keys',
    { type: 'pk', mode: 'test', allowed_origins: [origin] },
  )
  const browser: BrowserContext = await browserFor(t)

  /** A new tab with the page; `made` fills with its requests to the service, `said` with its console. */
  const open = async (
    from = origin,
  ): Promise<{ page: Page; made: Made[]; said: string[]; run: Run }> => {
    const page = await browser.newPage()
    const made: Made[] = []
    const said: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${service}/sdk/`)) made.push(madeOf(request, service))
    })
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(String(error)))
    await page.goto(from)
    await page.waitForFunction(() => 'sdk' in globalThis)
    const run: Run = (code) => page.evaluate(`(async () => { ${code} })()`)
    return { page, made, said, run }
  }
  /** The same page under an origin that no key lists. */
  const foreign = `http://localhost:${port}`
  const options = JSON.stringify({ publishableKey, baseUrl: simulator.base_urls }).slice(1, -1)
  return { simulator, control, backend, service, origin, foreign, publishableKey, options, open }
}

/** Runs statements in the page; `return` gives the result. */
export type Run = <T = unknown>(code: string) => Promise<T>

function madeOf(request: Request, service: string): Made {
  const text = request.postData()
  return {
    method: request.method(),
    path: request.url().slice(service.length),
    authorization: request.headers().authorization,
    body: text === null ? undefined : (JSON.parse(text) as unknown),
  }
}
