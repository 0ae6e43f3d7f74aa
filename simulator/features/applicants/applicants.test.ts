import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const globex = caller(simulator, demoKey('org_globex'))
const umbra = caller(simulator, demoKey('org_umbra'), 'eu')
const control = controlClient(simulator)

interface Applicant extends Record<string, unknown> {
  id: string
}

const post = (body: unknown, language?: string): Promise<Reply> =>
  acme('POST', '/v1/applicants', body, languageHeader(language))
const patch = (id: string, body: unknown, language?: string): Promise<Reply> =>
  acme('PATCH', `/v1/applicants/${id}`, body, languageHeader(language))
const read = async (id: string): Promise<Applicant> =>
  data(await acme('GET', `/v1/applicants/${id}`))

function languageHeader(language: string | undefined): Record<string, string> {
  return language === undefined ? {} : { 'accept-language': language }
}

async function created(body: object): Promise<Applicant> {
  return data<Applicant>(await post(body))
}

const full = {
  family_name: 'García Márquez',
  given_names: ['Gabriel', 'José'],
  name_suffix: 'Jr.',
  email: 'gabriel@example.com',
  phone: '+13055550142',
  date_of_birth: '1987-03-06',
  address: {
    line1: '12 Calle Ocho',
    line2: 'Apt 3',
    city: 'Miami',
    state: 'FL',
    postal_code: '33135',
    country: 'US',
    place_id: 'ChIJ-1',
  },
}

t.test(
  'END-020 APP-001 APP-005 APP-012 APP-013 APP-014 APP-022 APP-023 APP-024 APP-025 ' +
    'the sent fields are stored and returned',
  async (t) => {
    await control.freeze('2026-11-20T08:55:00.000Z')
    const reply = await post(full)
    t.equal(reply.status, 201)
    const applicant = data<Applicant>(reply)
    t.match(applicant.id, /^app_/)
    t.strictSame(applicant, {
      id: applicant.id,
      ...full,
      mode: 'test',
      region: 'us',
      created_at: '2026-11-20T08:55:00.000Z',
    })
    const again = await acme('GET', `/v1/applicants/${applicant.id}`)
    t.equal(again.status, 200)
    t.strictSame(data(again), applicant)
  },
)

t.test(
  'APP-003 APP-006 APP-007 names of several words, and several names, keep their form and order',
  async (t) => {
    for (const [family_name, given_names] of [
      ['de la Cruz y Sánchez-Peña', ['María del Carmen', 'José', 'Ana']],
      ['  Ek  ', [' b', 'a ', 'a ']],
      ['O\u2019Brien', ['J\u0301', '\u00e9']],
      ['Nguyễn', ['Thị', 'Minh', 'Khai']],
      ['山田', ['太郎']],
      ['😀', ['\u200d']],
    ] as const) {
      const { id } = await created({ family_name, given_names })
      t.match(await read(id), { family_name, given_names })
    }
  },
)

t.test('APP-008 one name and an empty array are a complete name', async (t) => {
  const { id } = await created({ family_name: 'Suharto', given_names: [] })
  t.match(await read(id), { family_name: 'Suharto', given_names: [] })
  t.strictSame(
    (await created({ family_name: 'Suharto' })).given_names,
    [],
    'with or without the empty array',
  )
})

t.test('APP-002 APP-004 APP-005 blank or malformed names are rejected', async (t) => {
  for (const [body, problem] of [
    [{}, 'invalid_type family_name'],
    [{ given_names: ['Ana'] }, 'invalid_type family_name'],
    [{ family_name: '' }, 'too_small family_name'],
    [{ family_name: null }, 'invalid_type family_name'],
    [{ family_name: ['Ek'] }, 'invalid_type family_name'],
    [{ family_name: 'Ek', given_names: 'Ana' }, 'invalid_type given_names'],
    [{ family_name: 'Ek', given_names: null }, 'invalid_type given_names'],
    [{ family_name: 'Ek', given_names: [''] }, 'too_small given_names.0'],
    [{ family_name: 'Ek', given_names: ['Ana', 5] }, 'invalid_type given_names.1'],
  ] as const) {
    t.strictSame(problems(await post(body)), [problem])
    const { id } = await created({ family_name: 'Ek' })
    if ('family_name' in body)
      t.strictSame(problems(await patch(id, body)), [problem], 'the same on update')
  }
})

