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
