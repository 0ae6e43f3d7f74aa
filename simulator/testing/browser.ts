import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

/**
 * Flags that disable the browser's background requests, and need neither a display nor user
 * namespaces.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Teardown {
  teardown(end: () => Promise<void>): unknown
  /** In a process that runs several test files: the test of the process. */
  parent?: object | undefined
}

/** Test files that share a process share the browser, too. */
let running: Promise<Browser> | undefined

/**
 * Returns a browser context with a fresh profile for a test file.
 *
 * @throws {Error} if no browser is found; the message says how to get one
 */
export async function browserFor(t: Teardown): Promise<BrowserContext> {
  running ??= launch(outermost(t))
  const context = await (await running).newContext()
  t.teardown(() => context.close())
  return context
}

async function launch(t: Teardown): Promise<Browser> {
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    headless: true,
    args: FLAGS,
  })
  t.teardown(() => browser.close())
  return browser
}

function outermost(t: Teardown): Teardown {
  return t.parent ? outermost(t.parent as Teardown) : t
}

/** Waits until the browser's console has a line like this: lines arrive after what caused them. */
export async function untilSaid(page: Page, said: string[], line: RegExp): Promise<void> {
  while (!said.some((text) => line.test(text))) await page.waitForEvent('console')
}
