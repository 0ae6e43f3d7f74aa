import type { Check, StepRequest } from '../../check/check.ts'
import {
  expectRefusal,
  imageOf,
  isRefused,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'

const READ = 'sessions:read'
const REPORT = 'sessions:read_report'
const WRITE = 'sessions:write'

/** Both orders of each pair: a service may look at the first scope only, or at the last. */
const PAIRS = [
  [READ, WRITE],
  [WRITE, READ],
  [READ, REPORT],
  [REPORT, READ],
] as const

/** Keys with two scopes, and keys beside a revoked one. */
export const severalScopeChecks: readonly Check[] = [
  {
    id: 'scopes.two-of-a-key',
    area: 'scopes',
    requirements: ['SCO-001', 'SCO-003', 'SCO-005', 'ERR-012', 'ERR-013'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'key'],
    },
    why: 'A backend that creates and reads with one key gets 403 for half of its requests.',
    async run(ctx) {
      const { organization, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const routes = [
        [READ, 'SCO-001', { method: 'GET', path: sessionPath(id) }],
        [REPORT, 'SCO-003', imageOf(id, 'front', '')],
        [WRITE, 'SCO-005', { method: 'POST', path: '/v1/sessions' }],
      ] as const
      for (const scopes of PAIRS) {
        const { key } = await reach(ctx, 'key', { organization, scopes: [...scopes] })
        for (const [scope, requirement, route] of routes) {
          const request: StepRequest = {
            ...route,
            as: { key },
            ...(scope === WRITE && { json: ctx.sessionFields('home.test') }),
          }
          const label = `${request.method} ${scope} with ${scopes.join(' and ')}`
          const answer = await ctx.step(label, request)
          if ((scopes as readonly string[]).includes(scope))
            // A target may require a template that this organization lacks.
            ctx.expect(requirement, 'no 403', answer.status !== 403, statusAndCode(answer))
          else
            expectRefusal(ctx, answer, {
              status: 403,
              code: 'insufficient_scope',
              requirements: [requirement, 'ERR-012', 'ERR-013'],
            })
        }
      }
    },
  },
  {
    id: 'scopes.keys-beside-a-revoked-one',
    area: 'scopes',
    requirements: ['AUT-007'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      states: ['organization', 'key', 'revoked_key'],
    },
    why: 'Who revokes a leaked test key must not stop the production of the same organization.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const other = ctx.mode === 'live' ? 'test' : 'live'
      const elsewhere = await reach(ctx, 'key', { organization, mode: other })
      const { revoked_key } = await reach(ctx, 'revoked_key', { organization }, 'revoked_key')
      for (const [label, of, works] of [
        ['a revoked key', revoked_key, false],
        ['another key of its mode', key, true],
        [`a ${other} key of its organization`, elsewhere.key, true],
      ] as const) {
        const answer = await ctx.step(`list sessions with ${label}`, {
          method: 'GET',
          path: '/v1/sessions',
          as: { key: of },
        })
        ctx.expect(
          'AUT-007',
          `${works ? '200' : 'a refusal, 4xx,'} with ${label}`,
          works ? answer.status === 200 : isRefused(answer),
          statusAndCode(answer),
        )
      }
    },
  },
]
