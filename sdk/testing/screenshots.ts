import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { APPLICANT } from '../../simulator/testing/signing.ts'
import { journey } from '../messages/en/journey.ts'
import { signing } from '../messages/en/signing.ts'
import type { CompleteCopy } from '../messages/copy.ts'
import { integratorFor } from './integrator.ts'
import { EVERY_STEP, walkThrough } from './walk.ts'

/**
 * Takes pictures of every screen that `mount` draws, on a desktop and on a phone, light and dark.
 *
 *   node sdk/testing/screenshots.ts FOLDER [LANGUAGE]
 */
const [folder, lang = 'en'] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Expected a folder for the pictures: node sdk/testing/screenshots.ts FOLDER')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const words: CompleteCopy =
  lang === 'en'
    ? { lang, dir: 'ltr', journey, signing }
    : ((await import(`../copy/${lang}.ts`)) as { default: CompleteCopy }).default

const ends: (() => Promise<void>)[] = []
const { backend, options, open } = await integratorFor(
  { teardown: (end) => ends.unshift(end) },
  EVERY_STEP,
)

for (const [name, width, height] of [
  ['desktop', 1100, 900],
  ['phone', 360, 740],
] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    const { page, run } = await open()
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    const { email: _, ...applicant } = APPLICANT
    const id = await backend.create({ applicant })
    const token = await backend.clientToken(id)
    await run(`document.documentElement.style.colorScheme = 'light dark'
      window.mounted = sdk.mount('#here', { ${options}, fetchToken: () => '${token}', onEvent: heard, copy: ${JSON.stringify(words)} })`)
    let count = 0
    const shot = async (screen: string): Promise<void> => {
      await page.waitForTimeout(150)
      const file = `${name}-${scheme}-${String(++count).padStart(2, '0')}-${screen}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
    }
    await walkThrough(page, words, shot)
    await page.close()
  }
}
for (const end of ends) await end()
