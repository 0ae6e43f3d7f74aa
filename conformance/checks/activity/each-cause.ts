import type { Check, Context } from '../../check/check.ts'
import { imageOf, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Broken } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { readSettled } from '../../check/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { entriesAfter, type Logged, logAfterEntry } from './activity-log.ts'

/** Causes for which nothing is stored, with the states of a session and the requested artifact. */
const CAUSES: readonly [
  cause: string,
  artifact: string,
  states: readonly [string, JsonObject][],
][] = [
  [
    'before portraits were cropped',
    'portrait',
    [['session_with_images', { artifacts: ['front'], no_portrait: 'before_crops' }]],
  ],
  [
    'without a usable face',
    'portrait',
    [['session_with_images', { artifacts: ['front'], no_portrait: 'no_face' }]],
  ],
  [
    'before its identity check',
    'front',
    [['session', { status: 'open', checks: ['id_verification'] }]],
  ],
  [
    'deleted by retention',
    'front',
    [
      ['session_with_images', { artifacts: ['front'] }],
      ['deleted_images', { by: 'retention' }],
    ],
  ],
  [
    'deleted by erasure',
    'front',
    [
      ['session_with_images', { artifacts: ['front'] }],
      ['deleted_images', { by: 'erasure' }],
    ],
  ],
]

/** Ends of a verification other than an approval. */
const ENDS: readonly [of: string, params: JsonObject][] = [
  ['that was declined', { status: 'completed', outcome: 'declined', decided_by: 'rules' }],
  ['that lapsed in review', { status: 'expired', from: 'awaiting_review' }],
]

/** Entries of requests that differ in what happened to the verification before. */
export const activityCauseChecks: readonly Check[] = [
  {
    id: 'activity.missing-image-of-each-cause',
    area: 'activity',
    long: true,
    requirements: ['ACT-001', 'ACT-008'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: ['session_with_images', 'session', 'deleted_images', 'activity_log'],
    },
    why: 'Repeated attempts at images that are gone are what an auditor looks for.',
    async run(ctx) {
      const logged = await loggedOrganization(ctx)
      const { organization, key } = logged
      const sessions: { label: string; id: string; artifact: string }[] = []
      for (const [label, artifact, [first, ...changes]] of CAUSES) {
        const [state, params] = first!
        const { session_id: id } = await reach(
          ctx,
          state,
          { organization, ...params },
          'session_id',
        )
        for (const [change, more] of changes)
          await reach(ctx, change, { organization, session_id: id, ...more })
        sessions.push({ label, id, artifact })
      }
      for (const { label, id, artifact } of sessions) {
        const requests = Array.from(
          { length: 2 },
          () => () => ctx.step(`request an image ${label}`, imageOf(id, artifact, key)),
        )
        await expectEntries(ctx, logged, `an image ${label}`, 'kyc.idv.evidence_export_failed', {
          status: 404,
          requirement: 'IMG-023',
          artifact,
          requests,
        })
      }
    },
  },
  {
    id: 'activity.served-image-whatever-came-before',
    area: 'activity',
    long: true,
    requirements: ['ACT-001', 'ACT-007'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: [
        'session_with_images',
        'open_session',
        'submitted_session',
        'reverified_session',
        'session',
        'activity_log',
      ],
    },
    why: 'Each view of an image counts, whatever the state of the verification.',
    async run(ctx) {
      const logged = await loggedOrganization(ctx)
      const { organization, key, session_id: id } = logged
      const action = 'kyc.idv.evidence_exported'
      const fetch = (label: string, of: string, artifact: string) => (): Promise<Answer> =>
        ctx.step(label, imageOf(of, artifact, key))
      const expectServed = (
        label: string,
        artifact: string,
        requests: readonly (() => Promise<Answer>)[],
        atOnce = false,
      ) =>
        expectEntries(ctx, logged, label, action, {
          status: 200,
          requirement: 'IMG-010',
          artifact,
          requests,
          atOnce,
        })
      const twice = fetch('fetch the same image at the same time', id, 'front')
      await expectServed('two equal requests at once', 'front', [twice, twice], true)
      await reach(ctx, 'reverified_session', { organization, session_id: id })
      await expectServed('an image of a new run', 'portrait', [
        fetch('fetch a portrait after a re-verification', id, 'portrait'),
      ])
      const { session_id: parked } = await reach(
        ctx,
        'open_session',
        { organization, expected_outcome: 'review', checks: ['id_verification'] },
        'session_id',
      )
      await reach(ctx, 'submitted_session', { organization, session_id: parked })
      const session = await readSettled(ctx, 'retrieve the session in review', { id: parked, key })
      const expectListed = async (of: string, one: string, { json }: Answer): Promise<void> => {
        const listed = at(json, 'data', 'idv', 'available_images')
        for (const artifact of Array.isArray(listed) ? listed.map(String) : [])
          await expectServed(`the ${artifact} of a session ${of}`, artifact, [
            fetch(`fetch the ${artifact} of a session ${of}`, one, artifact),
          ])
      }
      await expectListed('in review', parked, session)
      for (const [of, end] of ENDS) {
        const params = { organization, checks: ['id_verification'], ...end }
        const { session_id: ended } = await reach(ctx, 'session', params, 'session_id')
        const request = { method: 'GET', path: sessionPath(ended), as: { key } } as const
        await expectListed(of, ended, await ctx.setUp(`retrieve a session ${of}`, request))
      }
    },
  },
]

async function loggedOrganization(ctx: Context): Promise<Logged> {
  return reach(ctx, 'session_with_images', { artifacts: ['front'] }, 'session_id')
}

/** Sends requests for one artifact, and judges the entries that they write. */
async function expectEntries(
  ctx: Context,
  logged: Logged,
  what: string,
  action: string,
  expected: {
    status: number
    /** On the response. */
    requirement: string
    artifact: string
    requests: readonly (() => Promise<Answer>)[]
    /** Whether the requests are sent concurrently. */
    atOnce?: boolean
  },
): Promise<void> {
  const { status, requirement, artifact, requests, atOnce = false } = expected
  const before = await logAfterEntry(ctx, logged)
  const answers: Answer[] = []
  if (atOnce) answers.push(...(await Promise.all(requests.map((send) => send()))))
  else for (const send of requests) answers.push(await send())
  for (const answer of answers)
    if (answer.status !== status)
      throw new Broken({
        requirement,
        expected: `${status} for ${what}`,
        got: statusAndCode(answer),
      })
  const added = await entriesAfter(ctx, logged.organization, before, requests.length)
  const matching = added.filter((one) => one['action'] === action && one['artifact'] === artifact)
  ctx.expect(
    'ACT-001',
    `${requests.length} entries for ${requests.length} requests, ${what}`,
    added.length === requests.length,
    `${added.length} entries`,
  )
  ctx.expect(
    status === 200 ? 'ACT-007' : 'ACT-008',
    `${action} of the ${artifact}, ${what}`,
    matching.length === added.length,
    added.map((one) => [one['action'], one['artifact']]),
  )
}
