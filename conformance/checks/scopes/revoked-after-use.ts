import type { Check, Context, StepRequest } from '../../check/check.ts'
import { imageOf, isRefused, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { reach, reachIfPossible } from '../../check/states.ts'

type Labelled = [label: string, request: Omit<StepRequest, 'as'>]

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
      const { organization, key } = await reach(ctx, 'organization', {})
      await expectRevoked(ctx, organization, key, [
        ['list sessions', { method: 'GET', path: '/v1/sessions' }],
        ['list applicants', { method: 'GET', path: '/v1/applicants' }],
        [
          'create a session',
          { method: 'POST', path: '/v1/sessions', json: ctx.sessionFields('home.test') },
        ],
      ])
    },
  },
  {
    id: 'scopes.revoked-after-evidence',
    area: 'scopes',
    requirements: ['AUT-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'reports'],
      credentials: [],
      states: ['organization', 'session_with_images', 'key', 'revoked_key'],
    },
    why: 'Images and reports are what a thief wants most, and they are often served by another program.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const { session_id: id } = await reach(
        ctx,
        'session_with_images',
        { organization, artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const { as: _, ...image } = imageOf(id, 'front', key)
      await expectRevoked(ctx, organization, key, [
        ['fetch an image', image],
        ['download the report', { method: 'GET', path: `${sessionPath(id)}/report.pdf` }],
        ['retrieve the session', { method: 'GET', path: sessionPath(id) }],
      ])
    },
  },
]

/** Expects that a key is refused after its revocation, and that another one still works. */
async function expectRevoked(
  ctx: Context,
  organization: string,
  beside: string,
  requests: readonly Labelled[],
): Promise<void> {
  const { key } = await reach(ctx, 'key', { organization })
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
}
