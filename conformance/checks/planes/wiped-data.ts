import type { Check, StepRequest } from '../../check/check.ts'
import { createdId, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'

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
