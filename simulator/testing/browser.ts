import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** Where distributions put it. */
const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** It calls nobody by itself, and needs neither a display nor the right to make name spaces. */
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

/** One real browser with a profile of its own, for a whole test file. @throws {Error} saying how to get one */
export async function browserFor(t: Teardown): Promise<BrowserContext> {
  const executablePath = chromiumPath()
  const profile = mkdtempSync(join(tmpdir(), 'vskit-browser-'))
  t.teardown(async () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: FLAGS,
  })
  t.teardown(() => browser.close())
  return browser
}

/** What `CHROMIUM_PATH` names, or else what is found in one of the usual places. @throws {Error} */
export function chromiumPath(
  named: string = process.env.CHROMIUM_PATH ?? '',
  usual: string[] = USUAL,
): string {
  const found = (named ? [named] : usual).find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    `This test needs Chromium, and ${named ? `there is none at ${named} (CHROMIUM_PATH)` : 'finds none'}. ` +
      'Run: sudo apt-get install chromium — or set CHROMIUM_PATH to the browser that is there.',
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
