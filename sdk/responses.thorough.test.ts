import t from 'tap'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'

// Tests of responses that are not of the contract, such as those of a proxy or of a captive portal.

const LEASE = { id: 'lease', type: 'esign', status: 'open', config: {} }
const SESSION = {
  id: 'vs_0',
  status: 'created',
  mode: 'test',
  nameComponents: 'optional',
  steps: [LEASE],
}
const { options, open } = await integratorFor(t, [{ id: 'credit', type: 'credit_history' }])

/** A page whose requests to `path` get `body`, and whose other requests get a session. */
async function answering(path: string, body: unknown, status = 200) {
  const tab = await open()
  const sent: (string | undefined)[] = []
  await tab.page.route('**/sdk/v1/**', (route) => {
    sent.push(route.request().headers().authorization)
    const url = route.request().url()
    const known = url.endsWith('/exchange') ? { browserToken: 'bt_a' } : { data: SESSION }
    return route.fulfill({
      status,
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' },
      body: JSON.stringify(url.endsWith(path) ? body : known),
    })
  })
  const start = (source: string): Promise<unknown> =>
    tab.run(`events.length = 0
      return sdk.init({ ${options}, ${source}, onEvent: heard }).then(() => 'loaded', ({ code }) => code)`)
  return { ...tab, sent, start }
}
const codes = 'return events.map(({ type, code }) => `${type} ${code}`)'

t.test('a success without a session is an unexpected response', async (t) => {
  for (const body of [null, {}, [], { data: null }, { data: 'x' }, { data: { status: 'open' } }]) {
    const { page, run, start } = await answering('/me', body)
    const name = JSON.stringify(body)
    t.equal(await start(`getSessionToken: () => ({ token: 'bt_a' })`), 'unexpected_response', name)
    t.strictSame(await run(codes), ['error unexpected_response'], name)
    await page.close()
  }
})

t.test('only the page needs more than the id of a session', async (t) => {
  const { page, run, start } = await answering('/me', { data: { id: 'vs_0' } })
  t.equal(await start(`getSessionToken: () => ({ token: 'bt_a' })`), 'loaded')
  await run(`sdk.mount(document.body, { ${options}, getSessionToken: () => ({ token: 'bt_a' }) })`)
  await page.getByRole('alert').waitFor()
  await page.close()
})

t.test('an exchange without a token sends nothing in its place', async (t) => {
  for (const body of [null, {}, { browserToken: 5 }, { browserToken: '' }]) {
    const { page, run, sent, start } = await answering('/exchange', body)
    const name = JSON.stringify(body)
    t.equal(await start(`fetchToken: () => 'client'`), 'unexpected_response', name)
    t.strictSame(sent, ['Bearer client'], name)
    t.strictSame(await run(codes), ['error unexpected_response'], name)
    await page.close()
  }
})

t.test('a token that no header can carry is reported as unavailable', async (t) => {
  const { page, sent, start } = await answering('/none', {})
  for (const token of ['bt_a\nb', 'bt_ä', 'bt_a b', ' \n'])
    t.equal(
      await start(`getSessionToken: () => ({ token: ${JSON.stringify(token)} })`),
      'token_unavailable',
    )
  t.strictSame(sent, [])
  t.equal(await start(`getSessionToken: () => ({ token: 'bt_a\\n' })`), 'loaded')
  t.strictSame(sent, ['Bearer bt_a'])
  await page.close()
})

t.test('the frame of a signing has only web addresses', async (t) => {
  for (const url of [
    `javascript:parent.document.title='run';1`,
    'data:text/html,<p>x',
    '/frame',
    undefined,
  ]) {
    const { page, run } = await answering('/frame', { data: { url } })
    await run(
      `sdk.mount('#here', { ${options}, getSessionToken: () => ({ token: 'bt_a' }), onEvent: heard })`,
    )
    await page.getByRole('heading', { name: journey.failedTitle }).waitFor()
    t.equal(await page.locator('iframe').count(), 0, String(url))
    t.strictSame((await run<string[]>(codes)).at(-1), 'error unexpected_response')
    await page.close()
  }
})

t.test('a type that is a name of Object.prototype is an unknown type', async (t) => {
  const questions = [{ id: 'a', type: 'toString', label: 'Colour' }]
  const step = (id: string, type: string): object => ({ ...LEASE, id, type, config: { questions } })
  for (const [type, shown] of [
    ['constructor', journey.nameOther],
    ['__proto__', journey.nameOther],
    ['custom_form', journey.formTitle],
  ] as const) {
    const { page, run } = await answering('/me', { data: { ...SESSION, steps: [step('a', type)] } })
    await run(`sdk.mount('#here', { ${options}, getSessionToken: () => ({ token: 'bt_a' }) })`)
    await page.getByRole('heading', { name: shown }).waitFor()
    if (type === 'custom_form')
      t.equal(await page.getByLabel('Colour').getAttribute('type'), 'text', type)
    await page.close()
  }
})

t.test('a response that breaks off is a network error', async (t) => {
  const { page, run, start } = await answering('/none', {})
  await run(`const real = fetch
    window.fetch = async (...given) => {
      await real(...given)
      const body = new ReadableStream({ pull: (c) => c.error(new TypeError('network error')) })
      return new Response(body)
    }`)
  t.equal(await start(`getSessionToken: () => ({ token: 'bt_a' })`), 'network_error')
  await page.close()
})

t.test('an address that is no base URL is refused at once', async (t) => {
  const { page, run } = await open()
  for (const url of ['localhost:4001', 'ftp://host', 'https://host/?a=1', 'https://host#a', null])
    t.match(
      await run(`return sdk.init({ ${options}, baseUrl: ${JSON.stringify(url)}, fetchToken: () => 'c' })
        .catch(({ code, message }) => ({ code, message }))`),
      { code: 'invalid_options', message: /https:\/\/host/ },
      String(url),
    )
  await page.close()
})

t.test('a callback for events that rejects does not reach the page as an error', async (t) => {
  const { page, consoleLines, run } = await answering('/none', {})
  await run(`await sdk.init({ ${options}, getSessionToken: () => ({ token: 'bt_a' }),
    onEvent: async () => { throw new Error('mine') } })`)
  t.match(consoleLines, [/^vskit: onEvent failed Error: mine/])
  await page.close()
})
