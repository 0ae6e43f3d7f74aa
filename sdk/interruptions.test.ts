import t from 'tap'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'

// Tests of failures and changes of screen while the applicant fills in a step.

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Where do you live?', required: true },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
]
const FORM = { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } }
const integrator = await integratorFor(t, [FORM])
const mounted = mountedFor(integrator)

t.test('typed values are kept after a failure and after a cancelled end', async (t) => {
  const { page, press, title } = await mounted()
  const city = page.getByLabel('Where do you live?')
  const yes = page.getByLabel(journey.yes)
  const kept = async (cause: string): Promise<void> => {
    await title(journey.formTitle)
    t.strictSame([await city.inputValue(), await yes.isChecked()], ['Oslo', true], cause)
  }
  await city.fill('Oslo')
  await yes.check()
  await page.route('**/submit', (route) => route.fulfill({ status: 503, body: '<h1>Busy</h1>' }), {
    times: 1,
  })
  await press(journey.continue)
  await press(journey.tryAgain)
  await kept('a failure')
  await press(journey.end)
  await press(journey.endCancel)
  await kept('a cancelled end')
  await press(journey.continue)
  await title(journey.doneTitle)
  await page.close()
})