t.test('APP-009 APP-010 names have a maximum length', async (t) => {
  const names = (count: number): string[] => Array.from({ length: count }, () => 'Ana')
  t.strictSame(problems(await post({ family_name: 'Ek', given_names: names(10) })), [])
  t.strictSame(problems(await post({ family_name: 'Ek', given_names: names(11) })), [
    'too_big given_names',
  ])
  t.strictSame(problems(await post({ family_name: 'Ek', given_names: names(10_000) })), [
    'too_big given_names',
  ])
  t.strictSame(
    problems(await post({ family_name: 'Ek', given_names: ['😀'.repeat(100)] })),
    [],
    'characters are counted, not UTF-16 code units',
  )
  t.strictSame(problems(await post({ family_name: 'Ek', given_names: ['a'.repeat(101)] })), [
    'too_big given_names.0',
  ])
  t.strictSame(problems(await post({ family_name: 'Ek', given_names: ['a'.repeat(100_000)] })), [
    'too_big given_names.0',
  ])
})

t.test(
  'VAL-007 VAL-008 VAL-014 END-022 APP-028 APP-030 ' +
    'unknown, misspelt, removed and read-only fields are rejected',
  async (t) => {
    const { id } = await created({ family_name: 'Ek' })
    const before = (await acme('GET', `/v1/applicants/${id}`)).text
    for (const field of [
      'familyName',
      'Family_name',
      'givenNames',
      'surname',
      'dateOfBirth',
      'localized_name',
      'id',
      'mode',
      'region',
      'created_at',
      '__proto__',
    ]) {
      const body = `{"family_name":"Ek","${field}":"x"}`
      t.strictSame(problems(await post(body)), ['unrecognized_keys '], field)
      t.strictSame(problems(await patch(id, body)), ['unrecognized_keys '], field)
    }
    t.strictSame(
      problems(await post({ family_name: 'Ek', address: { postalCode: '1', placeId: 'p' } })),
      ['unrecognized_keys address'],
    )
    t.equal((await acme('GET', `/v1/applicants/${id}`)).text, before, 'nothing of it was stored')
  },
)

t.test(
  'APP-031 APP-032 APP-033 APP-034 APP-035 VER-013 VER-014 VAL-012 VAL-013 VAL-016 VAL-017 VAL-018 VAL-019 ' +
    'VAL-020 removed names',
  async (t) => {
    const { id } = await created({ family_name: 'Ek' })
    for (const [field, replacement] of [
      ['first_name', /given_names.*array/],
      ['middle_name', /given_names.*array/],
      ['last_name', /family_name.*string/],
      ['legal_name', /family_name.*string.*given_names.*array/],
      ['full_name', /family_name.*string.*given_names.*array/],
    ] as const) {
      for (const reply of [
        await post({ family_name: 'Ek', [field]: 'x' }),
        await patch(id, { [field]: 'x' }),
      ]) {
        t.equal(refusal(reply), '422 validation_error')
        const issues = [
          { code: 'unrecognized_keys', path: [], keys: [field], message: replacement },
        ]
        t.match(reply.json(), { error: { details: { issues } } })
      }
    }
  },
)

t.test(
  'APP-036 APP-037 APP-038 VER-015 ' +
    'no response contains removed name fields, or a legal name for a name sent in parts',
  async (t) => {
    const { id } = await created(full)
    for (const { text } of [
      await acme('GET', `/v1/applicants/${id}`),
      await acme('GET', '/v1/applicants'),
      await patch(id, {}),
    ]) {
      t.notMatch(text, /first_name|middle_name|last_name|full_name|legal_name|localized_name|null/)
    }
  },
)

