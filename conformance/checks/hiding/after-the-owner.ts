import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectRefusal, imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import type { FeatureName } from '../../target/features.ts'

/** A URL that an owner may read, and keys that may not. */
export interface Route {
  name: string
  feature: FeatureName
  state: string
  params: JsonObject
  request: (id: string, key: string) => StepRequest
  /** Requirements on the response to the owner. */
  served: readonly string[]
  /** Requirements on the response to a key without the scope. */
  unscoped: readonly string[]
}

const WITH_IMAGES = {
  state: 'session_with_images',
  params: { artifacts: ['portrait', 'front'] },
} as const

export const ROUTES: readonly Route[] = [
  {
    name: 'session',
    feature: 'sessions',
    ...WITH_IMAGES,
    request: (id, key) => ({ method: 'GET', path: sessionPath(id), as: { key } }),
    served: ['END-011', 'SCO-001'],
    unscoped: [],
  },
  {
    name: 'image',
    feature: 'evidence_images',
    ...WITH_IMAGES,
    request: (id, key) => imageOf(id, 'front', key),
    served: ['IMG-010', 'SCO-003'],
    unscoped: ['IMG-009'],
  },
  {
    name: 'report',
    feature: 'reports',
    state: 'session',
    params: { status: 'completed', outcome: 'approved', decided_by: 'rules' },
    request: (id, key) => ({
      method: 'GET',
      path: `${sessionPath(id)}/report.pdf`,
      as: { key },
    }),
    served: ['REP-001', 'SCO-002'],
    unscoped: ['REP-002'],
  },
]

/** One URL, requested by keys with and without the right in turn: a cache by URL serves one what the other got. */
export const afterTheOwnerChecks: readonly Check[] = ROUTES.map(
  ({ name, feature, state, params, request, served, unscoped }) => ({
    id: `hiding.${name}-after-its-owner`,
    area: 'hiding',
    requirements: [...served, ...unscoped, 'AUT-004', 'ERR-006', 'ERR-012', 'ERR-013'],
    level: 'must',
    needs: {
      features: [...new Set(['sessions', feature] as const)],
      credentials: [],
      states: ['organization', 'key', state],
    },
    why: 'A cache that ignores the key serves the records of one customer to another, or refuses them to their owner.',
    async run(ctx) {
      const { organization, key, session_id: id } = await reach(ctx, state, params, 'session_id')
      const others = await othersThan(ctx, organization, unscoped)
      const asOwner = async (label: string): Promise<void> => {
        const answer = await ctx.step(`request the ${name} as its owner${label}`, request(id, key))
        for (const requirement of served)
          ctx.expect(
            requirement,
            `200 for the owner${label}`,
            answer.status === 200,
            statusAndCode(answer),
          )
      }
      await asOwner('')
      for (const [label, other, refusal] of others) {
        const answer = await ctx.step(`request it with ${label}`, request(id, other))
        expectRefusal(ctx, answer, refusal)
        await asOwner(`, after ${label}`)
      }
    },
  }),
)

/** Returns keys that may not request what an organization has, each with the refusal that it must get. */
export async function othersThan(ctx: Context, organization: unknown, unscoped: readonly string[]) {
  const stranger = await reach(ctx, 'organization', {})
  const live = await reach(ctx, 'key', { organization, mode: 'live' })
  const writer = await reach(ctx, 'key', { organization, scopes: ['sessions:write'] })
  const hidden = { status: 404, code: 'resource_not_found' }
  const forbidden = { status: 403, code: 'insufficient_scope' }
  return [
    ['a key of another organization', stranger.key, { ...hidden, requirements: ['ERR-006'] }],
    ['a live key', live.key, { ...hidden, requirements: ['AUT-004'] }],
    [
      'a key without the scope',
      writer.key,
      { ...forbidden, requirements: [...unscoped, 'ERR-012', 'ERR-013'] },
    ],
  ] as const
}
