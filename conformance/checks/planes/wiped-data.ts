import type { Check, Context, StepRequest } from '../../check/check.ts'
import { createdId, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import type { Plane } from './plane.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** The purge of test data. */
export const wipedDataChecks: readonly Check[] = [
  {
    id: 'planes.wiped-test-data',
    area: 'planes',
    requirements: ['PLN-026', 'PLN-027'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      states: ['session', 'key', 'wiped_test_data'],
    },
    why: 'A wipe of test data must delete all of it, and nothing else.',
    async run(ctx) {
      const {
        organization,
        key,
        session_id: wiped,
      } = await reach(ctx, 'session', { status: 'open' }, 'session_id')
      const live = await reach(
        ctx,
        'session',
        { organization, mode: 'live', status: 'open' },
        'session_id',
      )
      const stranger = await reach(ctx, 'session', { status: 'open' }, 'session_id')
      await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(wiped),
        as: { key },
      })
      await reach(ctx, 'wiped_test_data', { organization })
      for (const [label, requirement, id, as, status] of [
        ['it', 'PLN-027', wiped, key, 404],
        ['a live session', 'PLN-026', live.session_id, live.key, 200],
        ['a session of another organization', 'PLN-026', stranger.session_id, stranger.key, 200],
      ] as const) {
        const answer = await ctx.step(`retrieve ${label} after the purge`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key: as },
        })
        ctx.expect(
          requirement,
          `${status} for ${label}`,
          answer.status === status,
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'planes.wiped-applicants',
    area: 'planes',
    requirements: ['PLN-026', 'PLN-027'],
    level: 'must',
    needs: {
      features: ['applicants'],
      credentials: [],
      states: ['organization', 'key', 'wiped_test_data'],
    },
    why: 'A purge that keeps applicants keeps the personal data that it was started for.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const live = await reach(ctx, 'key', { organization, mode: 'live' })
      const changeOf = async (as: { key: string }): Promise<StepRequest> => {
        const create = { method: 'POST', path: '/v1/applicants', as, json: NAME } as const
        const id = createdId(await ctx.setUp('create an applicant', create), 'END-020')
        const path = `/v1/applicants/${encodeURIComponent(id)}`
        return { method: 'PATCH', path, as, json: { name_suffix: 'Jr.' } }
      }
      const [wiped, kept] = [await changeOf({ key }), await changeOf({ key: live.key })]
      await ctx.setUp('change the test applicant', wiped)
      await reach(ctx, 'wiped_test_data', { organization })
      for (const [mode, requirement, request, isGone] of [
        ['test', 'PLN-027', wiped, true],
        ['live', 'PLN-026', kept, false],
      ] as const) {
        const label = `the ${mode} applicant`
        // A new key, because a provider may reset the budgets of the other two.
        const as = { key: (await reach(ctx, 'key', { organization, mode })).key }
        const answer = await ctx.step(`change ${label} after the purge`, { ...request, as })
        ctx.expect(
          requirement,
          `${isGone ? '404' : '2xx'} for ${label}`,
          isGone ? answer.status === 404 : answer.status < 300,
          statusAndCode(answer),
        )
      }
    },
  },
]

/** Judges the purge of test data in one region. */
export async function expectPurgeRules(ctx: Context, plane: Plane): Promise<void> {
  if (plane.mode === 'live') return
  const { region, organization } = plane
  const stranger = await reach(ctx, 'organization', { region, mode: 'test' })
  const owners = [
    ['of the organization', 'PLN-027', { organization, region, mode: 'test' }],
    ['of its live mode', 'PLN-026', { organization, region, mode: 'live' }],
    [
      'of another organization',
      'PLN-026',
      { organization: stranger.organization, region, mode: 'test' },
    ],
  ] as const
  const uses: [label: string, requirement: string, request: StepRequest][] = []
  for (const [owner, requirement, at] of owners) {
    const { key } = await reach(ctx, 'key', at)
    // A new key for later, because a provider may reset the budgets of test keys.
    const as = { key: (await reach(ctx, 'key', at)).key, region }
    const create = async (path: string, json: object): Promise<string> => {
      const request = { method: 'POST', path, as: { key, region }, json } as const
      const created = await ctx.setUp(`create a record ${owner} in ${region}`, request)
      return `${path}/${encodeURIComponent(createdId(created, 'END-020'))}`
    }
    const fields = ctx.sessionFields(at.mode === 'live' ? 'home.live' : 'home.test')
    const session = await create('/v1/sessions', { ...fields, applicant: NAME })
    const applicant = await create('/v1/applicants', NAME)
    uses.push(
      [`retrieve the session ${owner}`, requirement, { method: 'GET', path: session, as }],
      [
        `change the applicant ${owner}`,
        requirement,
        { method: 'PATCH', path: applicant, as, json: { name_suffix: 'Jr.' } },
      ],
    )
  }
  await reach(ctx, 'wiped_test_data', { organization, region, mode: 'test' })
  for (const [label, requirement, request] of uses) {
    const answer = await ctx.step(`${label} after the purge in ${region}`, request)
    const isGone = requirement === 'PLN-027'
    ctx.expect(
      requirement,
      `${isGone ? '404' : '2xx'} to "${label}" in ${region}`,
      isGone ? answer.status === 404 : answer.status < 300,
      statusAndCode(answer),
    )
  }
}
