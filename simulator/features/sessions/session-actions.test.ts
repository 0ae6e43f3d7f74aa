import t from 'tap'
import { caller, eventConforms } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Email {
  id: string
  organization: string
  mode: string
  session_id: string
  to: string
  text: string
  status: string
  created_at: string
  sent_at: string | null
}

const T0 = '2026-11-20T09:00:00.000Z'
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const control = controlClient(simulator)
await control.freeze(T0)

const ana = { family_name: 'Okafor', email: 'ana@example.com' }

async function created(body: object = {}, as = acme): Promise<string> {
  return data<{ id: string }>(await as('POST', '/v1/sessions', body)).id
}

async function withSteps(steps: object[], body?: object): Promise<string> {
  await control.organization('org_acme', { default_workflow: { steps } })
  return created(body)
}

const act = (id: string, action: string, body?: object, as = acme) =>
  as('POST', `/v1/sessions/${id}/${action}`, body)
const emails = (query = '') => control.call<Email[]>('GET', `/emails?limit=100${query}`)

async function eventsOf(id: string): Promise<unknown[]> {
  const events = await control.events(`&session_id=${id}`)
  for (const { type, body } of events) eventConforms(type, body)
  return events.map(({ body }) => JSON.parse(body) as unknown).toReversed()
}

/** A session in each state that allows no further step. */
const over: Record<string, () => Promise<string>> = {
  completed: async () => {
    const id = await created()
    await control.journey(id, 'submit')
    return id
  },
  cancelled: async () => {
    const id = await created({ applicant: ana })
    await act(id, 'cancel')
    return id
  },
  awaiting_review: async () => {
    const id = await created({ expected_outcome: 'review', applicant: ana })
    await control.journey(id, 'submit')
    return id
  },
}

t.test('STA-006 STA-007 EVB-018 a backend cancels an open session', async (t) => {
  for (const action of [undefined, 'abandon'] as const) {
    const id = await created({ metadata: { a: 1 } })
    if (action) await control.journey(id, action)
    const cancelled = data(await act(id, 'cancel'))
    t.match(cancelled, {
      id,
      status: 'cancelled',
      outcome: null,
      completed_at: T0,
      hosted_url: null,
      metadata: { a: 1 },
    })
    t.notOk('idv' in cancelled)
    t.match(data(await acme('GET', `/v1/sessions/${id}`)), cancelled)
    t.strictSame(await eventsOf(id), [
      {
        sessionId: id,
        status: 'cancelled',
        outcome: null,
        occurredAt: T0,
        mode: 'test',
        type: 'kyc.session.cancelled',
      },
    ])
  }
})

t.test('each action on a session that is not open returns 409 and changes nothing', async (t) => {
  for (const [status, enter] of Object.entries(over)) {
    const id = await enter()
    const before = (await acme('GET', `/v1/sessions/${id}`)).text
    const events = await eventsOf(id)
    for (const [action, body] of [
      ['cancel', undefined],
      ['resend', undefined],
      ['skip_step', { step_id: 'step_1' }],
    ] as const) {
      const reply = await act(id, action, body)
      const code = status === 'awaiting_review' ? 'illegal_transition' : 'session_already_completed'
      t.equal(refusal(reply), `409 ${code}`, `${action} when ${status}`)
      t.match(reply.json(), { error: { details: { status } } })
    }
    t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
    t.strictSame(await eventsOf(id), events)
    t.strictSame(await emails(`&session_id=${id}`), [])
  }
})

t.test('actions on a session that the key cannot see return 404', async (t) => {
  const live = await created({}, acmeLive)
  for (const id of [live, 'vs_000000000000000000000000', 'vs_', '__proto__']) {
    for (const [action, body] of [
      ['cancel'],
      ['resend'],
      ['notes', { text: 'x' }],
      ['skip_step', { step_id: 'step_1' }],
    ] as const) {
      t.equal(refusal(await act(id, action, body)), '404 resource_not_found', `${action} ${id}`)
    }
  }
  t.match(data(await acmeLive('GET', `/v1/sessions/${live}`)), { status: 'created' })
})

