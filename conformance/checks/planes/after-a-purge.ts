import type { Check, StepRequest } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { createdId, imageOf, isRefused, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { showsRecord } from '../../check/lists.ts'
import { Blocked } from '../../check/outcome.ts'
import {
  about,
  CANCELLED,
  deliveryOf,
  expectSignature,
  subscribe,
} from '../../check/resources/events.ts'
import { TEMPLATES, templatePath } from '../../check/resources/templates.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { logOnce } from '../deliveries/log-queries.ts'
import { verify } from '../verify/verify-request.ts'

const ARTIFACTS = ['portrait', 'front']

/** Other records than those that `wiped-data.ts` retrieves. */
export const afterPurgeChecks: readonly Check[] = [
  {
    id: 'planes.wiped-evidence',
    area: 'planes',
    requirements: ['PLN-026', 'PLN-027'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'reports', 'browser_tokens'],
      credentials: [],
      states: ['session_with_images', 'open_session', 'key', 'wiped_test_data'],
    },
    why: 'A purge that leaves images or list items keeps the data that its owner believes deleted.',
    async run(ctx) {
      const test = await reach(ctx, 'session_with_images', { artifacts: ARTIFACTS }, 'session_id')
      const { organization } = test
      const live = await reach(
        ctx,
        'session_with_images',
        { organization, mode: 'live', artifacts: ARTIFACTS },
        'session_id',
      )
      const open = await reach(ctx, 'open_session', { organization }, 'browser_token')
      const evidence = (id: string, key: string): [string, StepRequest][] => [
        ['image', imageOf(id, 'front', key)],
        ['report', { method: 'GET', path: `${sessionPath(id)}/report.pdf`, as: { key } }],
      ]
      const list = (mode: string, key: string) =>
        ctx.step(`list ${mode} sessions`, { method: 'GET', path: '/v1/sessions', as: { key } })
      const me: StepRequest = {
        method: 'GET',
        path: '/sdk/v1/sessions/me',
        as: { key: open.browser_token },
      }
      for (const [what, request] of evidence(test.session_id, test.key))
        await ctx.setUp(`fetch the ${what} of the test session`, request)
      await ctx.setUp('resolve an open test session', me)
      const wereListed = new Set<string>()
      for (const { session_id: id, key } of [test, live]) {
        // A list may be behind (GAP-LISTS).
        const before = await pollUntil(
          () => list('the', key),
          (one) => showsRecord(one, id),
        )
        if (showsRecord(before, id)) wereListed.add(id)
      }
      await reach(ctx, 'wiped_test_data', { organization })
      // New keys, because a provider may reset the budgets of the other ones.
      const keyOf = async (mode: string) => (await reach(ctx, 'key', { organization, mode })).key
      const [testKey, liveKey] = [await keyOf('test'), await keyOf('live')]
      for (const [what, request] of evidence(test.session_id, testKey)) {
        const answer = await ctx.step(`fetch the ${what} of the test session`, request)
        ctx.expect('PLN-027', `404 for its ${what}`, answer.status === 404, statusAndCode(answer))
      }
      for (const [what, request] of evidence(live.session_id, liveKey)) {
        const answer = await ctx.step(`fetch the ${what} of the live session`, request)
        ctx.expect('PLN-026', `200 for its ${what}`, answer.status === 200, statusAndCode(answer))
      }
      const resolved = await ctx.step('resolve the session that was open', me)
      ctx.expect('PLN-027', 'a refusal, 4xx', isRefused(resolved), statusAndCode(resolved))
      for (const [mode, key, id, requirement, isListed] of [
        ['test', testKey, test.session_id, 'PLN-027', false],
        ['live', liveKey, live.session_id, 'PLN-026', true],
      ] as const) {
        if (!wereListed.has(id)) continue
        const isRight = (one: Answer): boolean =>
          one.status === 200 && showsRecord(one, id) === isListed
        const after = await pollUntil(() => list(mode, key), isRight)
        ctx.expect(
          requirement,
          `a list ${isListed ? 'with' : 'without'} the ${mode} session`,
          isRight(after),
          statusAndCode(after),
        )
      }
    },
  },
  {
    id: 'planes.live-events-after-a-purge',
    area: 'planes',
    requirements: ['PLN-026'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      states: ['webhook_subscription', 'session', 'wiped_test_data'],
      webhooks: true,
    },
    why: 'A purge of test data that also deletes live endpoints stops production.',
    async run(ctx) {
      const mode = 'live'
      const { hook, organization, secret } = await subscribe(ctx, { mode, events: [CANCELLED] })
      await reach(ctx, 'wiped_test_data', { organization })
      const { session_id: id } = await reach(
        ctx,
        'session',
        { organization, mode, status: 'cancelled' },
        'session_id',
      )
      const delivery = await hook.wait(about(id))
      ctx.expect(
        'PLN-026',
        'a delivery to the live endpoint after the purge',
        delivery !== undefined,
        'none came',
      )
      if (delivery)
        expectSignature(
          ctx,
          ['PLN-026'],
          hook.signature(delivery, secret),
          'a delivery that is valid with the secret from before the purge',
        )
    },
  },
  {
    id: 'planes.live-templates-after-a-purge',
    area: 'planes',
    requirements: ['PLN-026'],
    level: 'must',
    needs: {
      features: ['workflow_templates'],
      credentials: [],
      states: ['organization', 'key', 'wiped_test_data'],
    },
    why: 'Without its templates, no live verification can begin.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', { mode: 'live' })
      const json = ctx.open.templateFields
      const create = { method: 'POST', path: TEMPLATES, as: { key }, json } as const
      const id = createdId(await ctx.setUp('create a live template', create), 'TPL-001')
      await reach(ctx, 'wiped_test_data', { organization })
      const changed = await ctx.step('change the live template after the purge', {
        method: 'PATCH',
        path: templatePath(id),
        as: { key: (await reach(ctx, 'key', { organization, mode: 'live' })).key },
        json: { screening_rules: [] },
      })
      ctx.expect('PLN-026', '2xx', changed.status < 300, statusAndCode(changed))
    },
  },
  {
    id: 'planes.live-log-after-a-purge',
    area: 'planes',
    requirements: ['PLN-026'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks', 'delivery_log'],
      credentials: [],
      states: ['webhook_subscription', 'session', 'key', 'wiped_test_data'],
      webhooks: true,
    },
    why: 'The log shows which live events a receiver missed.',
    async run(ctx) {
      const mode = 'live'
      const { hook, organization, key } = await subscribe(ctx, { mode, events: [CANCELLED] })
      const { session_id: id } = await reach(
        ctx,
        'session',
        { organization, mode, status: 'cancelled' },
        'session_id',
      )
      await deliveryOf(hook, CANCELLED, about(id))
      const before = await logOnce(ctx, key, id, (rows) => rows.length > 0)
      if (before.rows.length === 0) throw new Blocked('the delivery log shows no row of the event')
      await reach(ctx, 'wiped_test_data', { organization })
      const { key: later } = await reach(ctx, 'key', { organization, mode })
      const after = await logOnce(ctx, later, id, (rows) => rows.length > 0)
      ctx.expect(
        'PLN-026',
        'the rows of the live event after the purge',
        after.rows.length > 0,
        `${after.rows.length} rows`,
      )
    },
  },
  {
    id: 'planes.live-documents-after-a-purge',
    area: 'planes',
    requirements: ['PLN-026'],
    level: 'must',
    needs: {
      features: ['document_verification'],
      credentials: [],
      states: ['organization', 'signed_document', 'wiped_test_data'],
    },
    why: 'A signed agreement must stay verifiable, whatever is done to test data.',
    async run(ctx) {
      const mode = 'live'
      const { organization } = await reach(ctx, 'organization', { mode })
      const { sha256 } = await reach(
        ctx,
        'signed_document',
        { organization, mode, status: 'verified' },
        'sha256',
      )
      await reach(ctx, 'wiped_test_data', { organization })
      const status = at((await verify(ctx, sha256)).json, 'status')
      ctx.expect('PLN-026', 'verified after the purge', status === 'verified', status)
    },
  },
]
