import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, chromium } from 'playwright-core'
import { startSimulator } from '../simulator/server.ts'
import { SECTIONS, fillForConsole } from '../simulator/testing/console-world.ts'
import { findChromium } from '../simulator/testing/chromium.ts'
import { controlClient } from '../simulator/testing/control-client.ts'
import { roomyWorld } from '../simulator/testing/simulator.ts'

/**
 * Takes a screenshot of every section of the console, and the images of the README.
 * `node tools/screenshots.ts [folder]`; by default the sections go to `screenshots/`. The images of the README always go
 * to `docs/images/`.
 */
const FOLDER = process.argv[2] ?? 'screenshots'
const README_IMAGES = join(import.meta.dirname, '../docs/images')

mkdirSync(FOLDER, { recursive: true })
mkdirSync(README_IMAGES, { recursive: true })
const simulator = await startSimulator({
  adminPort: 0,
  usPort: 0,
  euPort: 0,
  world: roomyWorld(),
  journal: true,
})
const { executablePath, env } = findChromium()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox'],
})
try {
  const places = await fillForConsole(controlClient(simulator))
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    colorScheme: 'light',
  })
  const open = async (place: string): Promise<void> => {
    await page.goto(`${simulator.control_url}/#/org_acme/${place}`)
    await page.locator('main h1').first().waitFor()
    await settled(page)
  }
  const shoot = (name: string): Promise<unknown> =>
    page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true })
  const all = [
    ...SECTIONS.map((name): [string, string] => [name, `test/${name}`]),
    ...Object.entries(places),
  ]
  for (const [name, place] of all) {
    await open(place)
    await shoot(name)
  }
  await open('test/verifications')
  await page.screenshot({ path: join(README_IMAGES, 'console.png') })
  await open(places.verification!)
  await page.screenshot({ path: join(README_IMAGES, 'console-verification.png') })
  for (const path of ['docs/api', 'docs/errors/validation_error']) {
    await page.goto(`${simulator.control_url}/${path}`)
    await page.screenshot({ path: join(FOLDER, `${path.replaceAll('/', '-')}.png`) })
  }
  await page.setViewportSize({ width: 390, height: 800 })
  for (const [name, place] of all) {
    await open(place)
    await shoot(`${name}-phone`)
  }
} finally {
  await browser.close()
  await simulator.close()
}

/** Waits until the page stops changing: all responses have arrived and are drawn. */
async function settled(page: Page): Promise<void> {
  let before = ''
  for (;;) {
    await page.waitForTimeout(250)
    const now = await page.locator('main').innerHTML()
    if (now === before) return
    before = now
  }
}
