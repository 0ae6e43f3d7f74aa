import t from 'tap'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import { identities } from '../../../fixtures/identities.ts'
import { textOf } from '../../pdf/testing/text.ts'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Session {
  id: string
  applicant_id: string | null
}
type Applicant = Record<string, unknown> & { id: string }

const ANA = { family_name: 'Okafor', given_names: ['Ana'] }
const CYRILLIC = 'Щедролюбова Юлиана'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze('2026-11-20T08:00:00.000Z')
await control.organization('org_acme', {
  default_workflow: {
    steps: [
      { id: 'identity', type: 'id_verification' },
      { id: 'credit', type: 'credit_history' },
    ],
  },
})

const created = async (body: object = {}) => data<Session>(await acme('POST', '/v1/sessions', body))
const submitStep = (id: string, step_id: string, more: object = {}) =>
  control.ask('POST', `/sessions/${id}/journey`, { action: 'submit_step', step_id, ...more })
const reverify = (id: string, body?: object) =>
  control.ask('POST', `/sessions/${id}/reverify`, body)
const front = async (id: string) => (await acme('GET', `/v1/sessions/${id}/idv-image/front`)).bytes

async function applicantOf(id: string): Promise<Applicant> {
  const { applicant_id } = data<Session>(await acme('GET', `/v1/sessions/${id}`))
  return data<Applicant>(await acme('GET', `/v1/applicants/${applicant_id}`))
}

t.test(
  'APP-029 VER-015 a name printed in its own script appears in every response and in the report',
  async (t) => {
    const { id } = await created({ applicant: ANA })
    const before = await applicantOf(id)
    await control.journey(id, 'submit', { specimen: 'iuliana' })
    const applicant = await applicantOf(id)
    t.strictSame(applicant, { ...before, localized_name: CYRILLIC })
    const listed = data<Applicant[]>(await acme('GET', '/v1/applicants')).find(
      (one) => one.id === applicant.id,
    )
    t.strictSame(listed, applicant)
    t.match(
      data(await acme('PATCH', `/v1/applicants/${applicant.id}`, { email: 'ana@example.com' })),
      { localized_name: CYRILLIC, email: 'ana@example.com' },
      'a patch does not change it',
    )
    t.match(
      await textOf((await acme('GET', `/v1/sessions/${id}/report.pdf`)).bytes),
      /Name in own script\s+Щедролюбова Юлиана/,
    )
    t.notMatch(
      (await acme('GET', `/v1/sessions/${id}`)).text,
      /specimen|iuliana/,
      'the response does not name the specimen',
    )
  },
)

t.test('a document without a localized name, or an unreadable one, sets none', async (t) => {
  for (const [specimen, expected_outcome] of [
    ['odette', 'pass'],
    ['iuliana', 'doc_quality'],
  ]) {
    const { id } = await created({ applicant: ANA, expected_outcome })
    await control.journey(id, 'submit', { specimen })
    t.notOk('localized_name' in (await applicantOf(id)), `${specimen} ${expected_outcome}`)
  }
})

t.test('an applicant created with or after the document also gets the name', async (t) => {
  const applicant = { familyName: 'Okafor', givenNames: ['Ana'] }
  const { id: together } = await created()
  t.equal((await submitStep(together, 'identity', { specimen: 'iuliana', applicant })).status, 200)
  t.match(await applicantOf(together), { ...ANA, localized_name: CYRILLIC })
  const { id: later } = await created()
  await submitStep(later, 'identity', { specimen: 'iuliana' })
  t.equal((await submitStep(later, 'credit', { applicant })).status, 200)
  t.match(await applicantOf(later), { ...ANA, localized_name: CYRILLIC })
})

