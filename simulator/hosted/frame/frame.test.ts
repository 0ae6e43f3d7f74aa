import t from 'tap'
import { signing } from '../../../sdk/messages/en/signing.ts'
import { caller } from '../../testing/contract.ts'
import { LISTED } from '../../testing/page.ts'
import { APPLICANT, signingFor } from '../../testing/signing.ts'
import { type Reply, client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { data, refusal } from '../../testing/control-client.ts'
import { heading, visitorAt } from '../../testing/visitor.ts'

// Tests of the signing frame without a browser: its URL, embedding origins and lifetime.

const simulator = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 1_000_000 } })
const { backend, control, workflow, session } = signingFor(simulator)
const lease = await workflow()
// The clock is frozen: on a busy machine, lifetimes would be seconds shorter.
await control.freeze()
const PAGE_KEY = demoKey('org_acme', 'test', 'key_acme_test_web')
const FROM_PAGE = { origin: LISTED, 'x-publishable-key': PAGE_KEY }
const MESSAGES = Object.fromEntries(Object.keys(signing).map((key) => [key, `«${key}»`]))
const ARABIC = { lang: 'ar', dir: 'rtl', messages: MESSAGES }

const begin = () => backend.page({ workflow_template_id: lease, applicant: APPLICANT })
type Sdk = Awaited<ReturnType<typeof begin>>['sdk']
const mint = (sdk: Sdk, body: object = {}, headers: Record<string, string> = FROM_PAGE) =>
  sdk('POST', '/sdk/v1/sessions/me/steps/lease/frame', body, headers)
const linkOf = (reply: Reply): string => data<{ url: string }>(reply).url
const load = (url: string): Promise<Reply> => {
  const { origin, pathname } = new URL(url)
  return client({ ...simulator, base_urls: { us: origin, eu: origin } }, undefined)('GET', pathname)
}
/** Opens a link and returns the URL of the frame. */
async function opened(sdk: Sdk, body: object = {}): Promise<string> {
  const reply = await load(linkOf(await mint(sdk, body)))
  if (reply.status !== 303) throw new Error(`the link was answered ${reply.status}`)
  return simulator.base_urls.us + reply.headers.get('location')!
}
const ancestors = ({ headers }: Reply): string | undefined =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

t.test('GAP-SDK-FRAME a link works once, also for two simultaneous requests', async (t) => {
  const { sdk } = await begin()
  const link = linkOf(await mint(sdk))
  t.match(link, /^http:\/\/127\.0\.0\.1:\d+\/s\/frames\/open\/[\w-]{40,}$/)
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => load(link)))).map(
    ({ status }) => status,
  )
  t.strictSame(statuses.sort(), [303, ...Array(7).fill(410)])
  t.equal((await load(link)).status, 410)
})

t.test('GAP-SDK-FRAME a link is valid for a minute, a frame for an hour', async (t) => {
  const { sdk } = await begin()
  const unopened = linkOf(await mint(sdk))
  const frame = await opened(sdk)
  await control.advance(60)
  t.equal((await load(unopened)).status, 410)
  t.equal((await load(frame)).status, 200)
  await control.advance(3539)
  t.equal((await load(frame)).status, 200)
  await control.advance(1)
  t.equal(heading(await load(frame)), `410 ${signing.expiredTitle}`)
})

t.test(
  'LIM-004 a frame at the limit of its address is answered 429, within any page',
  async (t) => {
    const limited = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 3 } })
    const signer = signingFor(limited)
    const { sdk } = await signer.backend.page({
      workflow_template_id: await signer.workflow(),
      applicant: APPLICANT,
    })
    const ask = client(limited, undefined)
    const first = await ask('GET', new URL(linkOf(await mint(sdk))).pathname)
    const frame = first.headers.get('location')!
    t.equal((await ask('GET', frame)).status, 200)
    for (let i = 0; i < 3; i++) t.equal((await ask('GET', '/s/frames/unknown')).status, 410)
    for (const path of [frame, '/s/frames/unknown', '/s/frames/open/unknown']) {
      const refused = await ask('GET', path)
      t.strictSame([refused.status, ancestors(refused)], [429, '*'], path)
      t.match(refused.headers.get('retry-after'), /^[1-6]?\d$/)
    }
  },
)

t.test('the frame names the origins of the publishable key, and no others', async (t) => {
  const { key } = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
    type: 'pk',
    mode: 'test',
    allowed_origins: ['https://app.example', 'https://shop.example:8443'],
  })
  const { sdk } = await begin()
  const from = { origin: 'https://app.example', 'x-publishable-key': key }
  const frame =
    simulator.base_urls.us +
    (await load(linkOf(await mint(sdk, {}, from)))).headers.get('location')!
  const shown = await load(frame)
  t.equal(shown.status, 200)
  t.equal(ancestors(shown), 'https://app.example https://shop.example:8443')
  t.equal(shown.headers.get('x-frame-options'), null, 'X-Frame-Options is not sent')
  t.match(
    shown.text,
    /data-target="https:\/\/app\.example"/,
    'messages are sent to the requesting page',
  )
  const keyless = await load(
    simulator.base_urls.us + (await load(linkOf(await mint(sdk, {}, {})))).headers.get('location')!,
  )
  t.match(ancestors(keyless), LISTED, 'without a key, the origins of all keys of the mode')
  t.notMatch(keyless.text, /data-target/, 'a caller without an origin gets no messages')
  const other = await load(`${simulator.base_urls.us}/s/${(await begin()).id}`)
  t.equal(ancestors(other), "'none'", 'hosted pages cannot be framed')
})

