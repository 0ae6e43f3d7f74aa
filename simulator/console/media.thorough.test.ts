import type { Page } from 'playwright-core'
import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { hostedScreens } from '../testing/hosted-screens.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Forced colours, visible focus and print, of the console and the hosted pages.

t.setTimeout(120_000)
const simulator = await simulatorFor(t, { world: roomyWorld() })
const page = await (await browserFor(t)).newPage()
page.setDefaultTimeout(30_000)

const style = (of: string, name: string): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('${of}')).${name}`)

/** Presses Tab until the focus leaves the page. @returns elements without a visible focus */
async function unmarked(of: Page): Promise<unknown[]> {
  const found: unknown[] = []
  const mark = `(() => {
    const { activeElement: at, body } = document
    if (at === body || at.dataset.seen) return 'end'
    at.dataset.seen = 'true'
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    return outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? at.outerHTML.slice(0, 80) : ''
  })()`
  for (let presses = 0; presses < 100; presses++) {
    await of.keyboard.press('Tab')
    const text = await of.evaluate(mark)
    if (text === 'end') break
    if (text !== '') found.push(text)
  }
  return found
}

t.test('the console marks choices and the focus in forced colours', async (t) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(simulator.control_url)
  await page.getByRole('heading', { level: 1, name: 'Verifications' }).waitFor()
  for (const [chosen, other] of [
    ['.modes [aria-pressed=true]', '.modes [aria-pressed=false]'],
    ['#sections [aria-current]', '#sections a:not([aria-current])'],
  ] as const)
    t.not(await style(chosen, 'backgroundColor'), await style(other, 'backgroundColor'), chosen)
  t.strictSame(await unmarked(page), [])
})

t.test('a print of the console has no controls', async (t) => {
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  t.equal(await page.getByRole('navigation').count(), 0)
  t.equal(await page.getByRole('button').count(), 0)
  t.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true)
})

t.test('the hosted pages mark progress, mistakes and the focus in forced colours', async (t) => {
  const screens = await hostedScreens(simulator)
  const open = async (name: string): Promise<void> => {
    const { url, act } = screens.find((screen) => screen.name === name)!
    await page.goto(url)
    await act?.(page)
  }
  await page.emulateMedia({ forcedColors: 'active', media: 'screen' })
  for (const name of ['start', 'document', 'front', 'form-problems', 'signing-sign', 'end-done']) {
    await open(name)
    t.strictSame(await unmarked(page), [], name)
  }
  await open('form-problems')
  const bar = `getComputedStyle(document.querySelector('.wrong'), '::before').backgroundColor`
  t.not(await page.evaluate(bar), await style('main', 'backgroundColor'), 'a mistake')

  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await open('end-done')
  t.equal(await page.getByRole('button').count(), 0)
  t.equal(await page.locator('.languages').isVisible(), false)
  t.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true)
})
