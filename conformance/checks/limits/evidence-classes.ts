import { blockIfAssumed } from '../../check/advice.ts'
import type { Check, StepRequest } from '../../check/check.ts'
import { resourceIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { rateOf } from '../../check/rate.ts'
import { expectClasses } from '../../check/route-class.ts'
import { reach } from '../../check/states.ts'
import { expectWindowEnd } from '../../check/window-end.ts'
import { isObject } from '../../http/json.ts'
import { NAME, COUNTER_REQUIREMENTS, subjectRequest } from './subject-request.ts'

const DAY_SECONDS = 86_400

export const evidenceClassChecks: readonly Check[] = [
  {
    id: 'limits.classes-of-evidence',
    area: 'limits',
    requirements: [...COUNTER_REQUIREMENTS, 'RLC-002', 'RLC-005'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['session_with_images'],
      features: ['sessions', 'applicants', 'evidence_images', 'reports', 'rate_limits'],
    },
    why: 'Reports and images have their own budgets, so that fetching them stops nothing else.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const get = (path: string): StepRequest => ({ method: 'GET', path, as: { key } })
      const [report, image] = [
        get(`${sessionPath(id)}/report.pdf`),
        get(`${sessionPath(id)}/idv-image/front`),
      ]
      const create: StepRequest = {
        method: 'POST',
        path: '/v1/applicants',
        as: { key },
        json: NAME,
      }
      await expectClasses(
        ctx,
        {
          'sessions:read_report': report,
          'sessions:read_image': image,
          reads: get('/v1/sessions'),
          'applicants:create': create,
        },
        [
          {
            label: 'request the report',
            routeClass: 'sessions:read_report',
            requirements: ['RLC-002'],
            request: report,
          },
          {
            label: 'fetch the front',
            routeClass: 'sessions:read_image',
            requirements: ['RLC-005'],
            request: image,
          },
          {
            label: 'fetch the portrait',
            routeClass: 'sessions:read_image',
            requirements: ['RLC-005'],
            request: get(`${sessionPath(id)}/idv-image/portrait`),
          },
        ],
      )
    },
  },
  {
    id: 'limits.data-subject-requests',
    area: 'limits',
    requirements: [...COUNTER_REQUIREMENTS, 'DSR-001', 'LIM-010', 'RLC-010'],
    level: 'must',
    // No credentials of the target file: a used-up daily budget would be missing in the next run.
    needs: {
      credentials: [],
      states: ['organization'],
      features: ['sessions', 'applicants', 'data_subject_requests', 'rate_limits'],
    },
    why: 'The budget of data subject requests has a window of a day; another one would be misused.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const list: StepRequest = { method: 'GET', path: '/v1/sessions', as: { key } }
      const create: StepRequest = {
        method: 'POST',
        path: '/v1/applicants',
        as: { key },
        json: NAME,
      }
      const request = await subjectRequest(ctx, key)
      const answer = await ctx.step('ask for the data of an applicant', request)
      blockIfAssumed(ctx, 'data_subject_request', 'ask for the data of an applicant', answer)
      ctx.expect(
        'DSR-001',
        '2xx with an object',
        answer.status >= 200 &&
          answer.status < 300 &&
          isObject(resourceIn(answer)) &&
          Object.keys(resourceIn(answer)!).length > 0,
        statusAndCode(answer),
      )
      const rate = rateOf(answer)
      ctx.expect(
        'LIM-010',
        `a window of ${DAY_SECONDS} seconds`,
        rate?.window === DAY_SECONDS,
        rate?.window,
      )
      expectWindowEnd(ctx, 'LIM-010', 'X-RateLimit-Reset', {
        answer,
        reset: rate?.reset,
        window: DAY_SECONDS,
      })
      await expectClasses(
        ctx,
        { 'dsar:create': request, reads: list, 'applicants:create': create },
        [
          {
            label: 'request the data again',
            routeClass: 'dsar:create',
            requirements: ['RLC-010'],
            request,
          },
        ],
      )
    },
  },
]
