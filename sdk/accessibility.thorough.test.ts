import type { Locator } from 'playwright-core'
import t from 'tap'
import arabic from './copy/ar.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { accessibilityFor, look, violations } from './testing/accessibility.ts'
import { walkThrough } from './testing/walk.ts'

const FULL = process.env.TEST_FULL === '1'
const { mounted } = await accessibilityFor(t)

t.test(
  'axe finds nothing on any screen, on a desktop in light or a phone in the dark',
  async (t) => {
    const page = await mounted()
    let screens = 0
    await walkThrough(page, { journey, signing }, async (screen) => {
      // In turn; the weekly run looks at each screen in both.
      const desktop = screens++ % 2 === 0
      if (FULL || desktop) t.strictSame(await look(page, 1280, 'light'), [], `${screen}, desktop`)
      if (FULL || !desktop) t.strictSame(await look(page, 320, 'dark'), [], `${screen}, phone`)
    })
    await page.close()
  },
)

t.test(
  'texts that the kit brings are loaded when they are needed, and mirror the page',
  async (t) => {
    const page = await mounted("(await import('/copy/ar.js')).default")
    const bars = page.getByRole('list').first().locator('li')
    const left = async (bar: Locator) => (await bar.boundingBox())!.x
    await page.setViewportSize({ width: 320, height: 800 })
    await walkThrough(page, arabic, async (screen) => {
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, screen)
      if (screen !== 'form') return
      t.ok((await left(bars.first())) > (await left(bars.last())), 'steps begin at the right')
      t.strictSame(await violations(page), [])
    })
    await page.close()
  },
)
