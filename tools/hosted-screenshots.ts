// node tools/hosted-screenshots.ts [folder]: takes a screenshot of every hosted page, on desktop
// and phone, light and dark, in English and Arabic, and the one of the README.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { browserFor } from '../simulator/testing/browser.ts'
import { EXPIRED_AFTER_SECONDS, hostedScreens } from '../simulator/testing/hosted-screens.ts'
import { roomyWorld, simulatorFor } from '../simulator/testing/simulator.ts'
import { controlClient } from '../simulator/testing/control-client.ts'

const folder = process.argv[2] ?? 'screenshots/hosted'
const README_SCREEN = 'front'
const README_IMAGE = 'docs/images/hosted-page.png'
const LOOKS = [
  { name: 'desktop', lang: 'en', width: 1000, height: 800, colorScheme: 'light' },
  { name: 'desktop-arabic', lang: 'ar', width: 1000, height: 800, colorScheme: 'dark' },
  { name: 'phone-dark', lang: 'en', width: 390, height: 800, colorScheme: 'dark' },
  { name: 'phone-arabic', lang: 'ar', width: 390, height: 800, colorScheme: 'light' },
] as const

const ends: (() => Promise<void>)[] = []
const teardown = { teardown: (end: () => Promise<void>) => ends.unshift(end) }
try {
  const simulator = await simulatorFor(teardown, {
    world: { ...roomyWorld(), ip_limit: 1_000_000 },
  })
  const browser = await browserFor(teardown)
  const page = await browser.newPage()
  mkdirSync(folder, { recursive: true })
  mkdirSync('docs/images', { recursive: true })
  for (const { name: look, lang, colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setExtraHTTPHeaders({ 'accept-language': lang })
    for (const { name, url, act } of await hostedScreens(simulator)) {
      if (name === 'end-expired') await controlClient(simulator).advance(EXPIRED_AFTER_SECONDS)
      await page.goto(url)
      await act?.(page)
      await page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: true })
      if (name !== README_SCREEN || look !== 'desktop') continue
      await page.setViewportSize({ width: 420, height: 700 })
      await page.screenshot({ path: README_IMAGE, fullPage: true })
      await page.setViewportSize(size)
    }
  }
} finally {
  for (const end of ends) await end()
}
