import t from 'tap'
import { caller, eventConforms } from '../../testing/contract.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { EXPIRY_LANE } from './sessions.ts'
import { expireSession } from './transitions.ts'

const DAY = 24 * 3600
const T0 = '2026-11-20T09:00:00.000Z'

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

async function created(expected_outcome = 'pass'): Promise<string> {
  await control.call('POST', '/clock/freeze', { at: T0 })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', { expected_outcome })).id
}

async function read(id: string): Promise<Record<string, unknown>> {
  return data(await acme('GET', `/v1/sessions/${id}`))
}

/** Returns the bodies of a session's events, oldest first; each is valid under the contract. */
async function eventsOf(id: string): Promise<Record<string, unknown>[]> {
  const events = await control.events(`&session_id=${id}`)
  for (const { type, body } of events) eventConforms(type, body)
  return events.map(({ body }) => JSON.parse(body) as Record<string, unknown>).toReversed()
}

/** Ways into each status; each returns a session in it. */
const into: Record<string, () => Promise<string>> = {
  created: () => created('review'),
  in_progress: async () => {
    const id = await created('review')
    await control.journey(id, 'abandon')
    return id
  },
  awaiting_review: async () => {
    const id = await created('review')
    await control.journey(id, 'submit')
    return id
  },
  'completed by rules': async () => {
    const id = await created()
    await control.journey(id, 'submit')
    return id
  },
  'completed by its applicant': async () => {
    const id = await created()
    await control.journey(id, 'end')
    return id
  },
  cancelled: async () => {
    const id = await created()
    await control.cancel(id)
    return id
  },
  expired: async () => {
    const id = await created()
    await control.advance(7 * DAY)
    return id
  },
}

const actions = ['submit', 'end', 'abandon', 'approve', 'cancel'] as const
type Action = (typeof actions)[number]

function act(id: string, action: Action) {
  if (action === 'approve')
    return control.ask('POST', `/sessions/${id}/review`, { outcome: 'approved' })
  if (action === 'cancel') return control.ask('POST', `/sessions/${id}/cancel`)
  return control.ask('POST', `/sessions/${id}/journey`, { action })
}

const occurred = { mode: 'test', occurredAt: T0 }

t.test('STA-002 STA-004 STA-005 STA-026 EVT-003 EVB-001 a verdict by rules', async (t) => {
  for (const [expected, outcome] of [
    ['pass', 'approved'],
    ['fail', 'declined'],
  ] as const) {
    const id = await created(expected)
    await control.journey(id, 'submit')
    t.match(await read(id), { status: 'completed', outcome, completed_at: T0 })
    t.strictSame(await eventsOf(id), [
      {
        sessionId: id,
        status: 'completed',
        outcome,
        ...occurred,
        type: 'kyc.session.completed',
        decisionSource: 'automatic',
      },
    ])
  }
})

t.test(
  'STA-003 STA-008 STA-009 GEN-008 EVT-005 EVB-006 EVB-020 sent to review, then a verdict by a reviewer',
  async (t) => {
    for (const outcome of ['approved', 'declined'] as const) {
      const id = await created('review')
      await control.journey(id, 'submit')
      t.match(await read(id), { status: 'awaiting_review', outcome: null, completed_at: null })
      await control.advance(60)
      t.match(await control.review(id, outcome), { decision_source: 'reviewer' })
      const later = '2026-11-20T09:01:00.000Z'
      t.match(await read(id), { status: 'completed', outcome, completed_at: later })
      t.strictSame(await eventsOf(id), [
        {
          sessionId: id,
          status: 'awaiting_review',
          outcome: null,
          ...occurred,
          type: 'kyc.session.manual_review_requested',
        },
        {
          sessionId: id,
          status: 'completed',
          outcome,
          mode: 'test',
          occurredAt: later,
          type: 'kyc.session.completed',
          decisionSource: 'reviewer',
        },
      ])
    }
  },
)

t.test('STA-006 STA-007 EVT-004 EVB-018 an operator cancels', async (t) => {
  for (const start of ['created', 'in_progress']) {
    const id = await into[start]!()
    await control.cancel(id)
    t.match(await read(id), { status: 'cancelled', outcome: null, completed_at: T0 })
    t.strictSame(await eventsOf(id), [
      {
        sessionId: id,
        status: 'cancelled',
        outcome: null,
        ...occurred,
        type: 'kyc.session.cancelled',
      },
    ])
  }
})

t.test('STA-014 STA-015 STA-016 EVB-022 the applicant ends it', async (t) => {
  for (const start of ['created', 'in_progress']) {
    const id = await into[start]!()
    t.match(await control.journey(id, 'end'), { decision_source: null })
    t.match(await read(id), { status: 'completed', outcome: 'declined', completed_at: T0 })
    t.strictSame(await eventsOf(id), [
      {
        sessionId: id,
        status: 'completed',
        outcome: 'declined',
        ...occurred,
        type: 'kyc.session.completed',
      },
    ])
  }
})

t.test(
  'STA-010 STA-012 STA-013 SES-006 EVT-009 EVT-010 EVT-011 EVB-019 ' +
    'an applicant who does not finish',
  async (t) => {
    for (const start of ['created', 'in_progress']) {
      const id = await into[start]!()
      await control.advance(7 * DAY - 0.001)
      t.not((await read(id)).status, 'expired', 'a millisecond too early')
      await control.advance(0.001)
      const at = '2026-11-27T09:00:00.000Z'
      t.match(await read(id), {
        status: 'expired',
        outcome: null,
        expires_at: at,
        completed_at: at,
        hosted_url: null,
      })
      t.strictSame(await eventsOf(id), [
        {
          sessionId: id,
          status: 'expired',
          outcome: null,
          mode: 'test',
          occurredAt: at,
          type: 'kyc.session.expired',
        },
      ])
    }
  },
)

