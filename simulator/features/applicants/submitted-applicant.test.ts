import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

async function created(types: string[], body: object = {}): Promise<string> {
  await control.organization('org_acme', {
    default_workflow: { steps: types.map((type) => ({ id: type, type })) },
  })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', body)).id
}

/** With a document that has no localized name. */
const submit = (id: string, applicant: object, headers?: Record<string, string>) =>
  control.ask(
    'POST',
    `/sessions/${id}/journey`,
    { action: 'submit_step', step_id: 'id_verification', applicant, specimen: 'odette' },
    headers,
  )

async function applicantOf(id: string): Promise<Record<string, unknown>> {
  const { applicant_id } = data<{ applicant_id: string }>(await acme('GET', `/v1/sessions/${id}`))
  return data(await acme('GET', `/v1/applicants/${applicant_id}`))
}

t.test('a person submitted by the browser becomes the applicant', async (t) => {
  const id = await created(['id_verification'])
  const applicant = {
    familyName: 'Eriksson',
    givenNames: ['Anna', 'Maria'],
    nameSuffix: 'II',
    email: 'anna@example.com',
    phone: '+46 70 174 06 05',
    dateOfBirth: '1974-08-12',
    address: { postalCode: '111 22', placeId: 'p1', country: 'SE' },
  }
  t.equal((await submit(id, applicant)).status, 200)
  t.match(await applicantOf(id), {
    family_name: 'Eriksson',
    given_names: ['Anna', 'Maria'],
    name_suffix: 'II',
    email: 'anna@example.com',
    phone: '+46701740605',
    date_of_birth: '1974-08-12',
    address: { postal_code: '111 22', place_id: 'p1', country: 'SE' },
    mode: 'test',
    region: 'us',
  })
})

t.test('a person submitted by the browser is added to the applicant on record', async (t) => {
  const id = await created(['id_verification'], {
    applicant: { family_name: 'Ek', given_names: ['Bo'], email: 'bo@example.com' },
  })
  const before = await applicantOf(id)
  await submit(id, { legalName: 'Bo Ek', phone: '070-174 06 05' }, { 'accept-language': 'sv-SE' })
  t.strictSame(await applicantOf(id), { ...before, legal_name: 'Bo Ek', phone: '+46701740605' })
})

t.test('an invalid phone number or birth date is rejected, and the step stays open', async (t) => {
  const id = await created(['id_verification'])
  t.strictSame(problems(await submit(id, { phone: '070-174 06 05', dateOfBirth: '2999-01-01' })), [
    'invalid_string applicant.phone',
    'too_big applicant.dateOfBirth',
  ])
  t.strictSame(problems(await submit(id, { family_name: 'Ek' })), ['unrecognized_keys applicant'])
  t.match(data(await acme('GET', `/v1/sessions/${id}`)), { status: 'created', applicant_id: null })
})

t.test('ERR-034 ERR-042 a background check rejects a legal name alone', async (t) => {
  const id = await created(['id_verification', 'background_check'])
  t.equal(
    refusal(await submit(id, { legalName: 'Anna Maria Eriksson' })),
    '422 name_components_required',
  )
  t.match(data(await acme('GET', `/v1/sessions/${id}`)), {
    status: 'created',
    applicant_id: null,
  })
  t.equal(
    (
      await submit(id, {
        legalName: 'Anna Maria Eriksson',
        familyName: 'Eriksson',
        givenNames: [],
      })
    ).status,
    200,
  )
  const without = await created(['id_verification', 'credit_history'])
  t.equal((await submit(without, { legalName: 'Anna Maria Eriksson' })).status, 200)
})

t.test(
  'APP-002 a name component needs the family name, for applicants from the API and the browser',
  async (t) => {
    const id = await created(['id_verification', 'credit_history'])
    await submit(id, { legalName: 'Anna Eriksson' })
    const before = await applicantOf(id)
    t.notOk('family_name' in before)
    const patch = (body: object) => acme('PATCH', `/v1/applicants/${String(before.id)}`, body)
    for (const part of [{ given_names: ['Anna'] }, { given_names: [] }, { name_suffix: 'Jr.' }]) {
      const refused = await patch(part)
      t.equal(refused.status, 422, JSON.stringify(part))
      t.strictSame(problems(refused), ['invalid_type family_name'])
    }
    t.strictSame(await applicantOf(id), before, 'nothing changed')
    t.equal((await patch({ email: 'anna@example.com', name_suffix: null })).status, 200)
    t.match(data(await patch({ family_name: 'Eriksson', given_names: ['Anna'] })), {
      family_name: 'Eriksson',
      given_names: ['Anna'],
      legal_name: 'Anna Eriksson',
    })
    t.equal(
      (await patch({ given_names: ['Anna', 'Maria'] })).status,
      200,
      'now it has a family name',
    )
  },
)
