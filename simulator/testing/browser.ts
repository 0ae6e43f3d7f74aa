import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from 'playwright-core'
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
}

/**
 * Starts one browser with a fresh profile for a test file.
 *
 * @throws {Error} if no browser is found; the message says how to get one
 */
export async function browserFor(t: Teardown): Promise<BrowserContext> {
  const { executablePath, env } = findChromium()
  const profile = mkdtempSync(join(tmpdir(), 'vskit-browser-'))
  t.teardown(async () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env },
    headless: true,
    args: FLAGS,
  })
  t.teardown(() => browser.close())
  return browser
}

/** Waits until the browser's console has a line like this: lines arrive after what caused them. */
export async function untilSaid(page: Page, said: string[], line: RegExp): Promise<void> {
  while (!said.some((text) => line.test(text))) await page.waitForEvent('console')
}
