import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { fraction, seededRandom } from '../../ids/random.ts'
import { type SimulatorProcess, simulatorProcess } from '../../testing/process.ts'
import { type Behaviour, receiverFor, signedWith } from '../../testing/receiver.ts'
import { type Event, data, controlClient } from '../../testing/control-client.ts'
import { demoKey, isCutOff, roomyWorld } from '../../testing/simulator.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

/** `VSKIT_HEAVY_EVENTS=10000` with `tap --timeout=900` is the full figure. */
const EVENTS = Number(process.env.VSKIT_HEAVY_EVENTS ?? rounds(1000))
const SEED = process.env.VSKIT_HEAVY_SEED ?? 'half of them'
const WRITERS = 8
/** The delays between the attempts, so that each advance does a bounded amount of work. */
const RETRIES_S = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
/** One event in 2^8 fails for good; the same fraction of the replayed ones fails again. */
const REPLAYS = 8

const folder = t.testdir({ data: {}, 'world.json': JSON.stringify(roomyWorld()) })
const args = [
  '--data-dir',
  `${folder}/data`,
  '--world',
  `${folder}/world.json`,
  '--loopback-receivers',
]

/** Sessions whose cancellation was acknowledged. */
const acknowledged: string[] = []
/** Ids of the accepted events, with the number of times. */
const accepted = new Map<string, number>()
let refused = 0

/** Fails one request in two: with a 500, or by closing the connection without a response. */
const random = seededRandom(SEED)
const moody: Behaviour = ({ headers }, response) => {
  const mood = fraction(random)
  if (mood >= 0.5) {
    const id = String(headers['x-webhook-id'])
    accepted.set(id, (accepted.get(id) ?? 0) + 1)
    return void response.writeHead(200).end()
  }
  refused++
  if (mood < 0.25) response.writeHead(500).end()
  else response.destroy()
}

/** Cancels sessions until this many cancellations are acknowledged, or no server responds any more. */
async function emit(running: SimulatorProcess, until: number): Promise<void> {
  const [acme, control] = [running.client(demoKey('org_acme')), controlClient(running)]
  const ended = await Promise.allSettled(
    Array.from({ length: WRITERS }, async () => {
      while (acknowledged.length < until) {
        const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
        await control.cancel(id)
        acknowledged.push(id)
      }
    }),
  )
  for (const end of ended) if (end.status === 'rejected') onlyCutOff(end.reason)
}

/** Error of a client whose simulator was killed. @throws any other error */
function onlyCutOff(reason: unknown): void {
  if (!isCutOff(reason)) throw reason
}

/** Every stored event. */
async function stored(running: SimulatorProcess): Promise<Event[]> {
  const found: Event[] = []
  for (let cursor = ''; ;) {
    const reply = await controlClient(running).ask('GET', `/events?limit=100${cursor}`)
    const page = reply.json<{ data: Event[]; next_cursor: string | null }>()
    found.push(...page.data)
    if (page.next_cursor === null) return found
    cursor = `&cursor=${page.next_cursor}`
  }
}

async function retriesThrough(running: SimulatorProcess): Promise<void> {
  for (const seconds of RETRIES_S) await controlClient(running).advance(seconds)
}

t.test(
  `EVB-014 ${EVENTS} events, a receiver that fails half of the time, two kill -9: each arrives as it was stored`,
  { timeout: 60_000 + EVENTS * 60 },
  async (t) => {
    const receiver = await receiverFor(t, moody)
    const arrived = async (count: number): Promise<void> => {
      while (receiver.deliveries.length < count) await sleep(5)
    }

    const first = await simulatorProcess(t, args)
    // Only an advance of the clock triggers a retry: the test does not depend on real time.
    await controlClient(first).freeze('2026-11-20T09:00:00.000Z')
    const { secret } = data<{ secret: string }>(
      await first.client(demoKey('org_acme'))('POST', '/v1/webhook-subscriptions', {
        url: receiver.url,
        events: ['kyc.session.cancelled'],
      }),
    )
    const writing = emit(first, EVENTS)
    // Not after as many deliveries: on a busy machine these come when everything is written.
    while (acknowledged.length < EVENTS / 8) await sleep(5)
    await first.kill('SIGKILL')
    await writing
    const before = acknowledged.length
    t.ok(before > 0 && before < EVENTS, `killed while emitting: ${before} of ${EVENTS}`)

    const second = await simulatorProcess(t, args)
    await emit(second, EVENTS)
    await controlClient(second).settle()
    const firstAttempts = receiver.deliveries.length
    const cutOff = controlClient(second)
      .advance(RETRIES_S[0]!)
      .then(
        () => false,
        (reason) => onlyCutOff(reason) ?? true,
      )
    await arrived(firstAttempts + Math.floor(EVENTS / 8))
    await second.kill('SIGKILL')
    t.ok(await cutOff, 'killed while retrying')

    const third = await simulatorProcess(t, args)
    await retriesThrough(third)
    const events = await stored(third)
    const missing = (): Event[] => events.filter(({ id }) => !accepted.has(id))
    const givenUp = missing().length
    t.ok(givenUp < EVENTS / 20, `${givenUp} failed in each of eight attempts`)
    for (let round = 0; round < REPLAYS && missing().length > 0; round++) {
      for (const { id } of missing())
        await controlClient(third).call('POST', `/events/${id}/replay`)
      await retriesThrough(third)
    }

    t.strictSame(missing(), [], 'every event was delivered at least once')
    const announced = new Set(events.map(({ session_id }) => session_id))
    t.strictSame(
      acknowledged.filter((id) => !announced.has(id)),
      [],
      'each acknowledged cancellation has its event',
    )
    t.equal(announced.size, events.length, 'one event each')
    const bodies = new Map(events.map(({ id, body }) => [id, body]))
    const altered = receiver.deliveries.filter(
      ({ headers, body }) => bodies.get(String(headers['x-webhook-id'])) !== body,
    )
    t.strictSame(altered, [], 'each attempt, retry and replay has the stored bytes')
    t.strictSame(
      receiver.deliveries.filter((delivery) => !signedWith(secret, delivery)),
      [],
      'under the signature',
    )
    const share = refused / receiver.deliveries.length
    t.ok(
      share > 0.4 && share < 0.6,
      `the receiver failed ${refused} of ${receiver.deliveries.length}`,
    )
    const twice = [...accepted.values()].filter((times) => times > 1).length
    t.comment(
      `${events.length} events, ${receiver.deliveries.length} requests, ${refused} failed by the receiver, ` +
        `${twice} accepted twice, ${givenUp} replayed after eight failures`,
    )
    t.equal((await third.kill('SIGTERM')).code, 0)
  },
)
