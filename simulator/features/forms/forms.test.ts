import t from 'tap'
import { caller, eventConforms } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Card {
  step_id: string
  flagged: boolean
  answers: { question_id: string; answer: unknown }[]
  triggers: { question_id: string; label: string }[]
  trigger_note: string | null
}
interface Inspected {
  steps: { id: string; flagged: boolean }[]
  forms: Card[]
}

const questions = [
  { id: 'pets', type: 'yes_no', label: 'Do you keep pets?', required: true },
  { id: 'street', type: 'text', label: 'Where do you live?' },
  { id: 'kinds', type: 'multiple_choice', label: 'Which ones?', options: ['Cat', 'Dog', 'Bird'] },
]
const rule = (questionId: string, op: string, value: unknown): object => ({
  when: { questionId, op, value },
  action: 'flag_for_review',
})
const form = (...rules: object[]): object => ({
  id: 'questions',
  type: 'custom_form',
  config: { questions, rules },
})
const identity = { id: 'identity', type: 'id_verification' }
const cafe = rule('street', 'includes', 'cafe')

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

/** Creates a session whose workflow has these steps. */
async function created(steps: object[], body: object = {}): Promise<string> {
  await control.organization('org_acme', { default_workflow: { steps } })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', body)).id
}

const submit = (id: string, step_id: string, more: object = {}) =>
  control.ask('POST', `/sessions/${id}/journey`, { action: 'submit_step', step_id, ...more })
const inspect = (id: string): Promise<Inspected> =>
  control.call<Inspected>('GET', `/sessions/${id}`)

/** Returns the bodies of a session's events, oldest first; each is valid under the contract. */
async function eventsOf(id: string): Promise<Record<string, unknown>[]> {
  const events = await control.events(`&session_id=${id}`)
  for (const { type, body } of events) eventConforms(type, body)
  return events.map(({ body }) => JSON.parse(body) as Record<string, unknown>).toReversed()
}

t.test('CHK-016 a form whose rules do not match is a step like any other', async (t) => {
  const id = await created([form(cafe), identity])
  t.match(data(await submit(id, 'questions', { answers: { pets: false, street: 'Am Markt 3' } })), {
    status: 'in_progress',
    outcome: null,
  })
  t.strictSame(await eventsOf(id), [])
  t.match(data(await submit(id, 'identity')), { status: 'completed', outcome: 'approved' })
  t.match(await inspect(id), {
    forms: [{ step_id: 'questions', flagged: false, triggers: [], trigger_note: null }],
  })
})

t.test(
  'EVT-006 EVT-007 EVT-008 EVB-001 FRM-020 a flagged form sends an event at once and ends in review',
  async (t) => {
    await control.freeze('2026-11-20T09:00:00Z')
    const id = await created([form(cafe), identity])
    const after = data(
      await submit(id, 'questions', {
        answers: { pets: true, street: 'Am CAFÉ 3', kinds: ['Dog'] },
      }),
    )
    t.match(after, { status: 'in_progress', outcome: null, decision_source: null })
    const occurred = { sessionId: id, occurredAt: '2026-11-20T09:00:00.000Z', mode: 'test' }
    const flagged = {
      ...occurred,
      status: 'in_progress',
      outcome: null,
      type: 'kyc.session.form_flagged',
    }
    t.strictSame(await eventsOf(id), [flagged])
    t.match(data(await submit(id, 'identity')), {
      status: 'awaiting_review',
      outcome: null,
      decision_source: null,
    })
    t.strictSame(await eventsOf(id), [
      flagged,
      {
        ...occurred,
        status: 'awaiting_review',
        outcome: null,
        type: 'kyc.session.manual_review_requested',
      },
    ])
    t.match(await control.review(id, 'approved'), {
      status: 'completed',
      outcome: 'approved',
      decision_source: 'reviewer',
    })
  },
)

t.test('EVT-007 a flag at the last step sends the flag event before the final event', async (t) => {
  const id = await created([identity, form(cafe)])
  await submit(id, 'identity')
  await submit(id, 'questions', { answers: { pets: false, street: 'cafe' } })
  t.match(await eventsOf(id), [
    { type: 'kyc.session.form_flagged', status: 'in_progress', outcome: null },
    { type: 'kyc.session.manual_review_requested', status: 'awaiting_review', outcome: null },
  ])
})

t.test('EVT-006 each flagged form sends one event', async (t) => {
  const first = form(cafe, rule('pets', 'eq', true))
  const id = await created([first, { ...form(cafe), id: 'more' }, { ...form(cafe), id: 'none' }])
  const yes = { pets: true, street: 'Café' }
  const submitted = { answers: { questions: yes, more: yes, none: { pets: true, street: 'Inn' } } }
  t.match(await control.journey(id, 'submit', submitted), { status: 'awaiting_review' })
  t.strictSame(
    (await eventsOf(id)).map(({ type }) => type),
    ['kyc.session.form_flagged', 'kyc.session.form_flagged', 'kyc.session.manual_review_requested'],
  )
  t.strictSame(
    (await inspect(id)).steps.map(({ flagged }) => flagged),
    [true, true, false],
  )
})

