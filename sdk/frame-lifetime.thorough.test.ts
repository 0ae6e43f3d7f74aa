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

/** Posts a message as the frame: only its own window is accepted as the source. */
async function saidByFrame(page: Page, message: object): Promise<void> {
  const handle = await page.locator('iframe').elementHandle()
  const content = await handle!.contentFrame()
  await content!.evaluate(`parent.postMessage(${JSON.stringify(message)}, '*')`)
}

/** Resolves when the frame has reported its first state: until then, it is not renewed. */
async function reported(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    JSON.stringify(Reflect.get(globalThis, 'events')).includes('sent'),
  )
}

t.test('a frame whose target was moved is still heard', async (t) => {
  const { page, run, frameTitle } = await mounted({ body })
  await frameTitle(signing.title)
  await reported(page)
  await run(`const here = document.querySelector('#here')
    const { parentNode } = here
    here.remove()
    postMessage('of another script', '*')
    await new Promise((resolve) => setTimeout(resolve, 100))
    events.length = 0
    parentNode.append(here)`)
  await frameTitle(signing.title)
  const state = { source: 'vskit-signing', type: 'state', consent: true, live: true }
  await saidByFrame(page, { ...state, status: 'signed' })
  await page.getByRole('button', { name: journey.continue, exact: true }).waitFor()
  t.match(await run('return events'), [{ type: 'signing', status: 'signed' }])
  await page.close()
})

t.test('a frame is not heard after its screen was left', async (t) => {
  const { page, run, frameTitle, press, title } = await mounted({ body })
  await frameTitle(signing.title)
  await run(`const { shadowRoot } = document.querySelector('#here > div')
    window.kept = shadowRoot.querySelector('iframe')`)
  await press(journey.end)
  await title(journey.endTitle)
  await run(`events.length = 0
    document.body.append(kept)`)
  await page.locator('body > iframe').waitFor()
  const state = { source: 'vskit-signing', type: 'state', consent: true, live: true }
  await saidByFrame(page, { ...state, status: 'signed' })
  await page.waitForTimeout(200)
  t.strictSame(await run('return events'), [])
  await page.close()
})

t.test('a renewed frame adds no entry to the history of the page', async (t) => {
  const { page, made, run, frameTitle } = await mounted({ body })
  await frameTitle(signing.title)
  await reported(page)
  const before = await run('return history.length')
  made.length = 0
  const renewed = page.waitForResponse(/\/frame$/)
  await saidByFrame(page, { source: 'vskit-signing', type: 'expired' })
  await renewed
  await frameTitle(signing.title)
  await page.waitForTimeout(300)
  t.match(made, [{ path: /\/frame$/ }], 'a new address')
  t.equal(await run('return history.length'), before)
  await page.close()
})

t.test('the network is lost between two pages of the frame', async (t) => {
  const { page, run, press, title, frame, framePress, frameTitle } = await mounted({
    body,
    before: (tab) => tab.clock.install(),
  })
  await frameTitle(signing.title)
  await blocked(page)
  const failed = page.waitForEvent('requestfailed')
  await framePress(signing.consent)
  await failed
  await page.clock.fastForward(31_000)
  await title(journey.failedTitle)
  t.match(await run(errors), [{ code: 'network_error' }])
  await page.unroute(FRAME_PAGES)
  await press(journey.tryAgain)
  await frameTitle(signing.title)
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).waitFor()
  await page.close()
})

t.test('a frame that loads its pictures last is no error', async (t) => {
  const { page, run, frameTitle } = await mounted({
    body,
    before: (tab) => tab.clock.install(),
  })
  await frameTitle(signing.title)
  await page.waitForFunction(() => Reflect.get(globalThis, 'events').length > 2)
  await page.locator('iframe').evaluate((frame) => frame.dispatchEvent(new Event('load')))
  await page.clock.fastForward(31_000)
  t.strictSame(await run(errors), [])
  await page.close()
})
