import { randomInt } from 'node:crypto'
import t from 'tap'
import { type RunningSimulator, startSimulator } from '../../server.ts'
import { caller } from '../../testing/contract.ts'
import { simulatorProcess } from '../../testing/process.ts'
import { receiverFor, signedWith } from '../../testing/receiver.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { type Client, demoKey, roomyWorld } from '../../testing/simulator.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

const KILLS = rounds(16)

// For the whole file: a test's own folder is deleted before the simulators on it have closed.
const folder = t.testdir({
  retry: {},
  cut: {},
  kill: {},
  'world.json': JSON.stringify(roomyWorld()),
})

/** A simulator on this data directory, like one started by the command. */
async function started(
  dataDir: string,
): Promise<{ simulator: RunningSimulator; faults: unknown[] }> {
  const faults: unknown[] = []
  const simulator = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    dataDir,
    world: roomyWorld(),
    loopbackReceivers: true,
    report: (error) => faults.push(error),
  })
  return { simulator, faults }
}

async function subscribed(as: Client, url: string): Promise<{ id: string; secret: string }> {
  return data(
    await as('POST', '/v1/webhook-subscriptions', { url, events: ['kyc.session.cancelled'] }),
  )
}

async function cancelled(
  as: Client,
  control: { cancel: (id: string) => Promise<unknown> },
): Promise<string> {
  const { id } = data<{ id: string }>(await as('POST', '/v1/sessions', {}))
  await control.cancel(id)
  return id
}

t.test(
  'EVB-014 a retry that was pending when the simulator stopped comes after the next start',
  async (t) => {
    const dataDir = `${folder}/retry`
    const receiver = await receiverFor(t, 500)
    const first = await started(dataDir)
    const control = controlClient(first.simulator)
    await control.freeze('2026-11-20T09:00:00.000Z')
    const acme = caller(first.simulator, demoKey('org_acme'))
    const { id, secret } = await subscribed(acme, receiver.url)
    const session = await cancelled(acme, control)
    await control.settle()
    t.equal(receiver.deliveries.length, 1)
    await first.simulator.close()

    receiver.behaviour = 200
    const second = await started(dataDir)
    t.teardown(() => second.simulator.close())
    t.strictSame(
      await controlClient(second.simulator).call('GET', '/clock'),
      { now: '2026-11-20T09:00:00.000Z', frozen: true },
      'the clock continues from the same time',
    )
    await controlClient(second.simulator).settle()
    t.equal(receiver.deliveries.length, 1, 'not before its time')
    await controlClient(second.simulator).advance(5)
    t.equal(receiver.deliveries.length, 2)
    const [before, after] = receiver.deliveries
    t.equal(after!.body, before!.body)
    t.equal(after!.headers['x-webhook-id'], before!.headers['x-webhook-id'])
    t.ok(signedWith(secret, after!), 'with the same secret')
    const again = caller(second.simulator, demoKey('org_acme'))
    t.match(
      (await again('GET', `/v1/webhook-events?session_id=${session}&subscription_id=${id}`)).json(),
      {
        data: [
          { attempt: 2, status: 'delivered' },
          { attempt: 1, status: 'failed', http_code: 500 },
        ],
      },
    )
    t.strictSame([...first.faults, ...second.faults], [])
  },
)

t.test(
  'a delivery interrupted by the end of the simulator is not a failed attempt; it is repeated',
  async (t) => {
    const dataDir = `${folder}/cut`
    const receiver = await receiverFor(t, () => undefined)
    const first = await started(dataDir)
    const acme = caller(first.simulator, demoKey('org_acme'))
    const { id } = await subscribed(acme, receiver.url)
    await cancelled(acme, controlClient(first.simulator))
    await receiver.until(1)
    await first.simulator.close()
    await new Promise((resolve) => setTimeout(resolve, 100))
    t.strictSame(first.faults, [], 'nothing is written to a closed store')

    receiver.behaviour = 200
    const second = await started(dataDir)
    t.teardown(() => second.simulator.close())
    const [before, after] = await receiver.until(2)
    t.equal(after!.body, before!.body)
    await controlClient(second.simulator).settle()
    const again = caller(second.simulator, demoKey('org_acme'))
    t.match((await again('GET', `/v1/webhook-events?subscription_id=${id}`)).json(), {
      data: [{ attempt: 1, status: 'delivered' }],
    })
    t.strictSame([...first.faults, ...second.faults], [])
  },
)

t.test('GEN-009 EVT-001 stored events survive kill -9 at any moment', async (t) => {
  const args = [
    '--data-dir',
    `${folder}/kill`,
    '--world',
    `${folder}/world.json`,
    '--loopback-receivers',
  ]
  const receiver = await receiverFor(t, (_delivery, response) => {
    setTimeout(() => response.writeHead(200).end(), randomInt(20))
  })
  const acknowledged: string[] = []
  let subscription = ''
  for (let round = 0; round < KILLS; round++) {
    const running = await simulatorProcess(t, args)
    const [acme, control] = [running.client(demoKey('org_acme')), controlClient(running)]
    if (round === 0) subscription = (await subscribed(acme, receiver.url)).id
    const before = acknowledged.length
    // Each writes until no server responds any more.
    const writers = Promise.allSettled(
      Array.from({ length: 4 }, async () => {
        for (;;) acknowledged.push(await cancelled(acme, control))
      }),
    )
    do await new Promise((resolve) => setTimeout(resolve, randomInt(120)))
    while (acknowledged.length === before)
    await running.kill('SIGKILL')
    await writers
  }
  const last = await simulatorProcess(t, args)
  const acme = last.client(demoKey('org_acme'))
  await controlClient(last).settle()
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.deliveries) {
    const id = String(headers['x-webhook-id'])
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
  }
  t.ok(acknowledged.length >= KILLS, `${acknowledged.length} cancellations in ${KILLS} lives`)
  t.ok(
    [...bodies.values()].every(({ size }) => size === 1),
    'duplicates are allowed, different bodies are not',
  )
  const announced = [...bodies.values()].map(([body]) => JSON.parse(body!).sessionId as string)
  t.strictSame(
    acknowledged.filter((id) => !announced.includes(id)),
    [],
    'every cancellation has its event',
  )
  t.equal(new Set(announced).size, announced.length, 'one event each')
  for (const id of announced) {
    const { status } = data(await acme('GET', `/v1/sessions/${id}`))
    t.equal(status, 'cancelled', 'no event without its transition')
  }
  const rows = await acme('GET', `/v1/webhook-events?subscription_id=${subscription}&limit=100`)
  t.ok(
    rows.json<{ data: { status: string }[] }>().data.every(({ status }) => status === 'delivered'),
  )
  t.equal((await last.kill('SIGTERM')).code, 0)
})
