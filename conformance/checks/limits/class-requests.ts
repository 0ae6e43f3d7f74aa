import type { Context, StepRequest } from '../../check/check.ts'
import { createdId, sessionIdIn, sessionPath } from '../../check/idioms.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import { TEMPLATES } from '../../check/resources/templates.ts'
import { ID_OPERATIONS, requestOf } from '../hiding/id-operations.ts'
import { subjectRequest } from './subject-request.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }

/** A route class, a request to use its budget up, and requests of its other routes. */
export interface ClassRequests {
  name: RouteClass
  request: StepRequest
  others: readonly [label: string, request: StepRequest][]
}

/**
 * Returns a valid request for each class whose budget a session with images can use up, and valid
 * requests for the other routes of these classes. Includes the routes that the target file names.
 * @param session has a portrait and a front
 */
export async function requestsOf(
  ctx: Context,
  key: string,
  session: string,
): Promise<ClassRequests[]> {
  const as = { key }
  const make = (path: string, json: object) =>
    ctx.setUp(`create one at ${path}`, { method: 'POST', path, as, json })
  const ids = {
    sessions: sessionIdIn(await make('/v1/sessions', ctx.sessionFields('home.test'))),
    applicants: createdId(await make('/v1/applicants', NAME), 'END-020'),
    'workflow-templates': createdId(await make(TEMPLATES, ctx.open.templateFields), 'TPL-001'),
  }
  const byId = (...names: string[]): [string, StepRequest][] =>
    ID_OPERATIONS.flatMap((operation): [string, StepRequest][] => {
      const { name, resource } = operation
      if (!names.includes(name) || !Object.hasOwn(ids, resource)) return []
      const request = requestOf(operation, ids[resource as keyof typeof ids], ctx.open)
      return request ? [[name, { ...request, as }]] : []
    })
  const get = (path: string): StepRequest => ({ method: 'GET', path, as })
  const path = sessionPath(session)
  const create = { method: 'POST', path: '/v1/applicants', as, json: NAME } as const
  const newTemplate = {
    method: 'POST',
    path: TEMPLATES,
    as,
    json: ctx.open.templateFields,
  } as const
  return [
    { name: 'sessions:read_report', request: get(`${path}/report.pdf`), others: [] },
    {
      name: 'sessions:read_image',
      request: get(`${path}/idv-image/portrait`),
      others: [['the front', get(`${path}/idv-image/front`)]],
    },
    { name: 'idv:create', request: scanRequest(as, scanParts(ctx)), others: [] },
    {
      name: 'applicants:create',
      request: create,
      others: byId('updateApplicant', 'deleteApplicant'),
    },
    { name: 'dsar:create', request: await subjectRequest(ctx, key), others: [] },
    {
      name: 'reads',
      request: get(path),
      others: [
        ...['/v1/sessions', '/v1/applicants', '/v1/wallet', TEMPLATES].map(
          (list): [string, StepRequest] => [`GET ${list}`, get(list)],
        ),
        ...byId('retrieveApplicant', 'retrieveWorkflowTemplate'),
      ],
    },
    {
      name: 'global',
      // The session with images has ended, and the contract leaves open whether it can get another
      // token (GAP-MINT-ENDED-SESSION).
      request: { method: 'POST', path: `${sessionPath(ids.sessions)}/browser_token`, as },
      others: [
        ['createWorkflowTemplate', newTemplate],
        ...byId(
          'updateWorkflowTemplate',
          'cancelSession',
          'resendSession',
          'addSessionNote',
          'skipSessionStep',
          'createClientToken',
        ),
      ],
    },
  ]
}
