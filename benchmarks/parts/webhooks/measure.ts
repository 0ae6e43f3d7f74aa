import type { Cores } from '../../measure/cores.ts'
import { manyCalls } from '../../load/many-calls.ts'
import { createCall } from '../../load/paths.ts'
import {
  type RunningSimulator,
  type StoreKind,
  callJson,
  startSimulator,
} from '../../process/simulator.ts'
import type { ProcessGroup } from '../../process/process-group.ts'
import { type Summary, pairRatios, summarize } from '../../measure/statistics.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { subscribe, unsubscribe } from './subscribe.ts'

/** Rates at a fast receiver, by period. `alone` and `bare` also have one before the first round. */
export interface WebhookRates {
  /** Events per second, with the cancellations that cause them. */
  alone: number[]
  /** The same with a slow receiver subscribed to the same events. */
  beside_slow: number[]
  /** Deliveries per second of events that wait in the queue. */
  queued: number[]
  /** Posts per second of the bare sender to the same receiver. */
  bare: number[]
}

export interface WebhookResult {
  /** Events per period. */
  events: number
  slow_ms: number
  rates: WebhookRates
  per_second: Summary
  /** Rate with a slow receiver / rate alone. */
  slow_ratio: Summary
  /** Rate alone / rate of the bare sender. */
  alone_ratio: Summary
  /** Rate of queued events / rate of the bare sender. */
  bare_ratio: Summary
}

export interface WebhookOptions {
  cores: Cores
  store: StoreKind
  rounds: number
  /** Minimum duration of the warm-up in seconds. */
  warmup: number
  events: number
  nodeArgs: string[]
  step: (text: string) => void
}

const SLOW_MS = 1000

/**
 * Measures the delivery rate to a fast receiver: alone, beside a slow receiver, out of a full queue,
 * and from the bare sender.
 */
export async function measureWebhooks(
  group: ProcessGroup,
  options: WebhookOptions,
): Promise<WebhookResult> {
  const { cores, store, nodeArgs, events, rounds, warmup, step } = options
  const simulator = await startSimulator(group, {
    measured: 'webhooks',
    core: cores.server,
    store,
    nodeArgs,
    loopbackReceivers: true,
  })
  const [fast, slow] = [
    await startReceiver(group, cores.load, { delayMs: 0 }),
    await startReceiver(group, cores.load, { delayMs: SLOW_MS }),
  ]
  const sender = group.start('bare sender', group.script('parts/webhooks/bare-sender'), {
    core: cores.server,
    messages: true,
  })
  const bareRate = async (): Promise<number> => {
    const began = performance.now()
    await sender.ask({ url: fast.url, count: events })
    return events / ((performance.now() - began) / 1000)
  }
  const subscription = await subscribe(simulator, fast.url)
  const besideSlow = async (): Promise<number> => {
    const second = await subscribe(simulator, slow.url)
    const rate = await deliveryRate(simulator, fast, events)
    await unsubscribe(simulator, second)
    // Deliveries that waited for the slow receiver now fail; the next period starts after them.
    await callJson(simulator.control, { method: 'POST', path: '/settle', headers: {} })
    return rate
  }
  const alone = (): Promise<number> => deliveryRate(simulator, fast, events)
  const queued = (): Promise<number> => queuedRate(simulator, fast, events)
  // At least one round is warm-up.
  const began = performance.now()
  do for (const period of [alone, besideSlow, queued, bareRate]) await period()
  while (performance.now() - began < warmup * 1000)
  step('webhooks: warm-up')
  const rates: WebhookRates = {
    alone: [await alone()],
    beside_slow: [],
    queued: [],
    bare: [await bareRate()],
  }
  for (let round = 1; round <= rounds; round++) {
    rates.beside_slow.push(await besideSlow())
    rates.alone.push(await alone())
    rates.queued.push(await queued())
    rates.bare.push(await bareRate())
    step(
      `webhooks: round ${round} of ${rounds}, ${Math.round(rates.alone.at(-1)!)} events a second`,
    )
  }
  await unsubscribe(simulator, subscription)
  for (const { process } of [simulator, fast, slow]) await group.stop(process)
  await group.stop(sender)
  return {
    events,
    slow_ms: SLOW_MS,
    rates,
    per_second: summarize(rates.alone)!,
    slow_ratio: summarize(pairRatios(rates.alone, rates.beside_slow))!,
    alone_ratio: summarize(pairRatios(rates.bare, rates.alone.slice(1)))!,
    bare_ratio: summarize(pairRatios(rates.bare, rates.queued))!,
  }
}

/** From the first cancellation to the arrival of its last event. */
async function deliveryRate(
  simulator: RunningSimulator,
  receiver: Receiver,
  events: number,
): Promise<number> {
  const ids = await createSessions(simulator, events)
  const before = (await receiver.counted()).count
  const began = Date.now()
  await cancel(simulator, ids)
  const { lastAt } = await receiver.reached(before + events)
  return events / ((lastAt - began) / 1000)
}

/**
 * Deliveries per second, from the first responses of the receiver to the arrival of the last delivery.
 * All events are stored before, so that the simulator has no other work.
 */
async function queuedRate(
  simulator: RunningSimulator,
  receiver: Receiver,
  events: number,
): Promise<number> {
  const ids = await createSessions(simulator, events)
  await receiver.hold(true)
  await cancel(simulator, ids)
  const began = Date.now()
  const { count, held } = await receiver.hold(false)
  const { lastAt } = await receiver.reached(count + events)
  return (events - held) / ((lastAt - began) / 1000)
}

async function createSessions(
  { baseUrl, key }: RunningSimulator,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  await manyCalls(
    baseUrl,
    count,
    () => createCall(key),
    (text) => {
      ids.push((JSON.parse(text) as { data: { id: string } }).data.id)
    },
  )
  return ids
}

async function cancel({ baseUrl, key }: RunningSimulator, ids: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  await manyCalls(baseUrl, ids.length, (i) => ({
    method: 'POST',
    path: `/v1/sessions/${ids[i]}/cancel`,
    headers,
  }))
}
