import axe from 'axe-core'
import t from 'tap'
import { clickAgain, hostedPagesFor, press, reads } from '../testing/hosted-pages.ts'
import { WORKFLOWS } from '../testing/hosted-workflows.ts'

// Elements are found by label, heading or button text.

const { opened } = await hostedPagesFor(t, WORKFLOWS)

t.test('a double click acts on one page, not also on the page that it opens', async (t) => {
  const { page } = await opened('everything', { applicant: { family_name: 'Okafor' } })
  const unsent = async (title: string): Promise<void> => {
    t.equal(await page.locator('form[data-sent]').count(), 0, title)
    await reads(page, title)
  }
  await press(page, 'Agree and start')
  await page.getByLabel('Iuliana Shchedroliubova').check()
  await press(page, 'Take photos')
  await clickAgain(page, page.getByRole('button', { name: 'Take the photo' }))
  await unsent('Photograph the front')
  await press(page, 'Take the photo')
  await clickAgain(page, page.getByRole('button', { name: 'Use this photo' }))
  await unsent('Check the photo of the front')
  await page.getByRole('link', { name: 'Skip this and end the verification' }).click()
  await clickAgain(page, page.getByRole('button', { name: 'End the verification' }))
  await unsent('End this verification?')
  await page.close()
})

// Every screen: accessibility.thorough.test.ts.
t.test(
  'axe finds nothing on a desktop with a light theme and a phone with a dark theme',
  async (t) => {
    const { page } = await opened('signing')
    const find = (): Promise<string[]> =>
      page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`)
    await page.evaluate(axe.source)
    await page.setViewportSize({ width: 1280, height: 900 })
    t.strictSame(await find(), [])
    await press(page, 'Agree and start')
    await press(page, 'Open the documents')
    await page.evaluate(axe.source)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    t.strictSame(await find(), [])
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, 'it fits a phone')
    await page.close()
  },
)
