import t from 'tap'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'
import { walker } from './testing/walk.ts'

// Tests of pages that are opened after the end of their session: the service mints no client tokens
// and exchanges none (GAP-MINT-ENDED-SESSION).

const STEPS = [{ id: 'credit', type: 'credit_history' }]
const { backend, control, options, open } = await integratorFor(t, STEPS)

/** A client token whose session was cancelled. */
async function cancelled(): Promise<{ id: string; token: string }> {
  const id = await backend.create()
  const token = JSON.stringify(await backend.clientToken(id))
  await control.cancel(id)
  return { id, token }
}

/** An integrator's page whose backend passes on the service's answer to its mint. */
async function forwarding(id: string) {
  const tab = await open()
  await tab.page.exposeFunction('mint', async () =>
    (await backend.call('POST', `/v1/sessions/${id}/client_token`)).json(),
  )
  await tab.run(`window.fetchToken = async () => {
    const { clientToken, error } = await mint()
    if (error) throw new sdk.VskitError(error.code, error.message, error)
    return clientToken
  }`)
  return { ...tab, ...walker(tab.page) }
}

const ENDED = [
  { type: 'error', code: 'session_already_completed' },
  { type: 'finished', session: { id: '', status: 'cancelled', mode: 'test', steps: [] } },
]

t.test('the end is shown if the exchange refuses the client token', async (t) => {
  const { token } = await cancelled()
  const { page, run } = await open()
  await run(
    `await sdk.mount('#here', { ${options}, fetchToken: () => ${token}, onEvent: heard }).ready`,
  )
  await walker(page).title(journey.cancelledTitle)
  t.match(await run('return events'), ENDED)
  await page.close()
})

t.test('the end is shown if the backend of the page gets no client token', async (t) => {
  const { id } = await cancelled()
  const { page, run, title } = await forwarding(id)
  await run(`await sdk.mount('#here', { ${options}, fetchToken, onEvent: heard }).ready`)
  await title(journey.cancelledTitle)
  t.match(await run('return events'), ENDED)
  await page.close()
})

t.test('a callback that does not tell the status gets an end page without a claim', async (t) => {
  const { page, run } = await open()
  await run(`sdk.mount('#here', { ${options}, onEvent: heard,
    getSessionToken: () => { throw new sdk.VskitError('session_already_completed', 'Over.') } })`)
  await walker(page).title(journey.endedTitle)
  await page.getByText(journey.cancelledText, { exact: true }).waitFor()
  t.match(await run('return events.at(-1)'), { type: 'finished', session: { status: 'completed' } })
  await page.close()
})

t.test('a page without the screens of the SDK learns the end from init and refresh', async (t) => {
  const { token } = await cancelled()
  const { page, run } = await open()
  const state = `{ ...verification.describe(), refused: verification.tokensRefused }`
  t.match(
    await run(`
      window.verification = await sdk.init({ ${options}, fetchToken: () => ${token}, onEvent: heard })
      return ${state}`),
    { status: 'cancelled', steps: [], refused: true },
  )
  t.match(await run('return events.map(({ type }) => type)'), ['error'], 'no session was loaded')

  const id = await backend.create()
  const later = await forwarding(id)
  await later.run(`window.verification = await sdk.init({ ${options}, fetchToken })`)
  t.equal(await later.run('return verification.tokensRefused'), false)
  await control.cancel(id)
  t.match(
    await later.run('return verification.refresh()'),
    { id, status: 'cancelled' },
    'the working token still reads the session',
  )
  await control.advance(11 * 60)
  t.match(await later.run('return verification.refresh()'), { id, status: 'cancelled', steps: [] })
  t.equal(await later.run('return verification.tokensRefused'), true)
  await page.close()
  await later.page.close()
})

t.test('other errors of the service keep their code if the callback throws them', async (t) => {
  const { page, run } = await forwarding('vs_unknown')
  const refused = await run(`return sdk.init({ ${options}, fetchToken }).catch(({ code }) => code)`)
  t.equal(refused, 'resource_not_found')
  await page.close()
})
