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
  'axe finds nothing on any screen, on a desktop with a light theme or a phone with a dark theme',
  async (t) => {
    const page = await mounted()
    let screens = 0
    await walkThrough(page, { journey, signing }, async (screen) => {
      // The screens alternate between the two; the weekly run tests each screen with both.
      const desktop = screens++ % 2 === 0
      if (FULL || desktop) t.strictSame(await look(page, 1280, 'light'), [], `${screen}, desktop`)
      if (FULL || !desktop) t.strictSame(await look(page, 320, 'dark'), [], `${screen}, phone`)
    })
    await page.close()
  },
)

/** The elements that reach beyond the window: those to the left of it cannot be scrolled to. */
const BEYOND = `[...document.querySelector('#here > div').shadowRoot.querySelectorAll('*')].filter((element) => {
  const { left, right } = element.getBoundingClientRect()
  return left < 0 || right > innerWidth
}).map(({ outerHTML }) => outerHTML.slice(0, 80))`

t.test(
  'a language of the kit is loaded when it is needed, and Arabic mirrors the page',
  async (t) => {
    const page = await mounted("(await import('/copy/ar.js')).default")
    const bars = page.getByRole('list').first().locator('li')
    const left = async (bar: Locator) => (await bar.boundingBox())!.x
    await page.setViewportSize({ width: 320, height: 800 })
    await walkThrough(page, arabic, async (screen) => {
      // 320 px is a zoom of 400% on a desktop; letters may be twice as large in addition.
      for (const size of ['200%', '']) {
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
        t.strictSame(await page.evaluate(BEYOND), [], `${screen} ${size}`)
      }
      t.strictSame(await violations(page), [], screen)
      if (screen === 'form')
        t.ok((await left(bars.first())) > (await left(bars.last())), 'steps begin on the right')
    })
    await page.close()
  },
)
