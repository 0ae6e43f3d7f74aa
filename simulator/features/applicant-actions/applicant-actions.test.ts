import t from 'tap'
import { caller } from '../../testing/contract.ts'
import {
  type ControlSession,
  data,
  problems,
  refusal,
  controlClient,
} from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const CHECKS = [
  'id_verification',
  'credit_history',
  'background_check',
  'sanctions_screening',
  'custom_form',
]

const simulator = await simulatorFor(t, {
  world: roomyWorld((organization) => {
    if (organization.id === 'org_acme') {
      organization.default_workflow = {
        steps: CHECKS.map((type) => ({
          type,
          config: type === 'id_verification' ? { faceCheck: 'selfie' } : {},
        })),
      }
    }
  }),
})
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const control = controlClient(simulator)

async function created(body: object, as = acme): Promise<string> {
  return data<{ id: string }>(await as('POST', '/v1/sessions', body)).id
}

/** Returns the final status of a session created with this body, once its applicant has submitted every step. */
async function end(body: object, as = acme): Promise<ControlSession> {
  return control.journey(await created(body, as), 'submit')
}

const checksOf = ({ steps }: ControlSession): string[] => [
  ...new Set(steps.map(({ outcome }) => String(outcome))),
]

t.test('GEN-001 only the owning organization sees the identity of its applicant', async (t) => {
  const { id } = await end({ applicant: { family_name: 'Okafor', given_names: ['Ana'] } })
  const session = data<{ outcome: string; applicant_id: string; idv: object }>(
    await acme('GET', `/v1/sessions/${id}`),
  )
  t.match(session, { status: 'completed', outcome: 'approved' }, 'the verdict')
  t.ok(session.idv, 'the evidence images are readable')
  t.match(
    data(await acme('GET', `/v1/applicants/${session.applicant_id}`)),
    { family_name: 'Okafor', given_names: ['Ana'] },
    'the event names the applicant',
  )
  const globex = caller(simulator, demoKey('org_globex'))
  t.equal(refusal(await globex('GET', `/v1/sessions/${id}`)), '404 resource_not_found')
})

t.test(
  'OUT-002 OUT-005 OUT-013 OUT-017 GEN-007 STA-002 ' +
    'pass and fail decide every check and the verification',
  async (t) => {
    const passed = await end({ expected_outcome: 'pass' })
    t.match(passed, { status: 'completed', outcome: 'approved', decision_source: 'automatic' })
    t.strictSame(checksOf(passed), ['pass'])
    t.strictSame(
      passed.steps.map(({ type }) => type),
      CHECKS,
    )
    const failed = await end({ expected_outcome: 'fail' })
    t.match(failed, { status: 'completed', outcome: 'declined', decision_source: 'automatic' })
    t.strictSame(checksOf(failed), ['fail'])
  },
)

t.test('OUT-004 OUT-006 STA-008 review and doc_quality put the session into review', async (t) => {
  const borderline = await end({ expected_outcome: 'review' })
  t.match(borderline, { status: 'awaiting_review', outcome: null, decision_source: null })
  t.strictSame(checksOf(borderline), ['review'])
  const unreadable = await end({ expected_outcome: 'doc_quality' })
  t.match(unreadable, { status: 'awaiting_review', outcome: null, decision_source: null })
  t.equal(unreadable.steps[0]!.outcome, 'review', 'the document')
  t.strictSame(
    [...new Set(unreadable.steps.slice(1).map(({ outcome }) => outcome))],
    ['pass'],
    'the other checks find nothing against the applicant',
  )
})

t.test('OUT-003 OUT-023 the default outcome is pass', async (t) => {
  t.match(await end({}), { expected_outcome: 'pass', status: 'completed', outcome: 'approved' })
})

t.test('OUT-001 test mode rejects any other value', async (t) => {
  for (const expected_outcome of [
    'approved',
    'PASS',
    'Pass',
    ' pass',
    'doc-quality',
    '',
    null,
    true,
    1,
    ['pass'],
    { value: 'pass' },
  ]) {
    t.match(
      problems(await acme('POST', '/v1/sessions', { expected_outcome })),
      [/^invalid_(type|enum_value) expected_outcome$/],
      JSON.stringify(expected_outcome),
    )
  }
})

t.test('OUT-024 live mode ignores expected_outcome, even an unknown value', async (t) => {
  for (const expected_outcome of [
    'pass',
    'fail',
    'review',
    'doc_quality',
    'nonsense',
    null,
    7,
    {},
    ['fail'],
  ]) {
    const reply = await acmeLive('POST', '/v1/sessions', {
      expected_outcome,
      metadata: { kept: 1 },
    })
    t.equal(reply.status, 201, JSON.stringify(expected_outcome))
    const session = data<{ id: string; mode: string }>(reply)
    t.match(session, { mode: 'live', metadata: { kept: 1 } })
    t.match(await control.journey(session.id, 'submit'), {
      expected_outcome: null,
      status: 'completed',
      outcome: 'approved',
    })
  }
  t.strictSame(
    problems(await acmeLive('POST', '/v1/sessions', { expectedOutcome: 'fail' })),
    ['unrecognized_keys '],
    'a field unknown in both modes is still rejected',
  )
})

