import t from 'tap'
import { creditReportFor } from '../../../fixtures/credit-history.ts'
import { caller } from '../../testing/contract.ts'
import { data, problems, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Step {
  id: string
  type: string
  status: string
  outcome: string | null
  done_at: string | null
  result: Record<string, unknown> | null
}
interface Inspected {
  status: string
  outcome: string | null
  steps: Step[]
  identity_run: object | null
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

async function created(steps: object[], body: object = {}): Promise<string> {
  await control.organization('org_acme', { default_workflow: { steps } })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', body)).id
}

async function finished(
  steps: object[],
  body?: object,
  journey?: object,
): Promise<Inspected & { id: string }> {
  const id = await created(steps, body)
  await control.journey(id, 'submit', journey)
  return control.call('GET', `/sessions/${id}`)
}

const images = async (id: string): Promise<unknown> =>
  (data(await acme('GET', `/v1/sessions/${id}`)).idv as { available_images: string[] } | undefined)
    ?.available_images

t.test('CHK-008 CHK-017 CHK-018 STA-027 PLN-023 each check has its own result', async (t) => {
  await control.freeze('2026-11-20T09:00:00Z')
  const types = ['credit_history', 'background_check', 'sanctions_screening', 'email_verification']
  for (const expected_outcome of ['pass', 'review', 'fail']) {
    const { steps } = await finished(
      types.map((type) => ({ type })),
      { expected_outcome },
    )
    t.strictSame(
      steps.map(({ type, outcome }) => [type, outcome]),
      types.map((type) => [type, expected_outcome]),
    )
    const submitted = {
      status: 'submitted',
      done_at: '2026-11-20T09:00:00.000Z',
      result: { findings: Array },
    }
    for (const step of steps) t.match(step, submitted)
  }
})

t.test('OUT-025 credit_history replays the recorded file of the expected outcome', async (t) => {
  for (const expected_outcome of ['pass', 'review', 'fail', 'doc_quality']) {
    const {
      status,
      steps: [step],
    } = await finished([{ type: 'credit_history' }], { expected_outcome })
    const { recording, outcome, score } = creditReportFor(expected_outcome)
    t.match(step, { outcome, result: { recording, score } }, expected_outcome)
    t.equal(
      status,
      ['pass', 'fail'].includes(expected_outcome) ? 'completed' : 'awaiting_review',
      'OUT-006',
    )
  }
})

t.test(
  'CHK-001 CHK-002 CHK-003 CHK-004 CHK-006 IMG-006 the document alone, or with a face check',
  async (t) => {
    for (const [config, face_check, available] of [
      [undefined, 'none', ['portrait', 'front']],
      [{ faceCheck: 'none' }, 'none', ['portrait', 'front']],
      [{ faceCheck: 'selfie' }, 'selfie', ['portrait', 'front', 'selfie']],
      [{ faceCheck: 'liveness' }, 'liveness', ['portrait', 'front', 'selfie']],
    ] as const) {
      const { id, steps } = await finished([{ type: 'id_verification', ...(config && { config }) }])
      t.match(steps[0]!.result, {
        document: 'pass',
        face_check,
        face: face_check === 'none' ? null : 'pass',
        findings: [],
      })
      t.strictSame(await images(id), available)
    }
  },
)

t.test('CHK-005 a workflow with both face checks is rejected, in any spelling', async (t) => {
  for (const [config, problem] of [
    [
      { faceCheck: ['selfie', 'liveness'] },
      'invalid_type default_workflow.steps.0.config.faceCheck',
    ],
    [{ faceCheck: 'both' }, 'invalid_enum_value default_workflow.steps.0.config.faceCheck'],
    [{ faceCheck: 'selfie', liveness: true }, 'unrecognized_keys default_workflow.steps.0.config'],
    [{ selfie: true, liveness: true }, 'unrecognized_keys default_workflow.steps.0.config'],
  ] as const) {
    const steps = [{ type: 'id_verification', config }]
    const reply = await control.ask('PATCH', '/organizations/org_acme', {
      default_workflow: { steps },
    })
    t.ok(problems(reply).includes(problem), JSON.stringify(config))
  }
})

t.test('IDV-004 IDV-005 IMG-025 OUT-006 an unreadable document has no portrait', async (t) => {
  const { id, steps } = await finished([{ type: 'id_verification' }], {
    expected_outcome: 'doc_quality',
  })
  t.match(steps[0]!.result, {
    document_readable: false,
    findings: [{ subjectType: 'document', severity: 'low' }],
  })
  t.strictSame(await images(id), ['front'])
})

t.test('IDV-013 IMG-024 a run from before portraits and provenance', async (t) => {
  for (const [legacy, acquisition, available] of [
    [{ no_portrait: true, no_acquisition: true }, null, ['front']],
    [{ no_portrait: true }, 'upload', ['front']],
    [{ no_acquisition: true }, null, ['portrait', 'front']],
    [{}, 'upload', ['portrait', 'front']],
  ] as const) {
    const { id } = await finished(
      [{ type: 'id_verification' }],
      {},
      { acquisition: 'upload', legacy },
    )
    t.match(data(await acme('GET', `/v1/sessions/${id}`)).idv, { capture_acquisition: acquisition })
    t.strictSame(await images(id), available)
    const portrait = await acme('GET', `/v1/sessions/${id}/idv-image/portrait`)
    if (legacy.no_portrait) t.equal(refusal(portrait), '404 artifact_not_available')
    else t.equal(portrait.status, 200)
  }
})

t.test('IMG-026 a step that was not reached has no images', async (t) => {
  const id = await created([{ type: 'credit_history' }, { type: 'id_verification' }])
  await control.ask('POST', `/sessions/${id}/journey`, { action: 'submit_step', step_id: 'step_1' })
  t.equal(await images(id), undefined)
  t.match(await control.call('GET', `/sessions/${id}`), {
    identity_run: null,
    steps: [
      { status: 'submitted' },
      { status: 'pending', outcome: null, result: null, done_at: null },
    ],
  })
  t.equal(
    refusal(await acme('GET', `/v1/sessions/${id}/idv-image/front`)),
    '404 artifact_not_available',
  )
})

t.test('the newest of two identity steps is kept', async (t) => {
  const steps = [
    { type: 'id_verification', config: { faceCheck: 'selfie' } },
    { type: 'id_verification' },
  ]
  const { id } = await finished(steps)
  t.strictSame(await images(id), ['portrait', 'front'])
  t.equal(
    refusal(await acme('GET', `/v1/sessions/${id}/idv-image/selfie`)),
    '404 artifact_not_available',
  )
})

t.test('a workflow may name its steps', async (t) => {
  const { steps } = await finished([
    { id: 'credit', type: 'credit_history' },
    { type: 'id_verification' },
  ])
  t.strictSame(
    steps.map(({ id }) => id),
    ['credit', 'step_2'],
  )
})
