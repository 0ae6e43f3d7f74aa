import t from 'tap'
import { DatabaseProxy } from '../../torture/replicas/database-proxy.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const CALLERS = 40
/** Far more than a call needs, and far fewer than if each call conflicts with each other one. */
const STATEMENTS_OF_A_CALL = 10

const server = await startPostgres()
t.teardown(() => server.stop())

t.test('the statements of simultaneous updates of one record grow with their number', async (t) => {
  const store = await server.database('contention')
  const proxy = await DatabaseProxy.start(t, server.port)
  const simulator = await simulatorFor(t, {
    store: store.replace(`:${server.port}/`, `:${proxy.port}/`),
    world: roomyWorld(),
    storeLimits: BUSY_LIMITS,
  })
  const call = client(simulator, demoKey('org_acme'))
  const steps = [{ id: 'identity', type: 'id_verification' }]
  const cases = [
    { path: '/v1/workflow-templates', input: { name: 'Rental', steps }, field: 'name' },
    { path: '/v1/applicants', input: { family_name: 'Okafor' }, field: 'family_name' },
  ]
  for (const { path, input, field } of cases) {
    const { id } = (await call('POST', path, input)).json<{ data: { id: string } }>().data
    const before = proxy.questions
    const replies = await Promise.all(
      Array.from({ length: CALLERS }, (_, i) =>
        call('PATCH', `${path}/${id}`, { [field]: `Name ${i}` }),
      ),
    )
    t.strictSame([...new Set(replies.map(({ status }) => status))], [200], path)
    const statements = proxy.questions - before
    t.ok(statements < CALLERS * STATEMENTS_OF_A_CALL, `${path}: ${statements} statements`)
  }
})
