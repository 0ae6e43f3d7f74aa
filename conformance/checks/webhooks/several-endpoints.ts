import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  expectSignature,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'

const ENDPOINTS = 4

/** An organization with more than two endpoints for one type of event. */
export const severalEndpointChecks: readonly Check[] = [
  {
    id: 'webhooks.each-of-several-endpoints',
    area: 'webhooks',
    requirements: ['EVT-001', 'EVT-002'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'The endpoint that is left out never learns how the verification ended.',
    async run(ctx) {
      const first = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key } = first
      const all = [first]
      while (all.length < ENDPOINTS)
        all.push(await subscribe(ctx, { organization, events: [CANCELLED] }))
      const id = await sessionOf(ctx, key, {})
      await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
      const deliveries = await Promise.all(all.map(({ hook }) => hook.wait(about(id))))
      for (const [i, { hook, secret }] of all.entries()) {
        const label = `a delivery to endpoint ${i + 1} of ${ENDPOINTS}`
        const delivery = deliveries[i]
        ctx.expect('EVT-001', label, delivery !== undefined, 'none came')
        if (delivery)
          expectSignature(
            ctx,
            ['EVT-002'],
            hook.signature(delivery, secret),
            `${label} that is valid with its own secret`,
          )
      }
    },
  },
  {
    id: 'webhooks.endpoint-added-later',
    area: 'webhooks',
    requirements: ['EVT-001', 'EVT-004'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['organization', 'webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'A service that notes the endpoints of a session at its creation ignores those that are added meanwhile.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const id = await sessionOf(ctx, key, {})
      const { hook } = await subscribe(ctx, { organization, events: [CANCELLED] })
      await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
      const delivery = await hook.wait(about(id))
      for (const requirement of ['EVT-001', 'EVT-004'])
        ctx.expect(
          requirement,
          'a delivery to an endpoint that is younger than the session',
          delivery !== undefined,
          'none came',
        )
    },
  },
  {
    id: 'webhooks.one-address-in-both-modes',
    area: 'webhooks',
    requirements: ['EVT-001'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'A service that knows endpoints by their address alone loses the events of one mode.',
    async run(ctx) {
      const live = await subscribe(ctx, { mode: 'live', events: [CANCELLED] })
      const { hook, organization } = live
      const expectEvent = async (mode: string, when: string): Promise<void> => {
        const { session_id: id } = await reach(
          ctx,
          'session',
          { organization, mode, status: 'cancelled' },
          'session_id',
        )
        ctx.expect(
          'EVT-001',
          `a delivery of a ${mode} event ${when}`,
          (await hook.wait(about(id))) !== undefined,
          'none came',
        )
      }
      await expectEvent('live', 'to an endpoint of live mode')
      const made = await ctx.state('webhook_subscription', {
        organization,
        mode: 'test',
        url: hook.url,
        events: [CANCELLED],
      })
      // A service may refuse an address that is registered already.
      if (made['refused'] === true) return
      for (const mode of ['live', 'test'])
        await expectEvent(mode, 'to an address that is registered in both modes')
    },
  },
  {
    id: 'webhooks.secrets-of-one-address',
    area: 'webhooks',
    requirements: ['SUB-005'],
    level: 'must',
    needs: {
      features: ['webhooks'],
      credentials: [],
      states: ['webhook_subscription'],
      webhooks: true,
    },
    why: 'A secret that is derived from the address can be had by anyone who registers that address.',
    async run(ctx) {
      const { hook, secret } = await subscribe(ctx, { events: [CANCELLED] })
      const made = await ctx.state('webhook_subscription', { url: hook.url, events: [CANCELLED] })
      // A service may refuse an address that another organization has registered.
      if (made['refused'] === true) return
      ctx.expect(
        'SUB-005',
        'another secret for the same address in another organization',
        made['secret'] !== secret,
        'the same',
      )
    },
  },
]
