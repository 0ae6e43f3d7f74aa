import type { Check } from '../../check/check.ts'
import { expectRefusal, imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { reach } from '../../check/states.ts'
import { showsRecord } from '../../check/lists.ts'
import type { Answer } from '../../http/answer.ts'
import { at, walk } from '../../http/json.ts'

/** Sessions in which no identity check ran. */
const WITHOUT_IDENTITY_CHECK = [
  { status: 'open' },
  { status: 'in_progress', checks: ['credit_history', 'custom_form'] },
  { status: 'completed', decided_by: 'rules', outcome: 'approved', checks: ['credit_history'] },
  { status: 'cancelled', checks: ['credit_history', 'custom_form'] },
  { status: 'expired', from: 'open', checks: ['credit_history', 'custom_form'] },
] as const

/** Access to stored images, and places that must not show them. */
export const imageAccessChecks: readonly Check[] = [
  ...(['live', 'other'] as const).map(hiddenImage),
  {
    id: 'images.no-identity-check',
    area: 'images',
    requirements: ['IDV-024', 'IDV-025', 'SES-007', 'SES-008'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['session'] },
    why: 'An absent `idv` means that no document was checked; an empty one means that no image was stored.',
    async run(ctx) {
      for (const params of WITHOUT_IDENTITY_CHECK) {
        const { key, session_id: id } = await reach(ctx, 'session', params, 'session_id')
        const session = await ctx.setUp(`retrieve the session, which is ${params.status}`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        const data = at(session.json, 'data')
        for (const requirement of ['SES-008', 'IDV-024']) {
          ctx.expect(
            requirement,
            `no idv in a session that is ${params.status}`,
            data !== undefined && !Object.hasOwn(data as object, 'idv'),
            at(data, 'idv'),
          )
        }
        const list = await ctx.setUp('list sessions', {
          method: 'GET',
          path: '/v1/sessions',
          as: { key },
        })
        for (const requirement of ['SES-007', 'IDV-025']) {
          ctx.expect(
            requirement,
            'no idv in the list',
            checkResultIn(list) === undefined,
            'idv in the list',
          )
        }
      }
    },
  },
  {
    id: 'images.not-in-lists',
    area: 'images',
    requirements: ['IDV-025', 'SES-007'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['session_with_images'] },
    why: 'Lists are read and logged more widely than a single session, so they must not contain results of checks.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const list = await pollUntil(
        () => ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: { key } }),
        (list) => showsRecord(list, id),
      )
      const found = checkResultIn(list)
      for (const requirement of ['IDV-025', 'SES-007']) {
        ctx.expect(
          requirement,
          'a list without idv, although retrieve returns one',
          found === undefined,
          found ?? 'none',
        )
      }
    },
  },
  {
    id: 'images.scopes',
    area: 'images',
    requirements: [
      'IDV-007',
      'IDV-008',
      'IMG-008',
      'IMG-009',
      'IMG-037',
      'SCO-001',
      'SCO-003',
      'VER-006',
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'key'],
    },
    why: 'Knowing that an image exists and reading it are different permissions.',
    async run(ctx) {
      const { organization, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const { key: reader } = await reach(ctx, 'key', { organization, scopes: ['sessions:read'] })
      const { key: exporter } = await reach(ctx, 'key', {
        organization,
        scopes: ['sessions:read_report'],
      })
      const session = await ctx.step('retrieve the session with only sessions:read', {
        method: 'GET',
        path: sessionPath(id),
        as: { key: reader },
      })
      ctx.expect('SCO-001', '200', session.status === 200, statusAndCode(session))
      const listed = at(session.json, 'data', 'idv', 'available_images')
      ctx.expect(
        'IDV-007',
        'portrait and front listed',
        JSON.stringify(listed) === '["portrait","front"]',
        listed,
      )
      for (const artifact of ['portrait', 'front', 'selfie'])
        expectRefusal(
          ctx,
          await ctx.step(`request the ${artifact} with that key`, imageOf(id, artifact, reader)),
          {
            status: 403,
            code: 'insufficient_scope',
            requirements: ['IDV-008', 'IMG-008', 'IMG-009'],
          },
        )
      const served = await ctx.step(
        'fetch the front with only sessions:read_report',
        imageOf(id, 'front', exporter),
      )
      for (const requirement of ['IMG-037', 'SCO-003', 'VER-006']) {
        ctx.expect(requirement, '200', served.status === 200, statusAndCode(served))
      }
      expectRefusal(
        ctx,
        await ctx.step('request it again with only sessions:read', imageOf(id, 'front', reader)),
        {
          status: 403,
          code: 'insufficient_scope',
          requirements: ['IDV-008', 'IMG-008', 'IMG-009'],
        },
      )
    },
  },
]

/** A stored image, requested with a key that cannot see its session. */
function hiddenImage(where: 'live' | 'other'): Check {
  const requirements =
    where === 'live' ? ['IMG-021', 'IMG-035', 'PLN-007'] : ['IMG-020', 'IMG-034', 'PLN-002']
  return {
    id: `images.stored-in-${where === 'live' ? 'live-mode' : 'other-region'}`,
    area: 'images',
    requirements,
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'key'],
      ...(where === 'other' && { regions: ['other'] }),
    },
    why: 'Test keys are widely shared and must not open images of real people.',
    async run(ctx) {
      const place = where === 'live' ? { mode: 'live' } : { region: ctx.other }
      const {
        organization,
        key: owner,
        session_id: id,
      } = await reach(
        ctx,
        'session_with_images',
        { ...place, artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const seen = await ctx.setUp('fetch the front as its owner', {
        ...imageOf(id, 'front', owner),
        ...(where === 'other' && { region: ctx.other }),
      })
      if (seen.status !== 200) return
      const { key } = await reach(ctx, 'key', { organization })
      const answer = await ctx.step(
        'request it with a key of another plane',
        imageOf(id, 'front', key),
      )
      expectRefusal(ctx, answer, { status: 404, code: 'resource_not_found', requirements })
    },
  }
}

/** Returns the place of a result of an identity check in a list; metadata is the customer's own. */
export function checkResultIn({ json }: Answer): string | undefined {
  const found = walk(json, (name) => name !== 'metadata').find(
    ({ path, value }) =>
      (path.at(-1) === 'idv' && typeof value === 'object') || path.at(-1) === 'available_images',
  )
  return found && `at /${found.path.join('/')}`
}
