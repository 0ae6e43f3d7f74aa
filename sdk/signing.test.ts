import type { FrameLocator, Page } from 'playwright-core'
import t from 'tap'
import { waitForConsoleLine } from '../simulator/testing/browser.ts'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { data } from '../simulator/testing/control-client.ts'
import { signing as germanTexts } from './messages/de/signing.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'

// Tests of the e-signature module: a frame of the service in a page with a strict content security
// policy.

const LEASES = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
const STEPS = [LEASES, { id: 'last', type: 'sanctions_screening' }]
const { backend, control, options, open, foreign, service } = await integratorFor(t, STEPS)

const german = { lang: 'de', dir: 'ltr', messages: germanTexts }

interface Mounted {
  element: { src: string }
}

interface Tab {
  id: string
  page: Page
  frame: FrameLocator
  made: { path: string }[]
  consoleLines: string[]
  run: <T = unknown>(code: string) => Promise<T>
}

/** Opens a page that mounts the frame of a new session. */
async function mounted(
  signingOptions = '{}',
  prepare?: (page: Page) => Promise<void>,
): Promise<Tab> {
  const id = await backend.create({ applicant: APPLICANT })
  const tab = await open()
  await prepare?.(tab.page)
  await tab.page.exposeFunction('mint', async () => ({ token: await backend.browserToken(id) }))
  await tab.run(`
    window.verification = await sdk.init({ ${options}, getSessionToken: mint, onEvent: heard })
    window.states = []
    window.signing = await sdk.mountSigning(document.querySelector('#here'), verification, 'lease',
      { onState: (state) => states.push(state), ...${signingOptions} })`)
  return { ...tab, id, frame: tab.page.frameLocator('iframe') }
}
const insideOf = (page: Page): string =>
  page
    .frames()
    .find((held) => held.url().startsWith(service))!
    .url()
const heading = (frame: FrameLocator, name: string): Promise<void> =>
  frame.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const press = (frame: FrameLocator, name: string): Promise<void> =>
  frame.getByRole('button', { name, exact: true }).click()
const sessionOf = async (id: string) => data(await backend.call('GET', `/v1/sessions/${id}`))
const signingEvents = `events.filter(({ type }) => type === 'signing').map(({ status }) => status)`
const soon = (page: Page, status: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      (globalThis as unknown as { states: { status: string }[] }).states.at(-1)?.status === wanted,
    status,
  )

t.test('SDK-001 CER-034 CER-037 a document is read, signed and saved in the frame', async (t) => {
  const { id, page, frame, consoleLines, run } = await mounted()
  await heading(frame, signing.title)
  await press(frame, signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await press(frame, signing.sign)
  await heading(frame, signing.titleSigned)
  await soon(page, 'sealed')
  t.strictSame(await run(`return ${signingEvents}`), ['sent', 'sealed'])
  t.match(await run('return states.at(-1)'), { status: 'sealed', consent: true, live: true })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    frame.getByRole('link', { name: signing.saveSigned }).click(),
  ])
  t.equal(download.suggestedFilename(), 'Lease of the flat (signed).pdf')
  // After signing too.
  await frame.getByRole('button', { name: signing.paperCopy }).waitFor()
  t.strictSame(
    await run(`return (await verification.refresh()).steps.map(({ status }) => status)`),
    ['submitted', 'open'],
  )
  t.match(await sessionOf(id), { status: 'in_progress' })
  t.strictSame(
    consoleLines.filter((text) => /Content Security Policy|Refused/.test(text)),
    [],
    'the policy of the page needs only frame-src',
  )
  await page.close()
})

