import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { APPLICANT } from '../../simulator/testing/signing.ts'
import { integratorFor } from './integrator.ts'
import type { Teardown } from './shop.ts'
import { EVERY_STEP } from './walk.ts'

const { email: _, ...NAMED } = APPLICANT

/** An integrator's page with a workflow of every step type, for one test file. */
export async function accessibilityFor(t: Teardown) {
  const { backend, options, open, service } = await integratorFor(t, EVERY_STEP)
  /** @param copy an expression in the page */
  const mounted = async (copy = 'undefined'): Promise<Page> => {
    const id = await backend.create({ applicant: NAMED })
    const { page, run } = await open()
    await page.exposeFunction('fetchToken', () => backend.clientToken(id))
    await run(`document.documentElement.style.colorScheme = 'light dark'
      window.mounted = sdk.mount('#here', { ${options}, fetchToken, copy: ${copy} })`)
    return page
  }
  return { mounted, service }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Returns the rules that a page or its signing frame violates, each with an element. */
export async function violations(page: Page): Promise<string[]> {
  const frames: Frame[] = page.frames().filter((frame) => frame.url() !== 'about:blank')
  const found: string[] = []
  for (const frame of frames) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
    const broken = await frame.evaluate(async () => {
      const { axe, document } = globalThis as unknown as {
        axe: { run(root: unknown, options: object): Promise<{ violations: Violation[] }> }
        document: unknown
      }
      // Each document is tested separately.
      return (await axe.run(document, { iframes: false, resultTypes: ['violations'] })).violations
    })
    found.push(...broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`))
  }
  return found
}

/** Tests a screen with one size and colour scheme, then restores the page. */
export async function look(
  page: Page,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  const wide = await page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number } }
      innerWidth: number
    }
    return document.documentElement.scrollWidth > innerWidth
  })
  return [...(await violations(page)), ...(wide ? [`wider than ${width} px`] : [])]
}
