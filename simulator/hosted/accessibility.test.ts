import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { EXPIRED_AFTER_SECONDS, hostedScreens } from '../testing/hosted-screens.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { steer } from '../testing/steer.ts'

// Every screen, judged by axe: on a desktop in light and a phone in the dark, left to right, and on that phone right to
// left. The weekly run has the other combinations.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DESKTOP = { width: 1280, height: 900 } as const
const PHONE = { width: 360, height: 740 } as const
const LOOKS = [
  { ...DESKTOP, colorScheme: 'light' },
  { ...PHONE, colorScheme: 'dark' },
] as const
const OTHERS = [
  { ...DESKTOP, colorScheme: 'dark' },
  { ...PHONE, colorScheme: 'light' },
] as const
const FULL = process.env.TEST_FULL === '1'

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
// The accent of an organization is held to the contrast of the pages.
await steer(simulator).organization('org_acme', { branding: { accent: '#7a1fa2' } })
const browser = await browserFor(t)
const page = await browser.newPage()
await page.emulateMedia({ reducedMotion: 'reduce' })

// The look of the phone is the last one: each screen must fit it.
for (const [lang, looks] of [
  ['en', FULL ? [...OTHERS, ...LOOKS] : LOOKS],
  ['ar', FULL ? LOOKS : [LOOKS[1]]],
] as const) {
  t.test(`axe finds nothing on any screen, in ${lang}`, async (t) => {
    await page.setExtraHTTPHeaders({ 'accept-language': lang })
    const screens = await hostedScreens(simulator)
    for (const { name, url, act } of screens) {
      if (name === 'end-expired') await steer(simulator).advance(EXPIRED_AFTER_SECONDS)
      await page.goto(url)
      await act?.(page)
      t.equal(await page.evaluate('document.documentElement.lang'), lang, name)
      await page.evaluate(AXE)
      for (const { colorScheme, ...size } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        const violations = await page.evaluate<Violation[]>(
          'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
        )
        const found = violations.map(({ id, nodes }) => [
          id,
          nodes.map(({ target, failureSummary }) => [target, failureSummary]),
        ])
        t.strictSame(found, [], `${name}, ${size.width} px, ${colorScheme}`)
      }
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        PHONE.width,
        `${name} fits a phone`,
      )
    }
  })
}