t.test(
  'STA-011 EVT-009 a session in review expires a full term after it was sent there',
  async (t) => {
    const id = await created('review')
    await control.advance(3 * DAY)
    await control.journey(id, 'submit')
    const at = '2026-11-30T09:00:00.000Z'
    t.match(await read(id), { status: 'awaiting_review', expires_at: at })
    await control.advance(5 * DAY)
    t.match(
      await read(id),
      { status: 'awaiting_review' },
      "the applicant's own term no longer applies",
    )
    await control.advance(2 * DAY)
    t.match(await read(id), { status: 'expired', outcome: null, completed_at: at })
    t.match((await eventsOf(id)).at(-1), {
      type: 'kyc.session.expired',
      status: 'expired',
      outcome: null,
      occurredAt: at,
    })
  },
)

t.test(
  'STA-010 a request right after a jump of the clock does not act on an expired session',
  async (t) => {
    // The job of `expires_at` is slower than some of the requests.
    for (let i = 0; i < 20; i++) {
      const id = await created()
      await control.call('POST', '/clock/set', { at: '2026-12-24T09:00:00.000Z' })
      const cancelled = await acme('POST', `/v1/sessions/${id}/cancel`)
      t.match(cancelled, { status: 409 })
      t.match(await read(id), { status: 'expired', outcome: null })
      t.strictSame(
        (await eventsOf(id)).map(({ type }) => type),
        ['kyc.session.expired'],
      )
    }
  },
)

t.test('a session that ended before its term does not expire', async (t) => {
  const ways = ['completed by rules', 'completed by its applicant', 'cancelled']
  const ids = await Promise.all(ways.map((start) => into[start]!()))
  const before = await Promise.all(ids.map((id) => acme('GET', `/v1/sessions/${id}`)))
  await control.advance(30 * DAY)
  for (const [i, id] of ids.entries()) {
    t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before[i]!.text)
    t.equal((await eventsOf(id)).length, 1)
  }
})

const legal: Record<string, Action[]> = {
  created: [...actions],
  in_progress: [...actions],
  awaiting_review: ['approve'],
}

for (const [start, enter] of Object.entries(into)) {
  const refused = actions.filter((action) => !legal[start]?.includes(action))
  if (refused.length === 0) continue
  t.test(`SES-005 SES-006 ${start}: forbidden actions return 409 and change nothing`, async (t) => {
    const id = await enter()
    const before = (await acme('GET', `/v1/sessions/${id}`)).text
    const events = await eventsOf(id)
    for (const action of refused) {
      const reply = await act(id, action)
      const { status } = await read(id)
      const [code, details] =
        legal[start] === undefined
          ? ['session_already_completed', { status }]
          : ['illegal_transition', { status }]
      t.equal(reply.status, 409, action)
      t.match(reply.json(), { error: { code, details } }, action)
      t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before, `${action} left every byte`)
    }
    t.strictSame(await eventsOf(id), events, 'and sent no event')
  })
}

t.test('every allowed action succeeds', async (t) => {
  for (const [start, allowed] of Object.entries(legal)) {
    for (const action of allowed) {
      t.equal((await act(await into[start]!(), action)).status, 200, `${action} from ${start}`)
    }
  }
})

t.test(
  'of many concurrent decisions one succeeds, the others are refused, and one event is sent',
  async (t) => {
    const id = await into.awaiting_review!()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        control.ask('POST', `/sessions/${id}/review`, { outcome: i % 2 ? 'approved' : 'declined' }),
      ),
    )
    t.strictSame(replies.map(({ status }) => status).sort(), [200, ...Array<number>(19).fill(409)])
    const decided = replies
      .find(({ status }) => status === 200)!
      .json<{ data: { outcome: string } }>().data
    t.equal((await read(id)).outcome, decided.outcome)
    t.match(await eventsOf(id), [
      { type: 'kyc.session.manual_review_requested' },
      { type: 'kyc.session.completed', outcome: decided.outcome },
    ])
    t.equal((await eventsOf(id)).length, 2)
  },
)

t.test('many sessions expire at the same moment, each once', async (t) => {
  const ids: string[] = []
  for (let i = 0; i < 50; i++) ids.push(await created(i % 2 ? 'pass' : 'review'))
  await control.advance(7 * DAY)
  const expected = [{ type: 'kyc.session.expired', occurredAt: '2026-11-27T09:00:00.000Z' }]
  for (const id of ids) t.match(await eventsOf(id), expected)
})

t.test('a job that began before a session was given more time does not end it', async (t) => {
  const id = await created('review')
  const session = data<{ created_at: string }>(await acme('GET', `/v1/sessions/${id}`))
  const due = Date.parse(session.created_at) + 7 * DAY * 1000
  await control.advance(DAY)
  await control.journey(id, 'submit')
  await expireSession(
    simulator.ports,
    {
      id: `expire:${id}`,
      lane: EXPIRY_LANE,
      due,
      kind: 'expire-session',
      scope: 'us/test/org_acme',
      ref: id,
    },
    due,
  )
  t.equal((await read(id)).status, 'awaiting_review')
  await control.advance(7 * DAY - 1)
  t.equal((await read(id)).status, 'awaiting_review')
  await control.advance(1)
  t.equal((await read(id)).status, 'expired')
})

t.test('a transition of an unknown session fails', async (t) => {
  for (const action of actions)
    t.equal((await act('vs_000000000000000000000000', action)).status, 404, action)
})
