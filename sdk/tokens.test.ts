import t from 'tap'
import { integratorFor } from './testing/integrator.ts'

// Tests of token requests and of the secrecy of tokens, in a browser with a strict content security
// policy.

const STEPS = [
  { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } },
  { id: 'credit', type: 'credit_history' },
]
const { control, backend, options, open } = await integratorFor(t, STEPS)
const ELEVEN_MINUTES = 11 * 60
const DAY = 24 * 60 * 60

interface Context {
  sessionId: string
  reason: string
}

/** A page whose callback mints for a new session; it first returns `dead` invalid tokens. */
async function minting({ dead = 0 } = {}) {
  const id = await backend.create()
  const tab = await open()
  const contexts: Context[] = []
  const tokens: string[] = []
  const atOnce = { now: 0, most: 0 }
  await tab.page.exposeFunction('mint', async (context: Context) => {
    contexts.push(context)
    atOnce.most = Math.max(atOnce.most, ++atOnce.now)
    const token =
      contexts.length <= dead ? `bt_dead${contexts.length}` : await backend.browserToken(id)
    tokens.push(token)
    atOnce.now--
    return { token }
  })
  const start = (): Promise<unknown> =>
    tab.run(
      `window.verification = await sdk.init({ ${options}, getSessionToken: mint, onEvent: heard })`,
    )
  return { ...tab, id, contexts, tokens, atOnce, start }
}
const paths = (made: { method: string; path: string }[]): string[] =>
  made.map(({ method, path }) => `${method} ${path}`)
const GET = 'GET /sdk/v1/sessions/me'
const errors = `events.filter(({ type }) => type === 'error').map(({ code }) => code)`

t.test(
  'REF-001 REF-002 REF-003 REF-011 MNT-006 the first token is requested with an empty session id',
  async (t) => {
    const { id, contexts, tokens, made, start, run, page } = await minting()
    await start()
    t.strictSame(contexts, [{ sessionId: '', reason: 'initial' }])
    t.strictSame(paths(made), [GET], 'one call, and it does not mint')
    t.equal(made[0]!.authorization, `Bearer ${tokens[0]}`)
    t.equal(await run('return verification.session.id'), id)
    t.strictSame(await run('return events.map(({ type }) => type)'), ['ready'])
    await page.close()
  },
)

t.test(
  "REF-005 REF-006 REF-007 a rejected token is renewed with the reason '401', and the request is repeated once",
  async (t) => {
    const { id, contexts, tokens, made, start, run, page } = await minting()
    await start()
    await control.advance(ELEVEN_MINUTES)
    made.length = 0
    t.equal(await run('return (await verification.refresh()).status'), 'created')
    t.strictSame(contexts.slice(1), [{ sessionId: id, reason: '401' }])
    t.strictSame(
      made.map(({ authorization }) => authorization),
      tokens.map((token) => `Bearer ${token}`),
      'the old token, then the new one',
    )
    t.strictSame(await run(`return ${errors}`), [], 'nothing to report')
    await run('await verification.refresh()')
    t.equal(contexts.length, 2, 'the new token is kept')
    await page.close()
  },
)

t.test('REF-004 the session id stays empty until the session is resolved', async (t) => {
  const { id, contexts, start, run, page } = await minting({ dead: 1 })
  await start()
  t.strictSame(contexts, [
    { sessionId: '', reason: 'initial' },
    { sessionId: '', reason: '401' },
  ])
  await control.advance(ELEVEN_MINUTES)
  await run('await verification.refresh()')
  t.strictSame(contexts[2], { sessionId: id, reason: '401' })
  await page.close()
})

t.test(
  'REF-008 SDK-012 ERR-032 two rejections in a row are reported as token_expired',
  async (t) => {
    const { contexts, made, run, page } = await minting({ dead: 2 })
    const failure = await run(
      `return sdk.init({ ${options}, getSessionToken: mint, onEvent: heard }).catch((error) => ({ ...error }))`,
    )
    t.match(failure, { code: 'token_expired', status: 401, requestId: /^req_/ })
    t.strictSame(paths(made), [GET, GET], 'one repeat, no more')
    t.equal(contexts.length, 2)
    t.match(await run('return events'), [{ type: 'error', code: 'token_expired', message: String }])
    t.equal((await run<unknown[]>('return events')).length, 1, 'once')
    await page.close()
  },
)

t.test('REF-009 REF-010 concurrent requests share one mint', async (t) => {
  const { contexts, atOnce, made, start, run, page } = await minting()
  await start()
  await control.advance(ELEVEN_MINUTES)
  made.length = 0
  const calls = 'Array.from({ length: 6 }, () => verification.refresh())'
  await run(`await Promise.all(${calls})`)
  t.equal(contexts.length, 2, 'one mint for all six')
  t.equal(atOnce.most, 1)
  t.equal(made.length, 12, 'each request was repeated once')
  await page.close()
})

