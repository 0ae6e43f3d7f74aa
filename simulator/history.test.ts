import t from 'tap'
import { checkTypes, document } from '../spec/contract.ts'
import { scopes } from '../spec/generated/scopes.ts'
import { caller, conforms, eventConforms } from './testing/contract.ts'
import {
  type Event,
  type ControlSession,
  data,
  problems,
  refusal,
  controlClient,
} from './testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from './testing/simulator.ts'

// Checks each entry of the API changelog against the running API.

interface Created {
  id: string
  applicant_id: string
}
interface Key {
  id: string
  key: string
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
const KEYS = '/organizations/org_acme/keys'

async function session(body: object = {}): Promise<Created> {
  return data<Created>(await acme('POST', '/v1/sessions', body))
}

async function stepsOf(steps: object[]): Promise<void> {
  await control.organization('org_acme', { default_workflow: { steps } })
}

async function submitStep(id: string, step: object): Promise<ControlSession> {
  return control.call('POST', `/sessions/${id}/journey`, { action: 'submit_step', ...step })
}

async function keyWith(...granted: string[]): Promise<Key> {
  return control.call<Key>('POST', KEYS, { type: 'sk', mode: 'test', scopes: granted })
}

t.test(
  '1 VER-006 VER-007 evidence images, under the scope of the report; idv on a retrieved session',
  async (t) => {
    await stepsOf([{ type: 'id_verification' }])
    const { id } = await session()
    await control.journey(id, 'submit')
    const { idv } = data<{ idv: { available_images: string[] } }>(
      await acme('GET', `/v1/sessions/${id}`),
    )
    t.strictSame(idv, { available_images: ['portrait', 'front'], capture_acquisition: 'camera' })
    const image = `/v1/sessions/${id}/idv-image/portrait`
    const report = caller(simulator, (await keyWith('sessions:read_report')).key)
    t.equal((await report('GET', image)).headers.get('content-type'), 'image/jpeg')
    t.equal(
      (await report('GET', `/v1/sessions/${id}/report.pdf`)).status,
      200,
      'the same scope opens the report',
    )
    const others = Object.keys(scopes).filter((name) => name !== 'sessions:read_report')
    t.equal(
      refusal(await caller(simulator, (await keyWith(...others)).key)('GET', image)),
      '403 insufficient_scope',
    )
  },
)

t.test(
  '2 VER-008 VER-009 VER-010 form conditions ignore case and accents, with seven more operators',
  async (t) => {
    const questions = [
      { id: 'place', type: 'text', label: 'Where?' },
      { id: 'age', type: 'number', label: 'How old?' },
      { id: 'mail', type: 'email', label: 'At which address?' },
    ]
    const rule = (questionId: string, op: string, value: unknown) => ({
      when: { questionId, op, value },
      action: 'flag_for_review',
    })
    const flagged = async (one: object): Promise<boolean> => {
      const steps = [{ id: 'form', type: 'custom_form', config: { questions, rules: [one] } }]
      await stepsOf(steps)
      const { default_workflow } = await control.call<{ default_workflow: object }>(
        'GET',
        '/organizations/org_acme',
      )
      t.strictSame(default_workflow, { steps }, 'reads back as it was written')
      const { id } = await session()
      const answers = { place: 'Neues CAFÉ', age: 30, mail: 'Ada@Mail.Example' }
      const { status } = await submitStep(id, { step_id: 'form', answers })
      return status === 'awaiting_review'
    }
    for (const [questionId, op, matching, other] of [
      ['place', 'eq', 'neues cafe', 'neues cafes'],
      ['place', 'neq', 'cafe', 'neues cafe'],
      ['place', 'in', ['x', 'neues cafe'], ['x']],
      ['place', 'includes', 'cafe', 'tee'],
      ['place', 'not_includes', 'tee', 'cafe'],
      ['mail', 'ends_with', '@mail.example', '@mail.test'],
      ['age', 'gt', 29, 30],
      ['age', 'gte', 30, 31],
      ['age', 'lt', 31, 30],
      ['age', 'lte', 30, 29],
    ] as const) {
      t.equal(
        await flagged(rule(questionId, op, matching)),
        true,
        `${op} ${JSON.stringify(matching)}`,
      )
      t.equal(await flagged(rule(questionId, op, other)), false, `${op} ${JSON.stringify(other)}`)
    }
  },
)

t.test(
  '3 VER-011 VER-012 esign is a check type, and its two events can be subscribed to',
  async (t) => {
    t.ok(checkTypes.includes('esign'))
    const events = ['kyc.session.document_signed', 'kyc.session.document_declined']
    const url = 'https://hooks.example.com/vskit'
    t.match(data(await acme('POST', '/v1/webhook-subscriptions', { url, events })), { events })
    const document_ = {
      id: 'lease',
      title: 'Lease',
      documentClass: 'rental_or_lease_agreement',
      carveOutsAcknowledged: true,
      body: 'To let.',
    }
    await stepsOf([{ id: 'sign', type: 'esign', config: { documents: [document_] } }])
    const { id } = await session()
    const { steps } = await control.call<{ steps: object[] }>('GET', `/sessions/${id}`)
    t.match(steps, [{ id: 'sign', type: 'esign', status: 'pending' }])
  },
)

t.test(
  '4 VER-013 VER-014 VER-015 names have parts; removed fields are rejected, the legal name is shown',
  async (t) => {
    const parts = { family_name: 'de la Cruz', given_names: ['María', 'José'], name_suffix: 'Jr.' }
    const shown = data(await acme('POST', '/v1/applicants', parts))
    t.match(shown, parts)
    for (const gone of ['first_name', 'middle_name', 'last_name']) t.notOk(gone in shown, gone)
    for (const field of [
      'first_name',
      'middle_name',
      'last_name',
      'legal_name',
      'full_name',
      'localized_name',
    ]) {
      const refused = await acme('POST', '/v1/applicants', { ...parts, [field]: 'x' })
      t.strictSame(problems(refused), ['unrecognized_keys '], field)
    }
    await stepsOf([{ id: 'identity', type: 'id_verification' }])
    const { id, applicant_id } = await session({ applicant: parts })
    const applicant = { legalName: 'María José de la Cruz' }
    await submitStep(id, { step_id: 'identity', applicant })
    t.match(
      data(await acme('GET', `/v1/applicants/${applicant_id}`)),
      { ...parts, legal_name: applicant.legalName },
      'as it was captured, beside the parts',
    )
  },
)

t.test(
  '5 VER-016 VER-017 VER-018 keys of metadata, documents and locales are returned as sent',
  async (t) => {
    const metadata = '{"camelCase":1,"snake_case":2,"10":3,"2":4,"Ünïcode-Key":{"innerKey":5}}'
    const { id } = data<Created>(await acme('POST', '/v1/sessions', `{"metadata":${metadata}}`))
    t.match((await acme('GET', `/v1/sessions/${id}`)).text, `"metadata":${metadata}`)
    const locales = { 'zh-Hant-TW': 'a', 'de-CH-1996': 'b', 'pt-br': 'c', EN: 'd' }
    const signed = {
      id: 'lease',
      title: locales,
      documentClass: 'other',
      carveOutsAcknowledged: true,
      body: locales,
    }
    const steps = [{ id: 'sign', type: 'esign', config: { documents: [signed] } }]
    const template = data<Created>(
      await acme('POST', '/v1/workflow-templates', { name: 'Lease', steps }),
    )
    const read = data<{ steps: [{ config: { documents: [object] } }] }>(
      await acme('GET', `/v1/workflow-templates/${template.id}`),
    )
    t.equal(
      JSON.stringify(read.steps[0].config.documents[0]),
      JSON.stringify(signed),
      'in the same order, too',
    )
  },
)

t.test('6 VER-019 the OpenAPI document is served', async (t) => {
  const reply = await client(simulator, undefined)('GET', '/openapi.json')
  conforms('retrieveOpenapiDocument', reply)
  t.strictSame(reply.json(), document)
})

t.test("7 VER-020 an inline applicant's phone is normalized like any other", async (t) => {
  const phone = '070-174 06 05'
  const language = { 'accept-language': 'sv-SE' }
  const applicant = { family_name: 'Ek', phone }
  const inline = data<Created>(await acme('POST', '/v1/sessions', { applicant }, language))
  const alone = data<Created>(await acme('POST', '/v1/applicants', applicant, language))
  for (const id of [inline.applicant_id, alone.id]) {
    t.equal(data(await acme('GET', `/v1/applicants/${id}`)).phone, '+46701740605')
  }
})

t.test('8 VER-022 a key with an old scope has to be re-issued', async (t) => {
  const granting = await control.ask('POST', KEYS, {
    type: 'sk',
    mode: 'test',
    scopes: ['reports:images'],
  })
  t.match(granting.text, 'grant sessions:read_report instead')
  const { id, key } = await keyWith('sessions:read')
  const old = simulator.ports.world.organization('org_acme')!.keys.find((one) => one.id === id)!
  await simulator.ports.world.update(() => {
    old.scopes = ['verifications:read']
  })
  t.equal(refusal(await caller(simulator, key)('GET', '/v1/sessions')), '403 insufficient_scope')
  const anew = await control.call<Key>('POST', `${KEYS}/${id}/rotate`, {
    scopes: ['sessions:read'],
  })
  t.equal((await caller(simulator, anew.key)('GET', '/v1/sessions')).status, 200)
  t.equal(refusal(await caller(simulator, key)('GET', '/v1/sessions')), '401 invalid_api_key')
})

t.test(
  '9 VER-023 id_verification with a selfie, with active liveness, or with neither',
  async (t) => {
    for (const [config, images] of [
      [{}, ['portrait', 'front']],
      [{ faceCheck: 'selfie' }, ['portrait', 'front', 'selfie']],
      [{ faceCheck: 'liveness' }, ['portrait', 'front', 'selfie']],
    ] as const) {
      await stepsOf([{ type: 'id_verification', config }])
      const { id } = await session()
      await control.journey(id, 'submit')
      const { idv } = data<{ idv: { available_images: string[] } }>(
        await acme('GET', `/v1/sessions/${id}`),
      )
      t.strictSame(idv.available_images, images, JSON.stringify(config))
    }
  },
)

t.test('VER-003 VER-004 version 1 has only additions', async (t) => {
  await stepsOf([{ type: 'id_verification' }])
  const { id } = await session()
  await control.journey(id, 'submit')
  const type = 'kyc.session.completed'
  await control.call('POST', `/sessions/${id}/legacy_events`, { type })
  const [before, now] = (await control.events(`&session_id=${id}`)) as [Event, Event]
  for (const { headers, body } of [before, now]) {
    t.equal(headers['X-Webhook-Event-Version'], '1')
    eventConforms(type, body)
  }
  const [old, current] = [before, now].map(
    ({ body }) => JSON.parse(body) as Record<string, unknown>,
  )
  t.strictSame(
    { ...old, occurredAt: '' },
    { sessionId: id, status: 'completed', outcome: 'approved', occurredAt: '' },
  )
  t.strictSame(
    { ...current, occurredAt: '' },
    { ...old, occurredAt: '', mode: 'test', type, decisionSource: 'automatic' },
    'existing records are still there',
  )
})
