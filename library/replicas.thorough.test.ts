import t from 'tap'
import { runVskit } from '../commands/testing.ts'
import { at, control, newSession, pair } from '../simulator/replicas/testing.ts'
import { connectSimulator } from './vskit.ts'

/** Status of each session as read from each replica. */
const statusesOf = (simulators: Parameters<typeof at>[0][], ids: string[]): Promise<number[]> =>
  Promise.all(
    simulators.flatMap((one) =>
      ids.map(async (id) => (await at(one)('GET', `/v1/sessions/${id}`)).status),
    ),
  )

t.test('a reset at one replica resets all: records, counters, faults and world', async (t) => {
  const { a, b } = await pair(t)
  const library = await connectSimulator({ control: b.control_url })
  const remaining = async (): Promise<number> =>
    Number((await at(a)('GET', '/v1/applicants')).headers.get('x-ratelimit-remaining'))
  const whole = await remaining()
  const first = await newSession(a)
  t.ok((await remaining()) < whole)
  await library.fault({ operation: '*', effect: { status: 502 }, organization: 'org_acme' })
  t.equal((await at(a)('GET', '/v1/applicants')).status, 502)
  const acme = { organization: 'org_acme' }
  t.equal((await control(b)('POST', '/control/v1/reset', acme)).status, 200)
  t.equal(await remaining(), whole, 'the window starts again')
  t.strictSame(await statusesOf([a, b], [first]), [404, 404])

  const second = await newSession(b)
  const path = '/control/v1/organizations'
  const named = { id: 'org_late', name: 'Late', region: 'us' }
  t.equal((await control(a)('POST', path, named)).status, 201)
  const frozen = '2030-01-01T00:00:00.000Z'
  t.equal((await control(a)('POST', '/control/v1/clock/freeze', { at: frozen })).status, 200)
  await library.reset({ world: true })
  for (const one of [a, b]) {
    t.equal((await control(one)('GET', `${path}/org_late`)).status, 404)
    t.match((await control(one)('GET', '/control/v1/clock')).json(), { data: { frozen: false } })
    t.match((await at(one)('GET', '/v1/sessions')).json(), { data: [] })
  }
  t.strictSame(await statusesOf([a, b], [second]), [404, 404])
  const third = await newSession(a)
  t.strictSame(await statusesOf([a, b], [third]), [200, 200], 'the window continues')
})

t.test(
  'a snapshot taken at one replica is restored at the other, by library and command',
  async (t) => {
    const { a, b } = await pair(t)
    const [one, other] = await Promise.all(
      [a, b].map((simulator) => connectSimulator({ control: simulator.control_url })),
    )
    const kept = await newSession(a)
    const id = await one!.snapshot('before')
    const late = await newSession(b)
    await other!.restore(id)
    t.strictSame(await statusesOf([a, b], [kept, late]), [200, 404, 200, 404])
    const later = await newSession(a)
    const command = (...args: string[]) =>
      runVskit(t, ['snapshot', ...args, '--control', b.control_url])
    t.match(await command('list'), { code: 0, stdout: new RegExp(`^${id} .* before$`, 'm') })
    t.match(await command('load', 'before'), { code: 0, stdout: `${id} is restored\n` })
    t.strictSame(await statusesOf([a, b], [kept, later]), [200, 404, 200, 404])
    const file = `${t.testdir()}/state.vskit`
    t.match(await command('export', file), { code: 0 })
    t.equal((await at(a)('POST', `/v1/sessions/${kept}/cancel`)).status, 200)
    t.match(await command('import', file), { code: 0 })
    for (const simulator of [a, b])
      t.match((await at(simulator)('GET', `/v1/sessions/${kept}`)).json(), {
        data: { status: 'created' },
      })
  },
)
