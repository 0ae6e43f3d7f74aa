import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { featureOf, FEATURE_NAMES, type FeatureName } from '../target/features.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { sharedSimulator } from './simulator.ts'

/** Checks of many routes, which request those of the features that the target has. */
const OF_MANY_ROUTES = CHECKS.filter(
  ({ needs, plane }) =>
    plane === undefined && needs.optionalFeatures?.includes('workflow_templates'),
)

t.test('a service without routes of optional features', async (t) => {
  const simulator = await sharedSimulator(t)
  const absent = FEATURE_NAMES.filter((name) =>
    OF_MANY_ROUTES.every(({ needs }) => !needs.features.includes(name)),
  )
  for (const features of [['workflow_templates'] as const, absent]) {
    const isAbsent = (path: string): boolean => {
      const feature = featureOf(path)
      return feature !== undefined && (features as readonly FeatureName[]).includes(feature)
    }
    const requested: string[] = []
    const proxies = await startProxies(simulator, {
      response(request, response) {
        if (!isAbsent(request.path.split('?')[0]!)) return
        requested.push(request.path)
        response.status = 404
      },
    })
    t.teardown(() => proxies.close())
    const file = simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl)
    const report = await judge(
      { ...file, features: Object.fromEntries(features.map((name) => [name, false])) },
      simulator.env,
      { only: OF_MANY_ROUTES.map(({ id }) => id) },
    )
    t.strictSame(failures(report), [], `no check fails without ${features.join(', ')}`)
    t.strictSame(
      report.checks.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id),
      [],
      'each check runs',
    )
    t.strictSame(requested, [], 'none of their routes is requested')
  }
})
