import t from 'tap'
import { client } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Organization {
  id: string
  wallet: object
  subscription: object
  members: { id: string }[]
}

const dataDir = t.testdir()

t.test('an organization with only name and region can spend', async (t) => {
  const { control } = await controlFor(t)
  for (const [region, currency] of [
    ['us', 'USD'],
    ['eu', 'EUR'],
  ] as const) {
    const reply = await control('POST', '/organizations', { name: 'Run 7', region })
    t.equal(reply.status, 201)
    const made = dataOf<Organization>(reply)
    t.match(made, {
      id: /^org_[0-9a-z]{24}$/,
      name: 'Run 7',
      region,
      plan: 'growth',
      tier: 'standard',
      wallet: { currency, status: 'active' },
      subscription: { status: 'active' },
      keys: [],
      members: [],
      default_workflow: null,
    })
    t.strictSame(dataOf(await control('GET', `/organizations/${made.id}`)), made)
  }
  t.equal(
    dataOf<unknown[]>(await control('GET', '/organizations')).length,
    4 + 2,
    'besides the four of the demo world',
  )
})

t.test('with roomy budgets, new organizations have them too', async (t) => {
  const { control } = await controlFor(t, { budgets: 'roomy' })
  const make = async (fields: object) =>
    dataOf<{ budgets: object }>(
      await control('POST', '/organizations', { name: 'Later', region: 'us', ...fields }),
    ).budgets
  const roomy = await make({})
  t.match(roomy, { 'sessions:create': 1_000_000, reads: 1_000_000 })
  for (const flat of ['sessions:read_image', 'sessions:read_report', 'dsar:create'])
    t.notOk(flat in roomy, `LIM-033 ${flat} keeps the budget of the tier`)
  t.strictSame(await make({ budgets: {} }), {}, 'an empty object stands for those of the tier')
  t.strictSame(await make({ budgets: { reads: 7 } }), { reads: 7 })
})

t.test('an invalid request creates nothing, and all its problems are reported', async (t) => {
  const { control } = await controlFor(t)
  const reply = await control('POST', '/organizations', {
    id: 'org_acme',
    name: '',
    region: 'mars',
    colour: 'red',
    budgets: { 'sessions:create': 0, nothing: 1 },
    subscription: { status: 'past_due', past_due_since: '2026-12-31T23:59:60Z' },
    members: [
      { id: 'mem_a', name: 'A', email: 'a@example.com', role: 'king' },
      { id: 'mem_a', name: 'B', email: 'b@example.com', role: 'admin' },
    ],
    default_workflow: {
      steps: [
        { type: 'palm_reading' },
        { type: 'id_verification', config: { facecheck: 'selfie' } },
      ],
    },
  })
  t.strictSame(problemsOf(reply).sort(), [
    'custom id',
    'custom members.1.id',
    'custom subscription.past_due_since',
    'invalid_enum_value default_workflow.steps.0.type',
    'invalid_enum_value members.0.role',
    'invalid_enum_value region',
    'too_small budgets.sessions:create',
    'too_small name',
    'unrecognized_keys ',
    'unrecognized_keys budgets',
    'unrecognized_keys default_workflow.steps.1.config',
  ])
  t.equal(dataOf<unknown[]>(await control('GET', '/organizations')).length, 4)
  for (const body of [null, [], 'x', 3]) {
    t.ok(problemsOf(await control('POST', '/organizations', JSON.stringify(body))).length > 0)
  }
})

t.test('a change replaces the given fields and keeps the rest', async (t) => {
  const { control } = await controlFor(t)
  const made = dataOf<Organization>(
    await control('POST', '/organizations', {
      name: 'Run',
      region: 'us',
      budgets: { reads: 7 },
      members: [{ name: 'Ada', email: 'ada@example.com', role: 'owner' }],
      default_workflow: { steps: [{ type: 'credit_history' }] },
    }),
  )
  const change = async (body: object) =>
    dataOf<Organization>(await control('PATCH', `/organizations/${made.id}`, body))
  t.strictSame(await change({}), made)
  t.strictSame(await change({ wallet: { status: 'locked' } }), {
    ...made,
    wallet: { ...made.wallet, status: 'locked' },
  })
  t.match(await change({ tier: 'custom', plan: 'scale', name: 'Other' }), {
    tier: 'custom',
    plan: 'scale',
    name: 'Other',
    members: made.members,
  })
  const bo = { id: 'mem_b', name: 'Bo', email: 'bo@example.com', role: 'admin' }
  t.match(await change({ members: [bo] }), { members: [bo] })
  t.match(await change({ default_workflow: null, budgets: {} }), {
    default_workflow: null,
    budgets: {},
  })
  t.strictSame(
    problemsOf(await control('PATCH', `/organizations/${made.id}`, { region: 'eu' })),
    ['unrecognized_keys '],
    'its region never changes',
  )
})

