import t from 'tap'
import { data } from '../simulator/testing/control-client.ts'
import { APPLICANT, LEASE } from '../simulator/testing/signing.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'
import { FORM } from './testing/form-step.ts'

// Tests of failures and changes of screen while the applicant fills in a step.

const integrator = await integratorFor(t, [FORM])
const mounted = mountedFor(integrator)

t.test('photos are kept after a failed submission, and can be sent again', async (t) => {
  const { id, page, made, press, title } = await mounted({
    steps: [{ id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } }],
  })
  const taken = async (): Promise<void> => {
    await press(journey.useCamera)
    for (let photo = 0; photo < 2; photo++) {
      await press(journey.takePhoto)
      await press(journey.usePhoto)
    }
  }
  const sent = (): unknown[] =>
    made.filter(({ path }) => path.endsWith('/submit')).map(({ body }) => body)
  await page.route('**/submit', (route) => route.abort('connectionreset'), { times: 3 })
  await taken()
  await press(journey.tryAgain)
  await title(journey.unsentTitle)
  await press(journey.end)
  await press(journey.endCancel)
  await title(journey.unsentTitle)
  await press(journey.sendPhotos)
  await press(journey.tryAgain)
  await press(journey.otherPhotos)
  await press(journey.end)
  await press(journey.endCancel)
  await taken()
  await press(journey.tryAgain)
  await press(journey.sendPhotos)
  await title(journey.doneTitle)
  const [first] = sent()
  t.match(first, { acquisition: 'camera', images: { front: String, selfie: String } })
  t.strictSame(sent(), [first, first, first, first], 'the specimen is always the same')
  t.match(data(await integrator.backend.call('GET', `/v1/sessions/${id}`)), { status: String })
  await page.close()
})

t.test('after unmount there are no events and no further requests', async (t) => {
  const { page, made, run, press, title, frameTitle } = await mounted({
    steps: [FORM, { id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
    body: { applicant: APPLICANT },
  })
  await title(journey.formTitle)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await run('events.length = 0')
  const answered = page.waitForResponse('**/submit')
  await page.route('**/submit', async (route) => {
    await run('mounted.unmount()')
    await route.continue()
  })
  await press(journey.continue)
  await (await answered).finished()
  // A mounted page opens the frame at once.
  await page.waitForTimeout(500)
  t.strictSame(await run('return events'), [])
  t.match(made.at(-1), { path: /\/submit$/ }, 'the signing frame is not opened')
  const again = `window.mounted = sdk.mount('#here', { ${integrator.options}, fetchToken, onEvent: heard })`
  await run(`${again}
    mounted.unmount()
    ${again}`)
  await frameTitle(signing.title)
  await page.waitForFunction(() => Reflect.get(globalThis, 'events').length > 2)
  t.strictSame(
    await run('return events.map(({ type }) => type).slice(0, 3)'),
    ['ready', 'step_shown', 'signing'],
    'mounted twice, as by the strict mode of React',
  )
  await page.close()
})
