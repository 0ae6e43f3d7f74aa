import type { Context, StepRequest } from '../../check/check.ts'
import { hasRoute, sessionPath } from '../../check/idioms.ts'
import type { Repeatable } from '../../check/rate.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import { ID_OPERATIONS, requestOf } from '../hiding/id-operations.ts'
import { Records } from '../hiding/working-routes.ts'
import { subjectRequest } from './subject-request.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** A route class, a request to use its budget up, and requests of its other routes. */
export interface ClassRequests {
  name: RouteClass
  request: Repeatable
  others: readonly [label: string, request: StepRequest][]
}

/**
 * Returns a valid request for each class whose budget a session with images can use up, and valid
 * requests for the other routes of these classes. Includes the routes that the target file names, if
 * they work, and leaves out the routes of features that the target declares absent.
 * @param key the key whose budgets are used up
 * @param session has a portrait and a front
 * @param second another session with a front, of the same organization
 * @param maker key of the same organization that creates the records
 */
export async function requestsOf(
  ctx: Context,
  { key, session, second, maker }: { key: string; session: string; second: string; maker: string },
): Promise<ClassRequests[]> {
  const as = { key }
  const records = new Records(ctx, { key: maker }, 'home.test')
  const template = await records.createIfPresent('workflow-templates')
  const ids: Partial<Record<string, string>> = {
    sessions: await records.create('sessions'),
    applicants: await records.create('applicants'),
    ...(template !== undefined && { 'workflow-templates': template }),
  }
  const stillOpen = await records.create('sessions')
  const byId = async (...names: string[]): Promise<[string, StepRequest][]> => [
    ...ID_OPERATIONS.flatMap((operation): [string, StepRequest][] => {
      const { name, resource, open } = operation
      const id = ids[resource]
      if (open || !names.includes(name) || id === undefined) return []
      const request = requestOf(operation, id, ctx.open)
      return request ? [[name, { ...request, as }]] : []
    }),
    ...(await records.openRequests(ids, { as, isWanted: (name) => names.includes(name) })),
  ]
  const get = (path: string): StepRequest => ({ method: 'GET', path, as })
  const [path, otherPath] = [sessionPath(session), sessionPath(second)]
  const create = { method: 'POST', path: '/v1/applicants', as, json: NAME } as const
  const newTemplate = {
    method: 'POST',
    path: TEMPLATES,
    as,
    json: ctx.open.templateFields,
  } as const
  const classes: ClassRequests[] = [
    {
      name: 'sessions:read_report',
      request: get(`${path}/report.pdf`),
      others: [['the report of another session', get(`${otherPath}/report.pdf`)]],
    },
    {
      name: 'sessions:read_image',
      request: get(`${path}/idv-image/portrait`),
      others: [
        ['the front', get(`${path}/idv-image/front`)],
        ['the front of another session', get(`${otherPath}/idv-image/front`)],
      ],
    },
    { name: 'idv:create', request: scanRequest(as, scanParts(ctx)), others: [] },
    {
      name: 'applicants:create',
      request: create,
      others: await byId('updateApplicant', 'deleteApplicant'),
    },
    ...(ctx.has('data_subject_requests')
      ? [
          {
            name: 'dsar:create' as const,
            request: () => subjectRequest(ctx, key, maker),
            others: [],
          },
        ]
      : []),
    {
      name: 'reads',
      request: get(path),
      others: [
        ...['/v1/sessions', '/v1/applicants', '/v1/wallet', TEMPLATES].map(
          (list): [string, StepRequest] => [`GET ${list}`, get(list)],
        ),
        ...(await byId('retrieveApplicant', 'retrieveWorkflowTemplate')),
      ],
    },
    {
      name: 'global',
      // The session with images has ended, and requests of other routes may end theirs. The contract
      // leaves open whether an ended session can get another token (GAP-MINT-ENDED-SESSION).
      request: { method: 'POST', path: `${sessionPath(stillOpen)}/browser_token`, as },
      others: [
        ['createWorkflowTemplate', newTemplate],
        ...(await byId(
          'updateWorkflowTemplate',
          'cancelSession',
          'resendSession',
          'addSessionNote',
          'skipSessionStep',
          'createClientToken',
        )),
      ],
    },
  ]
  const isPresent = ({ path }: StepRequest): boolean => hasRoute(ctx, path)
  return classes
    .filter(({ request }) => typeof request === 'function' || isPresent(request))
    .map((one) => ({ ...one, others: one.others.filter(([, request]) => isPresent(request)) }))
}
