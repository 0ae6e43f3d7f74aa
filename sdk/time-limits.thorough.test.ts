import t from 'tap'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'
import { walker } from './testing/walk.ts'

// Tests of callbacks and requests that get no answer, with the clock of the page.

const FORM = {
  id: 'form',
  type: 'custom_form',
  config: { questions: [{ id: 'city', type: 'text', label: 'City', required: true }] },
}
const integrator = await integratorFor(t, [FORM])
const { backend, options, open } = integrator
const mounted = mountedFor(integrator)
const SILENT = '() => new Promise(() => {})'
const errors = `return events.filter(({ type }) => type === 'error')`

t.test('a token callback that never answers is an error, and can be tried again', async (t) => {
  const id = await backend.create()
  const { page, run } = await open()
  const { title, press } = walker(page)
  await page.clock.install()
  const token = JSON.stringify(await backend.clientToken(id))
  await run(`window.asked = 0
    const fetchToken = () => ++asked === 1 ? new Promise(() => {}) : ${token}
    window.mounted = sdk.mount('#here', { ${options}, fetchToken, onEvent: heard })`)
  await page.clock.fastForward(29_000)
  t.strictSame(await run(errors), [], 'a slow backend is not an error')
  await page.clock.fastForward(2000)
  await title(journey.failedTitle)
  t.match(await run(errors), [
    { code: 'token_unavailable', message: /fetchToken has not answered within 30 seconds/ },
  ])
  await press(journey.tryAgain)
  await title(journey.formTitle)
  t.equal(await run('return asked'), 2)
  await page.close()
})

t.test('every request that waits for a silent token callback gets the error', async (t) => {
  const { page, run } = await open()
  await page.clock.install()
  await run(`window.asked = 0
    const options = { ${options}, getSessionToken: () => (asked++, (${SILENT})()) }
    window.codes = Promise.all([1, 2].map(() => sdk.init(options).catch(({ code }) => code)))`)
  await page.clock.fastForward(31_000)
  t.strictSame(await run('return codes'), ['token_unavailable', 'token_unavailable'])
  await page.close()
})

t.test('a token that arrives too late is not used', async (t) => {
  const { page, made, run } = await open()
  await page.clock.install()
  await run(`window.late = undefined
    const getSessionToken = () => new Promise((resolve) => (late = resolve))
    window.code = sdk.init({ ${options}, getSessionToken }).catch(({ code }) => code)`)
  await page.clock.fastForward(31_000)
  t.equal(await run('return code'), 'token_unavailable')
  await run(`late({ token: 'bt_late' }); await new Promise((done) => setTimeout(done, 0))`)
  t.strictSame(made, [])
  await page.close()
})

t.test('a submit callback that never answers is an error, and can be tried again', async (t) => {
  const { page, run, press, title } = await mounted({
    more: `submit: (stepId, submission, acquisition, verification) => {
      window.submits = (window.submits ?? 0) + 1
      return submits === 1 ? new Promise(() => {}) : verification.submit(stepId, submission)
    }`,
  })
  await page.clock.install()
  await page.getByLabel('City').fill('Oslo')
  await press(journey.continue)
  await page.getByRole('button', { name: journey.loading }).waitFor()
  await page.clock.fastForward(299_000)
  t.strictSame(await run(errors), [])
  await page.clock.fastForward(2000)
  await title(journey.failedTitle)
  t.match(await run(errors), [{ code: 'submit_timeout' }])
  await press(journey.tryAgain)
  await title(journey.formTitle)
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})

t.test('a service that never answers is a network error', async (t) => {
  const { page, run, press, title } = await mounted()
  await title(journey.formTitle)
  await page.clock.install()
  await page.route('**/submit', () => undefined, { times: 1 })
  await page.getByLabel('City').fill('Oslo')
  await press(journey.continue)
  await page.getByRole('button', { name: journey.loading }).waitFor()
  await page.clock.fastForward(29_000)
  t.strictSame(await run(errors), [])
  await page.clock.fastForward(3000)
  await page.getByRole('alert').getByText(journey.failedNetwork).waitFor()
  t.match(await run(errors), [
    { code: 'network_error', message: /No response .* within 3\d seconds/ },
  ])
  await press(journey.tryAgain)
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})

t.test('a response whose body never ends is a network error', async (t) => {
  const { page, run } = await open()
  await page.clock.install()
  await run(`window.fetch = async (_url, { signal }) =>
      new Response(new ReadableStream({ start: (body) =>
        signal.addEventListener('abort', () => body.error(signal.reason)) }))
    window.code = sdk.init({ ${options}, fetchToken: () => 'client' }).catch(({ code }) => code)
    await new Promise((done) => setTimeout(done, 0))`)
  await page.clock.fastForward(31_000)
  t.equal(await run('return code'), 'network_error')
  await page.close()
})

t.test('a large photo gets more time', async (t) => {
  const { page, run } = await open()
  const id = await backend.create()
  const token = JSON.stringify(await backend.browserToken(id))
  await run(
    `window.verification = await sdk.init({ ${options}, getSessionToken: () => ({ token: ${token} }) })`,
  )
  await page.clock.install()
  const sent = page.waitForRequest('**/submit')
  await page.route('**/submit', () => undefined)
  await run(`const front = new Blob([new Uint8Array(3 * 1024 * 1024)])
    window.settled = undefined
    void verification.submit('form', { images: { front } }).catch(({ code }) => (settled = code))`)
  await sent
  // 4 MiB in base64 at 32 KiB a second, and 30 seconds.
  await page.clock.fastForward(150_000)
  await new Promise((done) => setTimeout(done, 100))
  t.equal(await run('return settled'), undefined)
  await page.clock.fastForward(10_000)
  await page.waitForFunction(() => Reflect.get(globalThis, 'settled') === 'network_error')
  await page.close()
})
