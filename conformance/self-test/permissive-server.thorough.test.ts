import t from 'tap'
import { readSignature } from '../target/signature-file.ts'
import { CHECKS } from '../checks/all.ts'
import { permissiveServer } from './permissive-server/permissive-server.ts'
import { startProxies } from './proxy.ts'
import { failures, judge, share } from './run.ts'
import { drawOf, falseAlarms } from './seeds.ts'
import { startSimulator } from './simulator.ts'

const simulator = await startSimulator(t.testdir())
t.teardown(() => simulator.stop())

t.test('a server that chooses otherwise wherever it may passes with keys alone', async (t) => {
  const { fault, openChoices, sessionFields, signature } = permissiveServer()
  const proxies = await startProxies(simulator, fault, {
    webhooks: true,
    signature: readSignature(signature),
    // Every delivery comes, however busy the machine is.
    patienceSeconds: 30,
  })
  t.after(() => proxies.close())
  const target = simulator.targetFile(proxies.baseUrls)
  for (const region of Object.values(target.regions)) {
    for (const credential of Object.values(region.credentials!))
      credential.session_fields = sessionFields
  }
  target.open_choices = openChoices
  const only = share(
    CHECKS.map(({ id }) => id),
    1,
  )
  const report = await judge(target, simulator.freshEnv(), { only })
  t.strictSame(failures(report), [])
  t.equal(report.verdict, 'conforming')
})

t.test(
  'a target file without open_choices fails nothing, and blocks what needs them',
  async (t) => {
    const { fault, sessionFields, signature } = permissiveServer()
    const proxies = await startProxies(simulator, fault, {
      webhooks: true,
      signature: readSignature(signature),
      patienceSeconds: 30,
    })
    t.after(() => proxies.close())
    const target = simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl)
    const { regions } = simulator.targetFile(proxies.baseUrls)
    for (const { credentials } of Object.values(regions))
      for (const credential of Object.values(credentials!))
        credential.session_fields = sessionFields
    const report = await judge(
      { ...target, regions, open_choices: {} },
      simulator.freshEnv(),
      // A busy machine takes more time, and that is no failure.
      { hooks: proxies.hooks!, patience: 100, timeLimit: 1200 },
    )
    t.strictSame(
      failures(report).filter((one) => /^\S+: fail/.test(one)),
      [],
    )
    t.ok(
      report.checks.some(({ outcome }) => outcome === 'blocked'),
      'the set-up blocks checks',
    )
  },
)

t.test('a server that makes every choice at random, by a seed', async (t) => {
  // Here one seed; node conformance/self-test/seeds.ts takes 200 of them.
  const quick = CHECKS.filter(({ slow }) => !slow).map(({ id }) => id)
  t.strictSame(await falseAlarms(simulator, 1002, share(quick, 2)), [])
  t.notSame(drawOf(1).number(), drawOf(2).number(), 'another seed is another server')
})