t.test('the URL in the page is invalid after the frame is opened', async (t) => {
  const { page, frame, run } = await mounted()
  await heading(frame, signing.title)
  const address = await run<string>('return signing.element.src')
  t.match(address, `${service}/s/frames/open/`)
  t.equal((await fetch(address, { redirect: 'manual' })).status, 410)
  const inside = insideOf(page)
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

for (const [act, summary, button, status, event] of [
  [
    'declining',
    signing.declineSummary,
    signing.decline,
    'declined',
    'kyc.session.document_declined',
  ],
  ['withdrawing', signing.withdraw, signing.withdraw, 'withdrawn', undefined],
] as const) {
  t.test(`CER-036 ${act} ends the session and removes the controls`, async (t) => {
    const { id, page, frame, run } = await mounted()
    await frame.locator('summary', { hasText: summary }).click()
    await press(frame, button)
    await soon(page, status)
    t.strictSame(await run(`return ${signingEvents}`), ['sent', status])
    t.match(await run('return states.at(-1)'), { live: false })
    // The contact is shown, the controls are not.
    await frame.getByText(/write to/).waitFor()
    for (const name of [signing.paperCopy, signing.withdraw, signing.decline, signing.sign])
      t.equal(await frame.getByRole('button', { name }).count(), 0, name)
    t.match(await sessionOf(id), { status: 'completed' })
    await control.settle()
    const types = (await control.events(`&session_id=${id}`)).map(({ type }) => type)
    if (event) t.ok(types.includes(event))
    await page.close()
  })
}

t.test('a paper copy is requested in the frame, and the session continues', async (t) => {
  const { id, page, frame } = await mounted()
  await press(frame, signing.paperCopy)
  await frame.getByRole('status').filter({ hasText: 'You have asked for a paper copy' }).waitFor()
  t.match(await sessionOf(id), { outcome: null })
  await page.close()
})

t.test('SDK-002 a copy translates every string', async (t) => {
  // An invented language with markers: text without markers does not come from the copy.
  const pseudo = {
    lang: 'qps',
    dir: 'rtl',
    messages: Object.fromEntries(Object.entries(signing).map(([key, text]) => [key, `⟦${text}⟧`])),
  }
  const { page, frame, run } = await mounted(`{ copy: ${JSON.stringify(pseudo)} }`)
  const stray = (): Promise<string[]> =>
    frame.locator('html').evaluate(
      (root: never, allowed: string[]) => {
        const found: string[] = []
        const walk = (node: never): void => {
          const { nodeType, textContent, childNodes, tagName } = node as {
            nodeType: number
            textContent: string
            childNodes: never[]
            tagName?: string
          }
          if (tagName === 'SCRIPT') return
          const own = node as { getAttribute?: (name: string) => string | null }
          // The disclosure stays in its original language, with a lang attribute.
          if (own.getAttribute?.('lang') === 'en') return
          for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
            if (own.getAttribute?.(name)) found.push(own.getAttribute(name)!)
          if (nodeType === 3) found.push(textContent)
          for (const child of childNodes) walk(child)
        }
        walk(root)
        return found
          .map((text) => text.replace(/⟦[^⟧]*⟧/g, '').trim())
          .filter((text) => !/^[\s:]*$/.test(text) && !allowed.includes(text))
      },
      [LEASE.title, 'ada@acme-rentals.example'],
    ) as Promise<string[]>
  const screen = async (name: string): Promise<void> => {
    await heading(frame, `⟦${name}⟧`)
    t.strictSame(await stray(), [], name)
  }
  await screen(signing.title)
  t.strictSame(await frame.locator('html').getAttribute('dir'), 'rtl')
  t.equal(await frame.locator('.disclosure').getAttribute('lang'), 'en')
  await frame.getByText(signing.disclosureLanguage).waitFor()
  await press(frame, `⟦${signing.paperCopy}⟧`)
  // The next page has the same heading.
  await frame.getByRole('status').filter({ hasText: 'You have asked for a paper copy' }).waitFor()
  await screen(signing.title)
  await press(frame, `⟦${signing.consent}⟧`)
  await frame.getByLabel(`⟦${signing.typedName}⟧`).fill('Somebody Else')
  await press(frame, `⟦${signing.sign}⟧`)
  await frame.getByText(signing.problemName).first().waitFor()
  await frame.locator('.problems:focus').waitFor()
  await screen(signing.title)
  await frame.getByLabel(`⟦${signing.typedName}⟧`).fill(SIGNER)
  await press(frame, `⟦${signing.sign}⟧`)
  await screen(signing.titleSigned)
  await run('await verification.end()')
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

t.test('a page of another origin cannot embed the frame', async (t) => {
  const { page, frame } = await mounted()
  await heading(frame, signing.title)
  const inside = insideOf(page)
  const other = await open(foreign)
  await other.run(`
    const frame = document.createElement('iframe')
    frame.src = ${JSON.stringify(inside)}
    document.body.append(frame)
    await new Promise((loaded) => (frame.onload = loaded))`)
  const held = other.page.frames().at(-1)!
  t.equal(await held.locator('button').count(), 0, 'nothing to press')
  await waitForConsoleLine(other.page, other.consoleLines, /frame-ancestors/)
  await other.page.close()
  await page.close()
})

t.test('an expired frame is replaced by a new one', async (t) => {
  const { page, frame, run, made } = await mounted()
  await heading(frame, signing.title)
  await soon(page, 'sent')
  const first = await run<string>('return signing.element.src')
  await control.advance(61 * 60)
  made.length = 0
  await press(frame, signing.paperCopy)
  await page.waitForFunction(
    (before) => (globalThis as unknown as { signing: Mounted }).signing.element.src !== before,
    first,
  )
  await heading(frame, signing.title)
  t.ok(made.some(({ path }) => path.endsWith('/steps/lease/frame')))
  await run('signing.unmount()')
  t.equal(await page.locator('iframe').count(), 0)
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
