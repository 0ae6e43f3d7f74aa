import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  expectSignature,
  isPing,
  originOf,
  pingOf,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { Blocked } from '../../check/outcome.ts'
import { expectRetry, expectVersion, versionOf } from '../../check/resources/retries.ts'
import { reach } from '../../check/states.ts'
import type { Hook } from '../../receiver/hooks.ts'

const NEEDS = { features: ['webhooks', 'sessions'], credentials: [], webhooks: true } as const

export const webhookReplayChecks: readonly Check[] = [
  {
    id: 'webhooks.retry-sends-the-same-bytes',
    area: 'webhooks',
    requirements: ['EVB-014', 'EVT-002', 'HDR-001', 'HDR-002'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'retried_deliveries'] },
    why: 'Receivers detect duplicates by the bytes; a rebuilt body looks like a new event.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, organization, key } = subscribed
      hook.answer({ status: 503 })
      const id = await cancelledSession(ctx, { key, organization })
      const first = await hook.wait(about(id))
      if (!ctx.expect('EVB-014', 'a delivery', first !== undefined, 'none came')) return
      for (const attempt of ['second', 'third']) {
        if (attempt === 'third') hook.answer({ status: 200 })
        const label = `a ${attempt} attempt`
        if (!(await expectRetry(ctx, subscribed, { id, first: first!, label }))) return
      }
    },
  },
  {
    id: 'webhooks.replay-sends-the-same-bytes',
    area: 'webhooks',
    requirements: ['EVB-015', 'EVB-016', 'EVT-002', 'HDR-001', 'HDR-002'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'replayed_events'] },
    why: 'A replay must repeat the event exactly, or two versions of it exist.',
    async run(ctx) {
      const { hook, organization, key, secret } = await subscribe(ctx, { events: [COMPLETED] })
      const id = await sessionOf(ctx, key, { expected_outcome: 'pass' })
      await reach(ctx, 'session', {
        organization,
        session_id: id,
        status: 'completed',
        outcome: 'approved',
        decided_by: 'rules',
      })
      const first = await hook.wait(about(id))
      if (!ctx.expect('EVB-015', 'a delivery', first !== undefined, 'none came')) return
      await reach(ctx, 'replayed_events', { organization, session_id: id })
      const again = await hook.wait((delivery) => delivery !== first && about(id)(delivery))
      for (const requirement of ['EVB-015', 'EVB-016']) {
        ctx.expect(
          requirement,
          'a replay with the same bytes',
          again?.body.equals(first!.body) ?? false,
          again ? again.body.toString() : 'no replay',
        )
      }
      if (!again) return
      expectSignature(ctx, ['EVT-002'], hook.signature(again, secret))
      expectVersion(ctx, again, 'a replay')
    },
  },
  {
    id: 'webhooks.replays-to-subscribed-endpoints',
    area: 'webhooks',
    requirements: ['PLN-030', 'SUB-003'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'replayed_events'] },
    why: 'A replay that goes to every endpoint sends live events to test systems.',
    async run(ctx) {
      const mode = 'live'
      const { hook, organization } = await subscribe(ctx, { mode, events: [COMPLETED] })
      const others = [
        ['SUB-003', 'a type that is not chosen', { mode, events: [CANCELLED] }],
        ['PLN-030', 'live mode at a test endpoint', { mode: 'test', events: [COMPLETED] }],
      ] as const
      const hooks = new Map<string, Hook>()
      for (const [requirement, , params] of others)
        hooks.set(requirement, (await subscribe(ctx, { organization, ...params })).hook)
      const { session_id: id } = await reach(
        ctx,
        'session',
        { organization, mode, status: 'completed', outcome: 'approved', decided_by: 'rules' },
        'session_id',
      )
      const first = await deliveryOf(hook, COMPLETED, about(id))
      await reach(ctx, 'replayed_events', { organization, mode, session_id: id })
      const again = await hook.wait((sent) => sent !== first && about(id)(sent))
      if (!again) throw new Blocked('no event was replayed')
      await hook.wait(() => false, SECONDS_OF_SILENCE)
      for (const [requirement, what] of others) {
        const strange = hooks.get(requirement)!.deliveries.filter(about(id))
        ctx.expect(requirement, `no replay of ${what}`, strange.length === 0, strange.map(bodyOf))
      }
    },
  },
  {
    id: 'webhooks.old-events',
    area: 'webhooks',
    requirements: ['EVB-013', 'EVB-016', 'EVB-021', 'HDR-001', 'HDR-008', 'EVT-002'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'old_event'] },
    why: 'Backfilled history changes events that an integrator has already processed.',
    async run(ctx) {
      const { hook, secret, organization } = await subscribe(ctx, { events: [COMPLETED] })
      const { session_id: id } = await reach(ctx, 'old_event', { organization }, 'session_id')
      // Its session may also have sent a current event for its end, which has `mode`.
      const old = await hook.wait(
        (delivery) => about(id)(delivery) && !('mode' in bodyOf(delivery)),
      )
      if (!ctx.expect('EVB-013', 'a delivery without mode', old !== undefined, 'none came')) return
      const body = bodyOf(old!)
      for (const requirement of ['EVB-013', 'EVB-016']) {
        ctx.expect(
          requirement,
          'neither mode nor type nor decisionSource',
          !['mode', 'type', 'decisionSource'].some((name) => name in body),
          body,
        )
      }
      ctx.expect('EVB-021', 'no decisionSource', !('decisionSource' in body), body)
      for (const requirement of ['HDR-001', 'HDR-008']) {
        ctx.expect(
          requirement,
          'X-Webhook-Event-Version 1',
          versionOf(old!) === '1',
          versionOf(old!),
        )
      }
      expectSignature(ctx, ['EVT-002'], hook.signature(old!, secret))
    },
  },
  ...(['test', 'live'] as const).map((mode): Check => ({
    id: `webhooks.${mode}-ping`,
    area: 'webhooks',
    requirements: ['HDR-006', 'HDR-009', 'EVT-002', ...(mode === 'live' ? ['HDR-011'] : [])],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'test_ping'] },
    why: 'A ping must not look like an event.',
    async run(ctx) {
      const { hook, secret, organization, subscription_id } = await subscribe(ctx, {
        mode,
        events: [COMPLETED],
      })
      const ping = await pingOf(ctx, hook, { organization, subscription_id, mode })
      if (!ctx.expect('HDR-006', 'a delivery', ping !== undefined, 'none came')) return
      ctx.expect('HDR-006', 'X-Webhook-Origin: test_ping', isPing(ping!), originOf(ping!))
      ctx.expect(
        'HDR-009',
        'no X-Webhook-Event-Version',
        versionOf(ping!) === undefined,
        versionOf(ping!),
      )
      const next = await pingOf(ctx, hook, { organization, subscription_id, mode }, ping)
      // A service may send fewer pings than are requested.
      if (next) {
        ctx.expect('HDR-006', 'X-Webhook-Origin: test_ping, again', isPing(next), originOf(next))
        const version = versionOf(next)
        ctx.expect(
          'HDR-009',
          'no X-Webhook-Event-Version on the next ping',
          version === undefined,
          version,
        )
      }
      const body = bodyOf(ping!)
      if (mode === 'live') {
        ctx.expect('HDR-011', 'test: true', body['test'] === true, body)
        // The contract contradicts itself about the mode, but it is not test (GAP-TEST-PING).
        ctx.expect('HDR-011', 'the mode live, or none', (body['mode'] ?? mode) === mode, body)
      }
      expectSignature(ctx, ['EVT-002'], hook.signature(ping!, secret))
      ctx.observe(
        'GAP-TEST-PING',
        'mode' in body ? `the ping says mode ${String(body['mode'])}` : 'the ping says no mode',
      )
    },
  })),
]
