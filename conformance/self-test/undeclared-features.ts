import { CHECKS } from '../checks/all.ts'
import type { CheckResult } from '../run/result.ts'
import type { FeatureName } from '../target/features.ts'

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

/**
 * Returns the features whose routes a check requested without listing them in its needs. Against a
 * service that declares such a feature absent, the check would fail for it.
 */
export function undeclaredFeatures({ id, traffic }: CheckResult): FeatureName[] {
  const { needs } = CHECKS.find((check) => check.id === id)!
  const declared = new Set([...needs.features, ...(needs.optionalFeatures ?? [])])
  const used = traffic.map(
    ({ request }) => FEATURE_OF.find(([path]) => path.test(new URL(request.url).pathname))?.[1],
  )
  return [...new Set(used)].filter(
    (one) => one !== undefined && !declared.has(one),
  ) as FeatureName[]
}
