import axe from 'axe-core'
import type { Frame, Locator, Page } from 'playwright-core'
import t from 'tap'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import arabic from './copy/ar.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { EVERY_STEP, walkThrough, walker } from './testing/walk.ts'

const { backend, options, open, service } = await integratorFor(t, EVERY_STEP)
const { email: _, ...NAMED } = APPLICANT

const FULL = process.env.TEST_FULL === '1'

const marked = <Key extends string>(texts: Record<Key, string>): Record<Key, string> =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => [key, `⟦${text}⟧`]),
  ) as Record<Key, string>
/** Marked texts from right to left: what is not between its marks came from elsewhere. */
const PSEUDO = { lang: 'ar', dir: 'rtl', journey: marked(journey), signing: marked(signing) }

/** @param copy an expression in the page */
async function mounted(copy = 'undefined'): Promise<Page> {
  const id = await backend.create({ applicant: NAMED })
  const { page, run } = await open()
  await page.exposeFunction('fetchToken', () => backend.clientToken(id))
  await run(`document.documentElement.style.colorScheme = 'light dark'
    window.mounted = sdk.mount('#here', { ${options}, fetchToken, copy: ${copy} })`)
  return page
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** The rules that a page or its signing frame breaks, each with an element. */
async function violations(page: Page): Promise<string[]> {
  const frames: Frame[] = page.frames().filter((frame) => frame.url() !== 'about:blank')
  const found: string[] = []
  for (const frame of frames) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
    const broken = await frame.evaluate(async () => {
      const { axe, document } = globalThis as unknown as {
        axe: { run(root: unknown, options: object): Promise<{ violations: Violation[] }> }
        document: unknown
      }
      // Each document is looked at by itself.
      return (await axe.run(document, { iframes: false, resultTypes: ['violations'] })).violations
    })
    found.push(...broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`))
  }
  return found
}

/** Looks at a screen in one size and colour scheme, and puts the page back. */
async function look(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<string[]> {
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

t.test('no string bypasses the catalogue, and from right to left nothing breaks', async (t) => {
  const page = await mounted(JSON.stringify(PSEUDO))
  // What others wrote: the workflow's questions and options, the document's title, the business, its address.
  const data = new Set([
    'Where do you live?',
    'Do you own pets?',
    'Which rooms?',
    'Kitchen',
    'Study',
    'When do you move?',
    LEASE.title,
    'ada@acme-rentals.example',
  ])
  const stray = async (): Promise<string[]> => {
    const texts = await Promise.all(
      page
        .frames()
        .filter((frame) => frame === page.mainFrame() || frame.url().startsWith(service))
        .map((frame) => frame.evaluate(textsOf)),
    )
    return texts
      .flat()
      .map((text) => text.replace(/⟦.*⟧/s, '').trim())
      .filter((text) => !/^[\s:()]*$/.test(text) && !data.has(text))
  }
  await walkThrough(page, PSEUDO, async (screen) => {
    t.strictSame(await stray(), [], screen)
    t.strictSame(await look(page, 320, 'light'), [], `${screen}, phone`)
  })
  await page.close()
})

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

t.test('a whole journey by keyboard alone', async (t) => {
  const page = await mounted()
  const { title, frame, frameTitle } = walker(page)
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      interface Root {
        activeElement: (Element & { shadowRoot?: Root }) | null
      }
      interface Element {
        tagName: string
        textContent: string | null
        name?: string
        value?: string
      }
      let active = (globalThis as unknown as { document: Root }).document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active ? `${active.tagName} ${active.name ?? ''} ${active.textContent}` : ''
    })
  /** Tab until the focus is there; a trap or a control that can't be reached ends in an error. */
  const reach = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      if (wanted.test(await focused())) return
    }
    throw new Error(`no way by keyboard to ${String(wanted)}; the focus is at ${await focused()}`)
  }
  const push = async (name: string): Promise<void> => {
    await reach(new RegExp(`^BUTTON .*${name}`))
    await page.keyboard.press('Enter')
  }
  await title(journey.documentTitle)
  await push(journey.useCamera)
  await title(journey.frontTitle)
  t.match(await focused(), `H2  ${journey.frontTitle}`, 'a new screen begins at its heading')
  await push(journey.takePhoto)
  await push(journey.usePhoto)
  for (let i = 0; i < 3; i++) await push(journey.livenessDone)
  await title(journey.formTitle)
  await reach(/^INPUT answers\.city/)
  await page.keyboard.type('Oslo')
  await reach(/^INPUT answers\.pets/)
  await page.keyboard.press('Space')
  await push(journey.continue)
  await title(journey.nameBackgroundCheck)
  await push(journey.agree)
  await frameTitle(signing.title)
  const inFrame = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const at = await frame.locator('html').evaluate(() => {
        const { activeElement: active } = (
          globalThis as unknown as {
            document: { activeElement: { tagName: string; name?: string; textContent: string } }
          }
        ).document
        return `${active.tagName} ${active.name ?? ''} ${active.textContent.trim()}`
      })
      if (wanted.test(at)) return
    }
    throw new Error(`no way by keyboard to ${String(wanted)} in the frame`)
  }
  await inFrame(new RegExp(`^BUTTON .*${signing.consent}`))
  await page.keyboard.press('Enter')
  await frame.getByLabel(signing.typedName).waitFor()
  await inFrame(/^INPUT typedName/)
  await page.keyboard.type(SIGNER)
  await page.keyboard.press('Enter')
  await frameTitle(signing.titleSigned)
  await push(journey.continue)
  await title(journey.nameEmailVerification)
  await reach(/^INPUT applicant\.email/)
  await page.keyboard.type('ana@signer.example')
  await push(journey.agree)
  await title(journey.doneTitle)
  await page.close()
})

t.test('a theme is a set of custom properties on the target', async (t) => {
  const page = await mounted()
  const { title } = walker(page)
  await title(journey.documentTitle)
  const colour = (): Promise<string> =>
    page
      .getByRole('button', { name: journey.useCamera })
      .evaluate(
        (button) =>
          (
            globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } }
          ).getComputedStyle(button).backgroundColor,
      )
  t.not(await colour(), 'rgb(10, 90, 40)')
  await page.evaluate(
    `document.querySelector('#here').style.setProperty('--vskit-accent', 'rgb(10 90 40)')`,
  )
  t.equal(await colour(), 'rgb(10, 90, 40)')
  await page.close()
})

/** Every text that a person reads or hears, shadow roots included; runs in the page. */
function textsOf(): string[] {
  interface Part {
    nodeType: number
    textContent: string
    childNodes: Part[]
    tagName?: string
    lang?: string
    shadowRoot?: Part
    getAttribute?(name: string): string | null
    closest?(selector: string): unknown
  }
  const { document } = globalThis as unknown as { document: { querySelector(at: string): Part } }
  const found: string[] = []
  const walk = (part: Part): void => {
    if (part.tagName === 'SCRIPT' || part.tagName === 'IFRAME') return
    // The disclosure keeps its own language, and says so.
    if (part.getAttribute?.('lang') === 'en') return
    for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
      if (part.getAttribute?.(name)) found.push(part.getAttribute(name)!)
    if (part.nodeType === 3) found.push(part.textContent)
    for (const child of part.childNodes) walk(child)
    if (part.shadowRoot) walk(part.shadowRoot)
  }
  walk(document.querySelector('#here') ?? document.querySelector('body'))
  return found
}
