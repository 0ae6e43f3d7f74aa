import t from 'tap'
import { TEMPLATES_MUTANTS } from '../checks/templates/mutants.ts'
import { storesRefusedTypes } from '../checks/webhooks/changed-subscription-mutants.ts'
import { type Fault, startProxies } from './proxy.ts'
import { judge } from './run.ts'
import { sharedSimulator } from './simulator.ts'
import { refuses, sending } from './wire-faults.ts'

t.test('forms that the suite assumes, because the target file names none', async (t) => {
  const simulator = await sharedSimulator(t)

  const judged = async (fault: Fault, check: string) => {
    const proxies = await startProxies(simulator, fault)
    try {
      const file = simulator.targetFile(proxies.baseUrls)
      const report = await judge(file, simulator.freshEnv(), { only: [check] })
      return report.checks[0]!
    } finally {
      await proxies.close()
    }
  }

  const converting = TEMPLATES_MUTANTS.filter(({ name }) => name.startsWith('converts '))
  t.equal(converting.length, 7)
  for (const { name, killedBy, breaks, fault } of converting) {
    const { outcome, expectations } = await judged(fault(), killedBy)
    const broken = expectations.filter(({ holds }) => !holds).map(({ requirement }) => requirement)
    t.strictSame(
      [outcome, [...new Set(broken)]],
      ['fail', [breaks].flat()],
      `a service that ${name} fails`,
    )
  }

  const ofDocuments = sending(
    ({ path }) => path.startsWith('/v1/workflow-templates'),
    (body) => JSON.stringify(body).includes('.finding.document.'),
  )
  const { outcome, observations } = await judged(
    refuses(ofDocuments)(),
    'templates.fields-readable',
  )
  t.strictSame(
    [outcome, observations.map(({ gap }) => gap)],
    ['pass', ['GAP-FINDING-VOCABULARY']],
    'a service with different subject types of findings passes',
  )
})

t.test('a wrong name of the cursor is reported with its place in the target file', async (t) => {
  const simulator = await sharedSimulator(t)
  const proxies = await startProxies(simulator, {}, { webhooks: true })
  t.after(() => proxies.close())
  const file = simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl)
  const paging = { list_limit: 'limit', list_cursor: 'cursor', list_next: 'page.onward' }
  const { checks } = await judge(
    { ...file, open_choices: { ...file.open_choices, paging } },
    simulator.env,
    { hooks: proxies.hooks!, only: ['deliveries.pages'] },
  )
  const broken = checks[0]!.expectations.filter(({ holds }) => !holds)
  t.strictSame([checks[0]!.outcome, broken[0]?.requirement], ['fail', 'DLV-009'])
  t.match(broken[0]?.got, /1 on a page without the member page\.onward.*correct paging\.list_next/)
})

// The contract says only of templates that a refused write saves nothing (GAP-SUBSCRIPTION-ROUTES).
t.test('a service that stores the types of a refused change passes', async (t) => {
  const simulator = await sharedSimulator(t)
  const proxies = await startProxies(simulator, storesRefusedTypes(), { webhooks: true })
  t.after(() => proxies.close())
  const file = simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl)
  const { checks } = await judge(file, simulator.env, {
    hooks: proxies.hooks!,
    only: ['webhooks.changes-take-effect'],
  })
  // The fault has no error body, which other rules report.
  const [judged] = checks.filter(({ id }) => id === 'webhooks.changes-take-effect')
  t.strictSame([judged!.outcome, judged!.reason], ['pass', undefined])
})
