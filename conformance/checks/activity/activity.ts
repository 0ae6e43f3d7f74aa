import { randomInt } from 'node:crypto'
import { unknownIdLike } from '../../check/indistinguishable.ts'
import type { Check, Context } from '../../check/check.ts'
import { imageOf, statusAndCode } from '../../check/idioms.ts'
import { membersIn, PERSONAL } from '../../check/resources/personal.ts'
import { Broken } from '../../check/outcome.ts'
import { reach, withheldIn } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { walk } from '../../http/json.ts'
import { entriesAfter, entriesOf, type Logged, logAfterEntry } from './activity-log.ts'

const ARTIFACTS = ['portrait', 'front', 'selfie']
/** Artifacts that are not stored for the other verification. */
const ABSENT = ['portrait', 'selfie']

/** Members that identify the person or key that sent the request, which an audit needs. */
const OF_THE_CALLER = /(^|\.)(actor|user|member|caller|requester|api_?key|key|by)(_|\.|$)/i

const STATES = ['session_with_images', 'activity_log', 'organization']

export const activityChecks: readonly Check[] = [
  {
    id: 'activity.one-entry-each',
    area: 'activity',
    requirements: [
      'ACT-001',
      'ACT-002',
      'ACT-003',
      'ACT-004',
      'ACT-005',
      'ACT-006',
      'ACT-007',
      'ACT-008',
    ],
    level: 'must',
    needs: { features: ['sessions', 'evidence_images'], credentials: [], states: STATES },
    why: 'The first question of an audit is who viewed an image. The log must not become a second store of personal data.',
    async run(ctx) {
      for (const mode of ['test', 'live'] as const) await expectEntries(ctx, mode)
    },
  },
  {
    id: 'activity.no-entry',
    area: 'activity',
    long: true,
    requirements: ['ACT-007', 'ACT-009', 'ACT-010', 'ACT-011'],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images'],
      credentials: [],
      states: STATES,
      optionalStates: ['key'],
    },
    why: 'An entry for a request that did not reach the verification would accuse a person who did not see the image.',
    async run(ctx) {
      const owner = await reach(ctx, 'session_with_images', { artifacts: ['front'] }, 'session_id')
      const stranger = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['front'] },
        'session_id',
      )
      const { session_id: id, key, organization } = owner
      // The same organization in live mode: the id is not the caller's there either.
      const live = await reach(
        ctx,
        'session_with_images',
        { mode: 'live', organization, artifacts: ['front'] },
        'session_id',
      )
      const logs: (readonly [Logged, 'test' | 'live'])[] = [
        [owner, 'test'],
        [stranger, 'test'],
        [live, 'live'],
      ]
      const lengths: number[] = []
      for (const [one, mode] of logs) lengths.push((await logAfterEntry(ctx, one, mode)).length)
      // A service may have one log for both modes of an organization.
      if ((await entriesOf(ctx, organization, 'test')).length > lengths[0]!) {
        logs.pop()
        lengths[0]!++
      }
      const nothing = async (
        requirement: string,
        label: string,
        request: ReturnType<typeof imageOf>,
      ): Promise<void> => {
        const answer = await ctx.step(label, request)
        if (answer.status !== 404)
          throw new Broken({
            requirement: 'IMG-022',
            expected: `404 to "${label}"`,
            got: statusAndCode(answer),
          })
        const others: number[] = []
        for (const [i, [one, mode]] of logs.entries()) {
          const { length } = await logAfterEntry(ctx, one, mode)
          const added = length - lengths[i]!
          if (added === 0)
            throw new Broken({
              requirement: 'ACT-001',
              expected: 'an entry of an image that was served',
              got: 'none',
            })
          others.push(added - 1)
          lengths[i] = length
        }
        ctx.expect(
          requirement,
          `no entry, "${label}"`,
          others.every((count) => count === 0),
          others.join(', '),
        )
      }
      await nothing('ACT-009', 'request the back', imageOf(id, 'back', key))
      await nothing(
        'ACT-009',
        'request an unknown artifact',
        imageOf(id, `side-${ctx.unique()}`, key),
      )
      await nothing('ACT-010', 'request a malformed id', imageOf('not-a-session', 'front', key))
      await nothing(
        'ACT-011',
        'request a session of another organization',
        imageOf(id, 'front', stranger.key),
      )
      await nothing('ACT-011', 'request it in live mode', imageOf(id, 'front', live.key))
      await nothing(
        'ACT-011',
        'request an unknown id',
        imageOf(unknownIdLike(id, randomInt), 'front', key),
      )
      if (!ctx.offers('key')) return
      // Whether a refusal by scope has an entry is open (GAP-ACTIVITY-LOG), but no image was served.
      const exports = async () =>
        (await logAfterEntry(ctx, owner, 'test')).filter(
          ({ action }) => action === 'kyc.idv.evidence_exported',
        ).length
      const before = await exports()
      const { key: reader } = await reach(ctx, 'key', { organization, scopes: ['sessions:read'] })
      const image = imageOf(id, 'front', reader)
      const refused = await ctx.step('request an image with a key that lacks the scope', image)
      if (refused.status !== 403)
        throw new Broken({
          requirement: 'IMG-009',
          expected: '403 without sessions:read_report',
          got: statusAndCode(refused),
        })
      // One more, of the front that shows that the log is complete.
      const added = (await exports()) - before - 1
      ctx.expect('ACT-007', 'no export by a request that was refused', added === 0, added)
    },
  },
]