t.test('past_due_since is accepted with the status past_due only', async (t) => {
  const { control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:00Z' })
  const change = async (subscription: object) =>
    control('PATCH', '/organizations/org_acme', { subscription })
  const after = async (subscription: object) =>
    dataOf<Organization>(await change(subscription)).subscription
  t.strictSame(await after({ status: 'past_due' }), {
    status: 'past_due',
    past_due_since: '2026-11-20T09:00:00.000Z',
  })
  t.strictSame(await after({ past_due_since: '2026-11-01T02:00:00+02:00' }), {
    status: 'past_due',
    past_due_since: '2026-11-01T00:00:00.000Z',
  })
  t.strictSame(await after({ status: 'canceled' }), { status: 'canceled' })
  t.strictSame(problemsOf(await change({ past_due_since: '2026-11-01T00:00:00Z' })), [
    'custom subscription.past_due_since',
  ])
})

t.test(
  'a changed wallet, budget or workflow applies from the next request of a known key',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    await control('POST', '/clock/freeze', {})
    const { id } = dataOf<Organization>(
      await control('POST', '/organizations', { name: 'Run', region: 'us' }),
    )
    const key = dataOf<{ key: string }>(
      await control('POST', `/organizations/${id}/keys`, { type: 'sk', mode: 'live' }),
    ).key
    const call = client(simulator, key)
    t.equal((await call('GET', '/v1/sessions')).status, 200)
    await control('PATCH', `/organizations/${id}`, { wallet: { balance_minor: 0 } })
    t.strictSame(codeOf(await call('GET', '/v1/sessions')), 'payment_required')
    await control('PATCH', `/organizations/${id}`, {
      wallet: { balance_minor: 1 },
      subscription: { status: 'canceled' },
    })
    t.strictSame(codeOf(await call('GET', '/v1/sessions')), 'subscription_required')
    await control('PATCH', `/organizations/${id}`, {
      subscription: { status: 'active' },
      // Three requests have already counted in this window.
      budgets: { reads: 4 },
    })
    t.strictSame(
      [(await call('GET', '/v1/sessions')).status, codeOf(await call('GET', '/v1/sessions'))],
      [200, 'rate_limit_exceeded'],
    )
    await control('PATCH', `/organizations/${id}`, {
      default_workflow: { steps: [{ type: 'credit_history' }, { type: 'sanctions_screening' }] },
    })
    const session = await newSession(call)
    const { steps } = dataOf<{ steps: { type: string }[] }>(
      await control('POST', `/sessions/${session}/journey`, { action: 'submit' }),
    )
    t.strictSame(
      steps.map(({ type }) => type),
      ['credit_history', 'sanctions_screening'],
    )
  },
)

t.test('deleting an organization deletes its keys and records, and no others', async (t) => {
  const { simulator, control } = await controlFor(t)
  const make = async () => {
    const { id } = dataOf<Organization>(
      await control('POST', '/organizations', { name: 'Run', region: 'us' }),
    )
    const key = dataOf<{ key: string }>(
      await control('POST', `/organizations/${id}/keys`, { type: 'sk', mode: 'test' }),
    ).key
    const call = client(simulator, key)
    const session = await newSession(call)
    return { id, call, session }
  }
  const gone = await make()
  const other = await make()
  t.strictSame(dataOf(await control('DELETE', `/organizations/${gone.id}`)), {
    id: gone.id,
    deleted: true,
  })
  t.equal(codeOf(await gone.call('GET', '/v1/sessions')), 'invalid_api_key')
  t.equal(
    codeOf(await control('POST', `/sessions/${gone.session}/cancel`)),
    'resource_not_found',
    'its records are deleted',
  )
  t.equal(codeOf(await control('GET', `/organizations/${gone.id}`)), 'resource_not_found')
  t.equal(codeOf(await control('DELETE', `/organizations/${gone.id}`)), 'resource_not_found')
  t.equal((await other.call('GET', `/v1/sessions/${other.session}`)).status, 200)
})

t.test('an organization of the world is deleted', async (t) => {
  const { control } = await controlFor(t, { dataDir })
  t.equal((await control('DELETE', '/organizations/org_nord')).status, 200)
})

t.test('it stays deleted after a restart', async (t) => {
  const { control } = await controlFor(t, { dataDir })
  t.equal(codeOf(await control('GET', '/organizations/org_nord')), 'resource_not_found')
  t.equal((await control('GET', '/organizations/org_umbra')).status, 200)
  const again = { id: 'org_nord', name: 'Nord', region: 'eu' }
  t.equal((await control('POST', '/organizations', again)).status, 201, 'its id can be used again')
})

t.test('LIM-033 the control API can lower the budget of a flat class, not raise it', async (t) => {
  const flat = { 'sessions:read_image': 120, 'sessions:read_report': 60, 'dsar:create': 10 }
  const { control } = await controlFor(t)
  const change = (budgets: object) => control('PATCH', '/organizations/org_acme', { budgets })
  for (const [routeClass, most] of Object.entries(flat)) {
    t.strictSame(problemsOf(await change({ [routeClass]: most + 1 })), [
      `too_big budgets.${routeClass}`,
    ])
    for (const budget of [1, most])
      t.equal((await change({ [routeClass]: budget })).status, 200, routeClass)
  }
  const made = await control('POST', '/organizations', {
    name: 'Flat',
    region: 'us',
    tier: 'custom',
    budgets: { 'sessions:read_image': 121 },
  })
  t.strictSame(problemsOf(made), ['too_big budgets.sessions:read_image'], 'nor at creation')
  t.equal((await change({ reads: 1_000_000 })).status, 200, 'other classes have no such limit')
})

t.test('of simultaneous calls, one creates an organization with an id', async (t) => {
  const { control } = await controlFor(t)
  const create = () =>
    control('POST', '/organizations', { id: 'org_once', name: 'Once', region: 'us' })
  const replies = await Promise.all([create(), create(), create()])
  t.strictSame(replies.map(({ status }) => status).toSorted(), [201, 422, 422])
  const refused = replies.find(({ status }) => status === 422)!
  t.strictSame(problemsOf(refused), ['custom id'])
  const ids = dataOf<{ id: string }[]>(await control('GET', '/organizations')).map(({ id }) => id)
  t.equal(ids.filter((id) => id === 'org_once').length, 1)
})
