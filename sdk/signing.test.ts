import t from 'tap'
import { waitForConsoleLine } from '../simulator/testing/browser.ts'
import { LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { data } from '../simulator/testing/control-client.ts'
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
const { backend, control, open, foreign, service } = integrator
const mounted = signingFramesFor(integrator)
const sessionOf = async (id: string) => data(await backend.call('GET', `/v1/sessions/${id}`))

interface Mounted {
  element: { src: string }
}

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

t.test('a page of another origin cannot embed the frame', async (t) => {
  const { page, frame } = await mounted()
  await heading(frame, signing.title)
  const inside = insideOf(page, service)
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
