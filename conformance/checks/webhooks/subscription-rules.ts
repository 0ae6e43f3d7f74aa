import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  REVIEW,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { OCCURRENCES, RESERVED } from '../../check/resources/event-types.ts'
import { showsSecret } from '../../check/resources/shown-secret.ts'
import { subscriptionChange, unshownChange } from '../../check/resources/subscription-change.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { at, walk } from '../../http/json.ts'
import type { SubscriptionValues } from '../../target/subscription-body.ts'
import { expectSecretLength } from './secret-length.ts'
import type { Hook } from '../../receiver/hooks.ts'
import { expectNoForeignEvents } from './exact-events.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const EXPIRED = 'kyc.session.expired'
const NEEDS = { features: ['webhooks', 'sessions'], credentials: [], webhooks: true } as const

/** Rules of subscriptions that need a further state or a named route. */
export const subscriptionRuleChecks: readonly Check[] = [
  {
    id: 'webhooks.chosen-occurrences',
    area: 'webhooks',
    long: true,
    requirements: ['EVT-001', 'SUB-003'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'event'] },
    why: 'Unwanted events cause errors, which disable the endpoint.',
    async run(ctx) {
      const chosen = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key } = chosen
      const all = await subscribe(ctx, { organization, events: OCCURRENCES })
      const bystander = await subscribe(ctx, { events: OCCURRENCES })
      const ends = await subscribe(ctx, {
        organization,
        events: [CANCELLED, COMPLETED, EXPIRED, REVIEW],
      })
      const single: Hook[] = []
      for (const type of OCCURRENCES)
        single.push((await subscribe(ctx, { organization, events: [type] })).hook)
      const others: string[] = []
      for (const type of OCCURRENCES)
        others.push((await reach(ctx, 'event', { organization, type }, 'session_id')).session_id)
      const cancelled = await cancelledSession(ctx, { key, organization })
      for (const id of others) await all.hook.wait(about(id))
      const { session_id: own } = await reach(
        ctx,
        'event',
        { organization: bystander.organization, type: OCCURRENCES[0] },
        'session_id',
      )
      await bystander.hook.wait(about(own))
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
      // The session of an occurrence may also end, which is then announced: only its type tells.
      const occurrence = ends.hook.deliveries.find((one) =>
        OCCURRENCES.includes(String(at(bodyOf(one), 'type'))),
      )
      ctx.expect(
        'SUB-003',
        'no occurrence where only ends and reviews are named',
        occurrence === undefined,
        occurrence && bodyOf(occurrence),
      )
      expectNoForeignEvents(ctx, bystander, [...others, cancelled])
      // Each type has its own session, so that a body need not have its type.
      for (const [i, { deliveries }] of single.entries()) {
        const other = deliveries.find((one) =>
          others.some((id, place) => place !== i && about(id)(one)),
        )
        ctx.expect(
          'SUB-003',
          `only events of ${OCCURRENCES[i]} where only that is named`,
          other === undefined,
          other && bodyOf(other),
        )
      }
    },
  },
  {
    id: 'webhooks.changed-by-its-route',
    area: 'webhooks',
    requirements: ['EVT-018', 'SUB-002', 'SUB-007'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription'],
      routes: ['update_webhook_subscription'],
    },
    why: 'An address that is checked only at the creation can be changed to plain HTTP.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, key, secret, subscription_id: id } = subscribed
      const request = { ...ctx.route('update_webhook_subscription', id), as: { key } }
      const expectNoSecret = (label: string, text: string | undefined): void => {
        const isShown = showsSecret(text, secret)
        ctx.expect('SUB-007', `${label} without the secret`, !isShown, 'it is there')
      }
      const changed = await ctx.setUp('change the subscription', request)
      expectNoSecret('a response to a change', changed.text)
      if (request.path.endsWith(`/${encodeURIComponent(id)}`)) {
        // The path of a list is open (GAP-SUBSCRIPTION-ROUTES): without one, the response is an error.
        const path = request.path.slice(0, request.path.lastIndexOf('/'))
        const list = await ctx.step('list subscriptions', { method: 'GET', path, as: { key } })
        expectNoSecret('a list', list.text)
      }
      const change = (label: string, values: Partial<SubscriptionValues>) =>
        ctx.step(label, subscriptionChange(ctx, subscribed, [CANCELLED], values))
      const both = await change('change the types', { events: [CANCELLED, COMPLETED] })
      const unshown = await unshownChange(ctx, subscribed, both, ['events', COMPLETED])
      if (unshown === undefined) {
        const reserved = await change(`add ${RESERVED}`, { events: [CANCELLED, RESERVED] })
        ctx.expect(
          'EVT-018',
          '2xx for the reserved type in a change',
          isAccepted(reserved),
          statusAndCode(reserved),
        )
      } else ctx.observe('GAP-SUBSCRIPTION-ROUTES', `EVT-018 not judged: ${unshown}`)
      // The form of a change is open, too: only a service that takes another address in this form
      // can be asked to refuse one.
      const address = `${hook.url}?changed=${ctx.unique()}`
      const moved = await change('change the address', { url: address })
      const unmoved = await unshownChange(ctx, subscribed, moved, ['url', address])
      if (unmoved !== undefined) {
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', `SUB-002 not judged: ${unmoved}`)
        return
      }
      const plain = address.replace(/^https:/, 'http:')
      const refused = await change('change the address to plain HTTP', { url: plain })
      ctx.expect('SUB-002', 'a refusal, 4xx', isRefused(refused), statusAndCode(refused))
    },
  },
  {
    id: 'webhooks.subscriptions-of-live-mode',
    area: 'webhooks',
    requirements: ['PLN-007'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription'],
      routes: ['update_webhook_subscription'],
    },
    why: 'A clean-up of test endpoints by their list would end the delivery of live events.',
    async run(ctx) {
      const test = await subscribe(ctx, { mode: 'test', events: [CANCELLED] })
      const { organization, subscription_id: id, key } = test
      const live = await subscribe(ctx, { mode: 'live', organization, events: [CANCELLED] })
      const { path } = ctx.route('update_webhook_subscription', id)
      const end = `/${encodeURIComponent(id)}`
      if (!path.endsWith(end))
        throw new Unreachable('the path of the list is not known from that of a subscription')
      // The path of a list is open (GAP-SUBSCRIPTION-ROUTES): without one, the response is an error.
      const list = await ctx.step('list subscriptions with the test key', {
        method: 'GET',
        path: path.slice(0, -end.length),
        as: { key },
      })
      if (!list.searchable.includes(test.hook.url))
        throw new Unreachable('the response to GET on that path shows no subscription')
      ctx.expect(
        'PLN-007',
        'no subscription of live mode',
        !list.searchable.includes(live.hook.url),
        live.hook.url,
      )
      const events = [CANCELLED, COMPLETED]
      const changed = await ctx.step(
        'change that of live mode with the test key',
        subscriptionChange(ctx, { ...live, key }, [CANCELLED], { events }),
      )
      ctx.expect('PLN-007', 'a refusal, 4xx', isRefused(changed), statusAndCode(changed))
    },
  },
  {
    id: 'webhooks.replay-of-each-event',
    area: 'webhooks',
    requirements: ['EVB-015'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'replayed_events'] },
    why: 'A replay with the present status claims that a session ended before it was parked.',
    async run(ctx) {
      const { hook, organization, key } = await subscribe(ctx, {})
      const id = await sessionOf(ctx, key, { expected_outcome: 'review' })
      const end = { status: 'expired', from: 'awaiting_review' }
      await reach(ctx, 'session', { organization, session_id: id, ...end })
      const isOurs = about(id)
      await deliveryOf(hook, EXPIRED, (one) => isOurs(one) && bodyOf(one)['status'] === 'expired')
      // A provider may let a session lapse without the event of its review.
      await hook.wait(
        (one) => isOurs(one) && bodyOf(one)['status'] !== 'expired',
        SECONDS_OF_SILENCE,
      )
      const before = hook.deliveries.filter(isOurs)
      await reach(ctx, 'replayed_events', { organization, session_id: id })
      for (const [text, one] of new Map(before.map((sent) => [sent.body.toString(), sent]))) {
        const again = await hook.wait(
          (replay) => !before.includes(replay) && replay.body.equals(one.body),
        )
        ctx.expect(
          'EVB-015',
          `a replay with the same bytes: ${text}`,
          again !== undefined,
          hook.deliveries.filter((sent) => isOurs(sent) && !before.includes(sent)).map(bodyOf),
        )
      }
    },
  },
  {
    id: 'webhooks.rotated-by-its-route',
    area: 'webhooks',
    requirements: ['SUB-004', 'SUB-008', 'HDR-017'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription', 'session'],
      routes: ['rotate_webhook_secret'],
    },
    why: 'A rotation that gives the same secret, or a short one, leaves a leaked secret in use.',
    async run(ctx) {
      const { hook, organization, key, secret, subscription_id } = await subscribe(ctx, {
        events: [CANCELLED],
      })
      const rotated = await ctx.setUp('rotate the secret', {
        ...ctx.route('rotate_webhook_secret', subscription_id),
        as: { key },
      })
      const texts = [...walk(rotated.json)].flatMap(({ value }) =>
        typeof value === 'string' ? [value] : [],
      )
      for (const requirement of ['SUB-008', 'HDR-017'])
        ctx.expect(requirement, 'another secret', !texts.includes(secret), 'the same')
      const id = await cancelledSession(ctx, { key, organization })
      const delivery = await deliveryOf(hook, CANCELLED, about(id))
      const fresh = texts.find((text) => hook.signature(delivery, text)?.valid)
      // The form of the response is left open, and it may show no secret (GAP-SUBSCRIPTION-ROUTES).
      if (fresh === undefined)
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', 'no text of the response signs deliveries')
      else expectSecretLength(ctx, fresh, hook.scheme)
    },
  },
  {
    id: 'webhooks.old-events-replayed',
    area: 'webhooks',
    requirements: ['EVB-015', 'EVB-016'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'old_event', 'replayed_events'] },
    why: 'A replay with added members is a different event from the original.',
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
