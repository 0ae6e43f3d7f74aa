import type { StepRequest } from './check.ts'

/** Calls that the contract describes, each with the requirement that it succeeds. */
const CALLS: readonly [method: string, form: RegExp, requirement: string][] = [
  ['POST', /^\/v1\/sessions$/, 'END-004'],
  ['GET', /^\/v1\/sessions$/, 'END-010'],
  ['GET', /^\/v1\/sessions\/[^/]+$/, 'END-011'],
  ['POST', /^\/v1\/sessions\/[^/]+\/browser_token$/, 'END-012'],
  ['GET', /^\/v1\/sessions\/[^/]+\/report\.pdf$/, 'REP-001'],
  ['GET', /^\/v1\/sessions\/[^/]+\/idv-image\/[^/]+$/, 'END-015'],
  ['POST', /^\/v1\/id-verification$/, 'END-016'],
  ['POST', /^\/v1\/applicants$/, 'END-020'],
  ['PATCH', /^\/v1\/applicants\/[^/]+$/, 'END-021'],
  ['GET', /^\/v1\/applicants$/, 'END-023'],
  ['GET', /^\/v1\/wallet$/, 'WAL-001'],
  ['POST', /^\/v1\/data_subject_requests$/, 'DSR-001'],
  ['GET', /^\/v1\/webhook-events$/, 'END-024'],
  ['POST', /^\/v1\/workflow-templates$/, 'TPL-001'],
  ['PATCH', /^\/v1\/workflow-templates\/[^/]+$/, 'TPL-006'],
  ['GET', /^\/v1\/workflow-templates$/, 'RLC-014'],
  ['POST', /^\/v1\/esign\/verify$/, 'VFY-004'],
  ['GET', /^\/\.well-known\/esign-keys$/, 'JWK-001'],
  ['GET', /^\/sdk\/v1\/sessions\/me$/, 'END-014'],
  ['GET', /^\/openapi\.json$/, 'END-025'],
]

/** Returns the requirement that a call succeeds; undefined if the contract leaves the route open. */
export function requirementOf({
  method,
  path,
}: Pick<StepRequest, 'method' | 'path'>): string | undefined {
  const [pathname] = path.split('?')
  return CALLS.find(([verb, form]) => verb === method && form.test(pathname!))?.[2]
}

/** Every requirement that the success of a call can show. */
export const CALL_REQUIREMENTS: readonly string[] = CALLS.map(([, , requirement]) => requirement)

/** Returns observations of a run whose call returned a resource with an id. */
export function idsObserved(requirement: string): string {
  return `an id in responses of ${requirement}`
}
