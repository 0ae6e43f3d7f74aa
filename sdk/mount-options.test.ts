import t from 'tap'
import { fill } from './messages/catalogue.ts'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of wrong options, and of what a screen reader is told while the page waits.

const integrator = await integratorFor(t, [{ id: 'credit', type: 'credit_history' }])
const { options, open } = integrator

t.test('wrong options of mount throw at once', async (t) => {
  const { page, run } = await open()
  const token = `fetchToken: () => ''`
  const rows: [code: string, message: RegExp][] = [
    [`sdk.mount('#nowhere', { ${options}, ${token} })`, /Expected an element at #nowhere/],
    [`sdk.mount('##', { ${options}, ${token} })`, /Expected an element at ##/],
    [`sdk.mount(null, { ${options}, ${token} })`, /Expected an element at null/],
    [`sdk.mount('#here')`, /Expected an object of options, got undefined/],
    [`sdk.mount('#here', null)`, /Expected an object of options, got null/],
    [`sdk.mount('#here', { ${options} })`, /exactly one of/],
    [`sdk.mount('#here', { ${options}, fetchToken: 'token' })`, /fetchToken to be a function/],
    [`sdk.mount('#here', { ${options}, getSessionToken: {} })`, /getSessionToken to be a function/],
    [`sdk.mount('#here', { ${options}, ${token}, onEvent: 1 })`, /onEvent to be a function/],
    [`sdk.mount('#here', { ${options}, ${token}, submit: true })`, /submit to be a function/],
  ]
  for (const [code, message] of rows)
    t.match(
      await run(`try { ${code} } catch ({ code, message }) { return { code, message } }`),
      { code: 'invalid_options', message },
      code,
    )
  t.equal(await page.locator('#here > *').count(), 0, 'nothing is drawn')
  await page.close()
})

t.test('unknown options are ignored with a warning', async (t) => {
  const { page, run } = await open()
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  const token = `getSessionToken: () => new Promise(() => undefined)`
  await run(
    `sdk.mount('#here', { ${options}, ${token}, copy: {}, submit: null, onEvent: null }).unmount()`,
  )
  await run(`sdk.init({ ${options}, ${token}, onEvent: undefined }); return 0`)
  t.strictSame(warnings, [], 'known options')
  await run(`sdk.mount('#here', { ${options}, ${token}, baseURL: '', onevent: heard })`)
  await run(`sdk.init({ ${options}, ${token}, copy: {} }); return 0`)
  t.match(warnings, [/unknown options: baseURL, onevent\. .*baseUrl.*submit/, /options: copy\./])
  await page.close()
})

t.test('ready rejects after an error that a retry cannot change', async (t) => {
  const { page, run } = await open(integrator.foreign)
  const token = await integrator.backend.browserToken(await integrator.backend.create())
  const start = `sdk.mount('#here', { ${options}, getSessionToken: () => ({ token: '${token}' }) })`
  t.match(
    await run(`return ${start}.ready.then(() => 'loaded', ({ code }) => code)`),
    'origin_not_allowed',
  )
  await page.close()
})

t.test('ready waits for the applicant after an error that can pass', async (t) => {
  const { page, run } = await open()
  const token = await integrator.backend.browserToken(await integrator.backend.create())
  await run(`
    let calls = 0
    const getSessionToken = () => {
      if (calls++ === 0) throw new Error('the backend restarts')
      return { token: '${token}' }
    }
    window.mounted = sdk.mount('#here', { ${options}, getSessionToken })
    return 0`)
  await page.getByRole('button', { name: journey.tryAgain }).click()
  t.equal(await run(`return window.mounted.ready.then(({ region }) => region)`), 'us')
  await page.close()
})

t.test('ready rejects if the page is unmounted before its session is loaded', async (t) => {
  const { page, run } = await open()
  const code = `.then(() => 'loaded', ({ code }) => code)`
  const token = `getSessionToken: () => new Promise(() => undefined)`
  t.equal(
    await run(`
      const mounted = sdk.mount('#here', { ${options}, ${token} })
      mounted.unmount()
      return mounted.ready${code}`),
    'unmounted',
  )
  t.equal(
    await run(`
      const first = sdk.mount('#here', { ${options}, ${token} })
      sdk.mount('#here', { ${options}, ${token} })
      return first.ready${code}`),
    'unmounted',
    'by another mount',
  )
  await page.close()
})

t.test('a second mount in one element replaces the first page', async (t) => {
  const { page, run } = await open()
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  const token = `getSessionToken: () => new Promise(() => undefined)`
  const mount = `sdk.mount('#here', { ${options}, ${token} })`
  await run(`const first = ${mount}; first.unmount(); ${mount}; first.unmount(); return 0`)
  t.equal(await page.locator('#here > *').count(), 1)
  t.strictSame(warnings, [], 'after unmount')
  await run(`${mount}; return 0`)
  t.equal(await page.locator('#here > *').count(), 1)
  t.match(warnings, [/mounted twice in one element/])
  await page.close()
})

t.test('a screen reader is told that the page waits', async (t) => {
  const { page, press, title } = await mountedFor(integrator)()
  await title(journey.nameCreditHistory)
  const status = page.getByRole('status')
  t.equal(await status.textContent(), '')
  await page.route('**/submit', async (route) => {
    t.equal(await status.textContent(), journey.loading)
    await route.continue()
  })
  await press(journey.agree)
  await title(journey.doneTitle)
  t.equal(await status.textContent(), '')
  await page.close()
})

t.test('the page tells how long the service makes it wait', async (t) => {
  const { page, run, press, title } = await mountedFor(integrator)()
  await title(journey.nameCreditHistory)
  const status = page.getByRole('status')
  const refused = {
    status: 429,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Retry-After',
      'Retry-After': '2',
    },
  }
  const told = async (): Promise<void> => {
    await status.getByText(fill(journey.waiting, { seconds: 2 })).waitFor()
    t.ok((await status.boundingBox())!.height > 10, 'visible')
  }
  await page.route('**/me', (route) => route.fulfill(refused), { times: 1 })
  await run(`mounted.unmount()
    sdk.mount('#here', { ${integrator.options}, fetchToken })`)
  await told()
  await title(journey.nameCreditHistory)
  await page.route('**/submit', (route) => route.fulfill(refused), { times: 1 })
  await press(journey.agree)
  await told()
  await title(journey.doneTitle)
  t.equal(await status.textContent(), '')
  await page.close()
})

t.test('a shadow root can be the target', async (t) => {
  const { page, run } = await open()
  const token = `getSessionToken: () => new Promise(() => undefined)`
  await run(
    `window.root = document.querySelector('#here').attachShadow({ mode: 'closed' })
     window.mounted = sdk.mount(root, { ${options}, ${token} })`,
  )
  t.equal(await run(`return root.children.length`), 1)
  await run(`mounted.unmount()`)
  t.equal(await run(`return root.children.length`), 0)
  await page.close()
})
