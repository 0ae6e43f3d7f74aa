/**
 * Features that a target may declare. A mandatory feature that is declared absent fails the run;
 * checks of an absent optional feature are skipped.
 */
export const FEATURES = {
  sessions: { mandatory: true, what: 'create, list and retrieve verification sessions' },
  applicants: { mandatory: true, what: 'create and update applicants' },
  evidence_images: { mandatory: true, what: 'the image route of a session' },
  rate_limits: { mandatory: true, what: 'budgets by route class, and their headers' },
  reports: { mandatory: true, what: 'the PDF report of a session' },
  id_scan: { mandatory: true, what: 'POST /v1/id-verification' },
  browser_tokens: { mandatory: true, what: 'minting browser tokens, and GET /sdk/v1/sessions/me' },
  billing: { mandatory: true, what: 'the wallet, and 402 and 403 errors in live mode' },
  data_subject_requests: { mandatory: true, what: 'POST /v1/data_subject_requests' },
  webhooks: { mandatory: true, what: 'signed events to HTTPS receivers' },
  delivery_log: { mandatory: true, what: 'GET /v1/webhook-events' },
  workflow_templates: {
    mandatory: true,
    what: 'writing templates with screening rules, and listing them',
  },
  document_verification: {
    mandatory: true,
    what: 'POST /v1/esign/verify and GET /.well-known/esign-keys',
  },
  document_signing: { mandatory: true, what: 'the check type esign' },
  openapi_document: { mandatory: true, what: 'GET /openapi.json' },
} as const satisfies Record<string, { mandatory: boolean; what: string }>

export type FeatureName = keyof typeof FEATURES

export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]

/** Paths of the public surface, with the feature that a service without them lacks. */
const FEATURE_OF: readonly [path: RegExp, feature: FeatureName][] = [
  [/\/idv-image\//, 'evidence_images'],
  [/\/report\.pdf$/, 'reports'],
  [/\/browser_token$|^\/sdk\/v1\/sessions\/me$/, 'browser_tokens'],
  [/^\/v1\/applicants/, 'applicants'],
  [/^\/v1\/id-verification$/, 'id_scan'],
  [/^\/v1\/wallet$/, 'billing'],
  [/^\/v1\/data_subject_requests/, 'data_subject_requests'],
  [/^\/v1\/webhook-events$/, 'delivery_log'],
  [/^\/v1\/workflow-templates/, 'workflow_templates'],
  [/^\/v1\/esign\/verify$|^\/\.well-known\/esign-keys$/, 'document_verification'],
  [/^\/openapi\.json$/, 'openapi_document'],
]

/** Returns the feature whose route a path is; undefined for sessions and for routes of open paths. */
export function featureOf(path: string): FeatureName | undefined {
  return FEATURE_OF.find(([form]) => form.test(path))?.[1]
}