t.test('RLC-017 RLC-018 RLC-019 RLC-020 scopes and route class of the actions', async (t) => {
  const writer = caller(simulator, demoKey('org_acme', 'test', 'key_acme_test_writer'))
  const reader = caller(simulator, demoKey('org_acme', 'test', 'key_acme_test_reader'))
  const id = await created({ applicant: ana })
  for (const [action, body] of [
    ['cancel'],
    ['resend'],
    ['notes', { text: 'x' }],
    ['skip_step', { step_id: 'step_1' }],
  ] as const) {
    t.equal(refusal(await act(id, action, body, reader)), '403 insufficient_scope', action)
  }
  t.equal(
    refusal(await act(id, 'skip_step', { step_id: 'step_1' }, writer)),
    '403 insufficient_scope',
    'skipping needs its own scope',
  )
  const used = (reply: { headers: Headers }) => Number(reply.headers.get('x-ratelimit-remaining'))
  const first = used(await act(id, 'resend', undefined, writer))
  t.equal(used(await act(id, 'notes', { text: 'x' }, writer)), first - 1, 'they share one counter')
  t.equal(used(await act(id, 'cancel', undefined, writer)), first - 2)
})

t.test(
  'PLN-028 PLN-029 a resent invitation is suppressed in test mode and still logged',
  async (t) => {
    const id = await created({ applicant: ana })
    const before = data(await acme('GET', `/v1/sessions/${id}`))
    t.strictSame(data(await act(id, 'resend')), before, 'the session is unchanged')
    await control.settle()
    const [mail, ...more] = await emails(`&session_id=${id}`)
    t.match(mail, {
      organization: 'org_acme',
      mode: 'test',
      session_id: id,
      to: 'ana@example.com',
      kind: 'session_invitation',
      status: 'suppressed',
      created_at: T0,
      sent_at: null,
      text: String(before.hosted_url),
    })
    t.strictSame(more, [])
    await act(id, 'resend')
    t.equal((await emails(`&session_id=${id}`)).length, 2, 'twice more')
    await control.advance(86_400)
    t.strictSame(
      (await emails(`&session_id=${id}`)).map(({ status }) => status),
      ['suppressed', 'suppressed'],
      'for good',
    )
    await control.freeze(T0)
  },
)

t.test('in live mode it is queued, then marked as sent', async (t) => {
  const id = await created({ applicant: ana }, acmeLive)
  t.equal((await act(id, 'resend', undefined, acmeLive)).status, 200)
  await control.settle()
  t.match(await emails('&mode=live'), [
    { session_id: id, mode: 'live', status: 'sent', sent_at: T0 },
  ])
  t.strictSame(await emails(`&session_id=${id}&mode=test`), [])
  t.strictSame(await emails('&organization=org_globex'), [])
})

t.test('without an address no invitation is sent', async (t) => {
  for (const body of [{}, { applicant: { family_name: 'Okafor' } }]) {
    const id = await created(body)
    t.strictSame(problems(await act(id, 'resend')), ['custom applicant.email'])
    t.strictSame(await emails(`&session_id=${id}`), [])
  }
})

t.test('a note is stored with the session, also after its end', async (t) => {
  for (const enter of [created, ...Object.values(over)]) {
    const id = await enter()
    const before = (await acme('GET', `/v1/sessions/${id}`)).text
    const reply = await act(id, 'notes', { text: 'Called; a new passport is on its way. Ω' })
    t.equal(reply.status, 201)
    const first = data(reply)
    t.match(first, {
      id: /^note_[0-9a-z]{24}$/,
      session_id: id,
      text: 'Called; a new passport is on its way. Ω',
      created_at: T0,
    })
    const second = data(await act(id, 'notes', { text: 'Second' }))
    t.strictSame(
      data(await control.ask('GET', `/sessions/${id}`)).notes,
      [second, first],
      'the newest first',
    )
    t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
  }
  const id = await created()
  for (const [body, problem] of [
    [{}, 'invalid_type text'],
    [{ text: '' }, 'too_small text'],
    [{ text: 'x'.repeat(2001) }, 'too_big text'],
    [{ text: 'x', author: 'me' }, 'unrecognized_keys '],
    [{ text: 7 }, 'invalid_type text'],
  ] as const)
    t.strictSame(problems(await act(id, 'notes', body)), [problem])
})

