import type { Check, StepRequest } from '../../check/check.ts'
import { isRefused, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'

export const retiredScopeChecks: readonly Check[] = [
  {
    id: 'scopes.retired-scopes-open-nothing',
    area: 'scopes',
    requirements: ['ERR-013', 'VER-022'],
    level: 'must',
    needs: {
      features: ['sessions', 'reports', 'evidence_images'],
      credentials: [],
      states: ['key_with_retired_scopes', 'session'],
    },
    why: 'A retired scope must not keep its former permissions.',
    async run(ctx) {
      const { organization, retired_key } = await reach(
        ctx,
        'key_with_retired_scopes',
        {},
        'retired_key',
      )
      const { key, session_id: id } = await reach(
        ctx,
        'session',
        { organization, status: 'open' },
        'session_id',
      )
      const path = sessionPath(id)
      await ctx.setUp('retrieve a session with a key with current scopes', {
        method: 'GET',
        path,
        as: { key },
      })
      const as = { key: retired_key }
      const routes: [label: string, request: StepRequest][] = [
        ['retrieve it', { method: 'GET', path, as }],
        ['list sessions', { method: 'GET', path: '/v1/sessions', as }],
        ['request its report', { method: 'GET', path: `${path}/report.pdf`, as }],
        ['request its front', { method: 'GET', path: `${path}/idv-image/front`, as }],
        [
          'create a session',
          { method: 'POST', path: '/v1/sessions', as, json: ctx.sessionFields('home.test') },
        ],
      ]
      for (const [label, request] of routes) {
        const answer = await ctx.step(`${label} with a key of retired scopes`, request)
        for (const requirement of ['ERR-013', 'VER-022'])
          ctx.expect(
            requirement,
            `a refusal of "${label}", 4xx`,
            isRefused(answer) && answer.status !== 404,
            statusAndCode(answer),
          )
      }
    },
  },
]
