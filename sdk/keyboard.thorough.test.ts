import t from 'tap'
import { SIGNER } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { accessibilityFor } from './testing/accessibility.ts'
import { walker } from './testing/walk.ts'

// axe on every screen: accessibility.thorough.test.ts.

const { mounted } = await accessibilityFor(t)

t.test('a whole verification with the keyboard only', async (t) => {
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
  /** Presses Tab until the element has the focus. @throws {Error} if it cannot be reached */
  const reach = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      if (wanted.test(await focused())) return
    }
    throw new Error(
      `the keyboard cannot reach ${String(wanted)}; the focus is at ${await focused()}`,
    )
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
    throw new Error(`the keyboard cannot reach ${String(wanted)} in the frame`)
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
