import type { Check, Context } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  deliveryOf,
  expectSignature,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { RESERVED } from '../../check/resources/event-types.ts'
import { reach } from '../../check/states.ts'
import { StateUnavailable } from '../../target/states.ts'
import { expectSecretLength } from './secret-length.ts'

/** Addresses of plain HTTP, some of which a check for development or of a substring lets pass. */
export const PLAIN = [
  'http://receiver.example',
  'HTTP://receiver.example',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://receiver.example/https://receiver.example',
  // In Ruby, and with the flag m elsewhere, ^ matches at the start of each line.
  'http://receiver.example\nhttps://receiver.example',
]

/** Addresses that neither start with https:// nor are plain HTTP. */
const OTHERWISE = [
  'ftp://receiver.example',
  'ws://receiver.example',
  'httpsx://receiver.example',
  '//receiver.example',
  'receiver.example',
  // Parsers of URLs add the missing slashes.
  'https:receiver.example',
  'https:/receiver.example',
]

const NEEDS = { features: ['webhooks', 'sessions'], credentials: [], webhooks: true } as const

export const webhookSubscriptionChecks: readonly Check[] = [
  {
    id: 'webhooks.chosen-types',
    area: 'webhooks',
    long: true,
    requirements: ['SUB-003', 'EVT-018', 'EVT-019'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'Unwanted events cause errors, which disable the endpoint.',
    async run(ctx) {
      const all = await subscribe(ctx, {})
      const { organization, key } = all
      const hook = ctx.receiver()
      const made = await ctx.state('webhook_subscription', {
        organization,
        url: hook.url,
        events: [CANCELLED, RESERVED],
      })
      if (
        !ctx.expect(
          'EVT-018',
          'a subscription that names the reserved type',
          made['refused'] !== true,
          'refused',
        )
      )
        return
      const completed = await sessionOf(ctx, key, { expected_outcome: 'pass' })
      await reach(ctx, 'session', {
        organization,
        session_id: completed,
        status: 'completed',
        outcome: 'approved',
        decided_by: 'rules',
      })
      const others = [completed]
      for (const params of [{ status: 'expired', from: 'open' }, { status: 'awaiting_review' }]) {
        const id = await sessionOf(ctx, key, { expected_outcome: 'review' })
        await reach(ctx, 'session', { organization, session_id: id, ...params })
        others.push(id)
      }
      const cancelled = await cancelledSession(ctx, { key, organization })
      for (const id of others) await all.hook.wait(about(id))
      const wanted = await hook.wait(about(cancelled))
      ctx.expect(
        'SUB-003',
        `a delivery of ${CANCELLED}, which it names`,
        wanted !== undefined,
        'none came',
      )
      const strange = await hook.wait(
        (delivery) => others.some((id) => about(id)(delivery)),
        SECONDS_OF_SILENCE,
      )
      ctx.expect(
        'SUB-003',
        'no delivery of a type that it does not name',
        strange === undefined,
        strange && bodyOf(strange),
      )
      const reserved = [...all.hook.deliveries, ...hook.deliveries].find(
        (one) => bodyOf(one)['type'] === RESERVED,
      )
      ctx.expect(
        'EVT-019',
        'no delivery of the reserved type',
        reserved === undefined,
        reserved && bodyOf(reserved),
      )
    },
  },
  {
    id: 'webhooks.https-only',
    area: 'webhooks',
    requirements: ['SUB-001', 'SUB-002'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription'] },
    why: 'Plain HTTP would expose the outcomes of verifications on the network.',
    async run(ctx) {
      const url = ctx.receiver().url
      const secure = await ctx.state('webhook_subscription', {
        url,
        events: [CANCELLED],
      })
      ctx.expect(
        'SUB-001',
        'an https:// address is accepted',
        secure['refused'] !== true && secure['subscription_id'] !== undefined,
        secure['refused'],
      )
      for (const [addresses, requirement] of [
        [PLAIN, 'SUB-002'],
        [OTHERWISE, 'SUB-001'],
      ] as const) {
        for (const address of addresses) {
          const refused = await isRefusedAddress(ctx, `${address}/${ctx.unique()}`)
          const shown = address.replace('\n', ', a line feed and ')
          ctx.expect(requirement, `a refusal of ${shown}`, refused, 'a subscription')
        }
      }
    },
  },
  {
    id: 'webhooks.secrets',
    area: 'webhooks',
    requirements: ['SUB-004', 'SUB-005', 'SUB-008', 'HDR-014', 'HDR-005', 'HDR-017', 'EVT-002'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'rotated_webhook_secret'] },
    why: 'The secret distinguishes events from forgeries; rotation replaces a leaked one.',
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key, subscription_id, hook } = one
      const other = await subscribe(ctx, { organization, events: [CANCELLED] })
      expectSecretLength(ctx, one.secret, hook.scheme)
      ctx.expect(
        'SUB-005',
        'a different secret for each subscription',
        one.secret !== other.secret,
        'the same',
      )
      const cancel = () => cancelledSession(ctx, { key, organization })
      const first = await deliveryOf(hook, CANCELLED, about(await cancel()))
      const signed = hook.signature(first, one.secret)
      // The scheme does not sign its headers, so the signature cannot be valid there.
      expectSignature(
        ctx,
        ['EVT-002', 'HDR-014', 'HDR-005'],
        signed,
        'a signature that is valid without the version header',
      )
      if (signed) {
        const stranger = hook.signature(first, other.secret)
        ctx.expect(
          'SUB-005',
          "no valid signature by the other subscription's secret",
          !stranger?.valid,
          'a valid one',
        )
      }
      const { secret } = await reach(
        ctx,
        'rotated_webhook_secret',
        { organization, subscription_id },
        'secret',
      )
      for (const requirement of ['SUB-008', 'HDR-017']) {
        ctx.expect(requirement, 'another secret', secret !== one.secret, 'the same')
      }
      const second = await hook.wait(about(await cancel()))
      expectSignature(
        ctx,
        ['SUB-008', 'HDR-017'],
        second
          ? hook.signature(second, secret)
          : { valid: false, reason: 'no delivery came after the rotation' },
        'a delivery that is valid with the new secret',
      )
    },
  },
  {
    id: 'webhooks.test-events-to-test-endpoints',
    area: 'webhooks',
    long: true,
    requirements: ['PLN-030'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'organization'] },
    why: 'Synthetic events in a production system open accounts for people who do not exist, and the other way round.',
    async run(ctx) {
      const { organization } = await reach(ctx, 'organization', {})
      const test = await subscribe(ctx, { organization })
      const live = await subscribe(ctx, { organization, mode: 'live' })
      const ids = new Set<string>()
      for (const status of ['cancelled', 'expired', 'awaiting_review', 'completed']) {
        const { session_id: id } = await reach(
          ctx,
          'session',
          { organization, mode: 'live', status },
          'session_id',
        )
        ids.add(id)
        const delivered = await live.hook.wait(about(id))
        ctx.expect(
          'PLN-030',
          `the live event of ${status} at the live endpoint`,
          delivered !== undefined,
          'none came',
        )
      }
      const strange = await test.hook.wait(
        (delivery) => [...ids].some((id) => about(id)(delivery)),
        SECONDS_OF_SILENCE,
      )
      ctx.expect(
        'PLN-030',
        'no live event at the test endpoint',
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
  {
    id: 'webhooks.nothing-from-the-other-region',
    area: 'webhooks',
    long: true,
    requirements: ['PLN-015'],
    level: 'must',
    needs: { ...NEEDS, regions: ['other'], states: ['webhook_subscription', 'session'] },
    why: 'Events must stay in their region, which guarantees the residency of data.',
    async run(ctx) {
      const events = [CANCELLED]
      const here = await subscribe(ctx, { events })
      const { organization } = here
      const there = await subscribe(ctx, { region: ctx.other, organization, events })
      const { session_id: id } = await reach(
        ctx,
        'session',
        { region: ctx.other, organization: there.organization, status: 'cancelled' },
        'session_id',
      )
      const delivered = await there.hook.wait(about(id))
      ctx.expect(
        'PLN-015',
        'the event at the endpoint of its region',
        delivered !== undefined,
        'none came',
      )
      const strange = await here.hook.wait(about(id), SECONDS_OF_SILENCE)
      ctx.expect(
        'PLN-015',
        'and not at the other endpoint',
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
]

/** Whether the service refuses the URL: the binding `refused`, or a 422 of the provider that reports the refusal. */
async function isRefusedAddress(ctx: Context, url: string): Promise<boolean> {
  try {
    const params = { url, events: [CANCELLED] }
    return (await ctx.state('webhook_subscription', params))['refused'] === true
  } catch (error) {
    if (error instanceof StateUnavailable) return true
    throw error
  }
}
