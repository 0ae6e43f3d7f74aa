import type { BrowserContext, Page, Request } from 'playwright-core'
import { browserFor } from '../../simulator/testing/browser.ts'
import { backendFor } from '../../simulator/testing/page.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../simulator/testing/simulator.ts'
import { controlClient } from '../../simulator/testing/control-client.ts'
import { type Teardown, startShop } from './shop.ts'

/** A request of a page to the service. */
export interface PageRequest {
  method: string
  path: string
  authorization: string | undefined
  body: unknown
}

export type Step = Record<string, unknown> & { id: string; type: string }

/**
 * A simulator, an integrator's page with a strict content security policy, and a browser, for one test file.
 * @param steps the workflow of the organization whose key the page uses
 */
export async function integratorFor(t: Teardown, steps: Step[]) {
  const simulator = await simulatorFor(t, {
    world: roomyWorld((organization) => {
      if (organization.id === 'org_acme') organization.default_workflow = { steps }
    }),
  })
  const control = controlClient(simulator)
  const backend = backendFor(simulator, demoKey('org_acme'))
  const service = simulator.base_urls.us
  const port = await startShop(t, [service, simulator.base_urls.eu])
  const origin = `http://127.0.0.1:${port}`
  const { key: publishableKey } = await control.call<{ key: string }>(
    'POST',
    '/organizations/org_acme/keys',
    { type: 'pk', mode: 'test', allowed_origins: [origin] },
  )
  const browser: BrowserContext = await browserFor(t)

  /**
   * A new tab with the page; `made` collects its requests to the service, `consoleLines` its console lines.
   */
  const open = async (
    from = origin,
  ): Promise<{ page: Page; made: PageRequest[]; consoleLines: string[]; run: Run }> => {
    const page = await browser.newPage()
    const made: PageRequest[] = []
    const consoleLines: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${service}/sdk/`)) made.push(madeOf(request, service))
    })
    page.on('console', (message) => consoleLines.push(message.text()))
    page.on('pageerror', (error) => consoleLines.push(String(error)))
    await page.goto(from)
    await page.waitForFunction(() => 'sdk' in globalThis)
    const run: Run = (code) => page.evaluate(`(async () => { ${code} })()`)
    return { page, made, consoleLines, run }
  }
  /** The same page on an origin that no key lists. */
  const foreign = `http://localhost:${port}`
  const options = JSON.stringify({ publishableKey, baseUrl: simulator.base_urls }).slice(1, -1)
  return { simulator, control, backend, service, origin, foreign, publishableKey, options, open }
}

/** Runs statements in the page; `return` gives the result. */
export type Run = <T = unknown>(code: string) => Promise<T>

function madeOf(request: Request, service: string): PageRequest {
  const text = request.postData()
  return {
    method: request.method(),
    path: request.url().slice(service.length),
    authorization: request.headers().authorization,
    body: text === null ? undefined : (JSON.parse(text) as unknown),
  }
}
