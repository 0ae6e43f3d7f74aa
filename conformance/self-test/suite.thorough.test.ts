import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge, share } from './run.ts'
import { sharedSimulator } from './simulator.ts'
import { runWithKeys, runWithStates } from './suite-run.ts'

t.test('the third of the checks that no other test runs with provider states', async (t) => {
  const simulator = await sharedSimulator(t)
  const proxies = await startProxies(simulator, {}, { webhooks: true, patienceSeconds: 30 })
  t.after(() => proxies.close())
  // suite.test.ts and mutants.thorough.test.ts have the others.
  const ids = CHECKS.filter(({ plane }) => plane === undefined).map(({ id }) => id)
  const report = await judge(
    simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
    {},
    { hooks: proxies.hooks!, only: share(ids, 2) },
  )
  t.strictSame(failures(report), [])
  t.equal(report.verdict, 'conforming')
})

// suite.test.ts has as many others in each setting.
t.test('another sixth of the checks with keys only', async (t) =>
  runWithKeys(t, await sharedSimulator(t), 'second'),
)

t.test('another sixth of the checks with provider states', async (t) =>
  runWithStates(t, await sharedSimulator(t), 'second'),
)