t.test('a flagged form ends in review even if a failed check would decline', async (t) => {
  const id = await created([form(cafe), identity], { expected_outcome: 'fail' })
  t.match(
    await control.journey(id, 'submit', { answers: { questions: { pets: true, street: 'cafe' } } }),
    { status: 'awaiting_review', outcome: null },
  )
})

t.test(
  'FRM-025 FRM-027 FRM-028 FRM-029 each view evaluates the rules again and changes no status',
  async (t) => {
    const id = await created([form(cafe), identity])
    const other = await created([form(cafe), identity])
    await control.journey(id, 'submit', {
      answers: { questions: { pets: true, street: 'Café', kinds: ['Dog'] } },
    })
    await control.journey(other, 'submit', {
      answers: { questions: { pets: true, street: 'Inn' } },
    })
    const before = (await acme('GET', `/v1/sessions/${id}`)).text
    const named = async (session = id) =>
      (await inspect(session)).forms[0]!.triggers.map(({ question_id }) => question_id)
    const change = (...steps: object[]) =>
      control.organization('org_acme', { default_workflow: { steps } })

    t.strictSame(await named(), ['street'])
    await change(form(cafe, rule('kinds', 'in', ['dog'])), identity)
    t.strictSame(await named(), ['street', 'kinds'], 'now another question is named')
    await change(form(rule('pets', 'eq', true)), identity)
    t.strictSame(await named(), ['pets'])
    t.strictSame(
      await named(other),
      [],
      'a form that was not flagged names no question, even if a rule holds now',
    )
    await change(identity)
    t.strictSame(await named(), ['street'], 'after the form was removed, its old rules apply')
    for (const [session, flagged] of [
      [id, true],
      [other, false],
    ] as const) {
      t.match(await inspect(session), { forms: [{ flagged }], steps: [{ flagged }] })
    }
    t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
    t.match(data(await acme('GET', `/v1/sessions/${other}`)), {
      status: 'completed',
      outcome: 'approved',
    })
    t.equal((await eventsOf(id)).length, 2, 'no second event is sent')
  },
)

t.test(
  'FRM-030 a flagged form without a matching rule says that the trigger cannot be determined',
  async (t) => {
    const id = await created([form(cafe), identity])
    await control.journey(id, 'submit', { answers: { questions: { pets: true, street: 'Café' } } })
    for (const rules of [[], [rule('street', 'eq', 'cafe ')], [rule('pets', 'neq', true)]]) {
      await control.organization('org_acme', {
        default_workflow: { steps: [form(...rules), identity] },
      })
      const [card] = (await inspect(id)).forms
      t.strictSame(card!.triggers, [])
      t.match(card!.trigger_note, /cannot be determined/)
      t.equal(card!.flagged, true)
    }
    t.match(data(await acme('GET', `/v1/sessions/${id}`)), { status: 'awaiting_review' })
  },
)

t.test('the card shows the questions and the answers', async (t) => {
  const id = await created([form(cafe), identity])
  t.strictSame((await inspect(id)).forms, [], 'nothing yet')
  await submit(id, 'questions', { answers: { pets: false, kinds: ['Bird', 'Cat'] } })
  t.strictSame((await inspect(id)).forms[0]!.answers, [
    { question_id: 'pets', label: 'Do you keep pets?', answer: false },
    { question_id: 'street', label: 'Where do you live?', answer: null },
    { question_id: 'kinds', label: 'Which ones?', answer: ['Bird', 'Cat'] },
  ])
})

t.test('EVT-008 no response of the public API and no event contains a form answer', async (t) => {
  const id = await created([form(cafe), identity])
  await control.journey(id, 'submit', {
    answers: { questions: { pets: true, street: 'Secret Café' } },
  })
  const one = await acme('GET', `/v1/sessions/${id}`)
  const all = await acme('GET', '/v1/sessions?limit=100')
  for (const text of [one.text, all.text, JSON.stringify(await eventsOf(id))])
    t.notMatch(text, 'Secret')
})

