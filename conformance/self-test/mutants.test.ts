import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { MUTANTS } from './mutants/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { startSimulator } from './simulator.ts'

t.test('faults in front of a simulator', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())

  await t.test('a proxy that changes nothing is judged like the simulator itself', async (t) => {
    const proxies = await startProxies(simulator, {})
    t.after(() => proxies.close())
    const report = await judge(simulator.targetFile(proxies.baseUrls), simulator.freshEnv())
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
  })

  for (const { name, killedBy, breaks, fault } of MUTANTS) {
    await t.test(`a service that ${name} is found by ${killedBy}`, async (t) => {
      const proxies = await startProxies(simulator, fault())
      t.after(() => proxies.close())
      const { needs } = CHECKS.find(({ id }) => id === killedBy)!
      const full = simulator.fullTargetFile(proxies.baseUrls)
      Object.assign(full, { provider_states: { url: proxies.statesUrl } })
      // What does not come is not waited for.
      full.webhooks!.patience_seconds = 2
      const target = needs.states ?? needs.webhooks ? full : simulator.targetFile(proxies.baseUrls)
      const report = await judge(target, simulator.freshEnv(), { only: [killedBy] })
      const [check] = report.checks
      t.equal(check?.outcome, 'fail', check?.reason ?? '')
      const broken = check?.expectations.filter(({ holds }) => !holds).map(({ requirement }) => requirement)
      for (const requirement of [breaks].flat()) {
        t.ok(broken?.includes(requirement), `${requirement} is named among ${broken?.join(', ')}`)
      }
      t.strictSame([report.verdict, report.exit_code], ['nonconforming', 1])
    })
  }
})

t.test('every check that a proxy can break kills a mutant', async (t) => {
  // Its state has to be made first: run/states.test.ts has a target for it.
  const elsewhere = ['images.served']
  const killers = new Set([...MUTANTS.map(({ killedBy }) => killedBy), ...elsewhere])
  t.strictSame(CHECKS.map(({ id }) => id).filter((id) => !killers.has(id)), [])
})
