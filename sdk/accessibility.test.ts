import t from 'tap'
import { journey } from './messages/en/journey.ts'
import { accessibilityFor } from './testing/accessibility.ts'
import { walker } from './testing/walk.ts'

// axe on every screen: accessibility.thorough.test.ts.

const { mounted } = await accessibilityFor(t)

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

t.test('a print has no controls', async (t) => {
  const page = await mounted()
  const { title } = walker(page)
  await title(journey.documentTitle)
  const button = page.getByRole('button', { name: journey.useCamera })
  t.ok(await button.isVisible())
  await page.emulateMedia({ media: 'print' })
  t.notOk(await button.isVisible())
  await page.close()
})
