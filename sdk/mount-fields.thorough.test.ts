import { basename } from 'node:path'
import t from 'tap'
import { evidenceFor } from '../fixtures/evidence.ts'
import { data } from '../simulator/testing/control-client.ts'
import { journey } from './messages/en/journey.ts'
import { integratorFor } from './testing/integrator.ts'
import { TRUNCATED_JPEG, mountedFor } from './testing/mounted.ts'
import { STEPS, IDENTITY, FORM } from './testing/mount-steps.ts'

// Tests of the fields that the mounted page shows: their order, mistakes and errors.

const integrator = await integratorFor(t, STEPS)
const { backend } = integrator

const mounted = mountedFor(integrator)
const sessionOf = async (id: string) => data(await backend.call('GET', `/v1/sessions/${id}`))

t.test('a photo that is dropped on the button is chosen', async (t) => {
  const { id, page, press, title } = await mounted({
    steps: [{ ...IDENTITY, config: { allowPhotoUpload: true } }],
  })
  await press(journey.useFile)
  await title(journey.fileTitle)
  const { x, y, width, height } = (await page.getByText(journey.chooseFile).boundingBox())!
  const client = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 4,
      y: y + height / 2,
      data: { items: [], files: [evidenceFor(0).images.front.path], dragOperationsMask: 1 },
    })
  await page.getByText(basename(evidenceFor(0).images.front.path)).waitFor()
  await press(journey.sendPhotos)
  await title(journey.doneTitle)
  t.match(await sessionOf(id), { idv: { capture_acquisition: 'upload' } })
  await page.close()
})

t.test('mistakes are listed in the order of the fields', async (t) => {
  const { page, press, title } = await mounted({
    steps: [
      {
        ...FORM,
        config: {
          questions: [
            { id: 'count', type: 'number', label: 'How many?' },
            { id: 'city', type: 'text', label: 'Where do you live?', required: true },
          ],
        },
      },
    ],
  })
  await title(journey.formTitle)
  await page.getByLabel('How many?').pressSequentially('3e')
  await press(journey.continue)
  t.strictSame(await page.getByRole('alert').getByRole('link').allInnerTexts(), [
    'How many?',
    'Where do you live?',
  ])
  await page.close()
})

t.test('an incomplete number or date is reported at its field, and not dropped', async (t) => {
  const questions = [
    { id: 'count', type: 'number', label: 'How many?' },
    { id: 'day', type: 'date', label: 'When?' },
  ]
  const { page, made, press, title } = await mounted({
    steps: [{ id: 'form', type: 'custom_form', config: { questions } }],
  })
  await page.getByLabel('How many?').pressSequentially('12-')
  await page.getByLabel('When?').pressSequentially('12')
  await press(journey.continue)
  await page.getByRole('alert').getByText(journey.problemNumber).waitFor()
  await page.getByRole('alert').getByText(journey.problemDate).waitFor()
  await page.getByLabel('How many?').fill('12')
  await page.getByLabel('When?').fill('2026-12-01')
  await press(journey.continue)
  await title(journey.doneTitle)
  const bodies = made.filter(({ path }) => path.endsWith('/submit')).map(({ body }) => body)
  t.strictSame(bodies, [{ answers: { count: 12, day: '2026-12-01' } }])
  await page.close()
})

t.test('a date of birth in the future is reported as a wrong date', async () => {
  const { page, press, title } = await mounted({
    steps: [{ id: 'check', type: 'background_check' }],
  })
  await page.getByLabel(journey.familyName).fill('Okafor')
  await page.getByLabel(journey.dateOfBirth).fill('2999-01-01')
  await press(journey.agree)
  await page.getByRole('alert').getByText(journey.problemBirthDate).waitFor()
  await page.getByLabel(journey.dateOfBirth).fill('1991-03-14')
  await press(journey.agree)
  await title(journey.doneTitle)
  await page.close()
})

t.test('the error of a refused photo has no link: the screen has no such field', async (t) => {
  const { page, press, title } = await mounted({
    steps: [{ ...IDENTITY, config: { allowPhotoUpload: true } }],
  })
  await press(journey.useFile)
  await page.setInputFiles('input[type=file]', {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: TRUNCATED_JPEG,
  })
  await press(journey.sendPhotos)
  await title(journey.documentTitle)
  const alert = page.getByRole('alert')
  await alert.getByText(journey.problemImage).waitFor()
  t.equal(await alert.getByRole('link').count(), 0)
  await page.close()
})

t.test('the error of a given name is shown at this name, also after an empty field', async (t) => {
  const { page, press } = await mounted({ steps: [{ id: 'check', type: 'background_check' }] })
  const long = 'x'.repeat(300)
  await page.getByLabel(journey.familyName).fill('Okafor')
  await page.getByLabel(journey.givenName3).fill(long)
  await press(journey.agree)
  await page.getByRole('alert').getByText(journey.problemTooLong).waitFor()
  const wrong = page.locator('input[aria-invalid=true]')
  t.equal(await wrong.count(), 1)
  t.equal(await wrong.inputValue(), long)
  await page.close()
})
