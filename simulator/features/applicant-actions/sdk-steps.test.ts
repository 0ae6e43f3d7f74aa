import t from 'tap'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import { pngFile } from '../../../fixtures/testing/png-file.ts'
import { type SdkSession, backendFor } from '../../testing/page.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import {
  type Client,
  type Reply,
  demoKey,
  roomyWorld,
  simulatorFor,
} from '../../testing/simulator.ts'

const FORM = {
  questions: [
    { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
    { id: 'city', type: 'text', label: 'Where do you live?' },
  ],
  rules: [{ when: { questionId: 'city', op: 'eq', value: 'cafe' }, action: 'flag_for_review' }],
}
const WORKFLOWS: Record<string, object[]> = {
  org_acme: [
    {
      id: 'identity',
      type: 'id_verification',
      config: { faceCheck: 'selfie', allowPhotoUpload: true },
    },
    { id: 'form', type: 'custom_form', config: FORM },
  ],
  org_globex: [
    { id: 'identity', type: 'id_verification' },
    { id: 'background', type: 'background_check' },
    { id: 'credit', type: 'credit_history' },
    { id: 'sanctions', type: 'sanctions_screening' },
    { id: 'mail', type: 'email_verification' },
  ],
  org_umbra: [{ id: 'lease', type: 'esign' }],
}

const simulator = await simulatorFor(t, {
  world: roomyWorld((organization) => {
    const steps = WORKFLOWS[organization.id]
    if (steps) organization.default_workflow = { steps: steps as { type: string }[] }
  }),
})
const acme = backendFor(simulator, demoKey('org_acme'))
const globex = backendFor(simulator, demoKey('org_globex'))
const control = controlClient(simulator)

const submit = (sdk: Client, step: string, body: unknown, headers = {}): Promise<Reply> =>
  sdk('POST', `/sdk/v1/sessions/me/steps/${step}/submit`, body, headers)
const statuses = (reply: Reply): string[] =>
  data<SdkSession>(reply).steps.map(({ status }) => status)
interface Session {
  status: string
  outcome: string | null
  applicant_id: string | null
  idv?: object
}
const sessionOf = async (id: string, backend = acme): Promise<Session> =>
  data(await backend.call('GET', `/v1/sessions/${id}`))
const applicantOf = async (id: string, backend = acme): Promise<Record<string, unknown>> => {
  const { applicant_id } = await sessionOf(id, backend)
  return data(await backend.call('GET', `/v1/applicants/${applicant_id}`))
}

const HOME = { line1: '12 Calle Ocho', line2: 'Apt 3', city: 'Miami', state: 'FL', country: 'US' }
const EVERYTHING = {
  familyName: 'García Márquez',
  givenNames: ['Gabriel', 'José'],
  nameSuffix: 'Jr.',
  email: 'gabriel@example.com',
  phone: '+1 305 555 0142',
  dateOfBirth: '1987-03-06',
  address: { ...HOME, postalCode: '33135', placeId: 'p-1' },
}

t.test('GEN-004 a page submits the steps in any order and reaches the verdict', async (t) => {
  const { id, sdk } = await acme.page()
  t.strictSame(statuses(await submit(sdk, 'form', { answers: { pets: false } })), [
    'open',
    'submitted',
  ])
  t.match(await sessionOf(id), { status: 'in_progress', outcome: null })
  const last = await submit(sdk, 'identity', { applicant: EVERYTHING, acquisition: 'camera' })
  t.match(data(last), { status: 'completed', steps: [] })
  const { status, outcome, idv } = await sessionOf(id)
  t.strictSame([status, outcome], ['completed', 'approved'])
  t.strictSame(idv, {
    available_images: ['portrait', 'front', 'selfie'],
    capture_acquisition: 'camera',
  })
})

t.test('each check is submitted separately', async (t) => {
  const { id, sdk } = await globex.page({ expected_outcome: 'review' })
  const order = ['credit', 'mail', 'identity', 'sanctions', 'background']
  for (const [i, step] of order.entries()) {
    const reply = await submit(sdk, step, {})
    t.equal(reply.status, 200, step)
    t.equal(statuses(reply).filter((status) => status === 'submitted').length, i + 1)
  }
  t.match(await sessionOf(id, globex), { status: 'awaiting_review' })
})

t.test(
  'IDV-023 IDV-015 IDV-016 IDV-018 capture metadata declared by a browser is recorded and does not affect the outcome',
  async (t) => {
    for (const declared of [undefined, 'camera', 'upload']) {
      const body = declared === undefined ? {} : { acquisition: declared }
      const recorded = declared ?? 'camera'
      for (const [expected_outcome, outcome] of [
        ['pass', 'approved'],
        ['fail', 'declined'],
      ] as const) {
        const { id, sdk } = await acme.page({ expected_outcome })
        await submit(sdk, 'identity', body)
        t.match(await sessionOf(id), { idv: { capture_acquisition: recorded } })
        await submit(sdk, 'form', { answers: { pets: true } })
        t.match(await sessionOf(id), { status: 'completed', outcome })
      }
    }
    for (const acquisition of ['scanner', null, '', 7, ['camera']]) {
      const { sdk } = await acme.page()
      t.match(problems(await submit(sdk, 'identity', { acquisition })), [
        /^invalid_\w+ acquisition$/,
      ])
    }
  },
)

t.test('IDV-013 no submission records null', async (t) => {
  const { id, sdk } = await acme.page()
  const refused = await submit(sdk, 'identity', { acquisition: null })
  t.strictSame(problems(refused), ['invalid_type acquisition'])
  t.notOk('idv' in (await sessionOf(id)))
})

t.test(
  "SDK-006 personal data comes in eight fields and becomes data of the session's applicant",
  async (t) => {
    const { id, sdk } = await acme.page()
    const legalName = 'Gabriel José García Márquez, Jr.'
    await submit(sdk, 'identity', { applicant: { ...EVERYTHING, legalName } })
    t.match(await applicantOf(id), {
      family_name: 'García Márquez',
      given_names: ['Gabriel', 'José'],
      name_suffix: 'Jr.',
      legal_name: legalName,
      email: 'gabriel@example.com',
      phone: '+13055550142',
      date_of_birth: '1987-03-06',
      mode: 'test',
      region: 'us',
      address: { ...HOME, postal_code: '33135', place_id: 'p-1' },
    })
    t.match(data(await acme.call('GET', '/v1/applicants?limit=1')), [
      { id: (await sessionOf(id)).applicant_id },
    ])
    for (const name of [
      'firstName',
      'middleName',
      'lastName',
      'fullName',
      'family_name',
      'Email',
      'id',
      '__proto__',
    ]) {
      const page = await acme.page()
      const body = `{"applicant":{"familyName":"Ek","${name}":"x"}}`
      t.strictSame(
        problems(await submit(page.sdk, 'identity', body)),
        ['unrecognized_keys applicant'],
        name,
      )
      t.equal((await sessionOf(page.id)).applicant_id, null, 'and nothing is stored')
    }
    const fresh = await acme.page()
    t.strictSame(problems(await submit(fresh.sdk, 'identity', { familyName: 'Ek' })), [
      'unrecognized_keys ',
    ])
    const snake = await submit(fresh.sdk, 'identity', {
      applicant: { familyName: 'Ek', address: { postal_code: '1' } },
    })
    t.strictSame(problems(snake), ['unrecognized_keys applicant.address'])
  },
)

t.test('a page adds data to a known applicant without changing the rest', async (t) => {
  const names = { family_name: 'Ek', given_names: ['Ada'] }
  const { id, sdk } = await acme.page({ applicant: { ...names, email: 'a@example.com' } })
  const { applicant_id } = await sessionOf(id)
  const known = { ...names, id: applicant_id, email: 'b@example.com', date_of_birth: '1990-01-02' }
  await submit(sdk, 'identity', {
    applicant: { email: 'b@example.com', dateOfBirth: '1990-01-02' },
  })
  t.match(await applicantOf(id), known)
  await submit(sdk, 'form', { applicant: { familyName: 'Ek-Lund' }, answers: { pets: true } })
  t.match(await applicantOf(id), { ...known, family_name: 'Ek-Lund' }, 'with any step')
})

t.test('personal data follows the rules of the API', async (t) => {
  const refused = async (applicant: object, headers = {}): Promise<string[]> =>
    problems(await submit((await acme.page()).sdk, 'identity', { applicant }, headers))
  t.strictSame(
    await refused({ phone: '070-174 06 05' }),
    ['invalid_string applicant.phone'],
    'a phone number without a country',
  )
  const swedish = { 'accept-language': 'sv' }
  t.strictSame(
    await refused({ phone: '070-174 06 05' }, swedish),
    ['invalid_string applicant.phone'],
    'a country code that does not exist',
  )
  t.strictSame(await refused({ phone: 'no phone' }), ['invalid_string applicant.phone'])
  t.strictSame(await refused({ dateOfBirth: '2999-01-01' }), ['too_big applicant.dateOfBirth'])
  t.strictSame(await refused({ dateOfBirth: '1990-02-30' }), [
    'invalid_string applicant.dateOfBirth',
  ])
  t.strictSame(await refused({ email: 'nobody' }), ['invalid_string applicant.email'])
  t.strictSame(await refused({ familyName: '' }), ['too_small applicant.familyName'])
  t.strictSame(await refused({ familyName: 'x'.repeat(101) }), ['too_big applicant.familyName'])
  t.strictSame(await refused({ familyName: 'Ek', givenNames: 'Ada' }), [
    'invalid_type applicant.givenNames',
  ])
  t.strictSame(await refused({ familyName: 'Ek', givenNames: [''] }), [
    'too_small applicant.givenNames.0',
  ])
  t.strictSame(await refused({ familyName: 'Ek', givenNames: Array(11).fill('A') }), [
    'too_big applicant.givenNames',
  ])
  t.strictSame(
    await refused({ givenNames: ['Ada'] }),
    ['invalid_type applicant.familyName'],
    'a name component without the others',
  )
  t.strictSame(await refused({ address: { country: 'usa' } }), [
    'invalid_string applicant.address.country',
  ])
  const { id, sdk } = await acme.page()
  const applicant = { familyName: 'Suharto', givenNames: [], phone: '070-174 06 05' }
  await submit(sdk, 'identity', { applicant }, { 'accept-language': 'sv-SE' })
  t.match(await applicantOf(id), { family_name: 'Suharto', given_names: [], phone: '+46701740605' })
})

t.test('ERR-034 a background check needs the name in components', async (t) => {
  const whole = { legalName: 'Ada Ek', email: 'ada@example.com' }
  for (const step of ['identity', 'background', 'credit']) {
    const { id, sdk } = await globex.page()
    const reply = await submit(sdk, step, { applicant: whole })
    t.equal(refusal(reply), '422 name_components_required', 'for every step that carries the name')
    t.equal((await sessionOf(id, globex)).applicant_id, null)
    t.strictSame(
      [...new Set(statuses(await sdk('GET', '/sdk/v1/sessions/me')))],
      ['open'],
      'nothing was submitted',
    )
    t.equal(
      (await submit(sdk, step, { applicant: { ...whole, familyName: 'Ek', givenNames: ['Ada'] } }))
        .status,
      200,
    )
    t.match(await applicantOf(id, globex), {
      legal_name: 'Ada Ek',
      family_name: 'Ek',
      given_names: ['Ada'],
    })
  }
  const one = await globex.page()
  const oneName = { legalName: 'Suharto', familyName: 'Suharto', givenNames: [] }
  t.equal(
    (await submit(one.sdk, 'identity', { applicant: oneName })).status,
    200,
    'one given name is enough',
  )
  const nameless = await submit((await globex.page()).sdk, 'identity', {
    applicant: { email: 'ada@example.com' },
  })
  t.equal(nameless.status, 200, 'a legal name alone is the only mistake')
  const unscreened = await acme.page()
  t.equal(
    (await submit(unscreened.sdk, 'identity', { applicant: whole })).status,
    200,
    'without a background check a legal name is accepted',
  )
  const stored = await applicantOf(unscreened.id)
  t.match(stored, { legal_name: 'Ada Ek', given_names: [] }, 'kept verbatim')
  t.notOk('family_name' in stored, 'and the legal name is not parsed')
})

t.test('a form rejects wrong or missing answers', async (t) => {
  const refused = async (answers: unknown): Promise<string[]> =>
    problems(await submit((await acme.page()).sdk, 'form', { answers }))
  t.strictSame(await refused({}), ['invalid_type answers.pets'])
  t.strictSame(await refused({ pets: 'yes' }), ['custom answers.pets'])
  t.strictSame(await refused({ pets: true, cats: true }), ['custom answers.cats'])
  t.strictSame(await refused({ pets: true, city: 7 }), ['custom answers.city'])
  t.strictSame(await refused([]), ['invalid_type answers'])
  t.strictSame(problems(await submit((await acme.page()).sdk, 'form', {})), [
    'invalid_type answers.pets',
  ])
  const misplaced = await submit((await acme.page()).sdk, 'identity', { answers: { pets: true } })
  t.strictSame(problems(misplaced), ['custom answers'])
  const { id, sdk } = await acme.page()
  await submit(sdk, 'form', { answers: { pets: true, city: 'CAFÉ' } })
  t.strictSame(
    (await control.events(`&session_id=${id}`)).map(({ type }) => type),
    ['kyc.session.form_flagged'],
  )
})

t.test('the submitted photo is not stored: the images come from a specimen', async (t) => {
  const { id, sdk } = await acme.page()
  const front = pngFile({ width: 600, height: 400 })
  const images = { front: front.toString('base64') }
  t.equal((await submit(sdk, 'identity', { images })).status, 200)
  const served = await acme.call('GET', `/v1/sessions/${id}/idv-image/front`)
  t.equal(served.status, 200)
  t.notOk(Buffer.from(served.bytes).equals(front))
})

t.test(
  'IDV-017 images are validated, whether from a camera or not; none is required',
  async (t) => {
    const front = evidenceFor('odette').images.front.bytes()
    const jpeg = front.toString('base64')
    const tried = async (images: unknown, acquisition = 'camera'): Promise<Reply> =>
      submit((await acme.page()).sdk, 'identity', { images, acquisition })
    const refused = async (images: unknown, acquisition?: string): Promise<string[]> =>
      problems(await tried(images, acquisition))
    const pdf = Buffer.from('%PDF-1.7').toString('base64')
    const cut = front.subarray(0, 500).toString('base64')
    const url = `data:image/jpeg;base64,${jpeg}`
    for (const acquisition of ['camera', 'upload']) {
      const all = { front: jpeg, back: pngFile().toString('base64'), selfie: jpeg }
      t.equal((await tried(all, acquisition)).status, 200)
      t.equal((await tried({}, acquisition)).status, 200)
      t.strictSame(await refused({ front: 'nothing in base64!' }, acquisition), [
        'invalid_string images.front',
      ])
      t.strictSame(await refused({ front: url }, acquisition), ['invalid_string images.front'])
      t.strictSame(await refused({ back: pdf }, acquisition), ['custom images.back'])
      t.strictSame(await refused({ front: cut }, acquisition), ['custom images.front'])
      t.strictSame((await refused({ front: '', selfie: 7, side: 'x' }, acquisition)).sort(), [
        'custom images.front',
        'invalid_type images.selfie',
        'unrecognized_keys images',
      ])
    }
    const huge = Buffer.concat([front, Buffer.alloc(10 * 1024 * 1024)])
    t.strictSame(await refused({ front: huge.toString('base64') }), ['too_big images.front'])
    const two = Buffer.alloc(8_000_000).toString('base64')
    t.equal(
      (await tried({ front: two, back: two, selfie: 'x' })).status,
      422,
      'a large image is accepted',
    )
    t.equal(refusal(await tried({ front: 'x'.repeat(29_360_128) })), '413 payload_too_large')
    const form = await submit((await acme.page()).sdk, 'form', {
      images: {},
      answers: { pets: true },
    })
    t.strictSame(problems(form), ['custom images'], 'on a step without a document')
  },
)

t.test('a step is submitted once, and only while the session is open', async (t) => {
  const { id, sdk } = await acme.page()
  const attempt = () => submit(sdk, 'identity', { applicant: EVERYTHING })
  const replies = await Promise.all(Array.from({ length: 10 }, attempt))
  const late = replies.filter(({ status }) => status !== 200)
  t.equal(late.length, 9, 'of ten concurrent submissions')
  for (const reply of late) t.equal(refusal(reply), '409 step_already_submitted')
  t.equal(refusal(await submit(sdk, 'nothing', {})), '404 resource_not_found')
  await acme.call('POST', `/v1/sessions/${id}/skip_step`, { step_id: 'form' })
  t.equal(refusal(await submit(sdk, 'identity', {})), '409 session_already_completed')
  t.equal(
    refusal(await submit(sdk, 'nothing', {})),
    '404 resource_not_found',
    'an unknown step is reported before the state of the session',
  )
  const skipped = await acme.page()
  await acme.call('POST', `/v1/sessions/${skipped.id}/skip_step`, { step_id: 'form' })
  t.equal(
    refusal(await submit(skipped.sdk, 'form', { answers: { pets: true } })),
    '409 step_already_submitted',
  )
  const parked = await acme.page({ expected_outcome: 'review' })
  await control.journey(parked.id, 'submit', { answers: { form: { pets: true } } })
  t.equal(refusal(await submit(parked.sdk, 'identity', {})), '409 step_already_submitted')
})

t.test('an esign step has its own routes', async (t) => {
  const { sdk } = await backendFor(simulator, demoKey('org_umbra'), 'eu').page()
  t.match(data(await sdk('GET', '/sdk/v1/sessions/me')), {
    steps: [{ id: 'lease', status: 'open' }],
  })
  t.equal(refusal(await submit(sdk, 'lease', {})), '404 resource_not_found')
})

t.test('deleting an applicant who was created by a page also changes the session', async (t) => {
  const { id, sdk } = await acme.page()
  await submit(sdk, 'identity', { applicant: { familyName: 'Ek' } })
  const { applicant_id } = await sessionOf(id)
  t.equal((await acme.call('DELETE', `/v1/applicants/${applicant_id}`)).status, 204)
  t.equal((await sessionOf(id)).applicant_id, null)
  await submit(sdk, 'form', { answers: { pets: true }, applicant: { familyName: 'Lund' } })
  const other = await applicantOf(id)
  t.match(other, { family_name: 'Lund' })
  t.not(other.id, applicant_id)
})

t.test('PLN-002 live sessions keep their applicants in live mode', async (t) => {
  const live = backendFor(simulator, demoKey('org_acme', 'live'))
  const { id, sdk } = await live.page()
  await submit(sdk, 'identity', { applicant: { familyName: 'Ek' } })
  t.match(await applicantOf(id, live), { family_name: 'Ek', mode: 'live' })
  const { applicant_id } = await sessionOf(id, live)
  t.equal(
    refusal(await acme.call('GET', `/v1/applicants/${applicant_id}`)),
    '404 resource_not_found',
  )
})

t.test('IDV-012 an uploaded photo is accepted only where the template allows it', async (t) => {
  const { id, sdk } = await globex.page({})
  const refused = await submit(sdk, 'identity', { acquisition: 'upload' })
  t.strictSame(problems(refused), ['custom acquisition'])
  t.match(refused.text, /allowPhotoUpload/, 'the error says what to do')
  t.match(await sessionOf(id, globex), { status: 'created' }, 'and nothing was recorded')
  t.equal((await submit(sdk, 'identity', { acquisition: 'camera' })).status, 200)
})
