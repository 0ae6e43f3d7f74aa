import type { FrameLocator, Page } from 'playwright-core'
import { APPLICANT, LEASE } from '../../simulator/testing/signing.ts'
import type { integratorFor } from './integrator.ts'

const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
export const STEPS = [LEASES, { id: 'last', type: 'sanctions_screening' }]

/** A page with the frame of a document. */
interface Tab {
  id: string
  page: Page
  frame: FrameLocator
  made: { path: string }[]
  consoleLines: string[]
  run: <T = unknown>(code: string) => Promise<T>
}

/** Opens pages that mount the frame of a new session. */
export function signingFramesFor({
  backend,
  options,
  open,
}: Awaited<ReturnType<typeof integratorFor>>) {
  return async (signingOptions = '{}', prepare?: (page: Page) => Promise<void>): Promise<Tab> => {
    const id = await backend.create({ applicant: APPLICANT })
    const tab = await open()
    await prepare?.(tab.page)
    await tab.page.exposeFunction('mint', async () => ({ token: await backend.browserToken(id) }))
    await tab.run(`
    window.verification = await sdk.init({ ${options}, getSessionToken: mint, onEvent: heard })
    window.states = []
    window.signing = await sdk.mountSigning(document.querySelector('#here'), verification, 'lease',
      { onState: (state) => states.push(state), ...${signingOptions} })`)
    return { ...tab, id, frame: tab.page.frameLocator('iframe') }
  }
}

/** Returns the URL of the frame. */
export const insideOf = (page: Page, service: string): string =>
  page
    .frames()
    .find((held) => held.url().startsWith(service))!
    .url()

/** Waits for a heading of the frame. */
export const heading = (frame: FrameLocator, name: string): Promise<void> =>
  frame.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Presses a button of the frame. */
export const press = (frame: FrameLocator, name: string): Promise<void> =>
  frame.getByRole('button', { name, exact: true }).click()

/** An expression of the page: the statuses that its signing events had. */
export const signingEvents = `events.filter(({ type }) => type === 'signing').map(({ status }) => status)`

/** Waits until the page was told a status. */
export const soon = (page: Page, status: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      (globalThis as unknown as { states: { status: string }[] }).states.at(-1)?.status === wanted,
    status,
  )
