import t from 'tap'
import type { Page } from 'playwright-core'
import { APPLICANT, LEASE } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of the signing frame while the embedding page changes around it.

const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const integrator = await integratorFor(t, [LEASES])
const mounted = mountedFor(integrator)
const body = { applicant: APPLICANT }

const FRAME_PAGES = '**/s/frames/**'
const blocked = async (page: Page): Promise<void> => {
  await page.route(FRAME_PAGES, (route) => route.abort('connectionreset'))
}
const errors = `return events.filter(({ type }) => type === 'error')`

t.test('a frame that does not load is an error, and can be tried again', async (t) => {
  const { page, run, press, title, frameTitle } = await mounted({
    body,
    before: async (tab) => {
      await tab.clock.install()
      await blocked(tab)
    },
  })
  await page.locator('iframe').waitFor()
  await page.clock.fastForward(31_000)
  await title(journey.failedTitle)
  t.match(await run(errors), [{ code: 'network_error', message: /signing frame.*frame-src/ }])
  await page.unroute(FRAME_PAGES)
  await press(journey.tryAgain)
  await frameTitle(signing.title)
  await page.close()
})
