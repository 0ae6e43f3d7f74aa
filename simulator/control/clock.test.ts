import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { SettableClock } from '../time/clock.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Clock {
  now: string
  frozen: boolean
}

const NINE = '2026-11-20T09:00:00.000Z'

t.test('a clock is frozen, set, and resumed from its time', async (t) => {
  const { control } = await controlFor(t)
  const clock = async (path: string, body?: object) =>
    dataOf<Clock>(await control('POST', `/clock${path}`, body))
  t.strictSame(await clock('/freeze', { at: NINE }), { now: NINE, frozen: true })
  t.strictSame(dataOf(await control('GET', '/clock')), { now: NINE, frozen: true })
  t.strictSame(await clock('/freeze'), { now: NINE, frozen: true }, 'at its current time')
  t.strictSame(
    await clock('/set', { at: '2020-02-29T01:00:00.5+01:00' }),
    { now: '2020-02-29T00:00:00.500Z', frozen: true },
    'also to an earlier time, in any zone',
  )
  const running = await clock('/resume')
  t.match(running, { now: /^2020-02-29T00:0/, frozen: false })
  t.match(
    await clock('/set', { at: NINE }),
    { now: /^2026-11-20T09:0/, frozen: false },
    'a running clock continues from the new time',
  )
  t.match(await clock('/resume'), { frozen: false }, 'a running clock does not change')
  t.match(await clock('/advance', { seconds: 3600 }), { now: /^2026-11-20T10:0/, frozen: false })
})

t.test('invalid times are rejected and leave the clock unchanged', async (t) => {
  const { control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: NINE })
  for (const [path, body, problem] of [
    ['/set', {}, 'invalid_type at'],
    ['/set', undefined, 'invalid_type '],
    ['/set', { at: '2026-12-31T23:59:60Z' }, 'custom at'],
    ['/set', { at: 'yesterday' }, 'invalid_string at'],
    ['/freeze', { at: '2026-02-30T00:00:00Z' }, 'invalid_string at'],
    ['/set', { at: '1969-12-31T23:59:59Z' }, 'too_small at'],
    ['/set', { at: '9899-12-31T23:59:59-01:00' }, 'too_big at'],
    ['/freeze', { at: 1764000000 }, 'invalid_type at'],
    ['/freeze', { when: NINE }, 'unrecognized_keys '],
    ['/advance', {}, 'invalid_type seconds'],
    ['/advance', { seconds: -1 }, 'too_small seconds'],
    ['/advance', { seconds: 315_360_001 }, 'too_big seconds'],
    ['/advance', { seconds: '60' }, 'invalid_type seconds'],
  ] as const) {
    t.strictSame(
      problemsOf(await control('POST', `/clock${path}`, body)),
      [problem],
      `${path} ${JSON.stringify(body)}`,
    )
  }
  await control('POST', '/clock/set', { at: '9899-12-31T23:59:00Z' })
  t.strictSame(problemsOf(await control('POST', '/clock/advance', { seconds: 60 })), [
    'too_big seconds',
  ])
  await control('POST', '/clock/set', { at: NINE })
  t.strictSame(dataOf(await control('GET', '/clock')), { now: NINE, frozen: true })
})

t.test('jobs that fall due during an advance run in order, each at its own time', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: NINE })
  const call = client(simulator, demoKey('org_acme'))
  const receiver = { mode: 'test', url: 'https://127.0.0.1:9/never-called' }
  const { id } = dataOf<{ id: string }>(
    await control('POST', '/organizations/org_acme/webhook_subscriptions', receiver),
  )
  const session = await newSession(call)
  t.strictSame(dataOf(await control('POST', '/clock/advance', { seconds: 7 * 86_400 + 304.9 })), {
    now: '2026-11-27T09:05:04.900Z',
    frozen: true,
  })
  t.match((await call('GET', `/v1/sessions/${session}`)).json(), {
    data: { status: 'expired', completed_at: '2026-11-27T09:00:00.000Z' },
  })
  const attempts = async () =>
    dataOf<{ created_at: string; attempt: number }[]>(
      await control('GET', `/deliveries?subscription_id=${id}`),
    ).map(({ created_at, attempt }) => `${attempt} ${created_at}`)
  t.strictSame(
    await attempts(),
    ['2 2026-11-27T09:00:05.000Z', '1 2026-11-27T09:00:00.000Z'],
    'the retry after 5 s, not yet the one 5 min later',
  )
  await control('POST', '/clock/advance', { seconds: 0.1 })
  t.equal((await attempts())[0], '3 2026-11-27T09:05:05.000Z')
})

