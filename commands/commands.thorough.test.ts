import t from 'tap'
import { TRIGGERS } from '../library/trigger.ts'
import { createSimulator } from '../library/vskit.ts'

const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
t.teardown(() => simulator.close())

t.test('every delivered event can be triggered, in both modes', async (t) => {
  const { events } = await simulator.control.request<{ events: string[] }>(
    'POST',
    '/organizations/org_acme/webhook_subscriptions',
    // Blocked, so that no delivery waits for a name server.
    { mode: 'test', url: 'https://192.0.2.7/' },
  )
  t.strictSame(
    [...TRIGGERS].sort(),
    events.filter((type) => type !== 'kyc.session.skipped_by_applicant').sort(),
  )
  for (const type of TRIGGERS)
    for (const mode of ['test', 'live'] as const) {
      const { id } = await simulator.trigger(type as 'kyc.session.completed', { mode })
      t.match(
        await simulator.nextWebhook({ sessionId: id, type: type as 'kyc.session.completed' }),
        {
          organization: 'org_acme',
          mode,
        },
      )
    }
})
