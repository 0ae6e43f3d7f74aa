import t from 'tap'
import { backendFor } from '../../testing/page.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Seen {
  status: string
  outcome: string | null
  steps: { id: string; outcome: string | null; result: { findings: unknown[] } | null }[]
  screening: { tags: string[] }
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const control = controlClient(simulator)
const acme = backendFor(simulator, demoKey('org_acme'))
const { id: workflow_template_id } = data<{ id: string }>(
  await acme.call('POST', '/v1/workflow-templates', {
    name: 'T',
    steps: [
      { id: 'identity', type: 'id_verification' },
      { id: 'mail', type: 'email_verification' },
    ],
    screening_rules: [
      {
        name: 'broken',
        ruleType: 'custom',
        action: 'tag',
        condition: {
          kind: 'field',
          field: 'check.id_verification.outcome',
          operator: 'eq',
          value: 'error',
        },
      },
      {
        name: 'approve',
        ruleType: 'custom',
        action: 'approve',
        condition: { kind: 'field', field: 'finding.count', operator: 'gte', value: 0 },
      },
    ],
  }),
)
const inspect = (id: string) => control.call<Seen>('GET', `/sessions/${id}`)
const start = async (more: object = {}) =>
  data<{ id: string }>(await acme.call('POST', '/v1/sessions', { workflow_template_id, ...more }))
    .id
const outcomes = ({ steps }: Seen) => steps.map(({ outcome }) => outcome)

t.test(
  'PAT-002 a check can end in error; rules can read it, and the session goes to review',
  async (t) => {
    const id = await start()
    await control.journey(id, 'submit_step', { step_id: 'identity', specimen: 'check-error' })
    await control.journey(id, 'submit_step', { step_id: 'mail' })
    const seen = await inspect(id)
    t.strictSame(outcomes(seen), ['error', 'pass'])
    t.strictSame(seen.steps[0]!.result?.findings, [], 'a check in error has no findings')
    t.match(
      seen,
      { status: 'awaiting_review', outcome: null, screening: { tags: ['broken'] } },
      'a rule that approves does not override an error',
    )
    const { idv } = data<{ idv: { available_images: string[] } }>(
      await acme.call('GET', `/v1/sessions/${id}`),
    )
    t.ok(idv.available_images.includes('front'), 'the photo was taken before the error')
  },
)

t.test(
  'every check of a call ends in error, and a failed one in the same session declines',
  async (t) => {
    const all = await start()
    await control.journey(all, 'submit', { specimen: 'check-error' })
    t.match(
      [outcomes(await inspect(all)), (await inspect(all)).status],
      [['error', 'error'], 'awaiting_review'],
    )
    const failed = await start({ expected_outcome: 'fail' })
    await control.journey(failed, 'submit_step', { step_id: 'identity', specimen: 'check-error' })
    await control.journey(failed, 'submit_step', { step_id: 'mail' })
    t.match(
      [outcomes(await inspect(failed)), (await inspect(failed)).outcome],
      [['error', 'fail'], 'declined'],
    )
  },
)

t.test("the browser's header and a re-verification accept it, too", async (t) => {
  const { id, sdk } = await acme.page({ workflow_template_id })
  const broken = { 'X-Simulator-Specimen': 'check-error' }
  await sdk('POST', '/sdk/v1/sessions/me/steps/identity/submit', {}, broken)
  await sdk('POST', '/sdk/v1/sessions/me/steps/mail/submit', {})
  t.strictSame(outcomes(await inspect(id)), ['error', 'pass'])
  const done = await start()
  await control.journey(done, 'submit')
  await control.call('POST', `/sessions/${done}/reverify`, { specimen: 'check-error' })
  t.match(await inspect(done), { status: 'completed', outcome: 'approved' })
  t.strictSame(outcomes(await inspect(done)), ['error', 'pass'])
})

t.test('ATN-008 RFS-014 a decline rule next to a failed check routes to review', async (t) => {
  const declines = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', {
      name: 'D',
      steps: [{ id: 'identity', type: 'id_verification' }],
      screening_rules: [
        {
          name: 'decline',
          ruleType: 'custom',
          action: 'decline',
          condition: { kind: 'field', field: 'finding.count', operator: 'gte', value: 0 },
        },
      ],
    }),
  ).id
  const id = await start({ workflow_template_id: declines, expected_outcome: 'fail' })
  await control.journey(id, 'submit')
  const seen = await inspect(id)
  t.match(
    [outcomes(seen), seen.status, seen.outcome],
    [['fail'], 'awaiting_review', null],
    'the floored decline acts as a review (GAP-ACTION-CONFLICT)',
  )
  await control.call('POST', `/sessions/${id}/review`, { outcome: 'declined' })
  t.match(await inspect(id), { status: 'completed', outcome: 'declined' }, 'RFS-014')
})
