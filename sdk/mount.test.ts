import { readFileSync } from 'node:fs'
import t from 'tap'
import { evidenceFor } from '../fixtures/evidence.ts'
import { APPLICANT, SIGNER } from '../simulator/testing/signing.ts'
import { data } from '../simulator/testing/control-client.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'
import { integratorFor } from './testing/integrator.ts'
import { mountedFor } from './testing/mounted.ts'
import { STEPS, IDENTITY, FORM } from './testing/mount-steps.ts'

// Tests of `mount` in a page with a strict content security policy.

const integrator = await integratorFor(t, STEPS)
const { backend, control, options } = integrator

const mounted = mountedFor(integrator)
const sessionOf = async (id: string) => data(await backend.call('GET', `/v1/sessions/${id}`))

t.test(
  'AUT-019 GEN-006 SDK-001 a whole verification, with a policy that forbids inline code',
  async (t) => {
    const { id, page, consoleLines, run, press, title, frame, frameTitle, framePress } =
      await mounted({
        body: { applicant: { family_name: 'Okafor', given_names: ['Ana'] } },
      })
    await title(journey.documentTitle)
    t.equal(
      await page.evaluate('document.activeElement === document.body'),
      true,
      'the first screen does not take the focus',
    )
    await press(journey.useCamera)
    await title(journey.frontTitle)
    await press(journey.takePhoto)
    await press(journey.retakePhoto)
    await press(journey.takePhoto)
    await press(journey.usePhoto)
    await title(journey.selfieTitle)
    await press(journey.takePhoto)
    await press(journey.usePhoto)
    await title(journey.formTitle)
    await press(journey.continue)
    const mistakes = page.getByRole('alert').getByRole('listitem')
    await mistakes.first().waitFor()
    t.equal(await mistakes.count(), 2, 'two are required')
    await page.getByRole('link', { name: 'Where do you live?' }).click()
    await page.keyboard.type('Reykjavík')
    await page.getByLabel(journey.no).check()
    await page.getByLabel('Study').check()
    await page.getByLabel('How many?').fill('2.5')
    await press(journey.continue)
    await title(journey.nameBackgroundCheck)
    await press(journey.agree)
    await frameTitle(signing.title)
    await framePress(signing.consent)
    await frame.getByLabel(signing.typedName).fill(SIGNER)
    await framePress(signing.sign)
    await frameTitle(signing.titleSigned)
    await press(journey.continue)
    await title(journey.nameEmailVerification)
    await page.getByLabel(journey.email).fill('ana@signer.example')
    await press(journey.agree)
    await title(journey.doneTitle)
    t.match(await sessionOf(id), {
      status: 'completed',
      outcome: 'approved',
      idv: { capture_acquisition: 'camera', available_images: ['portrait', 'front', 'selfie'] },
    })
    t.strictSame(
      await run('return events.map(({ type, stepId }) => [type, stepId ?? null].join(" "))'),
      [
        'ready ',
        ...['identity', 'form', 'background'].flatMap((step) => [
          `step_shown ${step}`,
          `step_submitted ${step}`,
        ]),
        'step_shown lease',
        'signing lease',
        'signing lease',
        'step_shown mail',
        'step_submitted mail',
        'finished ',
      ],
    )
    t.strictSame(
      consoleLines.filter((text) => /Content Security Policy|Refused|Error/.test(text)),
      [],
    )
    t.notMatch(
      await run('return JSON.stringify(events)'),
      /approved|outcome|Okafor|signer\.example/,
    )
    await page.close()
  },
)

