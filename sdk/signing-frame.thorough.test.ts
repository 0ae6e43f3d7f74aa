import t from 'tap'
import { signing as germanTexts } from './messages/de/signing.ts'
import { SIGNER } from '../simulator/testing/signing.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import {
  heading,
  insideOf,
  press,
  signingEvents,
  signingFramesFor,
  soon,
  STEPS,
} from './testing/signing-frame.ts'

// Tests of the e-signature module: a frame of the service in a page with a strict content security
// policy.

const integrator = await integratorFor(t, STEPS)
const { control, service } = integrator
const mounted = signingFramesFor(integrator)

const german = { lang: 'de', dir: 'ltr', messages: germanTexts }

t.test('the URL in the page is invalid after the frame is opened', async (t) => {
  const { page, frame, run } = await mounted()
  await heading(frame, signing.title)
  const address = await run<string>('return signing.element.src')
  t.match(address, `${service}/s/frames/open/`)
  t.equal((await fetch(address, { redirect: 'manual' })).status, 410)
  const inside = insideOf(page, service)
  t.notMatch(inside, '/open/')
  t.notOk(
    (await page.content()).includes(inside),
    'the page does not contain the URL of the opened frame',
  )
  await page.close()
})

t.test('CER-034 every control is reachable at every size', async (t) => {
  const { page, frame } = await mounted()
  await heading(frame, signing.title)
  // 320 px equals 1280 px at a zoom of 400%.
  for (const [width, height] of [
    [320, 568],
    [640, 360],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const control of [
      frame.getByRole('button', { name: signing.paperCopy }),
      frame.locator('summary', { hasText: signing.withdraw }),
      frame.locator('summary', { hasText: signing.declineSummary }),
      frame.getByRole('button', { name: signing.consent }),
    ]) {
      await control.click({ trial: true })
      const box = (await control.boundingBox())!
      t.ok(box.x >= 0 && box.x + box.width <= width + 1, `${width} px: not wider than the page`)
    }
  }
  const heights = await page.evaluate(
    `[document.querySelector('iframe').getBoundingClientRect().height, innerHeight]`,
  )
  t.ok((heights as number[])[0]! > (heights as number[])[1]!, 'as high as its content')
  await page.close()
})

t.test('SDK-002 an incomplete copy is refused before a frame is drawn', async (t) => {
  const { page, run } = await mounted()
  const { sign: _, ...messages } = signing
  const refused = await run(`return sdk.mountSigning(document.body, verification, 'lease',
    { copy: ${JSON.stringify({ lang: 'de', dir: 'ltr', messages })} }).catch(({ code, issues }) => ({ code, issues }))`)
  t.match(refused, { code: 'validation_error', issues: [{ message: /missing or empty: sign$/ }] })
  t.equal(await page.locator('iframe').count(), 1, 'only the first frame')
  await page.close()
})

t.test('messages from other senders than the frame are ignored', async (t) => {
  const { page, frame, run } = await mounted()
  await heading(frame, signing.title)
  await soon(page, 'sent')
  const forged = `{ source: 'vskit-signing', type: 'state', status: 'sealed', consent: true, live: true }`
  await run(`
    // From the page itself, from a frame of the page, and from the signing frame once it has left the service.
    window.postMessage(${forged}, '*')
    const other = document.createElement('iframe')
    document.body.append(other)
    other.contentWindow.parent.postMessage(${forged}, '*')
    dispatchEvent(new MessageEvent('message', { data: ${forged}, origin: '${service}', source: window }))
    dispatchEvent(new MessageEvent('message', { data: ${forged}, origin: 'https://evil.example', source: signing.element.contentWindow }))
    dispatchEvent(new MessageEvent('message', { data: { type: 'state', status: 'sealed' }, origin: '${service}', source: signing.element.contentWindow }))
    await new Promise((done) => setTimeout(done, 50))`)
  t.strictSame(await run(`return ${signingEvents}`), ['sent'])
  await run(
    `dispatchEvent(new MessageEvent('message', { data: ${forged}, origin: '${service}', source: signing.element.contentWindow }))`,
  )
  t.strictSame(await run(`return ${signingEvents}`), ['sent', 'sealed'], 'the same from the frame')
  await page.close()
})

t.test('a frame that is removed while it is replaced does not report an error later', async (t) => {
  const { page, frame, run } = await mounted(
    '{ onError: ({ code }) => events.push({ type: code }) }',
    (page) => page.clock.install(),
  )
  await heading(frame, signing.title)
  await soon(page, 'sent')
  // The first response says that the token has expired.
  const renewed = page.waitForResponse(
    (response) => response.url().endsWith('/steps/lease/frame') && response.ok(),
  )
  await page.route('**/steps/lease/frame', async (route) => {
    await run('signing.unmount(); events.length = 0')
    await route.continue()
  })
  await control.advance(61 * 60)
  await press(frame, signing.paperCopy)
  await (await renewed).finished()
  await page.waitForTimeout(200)
  await page.clock.fastForward(31_000)
  t.strictSame(await run('return events'), [])
  await page.close()
})

t.test(
  'SDK-002 a frame that is closed from the start is shown in the language of the copy',
  async (t) => {
    const copy = `{ copy: ${JSON.stringify(german)} }`
    const { page, run, frame } = await mounted(copy, async (page) => {
      // The link expires on the way.
      await page.route('**/s/frames/open/*', async (route) => {
        await control.advance(61)
        await route.continue()
      })
    })
    const note = page.getByRole('alert').filter({ hasText: german.messages.expired })
    await note.waitFor()
    t.equal(await note.getAttribute('lang'), 'de')
    t.equal(await frame.getByText(signing.expired).isVisible(), false, 'no English text')
    await run('signing.unmount()')
    t.equal(await page.locator('#here > *').count(), 0)
    await page.close()
  },
)

t.test('SDK-002 a frame that cannot be renewed is shown in the language of the copy', async (t) => {
  const { page, frame } = await mounted(`{ copy: ${JSON.stringify(german)} }`)
  await heading(frame, german.messages.title)
  await soon(page, 'sent')
  await page.route('**/steps/lease/frame', (route) => route.abort())
  await control.advance(61 * 60)
  await press(frame, german.messages.paperCopy)
  await page.getByText(german.messages.expiredTitle, { exact: true }).waitFor()
  t.equal(await page.locator('iframe').isVisible(), false)
  await page.close()
})

t.test('SDK-002 a renewed frame is visible again', async (t) => {
  const { page, frame } = await mounted(`{ copy: ${JSON.stringify(german)} }`)
  await heading(frame, german.messages.title)
  await soon(page, 'sent')
  await control.advance(61 * 60)
  await press(frame, german.messages.paperCopy)
  await heading(frame, german.messages.title)
  t.equal(await page.getByText(german.messages.expiredTitle).isVisible(), false)
  await page.close()
})

t.test('Back to a refused form shows the state of the frame, and not an error page', async (t) => {
  const { page, frame, run } = await mounted()
  await press(frame, signing.consent)
  const name = frame.getByLabel(signing.typedName)
  await name.fill('Somebody Else')
  await press(frame, signing.sign)
  await frame.locator('.problems').waitFor()
  await name.fill(SIGNER)
  await press(frame, signing.sign)
  await heading(frame, signing.titleSigned)
  const loaded = page.waitForEvent('framenavigated')
  await run('history.back()')
  await loaded
  t.match(page.frames()[1]!.url(), service)
  await heading(frame, signing.titleSigned)
  await page.close()
})
