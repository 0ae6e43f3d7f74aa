import type { Check } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  expectSignature,
  SECONDS_OF_SILENCE,
  subscribe,
} from '../../check/resources/events.ts'
import { subscriptionChange, unshownChange } from '../../check/resources/subscription-change.ts'
import { reach } from '../../check/states.ts'
import { walk } from '../../http/json.ts'

const EXPIRED = 'kyc.session.expired'

export const changedSubscriptionChecks: readonly Check[] = [
  {
    id: 'webhooks.changes-take-effect',
    area: 'webhooks',
    long: true,
    requirements: ['EVT-001', 'EVT-002', 'SUB-002', 'SUB-003', 'SUB-007'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session'],
      routes: ['update_webhook_subscription'],
    },
    why: 'Events that still go to the old address reach a receiver that its owner gave up.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED, COMPLETED] })
      const { hook, organization, secret } = subscribed
      // A service may give a changed subscription another secret, if it shows that one.
      const secrets = [secret]
      const mark = `changed=${ctx.unique()}`
      for (const [label, change, member, value] of [
        // A service that ignores this member shows the types from before, EXPIRED not among them.
        ['exchange a type', { events: [COMPLETED, EXPIRED] }, 'events', EXPIRED],
        ['change the address', { url: `${hook.url}?${mark}` }, 'url', `${hook.url}?${mark}`],
      ] as const) {
        const request = subscriptionChange(ctx, subscribed, [COMPLETED, EXPIRED], change)
        const changed = await ctx.step(label, request)
        const values = [...walk(changed.json)].map((one) => one.value)
        secrets.push(...values.filter((one) => typeof one === 'string'))
        const unshown = await unshownChange(ctx, subscribed, changed, [member, value])
        if (unshown === undefined) continue
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', `not judged: ${unshown}`)
        return
      }
      const completed = async () => {
        const { session_id } = await reach(
          ctx,
          'session',
          { organization, status: 'completed', outcome: 'approved', decided_by: 'rules' },
          'session_id',
        )
        return deliveryOf(hook, COMPLETED, about(session_id))
      }
      // A sender may keep a subscription for some seconds.
      const moved = await pollUntil(completed, (delivery) => delivery.path.includes(mark))
      const { path } = moved
      ctx.expect('EVT-001', 'a delivery to the new address', path.includes(mark), path)
      const verdicts = secrets.map((one) => hook.signature(moved, one))
      expectSignature(
        ctx,
        ['EVT-002'],
        verdicts.find((one) => one?.valid) ?? verdicts[0],
        'a delivery that is valid with the secret from before the change',
      )
      // A sender may remember that a subscription was changed, and ignore a second change.
      const later = `changed=${ctx.unique()}`
      const newest = { url: `${hook.url}?${later}` }
      await ctx.setUp(
        'change the address again',
        subscriptionChange(ctx, subscribed, [COMPLETED, EXPIRED], newest),
      )
      await pollUntil(completed, (delivery) => delivery.path.includes(later))
      const { session_id } = await reach(
        ctx,
        'session',
        { organization, status: 'cancelled' },
        'session_id',
      )
      await completed()
      // Deliveries may arrive out of order.
      const unwanted = await hook.wait(about(session_id), SECONDS_OF_SILENCE)
      ctx.expect(
        'SUB-003',
        `no ${CANCELLED} after a change to ${COMPLETED} and ${EXPIRED}`,
        unwanted === undefined,
        unwanted && bodyOf(unwanted)['type'],
      )
      // The contract rejects the address. Whether the types of the same request are stored is left
      // open (GAP-SUBSCRIPTION-ROUTES).
      const refused = await ctx.step(
        'change address and types, to an address of plain HTTP',
        subscriptionChange(ctx, subscribed, [COMPLETED, EXPIRED], {
          events: [CANCELLED, COMPLETED],
          url: newest.url.replace(/^https:/, 'http:'),
        }),
      )
      ctx.expect('SUB-002', 'a refusal, 4xx', isRefused(refused), statusAndCode(refused))
      const isShown = refused.searchable.includes(secret)
      ctx.expect('SUB-007', 'a refusal without the secret', !isShown, 'the secret')
      const last = await pollUntil(completed, (delivery) => delivery.path.includes(later))
      ctx.expect(
        'EVT-001',
        'a delivery to the address of the second change, and not to the refused one',
        last.path.includes(later),
        last.path,
      )
    },
  },
  {
    id: 'webhooks.deleted-subscription',
    area: 'webhooks',
    long: true,
    requirements: ['EVT-001'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session'],
      routes: ['delete_webhook_subscription'],
    },
    why: 'A receiver that its owner gave up may belong to somebody else today.',
    async run(ctx) {
      const deleted = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key, subscription_id: id } = deleted
      const kept = await subscribe(ctx, { organization, events: [CANCELLED] })
      const cancelled = async (): Promise<string> => {
        const params = { organization, status: 'cancelled' }
        return (await reach(ctx, 'session', params, 'session_id')).session_id
      }
      await deliveryOf(deleted.hook, CANCELLED, about(await cancelled()))
      await ctx.setUp('delete a subscription', {
        ...ctx.route('delete_webhook_subscription', id),
        as: { key },
      })
      const sentAfterwards = async () => {
        const session_id = await cancelled()
        await deliveryOf(kept.hook, CANCELLED, about(session_id))
        return deleted.hook.wait(about(session_id), SECONDS_OF_SILENCE)
      }
      // A sender may keep a subscription for some seconds.
      const after = await pollUntil(sentAfterwards, (delivery) => delivery === undefined)
      ctx.expect(
        'EVT-001',
        'no delivery to the receiver of a deleted subscription',
        after === undefined,
        after && bodyOf(after),
      )
    },
  },
]
