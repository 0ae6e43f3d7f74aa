import { CHECKS } from '../checks/all.ts'
import type { CheckResult } from '../run/result.ts'
import { featureOf, type FeatureName } from '../target/features.ts'

/**
 * Returns the features whose routes a check requested without listing them in its needs. Against a
 * service that declares such a feature absent, the check would fail for it.
 */
export function undeclaredFeatures({ id, traffic }: CheckResult): FeatureName[] {
  const { needs } = CHECKS.find((check) => check.id === id)!
  const declared = new Set([...needs.features, ...(needs.optionalFeatures ?? [])])
  const used = traffic.map(({ request }) => featureOf(new URL(request.url).pathname))
  return [...new Set(used)].filter(
    (one) => one !== undefined && !declared.has(one),
  ) as FeatureName[]
}
