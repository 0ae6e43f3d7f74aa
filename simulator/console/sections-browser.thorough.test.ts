import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Request } from 'playwright-core'
import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { SECTIONS, fillForConsole } from '../testing/console-world.ts'
import { controlClient } from '../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Every section of the console with data: accessibility rules, and no content wider than the
// window. Each place is tested with one size and colour scheme; the weekly run uses all of them.

// The axe runs are slow on a busy machine.
t.setTimeout(300_000)
const FULL = process.env.TEST_FULL === '1'
const LOOKS = [320, 390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

const simulator = await simulatorFor(t, { world: roomyWorld(), journal: true })
const places = await fillForConsole(controlClient(simulator))
const browser = await browserFor(t)
const page = await browser.newPage()
page.setDefaultTimeout(30_000)
await page.goto(simulator.control_url)
await page.evaluate(
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
)

const requests = { underway: 0 }
/** The stream of changes stays open as long as the page. */
const count =
  (by: number) =>
  (request: Request): void => {
    if (request.resourceType() !== 'eventsource') requests.underway += by
  }
page.on('request', count(1))
page.on('requestfinished', count(-1))
page.on('requestfailed', count(-1))
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))'

/** Opens a place, and waits until its responses are drawn. */
async function open(place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/org_acme/${place}`)}`)
  await page.locator('main h1').first().waitFor()
  do await page.evaluate(DRAWN)
  while (requests.underway > 0)
  // Responses trigger further requests: an applicant's page has more tables.
  do await page.evaluate(DRAWN)
  while (requests.underway > 0)
}

t.test('letters follow the text size of the browser', async (t) => {
  const letters = 'parseFloat(getComputedStyle(document.body).fontSize)'
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  t.equal(await page.evaluate(letters), 30)
  await page.evaluate("document.documentElement.style.fontSize = ''")
  t.equal(await page.evaluate(letters), 15)
})

const AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 160)))`

const all = [
  ...SECTIONS.map((name): [string, string] => [name, `test/${name}`]),
  ...Object.entries(places),
]
for (const [i, [name, place]] of all.entries()) {
  t.test(`axe finds nothing in ${name}, and it fits`, async (t) => {
    await open(place)
    for (const { width, colorScheme } of FULL ? LOOKS : [LOOKS[i % LOOKS.length]!]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      t.strictSame(await page.evaluate(AXE), [], `${name} at ${width} px, ${colorScheme}`)
    }
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        0,
        `${name} fits ${width} px`,
      )
    }
  })
}

/** Elements that reach beyond the window, and texts of which a line has room for some letters only. */
const UNREADABLE = `(() => {
  const shown = (element) => !element.closest('.skip, .hidden, thead') && element.getClientRects().length > 0
  const beyond = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return shown(element) && (left < 0 || right > innerWidth)
  }).map(({ outerHTML }) => 'beyond the window: ' + outerHTML.slice(0, 80))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const narrow = []
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim()
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (shown(texts.currentNode.parentElement) && lines > 2 && text.length / lines < 4)
      narrow.push('in ' + lines + ' lines: ' + text)
  }
  return [...beyond, ...narrow]
})()`

// WCAG 1.4.4 and 1.4.10: 320 px is a zoom of 400% on a desktop.
t.test('every section can be read with letters of 200% on a phone and a desktop', async (t) => {
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  for (const [i, [name, place]] of all.entries()) {
    await open(place)
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    await page.emulateMedia({ colorScheme: i % 2 === 0 ? 'light' : 'dark' })
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      t.strictSame(await page.evaluate(UNREADABLE), [], `${name} at ${width} px`)
    }
    if (FULL) t.strictSame(await page.evaluate(AXE), [], name)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  t.strictSame(await page.evaluate(UNREADABLE), [], 'the menu')
  await open(places.applicant!)
  await page.getByRole('button', { name: 'Open an erasure request' }).click()
  await page.getByRole('dialog').waitFor()
  t.strictSame(await page.evaluate(UNREADABLE), [], 'a dialog')
  await page.keyboard.press('Escape')
  await page.evaluate("document.documentElement.style.fontSize = ''")
})

/** The text spacing of WCAG 1.4.12. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(\`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }\`)
  document.adoptedStyleSheets = [sheet]
})()`
const BEYOND_CELL = `[...document.querySelectorAll('td button, td .button')].filter((button) =>
  button.getBoundingClientRect().right > button.closest('td').getBoundingClientRect().right + 1)
  .map(({ outerHTML }) => 'beyond its cell: ' + outerHTML.slice(0, 80))`

t.test('every section can be read with wide text spacing on a phone', async (t) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.evaluate(SPACED)
  for (const [name, place] of all) {
    await open(place)
    t.strictSame(await page.evaluate(BEYOND_CELL), [], name)
  }
  await page.evaluate('document.adoptedStyleSheets = []')
})
