import t from 'tap'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

const steps = [
  { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
  { id: 'credit', type: 'credit_history' },
  {
    id: 'questions',
    type: 'custom_form',
    config: {
      questions: [
        { id: 'since', type: 'date', label: 'Since when?' },
        { id: 'rooms', type: 'number', label: 'How many rooms?' },
        { id: 'kinds', type: 'multiple_choice', label: 'Which?', options: ['A', 'B'] },
      ],
      rules: [
        {
          when: { questionId: 'since', op: 'gte', value: '2026-01-01' },
          action: 'flag_for_review',
        },
      ],
    },
  },
]

t.test('a session can be opened at any time, and each view matches the schema', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('PATCH', '/organizations/org_acme', { default_workflow: { steps } })
  const call = client(simulator, demoKey('org_acme'))
  const session = await newSession(call, { metadata: { 10: 'ten', b: 1.5 } })
  const open = async () => dataOf(await control('GET', `/sessions/${session}`))
  t.match(await open(), {
    organization: 'org_acme',
    status: 'created',
    forms: [],
    identity_run: null,
    reverifications: 0,
    notes: [],
    metadata: { 10: 'ten' },
  })
  const submit = (step_id: string, more: object = {}) =>
    control('POST', `/sessions/${session}/journey`, { action: 'submit_step', step_id, ...more })
  await submit('questions', { answers: { since: '2026-02-28', rooms: 2.5, kinds: ['B'] } })
  t.match(await open(), {
    status: 'in_progress',
    forms: [{ flagged: true, triggers: [{ question_id: 'since' }], trigger_note: null }],
  })
  await submit('credit')
  await call('POST', `/v1/sessions/${session}/notes`, { text: 'Looks fine' })
  await submit('identity', { acquisition: 'upload' })
  t.match(await open(), {
    status: 'awaiting_review',
    steps: [
      { id: 'identity', result: { face_check: 'liveness' } },
      { id: 'credit', result: { recording: 'steady' } },
      { id: 'questions', flagged: true, outcome: 'review' },
    ],
    identity_run: {
      capture_acquisition: 'upload',
      available_images: ['portrait', 'front', 'selfie'],
    },
    notes: [{ text: 'Looks fine' }],
  })
  await control('POST', `/sessions/${session}/review`, { outcome: 'approved' })
  const before = await open()
  t.match(await open(), before, 'reading changes nothing')
  t.match(dataOf(await control('POST', `/sessions/${session}/reverify`)), {
    status: 'completed',
    idv: { capture_acquisition: 'camera' },
  })
  t.match(await open(), { reverifications: 1, decision_source: 'reviewer' })
})

t.test('a session of any region and mode is found, an unknown one is not', async (t) => {
  const { simulator, control } = await controlFor(t)
  const live = await newSession(client(simulator, demoKey('org_umbra', 'live'), 'eu'))
  t.match(dataOf(await control('GET', `/sessions/${live}`)), {
    organization: 'org_umbra',
    mode: 'live',
    expected_outcome: null,
  })
  t.equal(codeOf(await control('POST', `/sessions/${live}/reverify`, {})), 'illegal_transition')
  for (const id of ['vs_000000000000000000000000', 'nonsense', '__proto__']) {
    t.equal(codeOf(await control('GET', `/sessions/${id}`)), 'resource_not_found', id)
    t.equal(codeOf(await control('POST', `/sessions/${id}/reverify`)), 'resource_not_found', id)
  }
  t.strictSame(problemsOf(await control('POST', `/sessions/${live}/reverify`, { times: 2 })), [
    'unrecognized_keys ',
  ])
})

t.test('e-mails by organization, mode and session, page by page', async (t) => {
  const { simulator, control } = await controlFor(t)
  const send = async (organization: string, mode: 'test' | 'live') => {
    const call = client(simulator, demoKey(organization, mode))
    const session = await newSession(call, {
      applicant: { family_name: 'Ek', email: `${organization}@example.com` },
    })
    await call('POST', `/v1/sessions/${session}/resend`)
    return session
  }
  const first = await send('org_acme', 'test')
  const second = await send('org_acme', 'live')
  const third = await send('org_globex', 'test')
  const found = async (query: string) =>
    dataOf<{ session_id: string }[]>(await control('GET', `/emails${query}`)).map(
      ({ session_id }) => session_id,
    )
  t.strictSame(await found(''), [third, second, first])
  t.strictSame(await found('?organization=org_acme'), [second, first])
  t.strictSame(await found('?mode=live'), [second])
  t.strictSame(await found(`?session_id=${first}`), [first])
  const page = (await control('GET', '/emails?limit=2')).json<{
    has_more: boolean
    next_cursor: string
  }>()
  t.equal(page.has_more, true)
  t.strictSame(await found(`?limit=2&cursor=${page.next_cursor}`), [first])
  t.equal(codeOf(await control('GET', '/emails?organization=org_nobody')), 'resource_not_found')
})

t.test('a session without a signing step cannot be declined to sign', async (t) => {
  const { simulator, control } = await controlFor(t)
  const session = await newSession(client(simulator, demoKey('org_acme')))
  const refused = await control('POST', `/sessions/${session}/decline_to_sign`)
  t.equal(codeOf(refused), 'resource_not_found')
  t.match(refused.text, /has no signing step\. Create a session whose workflow has/)
})
