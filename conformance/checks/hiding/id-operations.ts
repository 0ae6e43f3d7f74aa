import document from '../../../spec/generated/openapi.json' with { type: 'json' }
import type { Area, StepRequest } from '../../check/check.ts'
import type { FeatureName } from '../../target/features.ts'
import {
  OPEN_ROUTES,
  openRequest,
  type OpenChoices,
  type OpenRoute,
} from '../../target/open-choices.ts'
import { SIMULATOR_ROUTES } from '../../target/simulator.ts'

/** Kinds of records with an id, by path segment. */
export const RESOURCES = [
  'sessions',
  'applicants',
  'workflow-templates',
  'webhook-subscriptions',
  'data_subject_requests',
] as const
export type Resource = (typeof RESOURCES)[number]

/** The area of the checks of a kind of record, and their name in it. */
const CHECK_NAMES: Record<Resource, { area: Area; prefix: string; feature: FeatureName }> = {
  sessions: { area: 'hiding', prefix: 'session', feature: 'sessions' },
  applicants: { area: 'applicants', prefix: 'one', feature: 'applicants' },
  'workflow-templates': { area: 'templates', prefix: 'one', feature: 'workflow_templates' },
  'webhook-subscriptions': { area: 'webhooks', prefix: 'subscription', feature: 'webhooks' },
  data_subject_requests: {
    area: 'hiding',
    prefix: 'data-subject-request',
    feature: 'data_subject_requests',
  },
}

/** Area of a check of the isolation matrix: for single records, or for their list. */
export function placeOfCheck(
  resource: Resource,
  stranger: string,
  of: 'one' | 'list' = 'one',
): { id: string; area: Area; feature: FeatureName } {
  const { area, prefix, feature } = CHECK_NAMES[resource]
  const what = of === 'list' ? 'list' : `every-route-to-${prefix}`
  return { id: `${area}.${what}-of-${stranger}`, area, feature }
}

/** An operation of the contract that takes a secret key and the id of a record. */
export interface IdOperation {
  name: string
  method: StepRequest['method']
  /** `{id}` stands for the id. */
  path: string
  resource: Resource
  /** The entry of the target file for the route, if the contract leaves method and path open. */
  open?: OpenRoute
}

interface Described {
  operationId: string
  security?: readonly object[]
}

/** Every operation of the contract with an id in its path, in the order of the document. */
export const ID_OPERATIONS: readonly IdOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Described>).flatMap(([verb, operation]) => {
      const takesKey = operation.security?.some((one) => 'secretKey' in one) ?? false
      if (!takesKey || !path.includes('{id}')) return []
      const method = verb.toUpperCase() as IdOperation['method']
      const open = openRouteOf(`${method} ${path}`)
      return [
        {
          name: operation.operationId,
          method,
          path: path.replace('{artifact}', 'front'),
          resource: path.split('/')[2] as Resource,
          ...(open && { open }),
        },
      ]
    }),
)

function openRouteOf(route: string): OpenRoute | undefined {
  return (Object.keys(OPEN_ROUTES) as OpenRoute[]).find((name) => SIMULATOR_ROUTES[name] === route)
}

/** Valid bodies of operations that need one, so that an error is about the id. Those of open routes are open choices. */
const BODIES: Record<string, object> = {
  updateApplicant: { family_name: 'Somebodyelse' },
  updateWorkflowTemplate: { screening_rules: [] },
}

/** Returns the request for one record; undefined if the target file does not name an open route. */
export function requestOf(
  { name, method, path, open }: IdOperation,
  id: string,
  choices: OpenChoices,
): Pick<StepRequest, 'method' | 'path' | 'json'> | undefined {
  if (open) return openRequest(choices, open, id)
  const json = BODIES[name]
  return { method, path: path.replace('{id}', encodeURIComponent(id)), ...(json && { json }) }
}
