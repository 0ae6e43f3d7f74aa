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

/** Events per second at a fast receiver, by period. */
export interface WebhookRates {
  /** One more than the others: before, between and after. */
  alone: number[]
  /** With a slow receiver subscribed to the same events. */
  beside_slow: number[]
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
  bare_ratio: Summary
}

export interface WebhookOptions {
  cores: Cores
  store: StoreKind
  rounds: number
  events: number
  nodeArgs: string[]
  step: (text: string) => void
}

const SLOW_MS = 1000

/**
 * Measures the delivery rate to a fast receiver: alone, beside a slow receiver, and from the bare
 * sender.
 */
export async function measureWebhooks(
  group: ProcessGroup,
  options: WebhookOptions,
): Promise<WebhookResult> {
  const { cores, store, nodeArgs, events, rounds, step } = options
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
  const alone = async (): Promise<number> => deliveryRate(simulator, fast, events)
  // The first round is warm-up.
  for (const stretch of [alone, besideSlow, bareRate]) await stretch()
  step('webhooks: warm-up')
  const rates: WebhookRates = { alone: [await alone()], beside_slow: [], bare: [] }
  for (let round = 1; round <= rounds; round++) {
    rates.beside_slow.push(await besideSlow())
    rates.bare.push(await bareRate())
    rates.alone.push(await alone())
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
    bare_ratio: summarize(pairRatios(rates.alone, rates.bare).map((ratio) => 1 / ratio))!,
  }
}

/** From the first cancellation to the arrival of its last event. */
async function deliveryRate(
  { baseUrl, key }: RunningSimulator,
  receiver: Receiver,
  events: number,
): Promise<number> {
  const ids: string[] = []
  await manyCalls(
    baseUrl,
    events,
    () => createCall(key),
    (text) => {
      ids.push((JSON.parse(text) as { data: { id: string } }).data.id)
    },
  )
  const before = (await receiver.counted()).count
  const began = Date.now()
  const headers = { authorization: `Bearer ${key}` }
  await manyCalls(baseUrl, events, (i) => ({
    method: 'POST',
    path: `/v1/sessions/${ids[i]}/cancel`,
    headers,
  }))
  const { lastAt } = await receiver.reached(before + events)
  return events / ((lastAt - began) / 1000)
}
