import t from 'tap'
import { data } from '../simulator/testing/control-client.ts'
import { evidenceFor } from '../fixtures/evidence.ts'
import { integratorFor } from './testing/integrator.ts'

const STEPS = [
  {
    id: 'identity',
    type: 'id_verification',
    config: { allowPhotoUpload: true, faceCheck: 'selfie' },
  },
  {
    id: 'form',
    type: 'custom_form',
    config: { questions: [{ id: 'pets', type: 'yes_no', label: 'Pets?', required: true }] },
  },
]
const { control, backend, options, open } = await integratorFor(t, STEPS)

async function started(steps?: object[]) {
  const id = await backend.create(steps ? { workflow_template_id: await templateOf(steps) } : {})
  const token = await backend.browserToken(id)
  const tab = await open()
  await tab.run(
    `window.verification = await sdk.init({ ${options}, getSessionToken: () => ({ token: '${token}' }), onEvent: heard })`,
  )
  tab.made.length = 0
  return { ...tab, id }
}
const templateOf = async (steps: object[]): Promise<string> =>
  data<{ id: string }>(await backend.call('POST', '/v1/workflow-templates', { name: 'T', steps }))
    .id
const sessionOf = async (id: string): Promise<Record<string, unknown>> =>
  data(await backend.call('GET', `/v1/sessions/${id}`))
const applicantOf = async (id: string): Promise<object> =>
  data(await backend.call('GET', `/v1/applicants/${String((await sessionOf(id)).applicant_id)}`))

const PERSON = `{ familyName: 'García Márquez', givenNames: ['Gabriel', 'José'], nameSuffix: 'Jr.',
  email: 'gabriel@example.com', phone: '+1 305 555 0142', dateOfBirth: '1987-03-06',
  address: { line1: '12 Calle Ocho', city: 'Miami', country: 'US', postalCode: '33135' } }`

