import type { Check, StepRequest } from '../../check/check.ts'
import {
  expectRefusal,
  imageOf,
  isRefused,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { expectRateHeaders, RATE_HEADERS } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { REGIONS } from '../../target/target.ts'

const LIST = { method: 'GET' as const, path: '/v1/sessions' }

export const credentialChecks: readonly Check[] = [
  {
    id: 'planes.form-of-keys',
    area: 'planes',
    requirements: [
      'AUT-001',
      'AUT-003',
      'KEY-001',
      'KEY-002',
      'KEY-003',
      'KEY-004',
      'KEY-005',
      'KEY-007',
      'PLN-001',
      'PLN-006',
      'PLN-008',
      'PLN-009',
      'PLN-010',
      'VER-001',
    ],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      regions: ['us', 'eu'],
      states: ['organization', 'publishable_key'],
    },
    why: 'Leak scanners and people recognize keys by their form.',
    async run(ctx) {
      for (const region of REGIONS) {
        for (const mode of ['test', 'live']) {
          const plane = { region, mode }
          const { organization, key } = await reach(ctx, 'organization', plane)
          for (const requirement of [
            'KEY-001',
            'KEY-002',
            'KEY-003',
            'KEY-004',
            'KEY-005',
            'PLN-008',
            'PLN-009',
          ]) {
            ctx.expect(
              requirement,
              `a secret key that begins with ah_sk_${region}_${mode}_ and is longer`,
              new RegExp(`^ah_sk_${region}_${mode}_[^\\s]{8,}$`).test(key),
              masked(key),
            )
          }
          const answer = await ctx.step(`list sessions in ${region}, ${mode}`, {
            ...LIST,
            as: { key, region },
          })
          for (const requirement of [
            'AUT-001',
            'AUT-003',
            'PLN-001',
            'PLN-006',
            'PLN-010',
            'VER-001',
          ]) {
            ctx.expect(requirement, '200', answer.status === 200, statusAndCode(answer))
          }
          const { publishable_key } = await reach(
            ctx,
            'publishable_key',
            { ...plane, organization, origins: ['https://app.example.com'] },
            'publishable_key',
          )
          for (const requirement of ['KEY-001', 'KEY-002', 'KEY-007']) {
            ctx.expect(
              requirement,
              `a publishable key that begins with ah_pk_${region}_${mode}_ and is longer`,
              new RegExp(`^ah_pk_${region}_${mode}_[^\\s]{8,}$`).test(publishable_key),
              masked(publishable_key),
            )
          }
        }
      }
    },
  },
  {
    id: 'planes.mode-of-a-key',
    area: 'planes',
    requirements: ['AUT-004', 'PLN-007', 'PLN-017'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['session', 'key'] },
    why: 'Test keys are shared freely: they must neither show nor change live data.',
    async run(ctx) {
      for (const [mode, other] of [
        ['live', 'test'],
        ['test', 'live'],
      ] as const) {
        const {
          organization,
          session_id: id,
          key: owner,
        } = await reach(ctx, 'session', { mode, status: 'open' }, 'session_id')
        await ctx.setUp('retrieve it as its owner', {
          method: 'GET',
          path: sessionPath(id),
          as: { key: owner },
        })
        const { key } = await reach(ctx, 'key', { mode: other, organization })
        const answer = await ctx.step(
          `retrieve a ${mode} session with a ${other} key of its organization`,
          { method: 'GET', path: sessionPath(id), as: { key } },
        )
        expectRefusal(ctx, answer, {
          status: 404,
          code: 'resource_not_found',
          requirements: mode === 'live' ? ['AUT-004', 'PLN-007', 'PLN-017'] : ['AUT-004'],
        })
      }
    },
  },
  {
    id: 'scopes.revoked-key',
    area: 'scopes',
    requirements: ['AUT-006', 'AUT-007'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['revoked_key', 'rotated_key'] },
    why: 'A leaked key is revoked; it must stop working.',
    async run(ctx) {
      const revoked = await reach(ctx, 'revoked_key', {}, 'revoked_key')
      const rotated = await reach(ctx, 'rotated_key', {}, 'old_key')
      for (const [label, requirement, key, works] of [
        ['a key', 'AUT-007', revoked.key, true],
        ['a revoked key', 'AUT-007', revoked.revoked_key, false],
        ['a key that replaces another', 'AUT-006', rotated.key, true],
        // The state holds once any overlap is over (GAP-KEY-ROTATION).
        ['the replaced key, after any overlap,', 'AUT-006', rotated.old_key, false],
      ] as const) {
        const answer = await ctx.step(`list sessions with ${label}`, { ...LIST, as: { key } })
        ctx.expect(
          requirement,
          `${works ? '200' : 'a refusal, 4xx,'} with ${label}`,
          works ? answer.status === 200 : isRefused(answer),
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'scopes.each-opens-its-own',
    area: 'scopes',
    requirements: [
      'REP-002',
      'SCO-001',
      'SCO-002',
      'SCO-003',
      'SCO-005',
      'ERR-012',
      'ERR-013',
      'ERR-014',
      ...Object.values(RATE_HEADERS),
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'reports', 'rate_limits'],
      credentials: [],
      states: ['session_with_images', 'key'],
    },
    why: 'Each scope must open its own routes and no others.',
    async run(ctx) {
      const { organization, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const routes: [
        scope: string,
        requirements: string[],
        request: (key: string) => StepRequest,
      ][] = [
        [
          'sessions:read',
          ['SCO-001'],
          (key) => ({ method: 'GET', path: sessionPath(id), as: { key } }),
        ],
        ['sessions:read_report', ['SCO-003'], (key) => imageOf(id, 'front', key)],
        [
          'sessions:read_report',
          ['SCO-002', 'REP-002'],
          (key) => ({ method: 'GET', path: `${sessionPath(id)}/report.pdf`, as: { key } }),
        ],
        [
          'sessions:write',
          ['SCO-005'],
          (key) => ({
            method: 'POST',
            path: '/v1/sessions',
            as: { key },
            json: ctx.sessionFields('home.test'),
          }),
        ],
      ]
      for (const scope of ['sessions:read', 'sessions:read_report', 'sessions:write']) {
        const { key } = await reach(ctx, 'key', { organization, scopes: [scope] })
        for (const [needed, requirements, request] of routes) {
          const asked = request(key)
          const answer = await ctx.step(
            `${asked.method} ${asked.path.split('/').slice(3).join('/') || 'sessions'} with ${scope}`,
            asked,
          )
          if (scope !== needed) {
            expectRefusal(ctx, answer, {
              status: 403,
              code: 'insufficient_scope',
              requirements: [...requirements, 'ERR-012', 'ERR-013'],
            })
            expectRateHeaders(ctx, `${asked.method} ${asked.path} with ${scope}`, answer)
            const again = await ctx.step('request it again', asked)
            ctx.expect('ERR-014', 'the same refusal', again.status === 403, statusAndCode(again))
          } else if (needed === 'sessions:write') {
            // A target may require a template that this organization lacks, so only the scope is
            // judged.
            for (const requirement of requirements) {
              ctx.expect(requirement, 'no 403', answer.status !== 403, statusAndCode(answer))
            }
          } else {
            for (const requirement of requirements)
              ctx.expect(requirement, '200', answer.status === 200, statusAndCode(answer))
          }
        }
      }
    },
  },
]

/** Returns a key without its secret part. */
function masked(key: string): string {
  return `${key.slice(0, 14)}…`
}
