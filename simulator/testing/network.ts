import type { CDPSession, Page } from 'playwright-core'

const sessions = new WeakMap<Page, CDPSession>()

async function emulate(page: Page, conditions: object): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    ...conditions,
  })
}

/** Emulates a slow mobile network in a page: 400 kbit/s and 400 ms for each round trip. */
export async function slow(page: Page): Promise<void> {
  const bytes = 400_000 / 8
  await emulate(page, { latency: 400, downloadThroughput: bytes, uploadThroughput: bytes })
}

/** Takes a page offline. */
export async function offline(page: Page): Promise<void> {
  await emulate(page, { offline: true })
}

/** Ends `slow` and `offline`. */
export async function connected(page: Page): Promise<void> {
  await emulate(page, {})
}

/**
 * Holds the requests of a page to matching URLs while `see` runs: it waits for the progress that
 * the page shows, however slow the machine is.
 */
export async function whileHeld(
  page: Page,
  url: string | RegExp,
  act: () => Promise<unknown>,
  see: () => Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  await act()
  await see()
  // Later requests are continued at once.
  resolve()
}
