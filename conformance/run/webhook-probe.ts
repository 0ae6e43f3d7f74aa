import type { Check, StepRequest } from '../check/check.ts'
import { POLL_INTERVAL_MS } from '../check/eventually.ts'
import { idText } from '../check/idioms.ts'
import { recordsIn } from '../check/lists.ts'
import { Broken } from '../check/outcome.ts'
import { CANCELLED } from '../check/resources/events.ts'
import { refusedSubscription } from '../check/resources/refused-subscription.ts'
import { walk } from '../http/json.ts'
import { shown } from '../text.ts'
import { CheckRun } from './context.ts'
import type { Hooks } from '../receiver/hooks.ts'
import type { RunTools } from './run-tools.ts'
import type { WebhookFault } from './webhook-fault.ts'

/** After this time without a delivery in the log, none will come. */
const GIVEN_UP_AFTER_MS = 600

/**
 * The contract names no time within which a webhook arrives. So this delivery may take three times as long as the target
 * file says, and the checks then wait twice as long as it took.
 */
const PROBE_FACTOR = 3
const CHECK_FACTOR = 2

/** States that can cause a delivery. */
const TRIGGERS = ['test_ping', 'session'] as const

const PROBE: Check = {
  id: 'preflight.webhooks',
  area: 'webhooks',
  requirements: [],
  level: 'must',
  needs: {
    features: [],
    credentials: [],
    states: ['webhook_subscription', ...TRIGGERS],
    webhooks: true,
  },
  why: 'An unreachable receiver would make each webhook check wait and fail.',
  run: async () => {},
}

/**
 * Requests a webhook to the suite's receiver, by a test ping and by a cancelled session.
 * @returns undefined if one arrived, or if the provider cannot request it
 */
export async function probeWebhooks(tools: RunTools): Promise<WebhookFault | undefined> {
  const run = new CheckRun(tools, PROBE)
  if (
    !tools.hooks ||
    !run.offers('webhook_subscription') ||
    !TRIGGERS.some((one) => run.offers(one))
  )
    return undefined
  try {
    return await probe(run, tools.hooks)
  } catch {
    // Problems with a state are reported by the checks that need it.
    return undefined
  } finally {
    await run.end()
  }
}

async function probe(run: CheckRun, hooks: Hooks): Promise<WebhookFault | undefined> {
  const hook = run.receiver()
  const plane = { region: run.home, mode: 'test' }
  // One type: a service that refuses another one is judged by the checks.
  const params = { ...plane, url: hook.url, events: [CANCELLED] }
  const made = await run.state('webhook_subscription', params)
  if (made['refused'] === true) {
    const refusal = await refusedSubscription(run, params)
    return refusal instanceof Broken ? undefined : refusedAddress(hook.url)
  }
  const { organization, subscription_id, key } = made
  if (run.offers('test_ping'))
    await run.state('test_ping', {
      ...plane,
      organization,
      subscription_id: idText(subscription_id),
    })
  if (run.offers('session'))
    await run.state('session', { ...plane, organization, status: 'cancelled' })
  const list: StepRequest = {
    method: 'GET',
    path: '/v1/webhook-events',
    as: { key: String(key) },
    region: run.home,
  }
  let row: object | undefined
  const began = performance.now()
  let until = began + hooks.patienceSeconds * 1000 * PROBE_FACTOR
  while (performance.now() < until) {
    // Asks less often with time: the log has a rate limit.
    const pauseMs = Math.max(POLL_INTERVAL_MS, (performance.now() - began) / 10)
    if (await hook.wait(undefined, pauseMs / 1000)) {
      hooks.waitAtLeast(((performance.now() - began) / 1000) * CHECK_FACTOR)
      return undefined
    }
    if (row) continue
    row = recordsIn(await run.step('look into the delivery log', list))[0]
    if (row) until = Math.min(until, performance.now() + GIVEN_UP_AFTER_MS)
  }
  return faultOf(hook.url, row)
}

function refusedAddress(url: string): WebhookFault {
  const cause =
    `the service refuses the address of the suite's receiver, ${new URL(url).origin}. ` +
    'Let it accept that address, or name another one in webhooks.receiver.public_url.'
  return { unreachable: true, cause }
}

function faultOf(url: string, row: object | undefined): WebhookFault {
  const nothing = `no webhook reached the receiver of the suite at ${new URL(url).origin}`
  const taken = walk(row).some(({ value }) => /^2\d\d$/.test(String(value)))
  if (!row || taken) {
    const logState = row
      ? `says that one was accepted: ${shown(row, 600)}`
      : 'has no row of an attempt'
    return { unreachable: false, cause: `${nothing}, and the delivery log ${logState}` }
  }
  const advice = adviceFor(JSON.stringify(row))
  return {
    unreachable: true,
    cause: `${nothing}. ${advice} The delivery log says ${shown(row, 600)}`,
  }
}

function adviceFor(row: string): string {
  if (row.includes('blocked_address'))
    return 'The service does not send to this address. The simulator of this kit does when it is started with --loopback-receivers.'
  if (/tls|cert/i.test(row))
    return 'The certificate of the receiver is self-signed: configure the service not to verify it, or use a tunnel with a certificate (webhooks.receiver.plain_http and public_url).'
  return 'Let the service reach that address, or name another one in webhooks.receiver.public_url.'
}