t.test('invalid answers change nothing', async (t) => {
  const id = await created([form(cafe), identity])
  const before = (await acme('GET', `/v1/sessions/${id}`)).text
  for (const [answers, expected] of [
    [undefined, ['invalid_type answers.pets']],
    [{}, ['invalid_type answers.pets']],
    [{ pets: 'yes' }, ['custom answers.pets']],
    [{ pets: true, kinds: ['Fish'] }, ['custom answers.kinds']],
    [{ pets: true, colour: 'red' }, ['custom answers.colour']],
    [{ pets: null }, ['invalid_type answers.pets']],
  ] as const)
    t.strictSame(
      problems(await submit(id, 'questions', { answers })),
      expected,
      JSON.stringify(answers),
    )
  t.strictSame(problems(await submit(id, 'identity', { answers: { pets: true } })), [
    'custom answers',
  ])
  t.strictSame(problems(await submit(id, 'nowhere')), ['custom step_id'])
  const all = (answers: object) =>
    control.ask('POST', `/sessions/${id}/journey`, { action: 'submit', answers })
  t.strictSame(problems(await all({ questions: { pets: 1 } })), ['custom answers.questions.pets'])
  t.strictSame(problems(await all({ nowhere: {}, constructor: {} })), [
    'custom answers.nowhere',
    'custom answers.constructor',
  ])
  t.equal((await acme('GET', `/v1/sessions/${id}`)).text, before)
})

t.test('SES-005 a step is submitted once', async (t) => {
  const id = await created([form(cafe), identity])
  await submit(id, 'questions', { answers: { pets: true } })
  t.equal(
    refusal(await submit(id, 'questions', { answers: { pets: true } })),
    '409 step_already_submitted',
  )
  t.match(await control.journey(id, 'submit'), { status: 'completed' }, 'the rest')
  t.equal(refusal(await submit(id, 'identity')), '409 session_already_completed')
  const parked = await created([form(cafe)])
  await submit(parked, 'questions', { answers: { pets: true, street: 'cafe' } })
  t.equal(
    refusal(await submit(parked, 'questions', { answers: { pets: true } })),
    '409 illegal_transition',
  )
})

t.test('fields of one action are rejected with another action', async (t) => {
  const id = await created([form(cafe), identity])
  for (const body of [
    { action: 'submit_step' },
    { action: 'submit', step_id: 'identity' },
    { action: 'end', answers: {} },
    { action: 'submit', applicant: { familyName: 'Ek' } },
    { action: 'submit', answers: { questions: true } },
    { action: 'abandon', legacy: {} },
  ]) {
    const reply = await control.ask('POST', `/sessions/${id}/journey`, body)
    t.equal(refusal(reply), '422 validation_error', JSON.stringify(body))
  }
})

t.test('a workflow whose rules do not fit its questions is rejected', async (t) => {
  const enter = async (...steps: object[]) =>
    problems(await control.ask('PATCH', '/organizations/org_acme', { default_workflow: { steps } }))
  const refused = (...rules: object[]) => enter(form(...rules))
  const when = 'default_workflow.steps.0.config.rules.0.when'
  t.strictSame(await refused(rule('pets', 'gt', 1)), [`custom ${when}.op`])
  t.strictSame(await refused(rule('pets', 'eq', 'yes')), [`custom ${when}.value`])
  t.strictSame(await refused(rule('rats', 'eq', true)), [`custom ${when}.questionId`])
  t.strictSame(
    await refused(rule('street', 'contains', 'x')),
    [`invalid_enum_value ${when}.op`],
    'FRM-033',
  )
  t.strictSame(await enter(identity, identity), ['custom default_workflow.steps.1.id'])
})

t.test(
  'VER-008 VER-009 VER-010 rules of every operator are stored and returned unchanged',
  async (t) => {
    const rules = [
      rule('pets', 'eq', true),
      rule('street', 'neq', ' CAFÉ '),
      rule('kinds', 'in', ['dog', 'Cát']),
      ...['gt', 'gte', 'lt', 'lte'].map((op) => rule('rooms', op, 3)),
      rule('since', 'lt', '2026-11-20'),
      rule('street', 'includes', 'Ø'),
      rule('street', 'not_includes', 'cafe'),
      rule('mail', 'ends_with', '@MAIL.example'),
    ]
    const more = [
      { id: 'rooms', type: 'number', label: 'Rooms' },
      { id: 'since', type: 'date', label: 'Since' },
      { id: 'mail', type: 'email', label: 'Mail' },
    ]
    const steps = [
      {
        id: 'questions',
        type: 'custom_form',
        config: { questions: [...questions, ...more], rules },
      },
    ]
    const id = await created(steps)
    const { default_workflow } = await control.call<{ default_workflow: object }>(
      'GET',
      '/organizations/org_acme',
    )
    t.strictSame(default_workflow, { steps })
    const mail = 'ana@mail.example'
    const answers = {
      pets: false,
      street: 'cafe',
      kinds: ['Bird'],
      rooms: 3,
      since: '2026-11-20',
      mail,
    }
    t.match(await control.journey(id, 'submit', { answers: { questions: answers } }), {
      status: 'awaiting_review',
    })
    const [card] = (await inspect(id)).forms
    t.strictSame(
      card!.triggers.map(({ question_id }) => question_id),
      ['street', 'rooms', 'mail'],
    )
  },
)
