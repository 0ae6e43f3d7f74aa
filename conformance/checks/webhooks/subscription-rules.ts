import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
} from '../../check/events.ts'
import { reach } from '../../check/states.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const NEEDS = { features: ['webhooks', 'sessions'], credentials: [], webhooks: true } as const

/** Events in the course of a session; the other types are judged by `webhooks.chosen-types`. */
const OCCURRENCES = [
  'kyc.session.form_flagged',
  'kyc.session.document_signed',
  'kyc.session.document_declined',
]

/** Rules of subscriptions that need a further state or a named route. */
export const subscriptionRuleChecks: readonly Check[] = [
  {
    id: 'webhooks.chosen-occurrences',
    area: 'webhooks',
    long: true,
    requirements: ['SUB-003'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'event'] },
    why: 'Unwanted events cause errors, which disable the endpoint.',
    async run(ctx) {
      const chosen = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key } = chosen
      const all = await subscribe(ctx, { organization, events: OCCURRENCES })
      const others: string[] = []
      for (const type of OCCURRENCES)
        others.push((await reach(ctx, 'event', { organization, type }, 'session_id')).session_id)
      const cancelled = await sessionOf(ctx, key, {})
      await reach(ctx, 'session', { organization, session_id: cancelled, status: 'cancelled' })
      for (const id of others) await all.hook.wait(about(id))
      const wanted = await chosen.hook.wait(about(cancelled))
      ctx.expect('SUB-003', `a delivery of ${CANCELLED}`, wanted !== undefined, 'none came')
      const strange = await chosen.hook.wait(
        (delivery) => others.some((id) => about(id)(delivery)),
        SECONDS_OF_SILENCE,
      )
      ctx.expect(
        'SUB-003',
        'no delivery of a type that it does not name',
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
  {
    id: 'webhooks.secret-is-shown-once',
    area: 'webhooks',
    requirements: ['SUB-007'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription'],
      routes: ['retrieve_webhook_subscription'],
    },
    why: 'A secret that can be read again leaks with every key that may read subscriptions.',
    async run(ctx) {
      const { key, secret, subscription_id: id } = await subscribe(ctx, { events: [CANCELLED] })
      const answer = await ctx.setUp('retrieve the subscription', {
        ...ctx.route('retrieve_webhook_subscription', id),
        as: { key },
      })
      const isShown = answer.text?.includes(secret.replace(/^[a-z]+_/, '')) === true
      ctx.expect('SUB-007', 'a subscription without its secret', !isShown, 'it is there')
    },
  },
  {
    id: 'webhooks.old-events-replayed',
    area: 'webhooks',
    requirements: ['EVB-015', 'EVB-016'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'old_event', 'replayed_events'] },
    why: 'A replay that fills in later members makes another event of an old one.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [COMPLETED] })
      const { session_id: id } = await reach(ctx, 'old_event', { organization }, 'session_id')
      const old = await hook.wait((one) => about(id)(one) && !('mode' in bodyOf(one)))
      if (!ctx.expect('EVB-015', 'a delivery without mode', old !== undefined, 'none came')) return
      await reach(ctx, 'replayed_events', { organization, session_id: id })
      // The network may deliver an event twice. The copy is accepted as the replay, because both
      // have the same bytes. The state may also cause a newer event of the session at the same time.
      const isOther = (one: Delivery): boolean => one !== old && about(id)(one)
      const again = await hook.wait((one) => isOther(one) && one.body.equals(old!.body))
      const others = hook.deliveries.filter(isOther).map(({ body }) => body.toString())
      for (const requirement of ['EVB-015', 'EVB-016']) {
        ctx.expect(
          requirement,
          'a replay with the same bytes',
          again !== undefined,
          others.length > 0 ? others.join(' and ') : 'no replay',
        )
      }
    },
  },
]
