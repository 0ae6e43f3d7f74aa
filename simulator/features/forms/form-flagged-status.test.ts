import t from 'tap'
import { data, controlClient } from '../../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Session {
  id: string
  status: string
  outcome: string | null
}

t.test('EVT-023 CHK-020 a flagged form does not change the status', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const acme = client(simulator, demoKey('org_acme'))
  const control = controlClient(simulator)
  const { id: workflow_template_id } = data<{ id: string }>(
    await acme('POST', '/v1/workflow-templates', {
      name: 'T',
      steps: [
        { id: 'identity', type: 'id_verification', config: { faceCheck: 'liveness' } },
        {
          id: 'form',
          type: 'custom_form',
          config: {
            questions: [{ id: 'pets', type: 'yes_no', label: 'Do you own pets?' }],
            rules: [
              { when: { questionId: 'pets', op: 'eq', value: true }, action: 'flag_for_review' },
            ],
          },
        },
        { id: 'mail', type: 'email_verification' },
      ],
    }),
  )
  const { id } = data<Session>(await acme('POST', '/v1/sessions', { workflow_template_id }))
  await control.journey(id, 'submit_step', { step_id: 'identity' })
  const before = data<Session>(await acme('GET', `/v1/sessions/${id}`))
  t.equal(before.status, 'in_progress')
  await control.journey(id, 'submit_step', { step_id: 'form', answers: { pets: true } })
  t.match(data<Session>(await acme('GET', `/v1/sessions/${id}`)), {
    status: before.status,
    outcome: null,
  })
  const events = await control.call<{ type: string; body: string }[]>(
    'GET',
    `/events?session_id=${id}`,
  )
  t.strictSame(
    events.map(({ type, body }) => [type, (JSON.parse(body) as Session).status]),
    [['kyc.session.form_flagged', before.status]],
  )
})
