import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { EXPIRED_AFTER_SECONDS, hostedScreens } from '../testing/hosted-screens.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { controlClient } from '../testing/control-client.ts'

// axe tests every screen, alternating between a desktop with a light theme and a phone with a dark
// theme. The desktop screens are also tested on a phone from right to left. The weekly run has all
// combinations.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DESKTOP = { width: 1280, height: 900 } as const
const PHONE = { width: 360, height: 740 } as const
/** A zoom of 400% on a desktop. */
const SMALL = { width: 320, height: 640 } as const
/** The elements that reach beyond the window: those to the left of it cannot be scrolled to. */
const BEYOND = `[...document.querySelectorAll('body *:not(.unseen, .unseen *)')].filter((element) => {
  const { left, right } = element.getBoundingClientRect()
  return left < 0 || right > innerWidth
}).map(({ outerHTML }) => outerHTML.slice(0, 80))`
const LOOKS = [
  { ...DESKTOP, colorScheme: 'light' },
  { ...PHONE, colorScheme: 'dark' },
] as const
const OTHERS = [
  { ...DESKTOP, colorScheme: 'dark' },
  { ...PHONE, colorScheme: 'light' },
] as const
const FULL = process.env.TEST_FULL === '1'

type Look = (typeof LOOKS)[number] | (typeof OTHERS)[number]

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
// The accent of an organization must have enough contrast on the pages.
await controlClient(simulator).organization('org_acme', { branding: { accent: '#7a1fa2' } })
const browser = await browserFor(t)
const page = await browser.newPage()
await page.emulateMedia({ reducedMotion: 'reduce' })

/** Device and theme for the screen of this number. */
function looksOf(lang: 'en' | 'ar', i: number): readonly Look[] {
  if (FULL) return lang === 'en' ? [...OTHERS, ...LOOKS] : LOOKS
  const desktop = i % 2 === 0
  if (lang === 'ar') return desktop ? [LOOKS[1]] : []
  return [LOOKS[desktop ? 0 : 1]]
}

for (const lang of ['en', 'ar'] as const) {
  t.test(`axe finds nothing on any screen, in ${lang}`, async (t) => {
    await page.setExtraHTTPHeaders({ 'accept-language': lang })
    const screens = await hostedScreens(simulator)
    for (const [i, { name, url, act }] of screens.entries()) {
      if (name === 'end-expired') await controlClient(simulator).advance(EXPIRED_AFTER_SECONDS)
      await page.goto(url)
      await act?.(page)
      t.equal(await page.evaluate('document.documentElement.lang'), lang, name)
      const looks = looksOf(lang, i)
      if (looks.length > 0) await page.evaluate(AXE)
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
      await page.setViewportSize(SMALL)
      for (const size of ['', '200%']) {
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
        const text = `${name}, letters ${size || '100%'}`
        t.strictSame(await page.evaluate(BEYOND), [], `${text}, fits a phone`)
        const letters = await page.evaluate('parseFloat(getComputedStyle(document.body).fontSize)')
        t.equal(letters, size ? 34 : 17, text)
      }
    }
  })
}
