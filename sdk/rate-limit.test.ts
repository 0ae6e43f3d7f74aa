import type { Page } from 'playwright-core'
import t from 'tap'
import { integratorFor } from './testing/integrator.ts'

// Tests of responses 429. The SDK waits and repeats the request, for at most 65 seconds in total.

const { backend, options, open } = await integratorFor(t, [
  { id: 'credit', type: 'credit_history' },
])
const loading = (token: string): string => `window.state = 'waiting'
  void sdk.init({ ${options}, getSessionToken: () => ({ token: '${token}' }), onEvent: heard }).then(
    () => (state = 'loaded'), ({ code, details }) => (state = JSON.stringify([code, details])))`
const LIMITED = { code: 'rate_limit_exceeded', message: 'Too many requests.' }

/** A page whose first requests are refused; `refused` counts them. */
async function limited(headers: Record<string, string>, details: object = {}, times = 1) {
  const tab = await open()
  const token = await backend.browserToken(await backend.create())
  await tab.page.clock.install()
  let refused = 0
  await tab.page.route(
    '**/sdk/v1/sessions/me',
    (route) => {
      refused++
      return route.fulfill({
        status: 429,
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': 'Retry-After',
          'Content-Type': 'application/json',
          ...headers,
        },
        body: JSON.stringify({ error: { ...LIMITED, details } }),
      })
    },
    { times },
  )
  const answered = tab.page.waitForResponse((response) => response.status() === 429)
  await tab.run(loading(token))
  await (await answered).finished()
  return { ...tab, refused: () => refused }
}
const settled = async (page: Page): Promise<string> => {
  await page.waitForFunction(() => Reflect.get(globalThis, 'state') !== 'waiting')
  return page.evaluate('state')
}
/** The page reads the response before the clock is moved. */
const pass = async (page: Page, seconds: number): Promise<string> => {
  await page.waitForTimeout(100)
  await page.clock.fastForward(seconds * 1000)
  await page.waitForTimeout(100)
  return page.evaluate('state')
}

t.test('the request is repeated after Retry-After, and an event tells the wait', async (t) => {
  const { page, run, refused } = await limited({ 'Retry-After': '20' })
  t.equal(await pass(page, 19), 'waiting')
  t.equal(refused(), 1)
  t.match(await run('return events'), [{ type: 'waiting', seconds: 20 }])
  await page.clock.fastForward(5000)
  t.equal(await settled(page), 'loaded')
  t.strictSame(await run('return events.map(({ type }) => type)'), ['waiting', 'ready'])
  await page.close()
})

t.test('a Retry-After can be a date, and reset_at is used without one', async (t) => {
  const in20 = Math.ceil(Date.now() / 1000) + 20
  for (const [headers, details] of [
    [{ 'Retry-After': new Date(in20 * 1000).toUTCString() }, {}],
    [{}, { reset_at: in20, window_seconds: 60 }],
  ] as const) {
    const { page } = await limited(headers, details)
    t.equal(await pass(page, 10), 'waiting')
    await page.clock.fastForward(20_000)
    t.equal(await settled(page), 'loaded', JSON.stringify([headers, details]))
    await page.close()
  }
})

t.test('a slow clock does not make the wait longer than the window', async (t) => {
  const later = Math.ceil(Date.now() / 1000) + 3600
  const { page, refused } = await limited({}, { reset_at: later, window_seconds: 60 })
  t.equal(await pass(page, 59), 'waiting')
  t.equal(refused(), 1)
  await page.clock.fastForward(5000)
  t.equal(await settled(page), 'loaded')
  await page.close()
})

t.test('without a time the waits double', async (t) => {
  const { page, refused } = await limited({}, {}, 3)
  for (const [seconds, count] of [
    [0, 1],
    [2.1, 2],
    [3.1, 3],
  ] as const) {
    t.equal(await pass(page, seconds), 'waiting')
    t.equal(refused(), count)
  }
  await page.clock.fastForward(6000)
  t.equal(await settled(page), 'loaded')
  await page.close()
})

t.test('a wait of more than a window is refused at once', async (t) => {
  for (const after of ['66', '999999999999']) {
    const { page, refused } = await limited({ 'Retry-After': after }, { limit: 3 }, 9)
    t.equal(await settled(page), JSON.stringify(['rate_limit_exceeded', { limit: 3 }]))
    t.equal(refused(), 1)
    await page.close()
  }
})

t.test('the waits of one request have a limit together', async (t) => {
  const { page, refused } = await limited({ 'Retry-After': '30' }, {}, 9)
  t.equal(await pass(page, 32), 'waiting')
  t.equal(refused(), 2)
  t.match(await pass(page, 32), 'rate_limit_exceeded')
  t.equal(refused(), 3)
  await page.close()
})
