import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { signersFor } from '../testing/signers.ts'
import { SIGNER } from '../testing/signing.ts'

const { simulator, signer } = await signersFor(t)

t.test('Back and reload work after the review, also without scripts', async (t) => {
  const browser = await browserFor(t)
  for (const scripts of [true, false]) {
    const { id } = await signer()
    const page = await browser.newPage()
    if (!scripts) {
      const client = await browser.newCDPSession(page)
      await client.send('Emulation.setScriptExecutionDisabled', { value: true })
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const reads = (name: string) =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.goto(`${simulator.base_urls.us}/s/${id}`)
    await page.getByLabel('Your name').fill(SIGNER)
    await press('Review')
    await reads('Check and sign')
    t.notMatch(decodeURIComponent(page.url()), /Okafor/)
    await page.getByRole('link', { name: 'Write another name' }).click()
    await reads('Sign')
    await page.goBack()
    await reads('Check and sign')
    await page.locator('.signed', { hasText: SIGNER }).waitFor()
    await page.reload()
    await reads('Check and sign')
    await press('Sign now')
    await reads('This verification is complete')
    await page.goBack()
    await reads('This verification is complete')
    await page.close()
  }
})
