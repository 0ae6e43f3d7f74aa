import type { BrowserContext, Download, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { browserFor } from './browser.ts'
import { controlClient, data } from './control-client.ts'
import { backendFor } from './page.ts'
import { demoKey, roomyWorld, simulatorFor } from './simulator.ts'

/** A browser, and a simulator whose hosted pages it opens. */
export interface HostedPages<Workflow extends string> {
  simulator: Awaited<ReturnType<typeof simulatorFor>>
  acme: ReturnType<typeof backendFor>
  control: ReturnType<typeof controlClient>
  browser: BrowserContext
  /** Opens the page of a new session and records the browser console. */
  opened(
    workflow: Workflow,
    body?: object,
  ): Promise<{ id: string; page: Page; consoleLines: string[] }>
  sessionOf(id: string): Promise<object>
}

/** @param workflows steps of a template, by name */
export async function hostedPagesFor<Workflow extends string>(
  t: Test,
  workflows: Record<Workflow, object[]>,
): Promise<HostedPages<Workflow>> {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const acme = backendFor(simulator, demoKey('org_acme'))
  const browser = await browserFor(t)
  // Records calls for the camera, which the browser would grant.
  await browser.grantPermissions(['camera', 'microphone'])
  await browser.addInitScript(`for (const name of ['getUserMedia', 'getDisplayMedia']) {
    navigator.mediaDevices[name] = () => { window.opened = name }
  }`)
  return {
    simulator,
    acme,
    control: controlClient(simulator),
    browser,
    opened: async (workflow, body = {}) => {
      const { id: workflow_template_id } = data<{ id: string }>(
        await acme.call('POST', '/v1/workflow-templates', {
          name: workflow,
          steps: workflows[workflow],
        }),
      )
      const { id, hosted_url } = data<{ id: string; hosted_url: string }>(
        await acme.call('POST', '/v1/sessions', { workflow_template_id, ...body }),
      )
      const page = await browser.newPage()
      const consoleLines: string[] = []
      page.on('console', (message) => consoleLines.push(message.text()))
      await page.goto(hosted_url)
      return { id, page, consoleLines }
    },
    sessionOf: async (id) => data(await acme.call('GET', `/v1/sessions/${id}`)),
  }
}

/** Clicks the button with this text. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Makes the second click of a double click, for an element of the page that the first one opened. */
export async function clickAgain(page: Page, element: Locator): Promise<void> {
  await element.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Resolves when the page has this heading. */
export const reads = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Returns the method by which the page asked for a camera or a screen, or null. */
export const deviceAskedFor = (page: Page): Promise<unknown> =>
  page.evaluate('window.opened ?? null')

/** Follows the link with this text, which must be a download. */
export async function saved(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  return download
}
