import { X509Certificate, createHash } from 'node:crypto'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

/**
 * Flags that disable the browser's background requests and the need for a display and user
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
  /** The root test, if several test files share the process. */
  parent?: object | undefined
}

/** Test files that share a process share the browser, too. */
let running: Promise<Browser> | undefined

/**
 * Returns a browser context with a fresh profile for a test file.
 *
 * @param trusted certificates that the browser trusts besides its own, PEM; this takes a browser of its own
 * @throws {Error} if no browser is found; the message says how to get one
 */
export async function browserFor(
  t: Teardown,
  trusted: readonly string[] = [],
): Promise<BrowserContext> {
  const launched = trusted.length > 0 ? launch(t, trusted) : (running ??= launch(outermost(t)))
  const context = await (await launched).newContext()
  t.teardown(() => context.close())
  return context
}

async function launch(t: Teardown, trusted: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    headless: true,
    args: [
      ...FLAGS,
      ...(trusted.length > 0
        ? [`--ignore-certificate-errors-spki-list=${trusted.map(keyDigest).join(',')}`]
        : []),
    ],
  })
  t.teardown(() => browser.close())
  return browser
}

/** Returns the digest of a certificate's key in Chromium's format. */
function keyDigest(pem: string): string {
  const { publicKey } = new X509Certificate(pem)
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

function outermost(t: Teardown): Teardown {
  return t.parent ? outermost(t.parent as Teardown) : t
}

/** Waits for a line in the browser's console: lines arrive later than their cause. */
export async function waitForConsoleLine(
  page: Page,
  consoleLines: string[],
  line: RegExp,
): Promise<void> {
  while (!consoleLines.some((text) => line.test(text))) await page.waitForEvent('console')
}
