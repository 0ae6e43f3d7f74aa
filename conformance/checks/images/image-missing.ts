import type { Check, Context } from '../../check/check.ts'
import { expectRefusal, imageOf, sessionPath } from '../../check/idioms.ts'
import { expectRateHeaders, RATE_HEADERS, rateOf } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { isSameEnd } from '../../check/window-end.ts'
import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject } from '../../http/json.ts'

const ALL = ['portrait', 'front', 'selfie']
const NOT_STORED = { status: 404, code: 'artifact_not_available' }

/** Reasons for missing images, and the requested artifacts. */
interface Missing {
  name: string
  requirement: string
  artifacts: readonly string[]
  /** States, one after the other: the first gives the session, the others change it. */
  states: readonly [string, JsonObject][]
}

/** Ends of a session before its first step. Its owner still sees it, so its images are not unknown ones. */
const ENDS: readonly [name: string, end: JsonObject][] = [
  ['cancelled', { status: 'cancelled' }],
  ['ended-by-applicant', { status: 'completed', outcome: 'declined', decided_by: 'applicant' }],
  ['lapsed', { status: 'expired', from: 'open' }],
]

const MISSING: readonly Missing[] = [
  {
    name: 'before-crops',
    requirement: 'IMG-024',
    artifacts: ['portrait'],
    states: [['session_with_images', { artifacts: ['front'], no_portrait: 'before_crops' }]],
  },
  {
    name: 'no-face',
    requirement: 'IMG-025',
    artifacts: ['portrait'],
    states: [['session_with_images', { artifacts: ['front'], no_portrait: 'no_face' }]],
  },
  {
    name: 'no-face-check',
    requirement: 'IMG-006',
    artifacts: ['selfie'],
    states: [['session_with_images', { artifacts: ['portrait', 'front'] }]],
  },
  {
    name: 'not-reached',
    requirement: 'IMG-026',
    artifacts: ALL,
    states: [['session', { status: 'open', checks: ['id_verification'] }]],
  },
  ...ENDS.map(([name, end]): Missing => ({
    name,
    requirement: 'IMG-026',
    artifacts: ALL,
    states: [
      ['open_session', { checks: ['id_verification'] }],
      ['session', end],
    ],
  })),
  {
    name: 'retention',
    requirement: 'IMG-027',
    artifacts: ALL,
    states: [
      ['session_with_images', { artifacts: ALL }],
      ['deleted_images', { by: 'retention' }],
    ],
  },
  {
    name: 'erasure',
    requirement: 'IMG-028',
    artifacts: ALL,
    states: [
      ['session_with_images', { artifacts: ALL }],
      ['deleted_images', { by: 'erasure' }],
    ],
  },
]

/** Requests for images that are not stored, for each reason in the contract. */
export const imageMissingChecks: readonly Check[] = MISSING.map(notStored)

function notStored({ name, requirement, artifacts, states }: Missing): Check {
  return {
    id: `images.missing-${name}`,
    area: 'images',
    requirements: [
      ...new Set([
        requirement,
        'IMG-023',
        'IMG-029',
        'IDV-005',
        'ERR-009',
        'ERR-010',
        'ERR-011',
        ...(name === 'retention' ? ['SES-007'] : []),
        ...Object.values(RATE_HEADERS),
      ]),
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'rate_limits'],
      credentials: [],
      states: states.map(([state]) => state),
    },
    why: 'Clients fall back to another image by this code; resource_not_found would suggest a wrong id.',
    async run(ctx) {
      const [[first, params], ...changes] = states as [
        [string, JsonObject],
        ...[string, JsonObject][],
      ]
      const { key, session_id: id } = await reach(ctx, first, params, 'session_id')
      // An image that was served may be in a cache, and so may the list.
      if (changes.length > 0) {
        await ctx.step('retrieve the session before', {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        for (const artifact of artifacts)
          await ctx.step(`fetch the ${artifact} before`, imageOf(id, artifact, key))
      }
      for (const [state, change] of changes) await reach(ctx, state, { ...change, session_id: id })
      const session = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      // The check ran, whatever is left of it. What an erasure leaves is open (GAP-DSR).
      if (name === 'retention') {
        const idv = at(session.json, 'data', 'idv')
        ctx.expect('SES-007', 'idv after its images were deleted', isObject(idv), idv)
      }
      const listed = at(session.json, 'data', 'idv', 'available_images') ?? []
      const asked: Answer[] = []
      for (const artifact of artifacts) {
        ctx.expect(
          'IDV-005',
          `no ${artifact} among the images`,
          Array.isArray(listed) && !listed.includes(artifact),
          listed,
        )
        const answer = await ctx.step(`request the ${artifact}`, imageOf(id, artifact, key))
        expectRefusal(ctx, answer, {
          ...NOT_STORED,
          requirements: [requirement, 'IMG-023', 'ERR-009', 'ERR-010'],
        })
        expectRateHeaders(ctx, `request the ${artifact}`, answer)
        const again = await ctx.step('request it again', imageOf(id, artifact, key))
        expectRefusal(ctx, again, { ...NOT_STORED, requirements: ['IMG-029', 'ERR-011'] })
        asked.push(answer, again)
      }
      expectCountedOnce(ctx, asked)
    },
  }
}

/**
 * Checks that requests in the same window take one of its budget each, or none: whether refused ones
 * count is open (GAP-WINDOW-ALIGNMENT). A shown count may be late by one request.
 */
function expectCountedOnce(ctx: Context, asked: readonly Answer[]): void {
  const [first, last] = [asked[0], asked.at(-1)].map((answer) => answer && rateOf(answer))
  if (!first || !last || !isSameEnd(first.reset, last.reset)) return
  const least = first.remaining - asked.length
  ctx.expect(
    'LIM-023',
    `${least} or more remaining after ${asked.length - 1} more requests in the same window`,
    last.remaining >= least,
    last.remaining,
  )
}
