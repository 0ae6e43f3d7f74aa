import t from 'tap'
import { LEASE } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { accessibilityFor, look } from './testing/accessibility.ts'
import { walkThrough } from './testing/walk.ts'

const { mounted, service } = await accessibilityFor(t)

const marked = <Key extends string>(texts: Record<Key, string>): Record<Key, string> =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => [key, `⟦${text}⟧`]),
  ) as Record<Key, string>
/**
 * The catalogue from right to left with markers around each text: text without markers does not
 * come from the catalogue.
 */
const PSEUDO = { lang: 'ar', dir: 'rtl', journey: marked(journey), signing: marked(signing) }

t.test(
  'every string comes from the catalogue, and the layout works from right to left',
  async (t) => {
    const page = await mounted(JSON.stringify(PSEUDO))
    // Texts of users: questions and options, the title of the document, the business and its address.
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
    let screens = 0
    await walkThrough(page, PSEUDO, async (screen) => {
      t.strictSame(await stray(), [], screen)
      if (screens++ % 3 === 0) t.strictSame(await look(page, 320, 'light'), [], `${screen}, phone`)
    })
    await page.close()
  },
)

/** Returns every visible and accessible text, also in shadow roots; runs in the page. */
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
    // The disclosure stays in its original language, with a lang attribute.
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