/** Judges the entries of requests for images that are stored and that are not. */
async function expectEntries(ctx: Context, mode: 'test' | 'live'): Promise<void> {
  const {
    organization,
    key,
    session_id: id,
    ...more
  } = await reach(ctx, 'session_with_images', { mode, artifacts: ARTIFACTS }, 'session_id')
  const { session_id: bare } = await reach(
    ctx,
    'session_with_images',
    { mode, organization, artifacts: ['front'] },
    'session_id',
  )
  const before = await logAfterEntry(ctx, { organization, key, session_id: id }, mode)
  const images: Answer[] = []
  for (const artifact of ARTIFACTS)
    images.push(await ctx.setUp(`fetch the ${artifact}`, imageOf(id, artifact, key)))
  for (const artifact of ABSENT) {
    const failed = await ctx.step(
      `request the ${artifact}, which does not exist`,
      imageOf(bare, artifact, key),
    )
    if (failed.status !== 404)
      throw new Broken({
        requirement: 'IMG-023',
        expected: `404 for the ${artifact}, which is not stored`,
        got: statusAndCode(failed),
      })
  }
  await ctx.setUp('fetch the portrait again', imageOf(id, 'portrait', key))
  const requests = ARTIFACTS.length + ABSENT.length + 1
  const added = await entriesAfter(ctx, organization, before, requests, mode)
  ctx.expect(
    'ACT-001',
    `${requests} entries for ${requests} requests`,
    added.length === requests,
    `${added.length} entries`,
  )
  const outcomes: unknown[][] = [[], []]
  // In the order of the requests: no two of them have the same artifact and outcome.
  for (const [artifact, action, requirement, nth] of [
    ...ARTIFACTS.map((one) => [one, 'kyc.idv.evidence_exported', 'ACT-007', 0] as const),
    ...ABSENT.map((one) => [one, 'kyc.idv.evidence_export_failed', 'ACT-008', 1] as const),
  ]) {
    const entry = added.filter((one) => one['artifact'] === artifact)[nth]
    ctx.expect(
      'ACT-003',
      `an entry of the ${artifact}`,
      entry !== undefined,
      added.map((one) => one['artifact']),
    )
    for (const one of ['ACT-002', requirement])
      ctx.expect(one, action, entry?.['action'] === action, entry?.['action'])
    const outcome = entry?.['outcome']
    outcomes[nth]!.push(outcome)
    ctx.expect('ACT-004', 'an outcome', (outcome ?? '') !== '', outcome)
  }
  const [served, failed] = outcomes
  ctx.expect(
    'ACT-004',
    'a different outcome if no image was served',
    !failed!.some((one) => served!.includes(one)),
    outcomes,
  )
  const text = JSON.stringify(added)
  const leaked = withheldIn(more).find((one) => text.includes(one))
  const members = membersIn(added, PERSONAL).filter((path) => !OF_THE_CALLER.test(path))
  const found = leaked ?? members[0]
  ctx.expect('ACT-005', 'nothing about the applicant', found === undefined, found ?? 'nothing')
  const long = texts(added).find(
    (one) =>
      one.length > 500 ||
      (images.some(({ body }) => body.includes(Buffer.from(one, 'base64'))) && one.length > 100),
  )
  ctx.expect('ACT-006', 'no image data', long === undefined, long ?? 'nothing')
}

function texts(value: unknown): string[] {
  return [...walk(value)].flatMap(({ value: one }) => (typeof one === 'string' ? [one] : []))
}
