import t from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import { CHECKS } from '../checks/all.ts'
import { figures, knownFaults, written } from './kill-matrix.ts'
import { ABOUT_RULES, complaint, killAll } from './kill.ts'
import { MUTANTS } from './mutants/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { startSimulator } from './simulator.ts'

t.test('faults in front of a simulator', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())

  await t.test('a proxy that changes nothing is judged like the simulator itself', async (t) => {
    const proxies = await startProxies(simulator, {}, { webhooks: true })
    t.after(() => proxies.close())
    const report = await judge(simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl), {}, { hooks: proxies.hooks! })
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
  })

  await t.test('each is found by the check that names the broken requirement', async (t) => {
    const mutants = MUTANTS.filter(({ killedBy }) => !ABOUT_RULES.test(killedBy))
    const kills = await killAll(simulator, mutants)
    t.equal(kills.length, mutants.length)
    t.strictSame(kills.filter(({ verdict }) => verdict !== 'killed').map(complaint), [])
  })
})

t.test('the form of the mutants', async (t) => {
  const checks = new Map(CHECKS.map((check) => [check.id, check]))
  const names = MUTANTS.map(({ name, killedBy, breaks }) => `${killedBy}: ${name} (${[breaks].flat().join()})`)
  t.strictSame(names.filter((name, i) => names.indexOf(name) !== i), [], 'no two are the same')
  t.strictSame(MUTANTS.filter(({ killedBy, breaks }) =>
    [breaks].flat().some((id) => !checks.get(killedBy)?.requirements.includes(id))).map(({ name }) => name), [],
  'each breaks what its check judges')
})

t.test('every check kills a mutant', async (t) => {
  // Its state has to be made first: run/states.test.ts has a target for it.
  const elsewhere = ['images.served']
  const killers = new Set([...MUTANTS.map(({ killedBy }) => killedBy), ...elsewhere])
  t.strictSame(CHECKS.map(({ id }) => id).filter((id) => !killers.has(id)), [])
})

t.test('README and reports say what is known today', async (t) => {
  const names = (of: unknown) => Object.keys(of as object).filter((id) => id in knownFaults())
  t.ok(names(written().knownFaults).length > 100, 'node conformance/self-test/kill-matrix.ts --write')
  t.match(figures(), /killed/)
})

/** A `must` that is judged and that no mutant breaks yet. Goes down, never up, and ends at 0. */
const UNBROKEN_AT_MOST = 8

t.test('every must that is judged is broken by a mutant', async (t) => {
  const catalogue = loadCatalogue()
  const broken = new Set(MUTANTS.flatMap(({ breaks }) => breaks))
  const unbroken = [...new Set(CHECKS.flatMap(({ requirements }) => requirements))]
    .filter((id) => catalogue.get(id)?.level === 'must' && !broken.has(id))
  t.ok(unbroken.length <= UNBROKEN_AT_MOST, `${unbroken.length}: ${unbroken.join(', ')}`)
  t.comment(`${unbroken.length} not broken: ${unbroken.join(', ')}`)
})
