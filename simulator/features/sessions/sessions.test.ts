import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Session {
  id: string
  status: string
  applicant_id: string | null
  metadata: Record<string, unknown>
  idv?: object
}
interface Page {
  data: object[]
  next_cursor: string | null
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const globex = caller(simulator, demoKey('org_globex'))
const umbra = caller(simulator, demoKey('org_umbra'), 'eu')
const control = controlClient(simulator)

async function created(body: object | string = {}): Promise<Session> {
  return data<Session>(await acme('POST', '/v1/sessions', body))
}

async function count(): Promise<number> {
  let found = 0
  for (let cursor = ''; ;) {
    const page = (await acme('GET', `/v1/sessions?limit=100${cursor}`)).json<Page>()
    found += page.data.length
    if (page.next_cursor === null) return found
    cursor = `&cursor=${page.next_cursor}`
  }
}

t.test(
  'GEN-002 SES-001 SES-002 SES-004 END-002 END-004 END-009 END-011 ' +
    'a session is created and retrieved',
  async (t) => {
    await control.freeze('2026-11-20T09:00:00.000Z')
    const reply = await acme('POST', '/v1/sessions', {})
    t.equal(reply.status, 201)
    const session = data<Session>(reply)
    t.match(session.id, /^vs_/)
    t.strictSame(session, {
      id: session.id,
      status: 'created',
      outcome: null,
      mode: 'test',
      region: 'us',
      workflow_template_id: null,
      applicant_id: null,
      hosted_url: `${simulator.base_urls.us}/s/${session.id}`,
      created_at: '2026-11-20T09:00:00.000Z',
      expires_at: '2026-11-27T09:00:00.000Z',
      completed_at: null,
      metadata: {},
    })
    const read = await acme('GET', `/v1/sessions/${session.id}`)
    t.equal(read.status, 200)
    t.equal(read.text, reply.text, 'unchanged since, so it reads as in the first response')
    await control.call('POST', '/clock/resume')
  },
)

t.test(
  'IDV-024 IDV-025 IDV-026 SES-007 SES-008 ' +
    'only the retrieve response has idv, and only after a run',
  async (t) => {
    const creation = await acme('POST', '/v1/sessions', {})
    const { id } = data<Session>(creation)
    t.notMatch(creation.text, 'idv')
    await control.journey(id, 'abandon')
    t.notOk(
      'idv' in data<Session>(await acme('GET', `/v1/sessions/${id}`)),
      'started, and nothing captured',
    )
    await control.journey(id, 'submit')
    t.strictSame(data<Session>(await acme('GET', `/v1/sessions/${id}`)).idv, {
      available_images: ['portrait', 'front', 'selfie'],
      capture_acquisition: 'camera',
    })
    t.notMatch((await acme('GET', '/v1/sessions?limit=1')).text, 'idv')
  },
)

t.test('IDV-007 IDV-008 sessions:read shows which images exist and serves none', async (t) => {
  const { id } = await created()
  await control.journey(id, 'submit')
  const reader = caller(simulator, demoKey('org_acme', 'test', 'key_acme_test_reader'))
  t.match(data<Session>(await reader('GET', `/v1/sessions/${id}`)), {
    idv: { available_images: ['portrait', 'front', 'selfie'] },
  })
  t.equal(
    refusal(await reader('GET', `/v1/sessions/${id}/idv-image/front`)),
    '403 insufficient_scope',
  )
})

t.test('GEN-003 END-005 a session may be created with an inline applicant', async (t) => {
  const sent = {
    family_name: 'García Márquez',
    given_names: ['Gabriel', 'José'],
    name_suffix: 'Jr.',
    email: 'gabriel@example.com',
    date_of_birth: '1987-03-06',
    address: {
      line1: '12 Calle Ocho',
      city: 'Miami',
      state: 'FL',
      postal_code: '33135',
      country: 'US',
      place_id: 'p-1',
    },
  }
  const { applicant_id } = await created({ applicant: sent })
  t.match(applicant_id, /^app_/)
  t.match(data(await acme('GET', `/v1/applicants/${applicant_id}`)), { id: applicant_id, ...sent })
})

t.test(
  'APP-021 VER-020 the phone of an inline applicant follows the rules of the applicant routes',
  async (t) => {
    const phone = async (number: string, language?: string): Promise<unknown> => {
      const reply = await acme(
        'POST',
        '/v1/sessions',
        { applicant: { family_name: 'Ek', phone: number } },
        language === undefined ? {} : { 'accept-language': language },
      )
      if (reply.status !== 201) return problems(reply)
      return data(await acme('GET', `/v1/applicants/${data<Session>(reply).applicant_id}`)).phone
    }
    t.equal(await phone('+46 70 174 06 05'), '+46701740605')
    t.equal(await phone('070-174 06 05', 'sv-SE'), '+46701740605')
    t.strictSame(await phone('070-174 06 05'), ['invalid_string applicant.phone'])
    t.strictSame(await phone('070-174 06 05', 'sv'), ['invalid_string applicant.phone'])
    t.strictSame(await phone('12'), ['invalid_string applicant.phone'])
  },
)

t.test('a session may name an existing applicant', async (t) => {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/applicants', { family_name: 'Ek' }))
  t.equal((await created({ applicant_id: id })).applicant_id, id)
  for (const [who, key] of [
    ['another organization', globex],
    ['live mode', acmeLive],
  ] as const) {
    t.strictSame(
      problems(await key('POST', '/v1/sessions', { applicant_id: id })),
      ['custom applicant_id'],
      `${who} does not see it`,
    )
  }
  t.strictSame(
    problems(await umbra('POST', '/v1/sessions', { applicant_id: id })),
    ['custom applicant_id'],
    'nor another region',
  )
  t.strictSame(
    problems(
      await acme('POST', '/v1/sessions', {
        applicant_id: 'app_000000000000000000000000',
        workflow_template_id: 'wt_none',
      }),
    ),
    ['custom workflow_template_id', 'custom applicant_id'],
  )
  const both = await acme('POST', '/v1/sessions', {
    applicant_id: id,
    applicant: { family_name: 'Ek' },
  })
  t.equal(refusal(both), '422 validation_error')
  t.match(both.text, 'not both')
  await acme('DELETE', `/v1/applicants/${id}`)
  t.strictSame(
    problems(await acme('POST', '/v1/sessions', { applicant_id: id })),
    ['custom applicant_id'],
    'nor a deleted applicant',
  )
})

t.test(
  'END-008 VAL-009 VAL-010 VAL-014 ' +
    'unknown, misspelt and mis-cased fields are rejected, and nothing is created',
  async (t) => {
    const before = await count()
    const refused = async (body: unknown): Promise<string[]> =>
      problems(await acme('POST', '/v1/sessions', body))
    t.strictSame(await refused({ expectedOutcome: 'pass' }), ['unrecognized_keys '])
    t.strictSame(await refused({ Metadata: {} }), ['unrecognized_keys '])
    t.strictSame(await refused({ steps: [] }), ['unrecognized_keys '])
    t.strictSame(await refused({ status: 'completed', id: 'vs_1' }), ['unrecognized_keys '])
    t.strictSame(await refused({ applicant: { familyName: 'Ek' } }), [
      'invalid_type applicant.family_name',
      'unrecognized_keys applicant',
    ])
    t.strictSame(
      await refused({ applicant: { family_name: 'Ek', address: { postalCode: '1' } } }),
      ['unrecognized_keys applicant.address'],
    )
    t.strictSame(await refused({ applicant: { family_name: 'Ek', legal_name: 'Ek' } }), [
      'unrecognized_keys applicant',
    ])
    t.strictSame(await refused({ applicant: null }), ['invalid_type applicant'])
    t.strictSame(await refused({ applicant: 'Ek' }), ['invalid_type applicant'])
    for (const body of ['[]', 'null', '7', '"x"', 'true'])
      t.ok((await refused(body)).includes('invalid_type '), body)
    t.equal(await count(), before)
    t.equal(
      (await created(' {\t"metadata"\n:{ } }\r\n')).status,
      'created',
      'whitespace in the body is accepted',
    )
  },
)

t.test('repeated keys of metadata are returned as sent, so they count', async (t) => {
  const send = async (times: number, value: string) =>
    acme('POST', '/v1/sessions', `{"metadata":{${`"a":"${value}",`.repeat(times - 1)}"\\u0061":1}}`)
  t.equal((await send(50, 'x'.repeat(2000))).status, 201)
  for (const reply of [await send(51, 'x'), await send(2, 'x'.repeat(2001))])
    t.strictSame(problems(reply), ['too_big metadata'])
})

t.test(
  'PLN-002 PLN-014 PLN-017 a session is visible only in its own organization, mode and region',
  async (t) => {
    const { id } = await created()
    for (const [who, key] of [
      ['another organization', globex],
      ['live mode', acmeLive],
      ['the other region', umbra],
    ] as const) {
      t.equal(refusal(await key('GET', `/v1/sessions/${id}`)), '404 resource_not_found', who)
      t.notMatch((await key('GET', '/v1/sessions?limit=100')).text, id)
    }
    const live = data<Session>(await acmeLive('POST', '/v1/sessions', {}))
    t.equal(refusal(await acme('GET', `/v1/sessions/${live.id}`)), '404 resource_not_found')
    t.notMatch((await acme('GET', '/v1/sessions?limit=100')).text, live.id)
  },
)

t.test('a malformed id is not found', async (t) => {
  for (const id of [
    'vs_',
    'vs_0',
    'x',
    '__proto__',
    'constructor',
    'vs_5T2KX8Q4TB7M2K9R5W6Y0ZC1',
    '%00',
    'vs_5t2kx8q4tb7m2k9r5w6y0zc1%20',
  ]) {
    t.equal(refusal(await acme('GET', `/v1/sessions/${id}`)), '404 resource_not_found', id)
  }
})

t.test('concurrent creation: each request gets its own session', async (t) => {
  const sessions = await Promise.all(
    Array.from({ length: 100 }, (_, i) => created({ metadata: { i: String(i) } })),
  )
  t.equal(new Set(sessions.map(({ id }) => id)).size, 100)
  for (const [i, { id, metadata }] of sessions.entries()) {
    t.equal(metadata.i, String(i))
    t.match(data(await acme('GET', `/v1/sessions/${id}`)), { metadata: { i: String(i) } })
  }
})