t.test('APP-015 APP-016 APP-017 APP-018 APP-019 APP-020 phones', async (t) => {
  const { id } = await created({ family_name: 'Ek' })
  for (const [phone, language, expected] of [
    ['+14155552671', undefined, '+14155552671'],
    ['+1 (415) 555-2671', undefined, '+14155552671'],
    ['+44 20 7946 0958', 'de-DE', '+442079460958'],
    ['020 7946 0958', 'en-GB', '+442079460958'],
    ['020 7946 0958', 'en-gb', '+442079460958'],
    ['(415) 555-2671', 'en-US,en;q=0.9', '+14155552671'],
    ['030 901820', 'fr;q=0.9, de-DE;q=0.8', '+4930901820'],
    ['06 12 34 56 78', 'en-US;q=0.5, fr-FR', '+33612345678'],
    ['02 1234 5678', 'it-IT', '+390212345678'],
    ['8 (912) 345-67-89', 'ru-RU', '+79123456789'],
    ['13812345678', 'zh-Hans-CN', '+8613812345678'],
    ['020 7946 0958', undefined, 'refused'],
    ['020 7946 0958', 'en', 'refused'],
    ['020 7946 0958', '*', 'refused'],
    ['020 7946 0958', 'en-GB;q=0', 'refused'],
    ['020 7946 0958', 'en-ZZ', 'refused'],
    ['12', 'en-US', 'refused'],
    ['call me', 'en-US', 'refused'],
    // 21 code points, which are 42 UTF-16 units.
    ['😀'.repeat(21), undefined, 'refused'],
    ['call +14155552671', 'en-US', 'refused'],
    ['+1415555267', undefined, 'refused'],
    ['+999123456789', undefined, 'refused'],
    ['+14155552671 ext. 5', undefined, 'refused'],
    ['+', undefined, 'refused'],
  ] as const) {
    const replies = [
      await post({ family_name: 'Ek', phone }, language),
      await patch(id, { phone }, language),
    ]
    for (const reply of replies) {
      const what = `${phone} with ${language}`
      if (expected === 'refused') {
        t.strictSame(problems(reply), ['invalid_string phone'], what)
        t.match(reply.json(), { error: { details: { issues: [{ param: 'phone' }] } } })
      } else t.equal(data(reply).phone, expected, what)
    }
  }
  t.strictSame(problems(await post({ family_name: 'Ek', phone: 4155552671 }, 'en-US')), [
    'invalid_type phone',
  ])
  t.strictSame(problems(await post({ family_name: 'Ek', phone: '' }, 'en-US')), [
    'too_small phone',
    'invalid_string phone',
  ])
  t.strictSame(
    problems(await post({ family_name: 'Ek', phone: `+1415555${'0'.repeat(99_999)}` })),
    ['too_big phone'],
  )
})

t.test('APP-026 a country code has two letters', async (t) => {
  for (const country of ['US', 'BE']) {
    t.match(await created({ family_name: 'Ek', address: { country } }), { address: { country } })
  }
  for (const country of ['us', 'USA', 'U', '', 'Ü1', 'United States']) {
    t.match(
      problems(await post({ family_name: 'Ek', address: { country } })),
      ['invalid_string address.country'],
      country,
    )
  }
})

t.test('birth dates are existing days in the past, by the clock of the service', async (t) => {
  await control.freeze('2026-11-20T23:59:59.999Z')
  for (const day of ['2026-11-20', '1900-01-01', '2024-02-29', '0001-01-01']) {
    t.match(await created({ family_name: 'Ek', date_of_birth: day }), { date_of_birth: day })
  }
  t.strictSame(problems(await post({ family_name: 'Ek', date_of_birth: '2026-11-21' })), [
    'too_big date_of_birth',
  ])
  await control.advance(0.001)
  t.strictSame(problems(await post({ family_name: 'Ek', date_of_birth: '2026-11-21' })), [])
  for (const day of [
    '2023-02-29',
    '2025-13-01',
    '1987-3-6',
    '06/03/1987',
    '1987-03-06T00:00:00Z',
    ' 1987-03-06',
    '',
  ]) {
    t.strictSame(
      problems(await post({ family_name: 'Ek', date_of_birth: day })),
      ['invalid_string date_of_birth'],
      day,
    )
  }
})

t.test('VAL-001 VAL-021 every problem is reported in one response, every time', async (t) => {
  const body = {
    familyName: 'Ek',
    given_names: 'Ana',
    phone: '12',
    date_of_birth: '2999-01-01',
    email: 'no',
    address: { country: 'x', zip: '1' },
  }
  const all = [
    'invalid_type family_name',
    'invalid_type given_names',
    'invalid_string email',
    'invalid_string address.country',
    'unrecognized_keys ',
    'unrecognized_keys address',
    'invalid_string phone',
    'too_big date_of_birth',
  ]
  for (let i = 0; i < 2; i++) t.strictSame(problems(await post(body)).sort(), all.toSorted())
})

t.test(
  'END-021 a patch replaces the sent fields, keeps the others, and null removes a field',
  async (t) => {
    const { id } = await created(full)
    const { created_at } = await read(id)
    const kept = { id, mode: 'test', region: 'us', created_at }
    t.strictSame(data(await patch(id, {})), { ...kept, ...full }, 'nothing')
    t.strictSame(data(await patch(id, { family_name: 'Ek' })), {
      ...kept,
      ...full,
      family_name: 'Ek',
    })
    t.strictSame(
      data(await patch(id, { given_names: ['Ana'] })),
      { ...kept, ...full, family_name: 'Ek', given_names: ['Ana'] },
      'as a whole',
    )
    t.strictSame(
      data(await patch(id, { address: { city: 'Bruxelles', country: 'BE' } })).address,
      { city: 'Bruxelles', country: 'BE' },
      'as a whole',
    )
    const bare = { ...kept, family_name: 'Ek', given_names: [] }
    t.strictSame(
      data(
        await patch(id, {
          given_names: [],
          name_suffix: null,
          email: null,
          phone: null,
          date_of_birth: null,
          address: null,
        }),
      ),
      bare,
    )
    t.strictSame(await read(id), bare, 'removed for good')
    t.strictSame(data(await patch(id, { email: null })), bare, 'removing a missing field succeeds')
    t.strictSame(problems(await patch(id, { family_name: null, given_names: null })), [
      'invalid_type family_name',
      'invalid_type given_names',
    ])
    t.strictSame(problems(await patch(id, { address: { line1: null } })), [
      'invalid_type address.line1',
    ])
    t.strictSame(await read(id), bare, 'a rejected patch changes nothing')
  },
)

