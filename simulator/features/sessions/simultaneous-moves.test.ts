import t from 'tap'
import { client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { move } from './transitions.ts'

const CALLERS = 150

t.test('simultaneous changes of a session all succeed, with two tries each at most', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const created = await client(simulator, demoKey('org_acme'))('POST', '/v1/sessions', {})
  const { id } = created.json<{ data: { id: string } }>().data
  const { ports } = simulator
  let tries = 0
  const change = () =>
    move(ports, 'us/test/org_acme', id, ports.clock.now(), (session) => {
      tries++
      const hosted = { ...session.hosted, [`n${tries}`]: true }
      return { session: { ...session, hosted }, trigger: { type: 'hosted_progress' } }
    })
  const results = await Promise.allSettled(Array.from({ length: CALLERS }, change))
  t.strictSame(
    results.filter(({ status }) => status === 'rejected'),
    [],
  )
  t.ok(tries < 2 * CALLERS, `${tries} tries`)
  const stored = await ports.records.find('session', id)
  t.equal(Object.keys((stored!.body as { hosted: object }).hosted).length, CALLERS)
})
