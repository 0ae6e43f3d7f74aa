import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { CANCELLED, subscribe, type Subscribed } from '../../check/resources/events.ts'
import { showsSecret } from '../../check/resources/shown-secret.ts'
import { subscriptionChange } from '../../check/resources/subscription-change.ts'
import { reach } from '../../check/states.ts'
import { isObject, type JsonObject, walk } from '../../http/json.ts'

const ROTATED = 'rotated_webhook_secret'
const NEEDS = {
  features: ['webhooks', 'sessions'],
  credentials: [],
  webhooks: true,
  states: ['webhook_subscription'],
} as const

/** Member that pauses a subscription. Its name is open, so it is read from the subscription. */
const ACTIVE = /^(is_?)?(active|enabled)$/i

/** Responses that must not show a signing secret again. */
export const shownSecretChecks: readonly Check[] = [
  {
    id: 'webhooks.secret-is-shown-once',
    area: 'webhooks',
    requirements: ['SUB-007'],
    level: 'must',
    needs: { ...NEEDS, optionalStates: [ROTATED], routes: ['retrieve_webhook_subscription'] },
    why: 'A secret that can be read again leaks with every key that may read subscriptions.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, secret, subscription_id } = subscribed
      expectNoSecret(ctx, 'a subscription', await retrieved(ctx, subscribed), secret)
      if (!ctx.offers(ROTATED)) return
      const rotated = await reach(ctx, ROTATED, { organization, subscription_id }, 'secret')
      const { text } = await retrieved(ctx, subscribed)
      expectNoSecret(ctx, 'a rotated subscription', { text }, secret)
      expectNoSecret(ctx, 'a rotated subscription', { text }, rotated.secret)
    },
  },
  {
    id: 'webhooks.secret-is-hidden-when-resumed',
    area: 'webhooks',
    requirements: ['SUB-007'],
    level: 'must',
    needs: {
      ...NEEDS,
      routes: ['retrieve_webhook_subscription', 'update_webhook_subscription'],
    },
    why: 'A key that may only pause endpoints could read the secret and forge events.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const shown = await retrieved(ctx, subscribed)
      const name = [...walk(shown.json)]
        .flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []))
        .find(([member, value]) => ACTIVE.test(member) && value === true)?.[0]
      if (name === undefined) {
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', 'the subscription shows no member that pauses it')
        return
      }
      for (const [label, isActive] of [
        ['pause the subscription', false],
        ['resume the subscription', true],
      ] as const) {
        const request = subscriptionChange(ctx, subscribed, [CANCELLED], {})
        const json = { ...(request.json as JsonObject), [name]: isActive }
        const changed = await ctx.step(label, { ...request, json })
        expectNoSecret(ctx, 'a response to a change', changed, subscribed.secret)
        if (isAccepted(changed)) continue
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', `${label}: ${changed.status}`)
        return
      }
    },
  },
]

const retrieved = (ctx: Context, { key, subscription_id }: Subscribed) =>
  ctx.setUp('retrieve the subscription', {
    ...ctx.route('retrieve_webhook_subscription', subscription_id),
    as: { key },
  })

function expectNoSecret(
  ctx: Context,
  what: string,
  { text }: { text: string | undefined },
  secret: string,
): void {
  ctx.expect('SUB-007', `${what} without a secret`, !showsSecret(text, secret), 'it is there')
}