t.test('a set clock jumps: jobs due in between run at the new time', async (t) => {
  const { simulator, control } = await controlFor(t)
  await control('POST', '/clock/freeze', { at: NINE })
  const call = client(simulator, demoKey('org_acme'))
  const session = await newSession(call)
  await control('POST', '/clock/set', { at: '2027-01-01T00:00:00Z' })
  t.strictSame(dataOf(await control('POST', '/settle')), {
    now: '2027-01-01T00:00:00.000Z',
    frozen: true,
  })
  t.match((await call('GET', `/v1/sessions/${session}`)).json(), {
    data: { status: 'expired', completed_at: '2027-01-01T00:00:00.000Z' },
  })
})

t.test('settle waits for due jobs, also at slow receivers, and for nothing else', async (t) => {
  const { simulator, control } = await controlFor(t, { loopbackReceivers: true })
  await control('POST', '/clock/freeze', { at: NINE })
  const url = `https://127.0.0.1:${await slowReceiver(t)}/`
  await control('POST', '/organizations/org_acme/webhook_subscriptions', { mode: 'test', url })
  const session = await newSession(client(simulator, demoKey('org_acme')))
  await control('POST', `/sessions/${session}/cancel`)
  t.strictSame(dataOf(await control('POST', '/settle')), { now: NINE, frozen: true })
  const rows = dataOf<unknown[]>(await control('GET', '/deliveries'))
  t.match(rows, [
    { session_id: session, attempt: 1, created_at: NINE, error_code: 'connection_failed' },
  ])
  t.equal(rows.length, 1)
})

t.test('changes of the clock run one after the other', async (t) => {
  const { control } = await controlFor(t)
  await control('POST', '/clock/set', { at: NINE })
  const [advanced, frozen] = await Promise.all([
    control('POST', '/clock/advance', { seconds: 86_400 }),
    control('POST', '/clock/freeze', { at: '2030-01-01T00:00:00Z' }),
  ])
  t.match(dataOf(advanced), { frozen: false })
  t.match(dataOf(frozen), { frozen: true })
  t.strictSame(
    dataOf(await control('GET', '/clock')),
    { now: '2030-01-01T00:00:00.000Z', frozen: true },
    'an advance does not undo a later freeze',
  )
})

t.test('the clock keeps its state across a restart', async (t) => {
  const dataDir = t.testdir()
  await t.test('frozen and advanced', async (t) => {
    const { control } = await controlFor(t, { dataDir })
    await control('POST', '/clock/freeze', { at: NINE })
    await control('POST', '/clock/advance', { seconds: 90 })
  })
  await t.test('still frozen, then running', async (t) => {
    const { control } = await controlFor(t, { dataDir })
    t.strictSame(dataOf(await control('GET', '/clock')), {
      now: '2026-11-20T09:01:30.000Z',
      frozen: true,
    })
    await control('POST', '/clock/resume')
  })
  await t.test('still running', async (t) => {
    const { control } = await controlFor(t, { dataDir })
    t.match(dataOf(await control('GET', '/clock')), { now: /^2026-11-20T09:0/, frozen: false })
  })
})

t.test('a frozen clock does not block callers of the control API', async (t) => {
  const { control } = await controlFor(t, { world: { version: 1, ip_limit: 2, organizations: [] } })
  await control('POST', '/clock/freeze', { at: NINE })
  for (let i = 0; i < 5; i++) t.equal((await control('GET', '/clock')).status, 200)
  t.equal(codeOf(await control('GET', '/organizations/org_acme')), 'resource_not_found')
})

t.test('a state of the clock is restored', async (t) => {
  let machine = 1000
  const clock = new SettableClock(() => machine)
  clock.set(5000)
  const running = clock.state
  clock.freeze(77)
  const frozen = clock.state
  machine = 2000
  clock.restore(running)
  t.strictSame([clock.now(), clock.frozen], [6000, false])
  clock.restore(frozen)
  t.strictSame([clock.now(), clock.frozen], [77, true])
  clock.restore({ frozen_at: null, offset_ms: 0 })
  t.strictSame([clock.now(), clock.frozen], [2000, false])
})

/** Returns the port of a receiver that closes the connection after a while without a response. */
async function slowReceiver(t: { teardown(end: () => void): unknown }): Promise<number> {
  const server = createServer((socket) => setTimeout(() => socket.destroy(), 100)).listen(
    0,
    '127.0.0.1',
  )
  t.teardown(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