const two = [
  { id: 'identity', type: 'id_verification' },
  { id: 'credit', type: 'credit_history' },
]

t.test('a skipped step can no longer be submitted', async (t) => {
  const id = await withSteps(two)
  t.match(
    data(await act(id, 'skip_step', { step_id: 'identity' })),
    { status: 'created', outcome: null },
    'nothing was submitted',
  )
  t.strictSame(await eventsOf(id), [], 'EVT-019 and no event is sent')
  t.match(await control.journey(id, 'submit'), {
    status: 'completed',
    outcome: 'approved',
    steps: [
      { status: 'skipped', outcome: null },
      { status: 'submitted', outcome: 'pass' },
    ],
  })
  t.notOk('idv' in data(await acme('GET', `/v1/sessions/${id}`)), 'IDV-024 no identity check ran')
})

t.test('STA-002 skipping the last step leads to the verdict of the others', async (t) => {
  for (const [expected_outcome, state] of [
    ['pass', { status: 'completed', outcome: 'approved' }],
    ['fail', { status: 'completed', outcome: 'declined' }],
    ['review', { status: 'awaiting_review', outcome: null }],
  ] as const) {
    const id = await withSteps(two, { expected_outcome })
    await control.ask('POST', `/sessions/${id}/journey`, {
      action: 'submit_step',
      step_id: 'credit',
    })
    t.match(data(await act(id, 'skip_step', { step_id: 'identity' })), state)
    t.equal((await eventsOf(id)).length, 1)
  }
})

t.test('STA-008 if every step was skipped, the session goes to review', async (t) => {
  const id = await withSteps(two)
  await act(id, 'skip_step', { step_id: 'credit' })
  t.match(data(await act(id, 'skip_step', { step_id: 'identity' })), {
    status: 'awaiting_review',
    outcome: null,
  })
  t.match(await eventsOf(id), [{ type: 'kyc.session.manual_review_requested' }])
  t.match(await control.review(id, 'declined'), {
    outcome: 'declined',
    decision_source: 'reviewer',
  })
})

t.test('a finished or unknown step cannot be skipped', async (t) => {
  const id = await withSteps(two)
  await act(id, 'skip_step', { step_id: 'identity' })
  await control.ask('POST', `/sessions/${id}/journey`, {
    action: 'submit_step',
    step_id: 'nowhere',
  })
  const again = await act(id, 'skip_step', { step_id: 'identity' })
  t.equal(refusal(again), '409 step_already_submitted')
  t.match(again.json(), { error: { details: { status: 'skipped' } } })
  t.equal(
    refusal(
      await control.ask('POST', `/sessions/${id}/journey`, {
        action: 'submit_step',
        step_id: 'identity',
      }),
    ),
    '409 step_already_submitted',
  )
  for (const step_id of ['nowhere', 'constructor', '__proto__'])
    t.strictSame(problems(await act(id, 'skip_step', { step_id })), ['custom step_id'])
  t.strictSame(problems(await act(id, 'skip_step', {})), ['invalid_type step_id'])
  t.match(data(await acme('GET', `/v1/sessions/${id}`)), { status: 'created' })
})

t.test('of many concurrent skips one succeeds', async (t) => {
  const id = await withSteps(two)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => act(id, 'skip_step', { step_id: 'identity' })),
  )
  t.strictSame(replies.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(409)])
})