t.test('OUT-015 expected_outcome is accepted nowhere else', async (t) => {
  t.strictSame(
    problems(await acme('POST', '/v1/applicants', { family_name: 'Ek', expected_outcome: 'fail' })),
    ['unrecognized_keys '],
  )
  t.strictSame(
    problems(
      await acme('POST', '/v1/sessions', {
        applicant: { family_name: 'Ek', expected_outcome: 'fail' },
      }),
    ),
    ['unrecognized_keys applicant'],
  )
  t.strictSame(problems(await acme('POST', '/v1/sessions?expected_outcome=fail', {})), [
    'unrecognized_keys ',
  ])
  t.match(
    await end({ metadata: { expected_outcome: 'fail' } }),
    { outcome: 'approved' },
    'metadata does not affect the outcome',
  )
  const id = await created({})
  t.equal(
    (
      await control.ask('POST', `/sessions/${id}/journey`, {
        action: 'submit',
        expected_outcome: 'fail',
      })
    ).status,
    422,
  )
  t.match(await control.journey(id, 'submit'), { outcome: 'approved' })
})

t.test('OUT-018 no step has an outcome of its own', async (t) => {
  for (const body of [
    { steps: [{ expected_outcome: 'fail' }] },
    { expected_outcomes: { id_verification: 'fail' } },
  ]) {
    t.match(problems(await acme('POST', '/v1/sessions', body)), [/^unrecognized_keys/])
  }
})

t.test('OUT-016 the outcome is fixed at creation', async (t) => {
  const id = await created({ expected_outcome: 'fail' })
  await control.journey(id, 'abandon')
  t.match(await control.journey(id, 'submit'), { expected_outcome: 'fail', outcome: 'declined' })
})

t.test(
  'OUT-019 OUT-020 OUT-022 name, birth date and contact data of the applicant do not affect the outcome',
  async (t) => {
    const people = [
      { family_name: 'Fail', given_names: ['Decline', 'Review'] },
      { family_name: 'doc_quality', given_names: ['fail'], email: 'fail@example.com' },
      { family_name: 'Ek', email: 'review+decline@example.com', date_of_birth: '1900-01-01' },
      { family_name: 'Pass', email: 'pass@example.com', date_of_birth: '2020-02-29' },
    ]
    for (const applicant of people) {
      t.match(await end({ applicant }), { outcome: 'approved' })
      t.match(await end({ applicant, expected_outcome: 'fail' }), { outcome: 'declined' })
      t.match(await end({ applicant, expected_outcome: 'review' }), { status: 'awaiting_review' })
    }
  },
)

t.test(
  'IDV-009 IDV-010 IDV-011 IDV-015 IDV-016 IDV-018 ' +
    'the capture method is recorded and does not affect the outcome',
  async (t) => {
    for (const [expected_outcome, verdict] of [
      ['pass', 'approved'],
      ['fail', 'declined'],
      ['review', null],
    ] as const) {
      for (const acquisition of ['camera', 'upload', null]) {
        const id = await created({ expected_outcome })
        const { outcome, steps } = await control.journey(id, 'submit', { acquisition })
        t.equal(outcome, verdict)
        t.equal(steps[0]!.outcome, expected_outcome)
        t.match(data(await acme('GET', `/v1/sessions/${id}`)), {
          idv: { capture_acquisition: acquisition },
        })
      }
    }
    const id = await created({})
    await control.journey(id, 'submit')
    t.match(data(await acme('GET', `/v1/sessions/${id}`)), {
      idv: { capture_acquisition: 'camera' },
    })
    t.equal(
      (
        await control.ask('POST', `/sessions/${id}/journey`, {
          action: 'submit',
          acquisition: 'scanner',
        })
      ).status,
      422,
    )
  },
)

t.test('GEN-004 CHK-001 CHK-006 SES-008 the steps are those of the organization', async (t) => {
  const globex = caller(simulator, demoKey('org_globex'))
  const plain = await end({}, globex)
  t.strictSame(
    plain.steps.map(({ type, outcome }) => [type, outcome]),
    [['id_verification', 'pass']],
    'the default is a document check alone',
  )
  await control.organization('org_globex', {
    default_workflow: { steps: [{ type: 'credit_history' }] },
  })
  const id = await created({ expected_outcome: 'review' }, globex)
  await control.organization('org_globex', {
    default_workflow: { steps: [{ type: 'id_verification' }] },
  })
  t.strictSame(
    (await control.journey(id, 'submit')).steps.map(({ type }) => type),
    ['credit_history'],
    'the session keeps the steps that it was created with',
  )
  t.notOk(
    'idv' in data(await globex('GET', `/v1/sessions/${id}`)),
    'without an identity check, idv is absent',
  )
  t.equal(
    refusal(await globex('GET', `/v1/sessions/${id}/idv-image/front`)),
    '404 artifact_not_available',
  )
})