t.test('a document that is opened from the frame cannot be framed by another site', async (t) => {
  const { sdk } = await begin()
  const frame = await opened(sdk)
  const [, path] = /href="(\/s\/frames\/[^"]+\/documents\/[^"]+)"/.exec((await load(frame)).text)!
  const reply = await load(simulator.base_urls.us + path)
  t.equal(reply.headers.get('content-type'), 'application/pdf')
  t.match(reply.headers.get('repr-digest'), /^sha-256=:/)
  t.equal(ancestors(reply), "'self'", 'the hosted page shows it in a frame')
})

t.test(
  'SDK-002 an incomplete copy is refused, and the error names the missing texts',
  async (t) => {
    const { sdk } = await begin()
    const { sign: _, ...less } = MESSAGES
    for (const [messages, message] of [
      [less, /missing or empty: sign$/],
      [{ ...MESSAGES, sign: '  ' }, /missing or empty: sign$/],
      [{ ...MESSAGES, singn: 'x' }, /unknown: singn$/],
      [{}, /missing or empty: testMode/],
    ] as const) {
      const reply = await mint(sdk, { copy: { ...ARABIC, messages } })
      t.equal(refusal(reply), '422 validation_error')
      t.match(reply.json(), {
        error: { details: { issues: [{ path: ['copy', 'messages'], message }] } },
      })
    }
    for (const copy of [
      { ...ARABIC, lang: 'not a tag' },
      { ...ARABIC, dir: 'up' },
      { messages: MESSAGES },
    ])
      t.equal(refusal(await mint(sdk, { copy })), '422 validation_error')
    const { text } = await load(await opened(sdk, { copy: ARABIC }))
    t.match(text, '<html lang="ar" dir="rtl">')
    t.match(text, '<h1>«title»</h1>')
    t.match(
      text,
      /<div class="disclosure"[^>]* lang="en" dir="ltr">/,
      'the disclosure is unchanged',
    )
  },
)

t.test('a frame exists only for steps with documents', async (t) => {
  const { id, sdk } = await begin()
  const at = (step: string) => sdk('POST', `/sdk/v1/sessions/me/steps/${step}/frame`, {}, FROM_PAGE)
  t.equal(refusal(await at('unknown')), '404 resource_not_found')
  const plain = await backend.page()
  const other = await plain.sdk('POST', '/sdk/v1/sessions/me/steps/step_1/frame', {}, FROM_PAGE)
  t.equal(refusal(other), '404 resource_not_found', 'no esign step')
  await control.cancel(id)
  t.equal(
    refusal(await mint(sdk)),
    '409 session_already_completed',
    'the session ended before the documents were opened',
  )
  const eu = caller(simulator, undefined, 'eu')
  t.equal((await eu('POST', '/sdk/v1/sessions/me/steps/lease/frame', {})).status, 401)
  const theirs = linkOf(await mint((await begin()).sdk)).replace(
    simulator.base_urls.us,
    simulator.base_urls.eu,
  )
  t.equal((await load(theirs)).status, 410, 'a region does not open frames of the other region')
})

t.test('a form of the frame from another site has no effect', async (t) => {
  const { id, sdk } = await begin()
  const frame = await opened(sdk)
  await load(frame)
  const { post } = visitorAt(simulator.base_urls.us, frame.split('/s/')[1]!)
  const reply = await post('/decline', {}, { 'sec-fetch-site': 'cross-site' })
  t.equal(reply.status, 303)
  t.match(await session(id), { outcome: null })
  t.equal((await post('/decline', {}, { 'sec-fetch-site': 'same-origin' })).status, 303)
  t.match(await session(id), { status: 'completed', outcome: 'declined' })
})

t.test('errors are shown in the language of the frame', async (t) => {
  const { sdk } = await begin()
  const frame = await opened(sdk, { copy: ARABIC })
  await load(frame)
  const { post } = visitorAt(simulator.base_urls.us, frame.split('/s/')[1]!)
  const own = { 'sec-fetch-site': 'same-origin' }
  for (const [act, fields, expected] of [
    ['sign', { typedName: 'Ana Okafor' }, '«problemConsent»'],
    ['sign', { typedName: '' }, '«problemRequired»'],
    ['consent', { version: '99', hash: 'f'.repeat(64) }, '«problemDisclosure»'],
    ['decline', { reason: 'x'.repeat(2001) }, '«problemTooLong»'],
    ['nothing', {}, '«missing»'],
  ] as const) {
    const { status, text } = await post(`/${act}`, fields, own)
    t.ok(status >= 400 && text.includes(expected), `${act}: ${expected}`)
  }
})