t.test('concurrent patches: none is lost', async (t) => {
  const { id } = await created({ family_name: 'Ek' })
  const patches = [
    { email: 'a@example.com' },
    { phone: '+13055550142' },
    { name_suffix: 'III' },
    { date_of_birth: '1990-01-01' },
    { given_names: ['Ana'] },
    { address: { city: 'Rom' } },
    { family_name: 'Ekman' },
  ]
  const replies = await Promise.all(patches.map((body) => patch(id, body)))
  t.strictSame(
    replies.map(({ status }) => status),
    patches.map(() => 200),
  )
  t.match(await read(id), Object.assign({}, ...patches))
})

t.test('END-023 the list shows the applicants of this key, newest first', async (t) => {
  const ids = [(await created({ family_name: 'A' })).id, (await created({ family_name: 'B' })).id]
  await globex('POST', '/v1/applicants', { family_name: 'C' })
  const page = (await acme('GET', '/v1/applicants?limit=2')).json<{
    data: Applicant[]
    has_more: boolean
  }>()
  t.strictSame(
    page.data.map(({ id }) => id),
    ids.toReversed(),
  )
  t.strictSame(page.data[0], await read(ids[1]!))
  t.equal(page.has_more, true)
})

t.test('a deleted applicant is gone; its sessions remain without an applicant', async (t) => {
  const { id } = await created(full)
  const session = data<{ id: string }>(await acme('POST', '/v1/sessions', { applicant_id: id }))
  const other = data<{ id: string }>(await acme('POST', '/v1/sessions', { applicant: full }))
  const reply = await acme('DELETE', `/v1/applicants/${id}`)
  t.equal(reply.status, 204)
  for (const answer of [
    await acme('GET', `/v1/applicants/${id}`),
    await patch(id, {}),
    await acme('DELETE', `/v1/applicants/${id}`),
  ]) {
    t.equal(refusal(answer), '404 resource_not_found')
  }
  t.notMatch((await acme('GET', '/v1/applicants?limit=100')).text, id)
  t.match(data(await acme('GET', `/v1/sessions/${session.id}`)), {
    id: session.id,
    applicant_id: null,
  })
  t.match(
    data(await acme('GET', `/v1/sessions/${other.id}`)),
    { applicant_id: /^app_/ },
    'applicants of other organizations remain',
  )
  t.match(
    await control.journey(session.id, 'submit'),
    { status: 'completed', outcome: 'approved' },
    'and can continue',
  )
})

t.test(
  'PLN-002 PLN-007 PLN-013 an applicant is visible only in its own organization, mode and region',
  async (t) => {
    const { id } = await created({ family_name: 'Ek' })
    for (const [who, key] of [
      ['another organization', globex],
      ['live mode', acmeLive],
      ['the other region', umbra],
    ] as const) {
      for (const [method, body] of [
        ['GET'],
        ['PATCH', { family_name: 'X' }],
        ['DELETE'],
      ] as const) {
        t.equal(
          refusal(await key(method, `/v1/applicants/${id}`, body)),
          '404 resource_not_found',
          `${method} by ${who}`,
        )
      }
      t.notMatch((await key('GET', '/v1/applicants?limit=100')).text, id)
    }
    t.match(await read(id), { family_name: 'Ek' })
  },
)

t.test('a malformed id is not found', async (t) => {
  for (const id of [
    'app_',
    'app_0',
    '__proto__',
    'vs_5t2kx8q4tb7m2k9r5w6y0zc1',
    '%00',
    'app_5T2KX8Q4TB7M2K9R5W6Y0ZC1',
  ]) {
    t.equal(refusal(await acme('GET', `/v1/applicants/${id}`)), '404 resource_not_found', id)
  }
})

t.test('a patch replaces an address as a whole (GAP-APPLICANT-RESPONSE)', async (t) => {
  const { id } = await created(full)
  const moved = { city: 'Bruxelles', country: 'BE' }
  t.strictSame(data<Applicant>(await patch(id, { address: moved })).address, moved)
  t.strictSame((await read(id)).address, moved, 'the street of the old city is gone')
})