t.test('a reload that a submission has overtaken does not undo it', async (t) => {
  const { page, run } = await started([{ id: 'credit', type: 'credit_history' }])
  const { promise: submitted, resolve } = Promise.withResolvers<void>()
  await page.route(
    '**/sessions/me',
    async (route) => {
      const response = await route.fetch()
      await submitted
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await run('window.reload = verification.refresh()')
  await run(`await verification.submit('credit', { applicant: ${PERSON} })`)
  resolve()
  t.equal(await run('return (await reload).status'), 'completed')
  t.equal(await run('return verification.describe().status'), 'completed')
  await page.close()
})

t.test('GEN-006 an applicant completes the checks in the page of the integrator', async (t) => {
  const { id, page, run } = await started()
  const photo = `new Blob([Uint8Array.from(atob('${evidenceFor(0).images.front.bytes().toString('base64')}'),
    (letter) => letter.charCodeAt(0))])`
  t.equal(
    await run(`return (await verification.submit('identity',
      { applicant: ${PERSON}, images: { front: ${photo}, selfie: undefined } }, 'upload')).status`),
    'in_progress',
  )
  t.equal(
    await run(`return (await verification.submit('form', { answers: { pets: false } })).status`),
    'completed',
  )
  t.match(await sessionOf(id), {
    status: 'completed',
    outcome: 'approved',
    idv: { available_images: ['portrait', 'front', 'selfie'], capture_acquisition: 'upload' },
  })
  t.match(await applicantOf(id), {
    family_name: 'García Márquez',
    given_names: ['Gabriel', 'José'],
    name_suffix: 'Jr.',
    phone: '+13055550142',
    address: { postal_code: '33135' },
  })
  t.match(await run('return events.map(({ type, stepId }) => [type, stepId ?? null])'), [
    ['ready', null],
    ['step_submitted', 'identity'],
    ['step_submitted', 'form'],
  ])
  await page.close()
})

t.test('SDK-006 a submission has exactly the fields of the contract', async (t) => {
  const { made, consoleLines, page, run } = await started()
  const everything = `{ legalName: 'Gabriel García Márquez', ...${PERSON}, nickname: 'Gabo', id: 7 }`
  await run(`await verification.submit('identity', { applicant: ${everything} })`)
  const { applicant } = made[0]!.body as { applicant: object }
  t.strictSame(Object.keys(applicant).sort(), [
    'address',
    'dateOfBirth',
    'email',
    'familyName',
    'givenNames',
    'legalName',
    'nameSuffix',
    'phone',
  ])
  t.equal(consoleLines.filter((text) => /dropped the unknown applicant field/.test(text)).length, 2)
  await page.close()
})

for (const [id, stale, instead] of [
  ['SDK-003', 'firstName', 'givenNames'],
  ['SDK-004', 'middleName', 'givenNames'],
  ['SDK-005', 'lastName', 'familyName'],
] as const) {
  t.test(`${id} a stale ${stale} is dropped with a warning and not refused`, async (t) => {
    const { id: session, made, consoleLines, page, run } = await started()
    await run(
      `await verification.submit('identity', { applicant: { familyName: 'Ek', ${stale}: 'Ana' } })`,
    )
    t.strictSame(made[0]!.body, { applicant: { familyName: 'Ek' } })
    t.match(
      consoleLines.filter((text) => text.includes(`"${stale}"`)),
      [new RegExp(`dropped the removed applicant field.*${instead}`)],
    )
    t.match(await sessionOf(session), { status: 'in_progress' })
    t.strictSame(await run(`return events.filter(({ type }) => type === 'error')`), [])
    await page.close()
  })
}

t.test(
  'IDV-022 IDV-023 the acquisition is sent unchanged; without it, a camera is recorded',
  async (t) => {
    for (const [argument, sent, recorded] of [
      [`, 'upload'`, { acquisition: 'upload' }, 'upload'],
      [`, 'camera'`, { acquisition: 'camera' }, 'camera'],
      ['', {}, 'camera'],
    ] as const) {
      const { id, made, page, run } = await started()
      await run(`await verification.submit('identity', {}${argument})`)
      t.strictSame(made[0]!.body, sent)
      t.match(await sessionOf(id), { idv: { capture_acquisition: recorded } })
      await page.close()
    }
  },
)

t.test(
  'SDK-007 SDK-010 SDK-011 describe() returns whether name components are wanted',
  async (t) => {
    const rows: [types: string[], expected: string][] = [
      [['id_verification'], 'optional'],
      [['id_verification', 'sanctions_screening'], 'requested'],
      [['credit_history'], 'requested'],
      [['background_check', 'credit_history'], 'required'],
    ]
    for (const [types, nameComponents] of rows) {
      const { page, run } = await started(types.map((type) => ({ id: type, type })))
      const description = await run<{ steps: { type: string }[] }>('return verification.describe()')
      t.match(description, { nameComponents, region: 'us', mode: 'test', status: 'created' })
      t.ok(
        'captureStructuredName' in description && description.captureStructuredName === false,
        'present and always false',
      )
      t.strictSame(
        description.steps.map(({ type }) => type),
        types,
      )
      await page.close()
    }
  },
)

t.test('members of a submission that are misplaced are dropped with a warning', async (t) => {
  const { page, made, consoleLines, run } = await started([
    { id: 'check', type: 'background_check' },
  ])
  await run(`await verification.submit('check', { firstName: 'Ana', familyName: 'Okafor',
    acquisition: 'upload', applicant: { constructor: 'x', familyName: 'García' } }).catch(() => 0)`)
  t.match(made.at(-1), { body: { applicant: { familyName: 'García' } } })
  t.match(consoleLines, [
    /"firstName".* belong into its member "applicant"/,
    /"familyName".* belong into its member "applicant"/,
    /unknown member "acquisition"/,
    /unknown applicant field "constructor"/,
  ])
  await page.close()
})

t.test('ERR-034 a legal name only is refused if components are required', async (t) => {
  const { page, run } = await started([{ id: 'background', type: 'background_check' }])
  const submit = (applicant: string): Promise<unknown> =>
    run(
      `return verification.submit('background', { applicant: ${applicant} }).then(({ status }) => status, ({ code }) => code)`,
    )
  t.equal(await submit(`{ legalName: 'Ana Ek' }`), 'name_components_required')
  t.equal(await submit(`{ familyName: 'Ek', givenNames: ['Ana'] }`), 'completed')
  await page.close()
})

t.test('problems of a submission are reported by field', async (t) => {
  const { page, run } = await started()
  const issues = await run(
    `return verification.submit('form', {}).catch(({ code, issues }) => ({ code, issues }))`,
  )
  t.match(issues, { code: 'validation_error', issues: [{ path: ['answers', 'pets'] }] })
  await page.close()
})

t.test('STA-014 an applicant ends the session', async (t) => {
  const { id, page, run } = await started()
  t.equal(await run('return (await verification.end()).status'), 'completed')
  t.match(await sessionOf(id), { outcome: 'declined' })
  await control.settle()
  const [event] = await control.events(`&session_id=${id}`)
  t.notOk('decisionSource' in JSON.parse(event!.body))
  await page.close()
})
