import t from 'tap'
import { describeKill, killAll, onePerCheck } from './kill.ts'
import { CHECKS } from '../checks/all.ts'
import { MUTANTS } from '../checks/mutants.ts'
import { startProxies } from './proxy.ts'
import { failures, judge, share } from './run.ts'
import { sharedSimulator } from './simulator.ts'

// All mutants take eight minutes on a fast machine; one for each check, five on a slow one.
t.setTimeout(1_800_000)

t.test('faults in front of a simulator', async (t) => {
  const simulator = await sharedSimulator(t)

  await t.test('a proxy that changes nothing is judged like the simulator itself', async (t) => {
    const proxies = await startProxies(simulator, {}, { webhooks: true, patienceSeconds: 30 })
    t.after(() => proxies.close())
    const ids = (wanted: boolean): string[] =>
      CHECKS.filter(({ plane }) => (plane !== undefined) === wanted).map(({ id }) => id)
    const report = await judge(
      simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
      {},
      { hooks: proxies.hooks!, only: [...ids(true), ...share(ids(false))] },
    )
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
  })

  // The weekly run and `npm run test:changed` judge all mutants; others one for each check.
  const mutants = process.env.TEST_FULL ? MUTANTS : onePerCheck(MUTANTS)

  await t.test('each is found by the check that names the broken requirement', async (t) => {
    t.comment(`${mutants.length} of ${MUTANTS.length} mutants`)
    t.equal(
      new Set(mutants.map(({ killedBy }) => killedBy)).size,
      new Set(MUTANTS.map(({ killedBy }) => killedBy)).size,
    )
    const kills = await killAll(simulator, mutants)
    t.equal(kills.length, mutants.length)
    t.strictSame(kills.filter(({ verdict }) => verdict !== 'killed').map(describeKill), [])
  })
})
