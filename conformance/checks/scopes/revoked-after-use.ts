import type { Check, StepRequest } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach, reachIfPossible } from '../../check/states.ts'

/** A key that the suite has used is revoked. */
export const revokedAfterUseChecks: readonly Check[] = [
  {
    id: 'scopes.revoked-after-use',
    area: 'scopes',
    requirements: ['AUT-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'applicants'],
      credentials: [],
      states: ['organization', 'key', 'revoked_key'],
    },
    why: 'A leaked key is revoked while a thief uses it; a cached authentication would still accept it.',
    async run(ctx) {
      const { organization, key: beside } = await reach(ctx, 'organization', {})
      const { key } = await reach(ctx, 'key', { organization })
      const requests: [label: string, request: StepRequest][] = [
        ['list sessions', { method: 'GET', path: '/v1/sessions' }],
        ['list applicants', { method: 'GET', path: '/v1/applicants' }],
        [
          'create a session',
          { method: 'POST', path: '/v1/sessions', json: ctx.sessionFields('home.test') },
        ],
      ]
      for (const [label, request] of requests)
        await ctx.setUp(`${label} with a key`, { ...request, as: { key } })
      const { revoked_key: revoked } = await reachIfPossible(ctx, 'revoked_key', {
        organization,
        used_key: key,
      })
      if (revoked !== key) throw new Unreachable('revoked_key: revokes no key that was used before')
      for (const [label, request] of requests)
        for (const [whose, as, works] of [
          ['the revoked key', key, false],
          ['a key beside it', beside, true],
        ] as const) {
          const answer = await ctx.step(`${label} with ${whose}`, { ...request, as: { key: as } })
          ctx.expect(
            'AUT-007',
            `${works ? '2xx' : 'a refusal, 4xx,'} for "${label}" with ${whose}`,
            works ? answer.status < 300 : isRefused(answer),
            statusAndCode(answer),
          )
        }
    },
  },
]
