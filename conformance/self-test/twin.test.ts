import t from 'tap'
import { loadLedger } from '../../spec/ledger.ts'
import { CHECKS } from '../checks/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { startSimulator } from './simulator.ts'
import { SIGNATURE_HEADER } from './twin/deliveries.ts'
import { DEMANDED } from './twin/sessions.ts'
import { liberalTwin, OPEN_CHOICES, ROUTES, TURNS } from './twin/twin.ts'
import { UNSEEN } from './twin/unseen.ts'

t.test(
  'every row of the ledger is turned, or there is a reason why nothing of it is seen',
  async (t) => {
    const rows = loadLedger().map(({ id }) => id)
    const unseen = Object.keys(UNSEEN)
    t.strictSame(
      [...TURNS, ...unseen].toSorted(),
      rows.toSorted(),
      'each row is on one side, and no other id is',
    )
    t.strictSame(
      Object.entries(UNSEEN).filter(([, reason]) => !/^[A-Z].{30,}\.$/s.test(reason)),
      [],
      'reasons are sentences',
    )
  },
)

t.test('a twin that chooses otherwise wherever it may', async (t) => {
  const { twin, turned } = liberalTwin()
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const proxies = await startProxies(simulator, twin, {
    webhooks: true,
    signatureHeader: SIGNATURE_HEADER,
  })
  t.after(() => proxies.close())
  const target = simulator.targetFile(proxies.baseUrls)

  await t.test(
    'is blocked, not failed, where the target file does not name the field that it demands',
    async (t) => {
      const report = await judge(target, simulator.freshEnv(), {
        only: ['sessions.list-has-no-idv'],
      })
      t.equal(report.checks[0]?.outcome, 'blocked')
      t.match(report.checks[0]?.reason, /session_fields/)
      t.equal(report.exit_code, 2)
    },
  )

  await t.test('passes without a failure once it is named', async (t) => {
    for (const region of Object.values(target.regions)) {
      for (const credential of Object.values(region.credentials!))
        credential.session_fields = DEMANDED
    }
    const { routes } = target.open_choices!
    target.open_choices = { ...OPEN_CHOICES, routes: { ...routes, ...ROUTES } }
    const report = await judge(target, simulator.freshEnv())
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
  })

  await t.test('passes with provider states, too', async (t) => {
    const report = await judge(
      { ...simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl), ...target },
      simulator.freshEnv(),
      { hooks: proxies.hooks! },
    )
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
    t.strictSame(
      report.checks.filter(({ outcome }) => outcome === 'unreachable').map(({ id }) => id),
      CHECKS.filter(({ slow }) => slow).map(({ id }) => id),
    )
  })

  await t.test('did choose otherwise in these runs, on each row that it says', async (t) => {
    t.strictSame(
      [...TURNS].filter((row) => !turned.has(row)),
      [],
    )
  })
})