t.test('REF-010 a request that begins during a mint waits for its token', async (t) => {
  const { id, made, run, page } = await minting()
  await run(`
    window.asked = 0
    window.slow = ({ reason }) => reason === 'initial' ? mint({ reason }) :
      new Promise((resolve) => { asked++; window.release = async () => resolve(await mint({ reason })) })
    window.verification = await sdk.init({ ${options}, getSessionToken: slow, onEvent: heard })`)
  await control.advance(ELEVEN_MINUTES)
  await run('window.first = verification.refresh()')
  await page.waitForFunction(() => (globalThis as { asked?: number }).asked === 1)
  const before = made.length
  await run(
    'window.second = verification.refresh(); await new Promise((done) => setTimeout(done, 0))',
  )
  t.equal(made.length, before, 'no request is sent with a rejected token')
  const both = await run<{ id: string }[]>('await release(); return Promise.all([first, second])')
  t.strictSame(
    both.map((session) => session.id),
    [id, id],
  )
  t.equal(await run('return asked'), 1)
  await page.close()
})

t.test(
  'the error names a failed callback, which is called again for the next request',
  async (t) => {
    const { run, page } = await minting()
    for (const [callback, message] of [
      [`() => Promise.reject(new Error('backend down'))`, /getSessionToken failed.*backend down/],
      [`() => ({ browserToken: 'bt_x' })`, /Expected getSessionToken to resolve to an object/],
      ['() => undefined', /Expected getSessionToken/],
    ] as const) {
      t.match(
        await run(
          `return sdk.init({ ${options}, getSessionToken: ${callback} }).catch(({ code, message }) => ({ code, message }))`,
        ),
        { code: 'token_unavailable', message },
      )
    }
    await page.close()
  },
)

t.test(
  'AUT-019 AUT-020 AUT-021 AUT-022 a client token is exchanged and renewed silently',
  async (t) => {
    const id = await backend.create()
    const { page, made, run } = await open()
    const handed: string[] = []
    await page.exposeFunction('fetchToken', async () => {
      handed.push(await backend.clientToken(id))
      return handed.at(-1)
    })
    await run(`window.verification = await sdk.init({ ${options}, fetchToken, onEvent: heard })`)
    const EXCHANGE = 'POST /sdk/v1/client_token/exchange'
    t.strictSame(paths(made), [EXCHANGE, GET])
    t.equal(made[0]!.authorization, `Bearer ${handed[0]}`)
    t.match(made[1]!.authorization, /^Bearer bt_/)
    await control.advance(ELEVEN_MINUTES)
    made.length = 0
    await run('await verification.refresh()')
    t.strictSame(paths(made), [GET, EXCHANGE, GET])
    t.equal(handed.length, 1, 'the callback of the page was not called again')
    await control.advance(6 * DAY)
    await run('await verification.refresh()')
    t.equal(handed.length, 1)
    t.strictSame(await run(`return ${errors}`), [])
    await page.close()
  },
)

t.test('TOK-002 AUT-017 the page contains no token', async (t) => {
  const id = await backend.create()
  const { page, made, run } = await open()
  const client = await backend.clientToken(id)
  await page.exposeFunction('fetchToken', async () => client)
  await run(`window.verification = await sdk.init({ ${options}, fetchToken, onEvent: heard })`)
  await run(`await verification.submit('identity', {}, 'camera')`)
  const secrets = [client, ...made.map(({ authorization }) => authorization!.slice(7))]
  const places = await run<Record<string, string>>(`
    const seen = new Set()
    const text = (value) => JSON.stringify(value, (_key, part) => {
      if (typeof part === 'object' && part !== null) { if (seen.has(part)) return; seen.add(part) }
      return part
    }) ?? ''
    return {
      local: text({ ...localStorage }), session: text({ ...sessionStorage }), cookie: document.cookie,
      url: location.href, history: text(history.state), name: window.name,
      dom: document.documentElement.getHTML({ serializableShadowRoots: true }),
      databases: text(await indexedDB.databases()), caches: text(await caches.keys()),
      addresses: text(performance.getEntriesByType('resource').map(({ name }) => name)),
      events: text(events), verification: text(verification),
    }`)
  t.ok(secrets.some((secret) => secret.startsWith('bt_')))
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) t.notOk(text.includes(secret), place)
  t.match(places, { local: '{}', session: '{}', cookie: '', databases: '[]', caches: '[]' })
  const { cookies, origins } = await page.context().storageState()
  t.strictSame([cookies, origins], [[], []])
  await page.close()
})
