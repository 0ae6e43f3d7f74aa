import t from 'tap'
import { newOwner, roomySimulator } from '../../http/testing.ts'
import { data } from '../../testing/control-client.ts'
import { TEMPLATE_VERSION } from './started-versions.ts'
import { countDocuments } from '../../store/testing/count-documents.ts'

const RULE = {
  name: 'r',
  ruleType: 'custom',
  action: 'review',
  condition: { kind: 'field', field: 'applicant.email', operator: 'exists' },
}

t.test('only versions with rules with which a session has started are kept', async (t) => {
  const simulator = await roomySimulator(t)
  const owner = await newOwner(simulator, {
    budgets: { global: 10_000, 'sessions:create': 10_000 },
  })
  const call = await owner.caller('test')
  const kept = () =>
    countDocuments(simulator.ports.records, `us/test/${owner.id}`, TEMPLATE_VERSION)
  const { id } = data<{ id: string }>(
    await call('POST', '/v1/workflow-templates', {
      name: 'T',
      steps: [{ id: 'identity', type: 'id_verification' }],
    }),
  )
  const start = async () =>
    (await call('POST', '/v1/sessions', { workflow_template_id: id })).status
  const change = async (to: object) =>
    (await call('PATCH', `/v1/workflow-templates/${id}`, to)).status

  t.equal(await start(), 201)
  t.equal(await kept(), 0, 'without rules')
  for (const name of ['A', 'B', 'C']) t.equal(await change({ name, screening_rules: [RULE] }), 200)
  t.equal(await kept(), 0, 'no session has started')
  t.strictSame(await Promise.all(Array.from({ length: 5 }, start)), Array(5).fill(201))
  t.equal(await kept(), 1, 'simultaneous sessions share it')
  t.equal(await change({ name: 'D' }), 200)
  t.equal(await start(), 201)
  t.equal(await kept(), 2)
})
