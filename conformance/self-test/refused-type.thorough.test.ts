import t from 'tap'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { sharedSimulator } from './simulator.ts'

const simulator = await sharedSimulator(t)

/** Runs some checks of webhooks against a service that refuses some subscriptions. */
async function refusing(isRefused: (events: readonly unknown[] | undefined) => boolean) {
  const proxies = await startProxies(
    simulator,
    {
      bindings({ state, params: { events } }, bindings) {
        if (state !== 'webhook_subscription' || !isRefused(events as unknown[] | undefined)) return
        for (const name of Object.keys(bindings)) delete bindings[name]
        bindings['refused'] = true
      },
    },
    { webhooks: true },
  )
  const only = ['webhooks.chosen-types', 'webhooks.event-cancelled', 'webhooks.test-ping']
  try {
    return await judge(
      simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
      {},
      { only, hooks: proxies.hooks! },
    )
  } finally {
    await proxies.close()
  }
}

t.test('a type that the service refuses is a failure, and other checks run', async (t) => {
  const type = 'kyc.session.document_signed'
  const report = await refusing((events) => events?.includes(type) ?? true)
  const cause = `expected a subscription to ${type}, got refused`
  t.strictSame(failures(report), [
    `webhooks.chosen-types: blocked | ${cause}`,
    `prerequisites.sub-003: fail |  | SUB-003 ${cause}`,
  ])
  t.equal(report.exit_code, 1)
})

t.test('a refusal of every subscription has another cause, and is no failure', async (t) => {
  const report = await refusing(() => true)
  t.equal(report.verdict, 'not judged')
  t.match(failures(report), [/refuses a subscription of https:/])
})