t.test(
  'the next session shows the same person unless a test chooses another; the name stays',
  async (t) => {
    const { id } = await created({ applicant: ANA })
    await control.journey(id, 'submit', { specimen: 'odette' })
    await reverify(id)
    t.ok(
      evidenceFor('odette')
        .images.front.bytes()
        .equals(await front(id)),
    )
    t.notOk('localized_name' in (await applicantOf(id)))
    t.equal((await reverify(id, { specimen: 'iuliana' })).status, 200)
    t.ok(
      evidenceFor('iuliana')
        .images.front.bytes()
        .equals(await front(id)),
    )
    t.match(await applicantOf(id), { localized_name: CYRILLIC })
    await reverify(id, { specimen: 'joost' })
    t.ok(
      evidenceFor('joost')
        .images.front.bytes()
        .equals(await front(id)),
    )
    t.match(
      await applicantOf(id),
      { localized_name: CYRILLIC },
      'a document without a localized name removes nothing',
    )
  },
)

t.test('concurrent changes of the applicant are not lost', async (t) => {
  const { id } = await created({ applicant: ANA })
  const { id: applicant } = await applicantOf(id)
  await Promise.all([
    ...['a', 'b', 'c'].map((name) =>
      acme('PATCH', `/v1/applicants/${applicant}`, { email: `${name}@example.com` }),
    ),
    control.journey(id, 'submit', { specimen: 'iuliana' }),
    acme('PATCH', `/v1/applicants/${applicant}`, { name_suffix: 'II' }),
  ])
  t.match(await applicantOf(id), {
    localized_name: CYRILLIC,
    name_suffix: 'II',
    email: /@example\.com$/,
  })
})

t.test('an erased applicant stays erased, and a new one does not get the old name', async (t) => {
  const { id, applicant_id } = await created({ applicant: ANA })
  await submitStep(id, 'identity', { specimen: 'iuliana' })
  t.match(await applicantOf(id), { localized_name: CYRILLIC })
  await acme('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id })
  await control.advance(60)
  await submitStep(id, 'credit', { applicant: { familyName: 'Ek' } })
  t.notOk('localized_name' in (await applicantOf(id)))
  const gone = await created({ applicant: ANA })
  await control.journey(gone.id, 'submit', { specimen: 'odette' })
  await acme('POST', '/v1/data_subject_requests', {
    type: 'erasure',
    applicant_id: gone.applicant_id,
  })
  await control.advance(60)
  t.equal((await reverify(gone.id, { specimen: 'iuliana' })).status, 200)
  t.equal(
    refusal(await acme('GET', `/v1/applicants/${gone.applicant_id}`)),
    '404 resource_not_found',
  )
})

t.test('only the control API and the headers choose one of the specimen identities', async (t) => {
  const { id } = await created()
  const refused = await control.ask('POST', `/sessions/${id}/journey`, {
    action: 'submit',
    specimen: 'nobody',
  })
  t.equal(refusal(refused), '422 validation_error')
  const [issue] = refused.json<{ error: { details: { issues: { message: string }[] } } }>().error
    .details.issues
  t.equal(
    issue!.message,
    `Expected one of ${[...identities.map(({ id }) => id), 'check-error'].map((id) => `"${id}"`).join(', ')}`,
  )
  for (const action of ['end', 'abandon']) {
    t.equal(
      refusal(await control.ask('POST', `/sessions/${id}/journey`, { action, specimen: 'odette' })),
      '422 validation_error',
    )
  }
  const { browserToken } = (await acme('POST', `/v1/sessions/${id}/browser_token`)).json<{
    browserToken: string
  }>()
  const browser = caller(simulator, browserToken)
  t.strictSame(
    problems(
      await browser('POST', '/sdk/v1/sessions/me/steps/identity/submit', { specimen: 'iuliana' }),
    ),
    ['unrecognized_keys '],
  )
})

t.test(
  'an applicant never gets a localized name by chance: only a chosen specimen sets one',
  async (t) => {
    await control.organization('org_acme', {
      default_workflow: { steps: [{ id: 'identity', type: 'id_verification' }] },
    })
    for (let i = 0; i < 40; i++) {
      const { id } = await created({ applicant: ANA })
      await control.journey(id, 'submit')
      t.notOk('localized_name' in (await applicantOf(id)), id)
    }
  },
)
