// npx playwright test
import { expect, test as base } from '@playwright/test'
import { type Simulator, type TestOrganization, createSimulator } from 'vskit'

const test = base.extend<{ acme: TestOrganization }, { simulator: Simulator }>({
  // One simulator for each worker, one organization for each test.
  simulator: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const simulator = await createSimulator()
      await use(simulator)
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  acme: async ({ simulator }, use) => {
    const acme = await simulator.organization()
    await use(acme)
    await acme.delete()
  },
})

test('an applicant goes through the hosted pages', async ({ page, acme }) => {
  const session = await acme.createSession()
  await page.goto(session.hosted_url!)
  const button = page.getByRole('button').first()
  const end = page.getByText('This verification is complete')
  for (;;) {
    await button.or(end).first().waitFor()
    if (await end.isVisible()) break
    await button.click()
  }
  const { type } = await acme.nextWebhook({ sessionId: session.id })
  expect(type).toBe('kyc.session.completed')
})