t.test('answers and files arrive unchanged', async (t) => {
  const { id, page, made, press, title } = await mounted({
    steps: [{ ...IDENTITY, config: { allowPhotoUpload: true } }, FORM],
  })
  await press(journey.useFile)
  await title(journey.fileTitle)
  await press(journey.sendPhotos)
  await page.getByRole('alert').getByText(journey.problemImage).waitFor()
  for (const [name, content] of [
    ['notes.txt', 'no image'],
    ['renamed.jpg', '\0\0\0\x18ftypheic\0\0\0\0heicmif1'],
    ['empty.png', ''],
  ] as const) {
    // No longer on the page when a second error is shown: the alert is drawn anew.
    const alert = await page.getByRole('alert').elementHandle()
    const file = { name, mimeType: '', buffer: Buffer.from(content) }
    await page.setInputFiles('input[type=file]', file)
    await press(journey.sendPhotos)
    await alert!.waitForElementState('hidden')
    await page.getByRole('alert').getByText(journey.problemImage).waitFor()
  }
  await page.setInputFiles('input[type=file]', {
    name: 'photo without an extension',
    mimeType: '',
    buffer: readFileSync(evidenceFor(0).images.front.path),
  })
  await press(journey.sendPhotos)
  await title(journey.formTitle)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await page.getByLabel('Kitchen').check()
  await page.getByLabel('Study').check()
  await page.getByLabel('How many?').fill('2.5')
  await press(journey.continue)
  await title(journey.doneTitle)
  const bodies = made.filter(({ path }) => path.endsWith('/submit')).map(({ body }) => body)
  t.match(bodies, [
    { acquisition: 'upload', images: { front: /^\/9j\// } },
    { answers: { city: 'Oslo', pets: true, rooms: ['Kitchen', 'Study'], count: 2.5 } },
  ])
  t.match(await sessionOf(id), { idv: { capture_acquisition: 'upload' } })
  await page.close()
})

t.test('IDV-021 the submit callback is called with the acquisition', async (t) => {
  for (const [button, acquisition, forward, recorded] of [
    [journey.useFile, 'upload', 'acquisition', 'upload'],
    [journey.useCamera, 'camera', 'acquisition', 'camera'],
    [journey.useFile, 'upload', 'undefined', 'camera'],
  ] as const) {
    const { id, page, run, press, title } = await mounted({
      steps: [{ ...IDENTITY, config: { allowPhotoUpload: true } }],
      more: `submit: (stepId, submission, acquisition, verification) => {
        window.given = { stepId, keys: Object.keys(submission.images), acquisition }
        return verification.submit(stepId, submission, ${forward})
      }`,
    })
    await press(button)
    if (button === journey.useFile) {
      await page.setInputFiles('input[type=file]', evidenceFor(0).images.front.path)
      await press(journey.sendPhotos)
    } else {
      await press(journey.takePhoto)
      await press(journey.usePhoto)
    }
    await title(journey.doneTitle)
    t.strictSame(await run('return given'), { stepId: 'identity', keys: ['front'], acquisition })
    t.match(await sessionOf(id), { idv: { capture_acquisition: recorded } }, forward)
    await page.close()
  }
})

t.test(
  'an error of the service is shown at its field, and the typed values are kept',
  async (t) => {
    const label = 'Tell us about you'
    const { page, press, title } = await mounted({
      steps: [
        {
          id: 'form',
          type: 'custom_form',
          config: { questions: [{ id: 'story', type: 'text', label }] },
        },
      ],
    })
    const field = page.getByLabel(label)
    await field.fill('x'.repeat(5001))
    await press(journey.continue)
    await page.getByRole('alert').getByText(journey.problemTooLong).waitFor()
    t.equal((await field.inputValue()).length, 5001)
    t.equal(await field.getAttribute('aria-invalid'), 'true')
    await field.fill('Short')
    await press(journey.continue)
    await title(journey.doneTitle)
    await page.close()
  },
)

t.test('STA-014 an applicant cancels the end of the session, then ends it', async (t) => {
  const { id, page, run, press, title } = await mounted({ steps: [FORM] })
  await title(journey.formTitle)
  await press(journey.end)
  await title(journey.endTitle)
  await press(journey.endCancel)
  await title(journey.formTitle)
  t.match(await sessionOf(id), { status: 'created' })
  await press(journey.end)
  await press(journey.endConfirm)
  await title(journey.endedTitle)
  t.match(await sessionOf(id), { status: 'completed', outcome: 'declined' })
  t.match(await run('return events.at(-1)'), { type: 'finished', session: { status: 'completed' } })
  const token = JSON.stringify(await backend.browserToken(id))
  await run(`mounted.unmount()
    sdk.mount('#here', { ${options}, getSessionToken: () => ({ token: ${token} }) })`)
  await title(journey.endedTitle)
  t.equal(await page.getByText(journey.cancelledText, { exact: true }).count(), 1, 'claims nothing')
  await page.close()
})

t.test('a failure is shown as a message, and the request can be repeated', async (t) => {
  const { id, page, consoleLines, press, title, run } = await mounted({ steps: [FORM] })
  await title(journey.formTitle)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await page.context().setOffline(true)
  await press(journey.continue)
  await page.getByRole('alert').getByText(journey.failedNetwork).waitFor()
  await page.context().setOffline(false)
  await press(journey.tryAgain)
  await title(journey.formTitle)
  await control.cancel(id)
  await page.getByLabel('Where do you live?').fill('Oslo')
  await page.getByLabel(journey.yes).check()
  await press(journey.continue)
  await title(journey.cancelledTitle)
  t.ok((await run<unknown[]>(`return events.filter(({ type }) => type === 'error')`)).length >= 2)
  t.notOk(consoleLines.some((text) => text.startsWith('vskit:')))
  await page.close()
})

t.test('the page is unmounted, mounted again and continues at the same screen', async (t) => {
  const { page, run, press, title } = await mounted({
    steps: [{ id: 'credit', type: 'credit_history' }, FORM],
  })
  await title(journey.nameCreditHistory)
  await press(journey.agree)
  await title(journey.formTitle)
  await run('mounted.unmount()')
  t.equal(await page.locator('#here > *').count(), 0)
  await run(`window.mounted = sdk.mount('#here', { ${options}, fetchToken, onEvent: heard })`)
  await title(journey.formTitle)
  await page.close()
})

t.test('SDK-008 SDK-009 the inputs for names are always shown', async (t) => {
  for (const [type, applicant, required] of [
    ['background_check', undefined, true],
    ['background_check', APPLICANT, false],
    ['credit_history', undefined, false],
    ['sanctions_screening', APPLICANT, false],
  ] as const) {
    const { id, page, press, title } = await mounted({
      steps: [{ id: 'check', type }],
      body: applicant ? { applicant } : {},
    })
    const family = page.getByLabel(journey.familyName)
    await family.waitFor()
    for (const label of [journey.familyName, journey.givenName1, journey.givenName2])
      await page.getByLabel(label).waitFor()
    t.equal(await family.getAttribute('required'), required ? '' : null, type)
    if (required) {
      await press(journey.agree)
      await page.getByRole('alert').waitFor()
      await family.waitFor()
      await page.getByLabel(journey.givenName1).fill('Ana')
      await page.getByLabel(journey.givenName2).fill('María')
      await family.fill('García Márquez')
    }
    await press(journey.agree)
    await title(journey.doneTitle)
    const { applicant_id } = (await sessionOf(id)) as { applicant_id: string }
    if (required)
      t.match(data(await backend.call('GET', `/v1/applicants/${applicant_id}`)), {
        family_name: 'García Márquez',
        given_names: ['Ana', 'María'],
      })
    await page.close()
  }
})
