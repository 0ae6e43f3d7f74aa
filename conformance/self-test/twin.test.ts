import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { startSimulator } from './simulator.ts'
import { COUNTRY_FIELD } from './twin/applicants.ts'
import { PAGING } from './twin/deliveries.ts'
import { SUBJECT_REQUEST } from './twin/limits.ts'
import { SCAN_PARTS } from './twin/scans.ts'
import { DOCUMENT_TEMPLATE_FIELDS, TEMPLATE_FIELDS } from './twin/templates.ts'
import { DEMANDED, LIBERAL_TWIN } from './twin/twin.ts'

t.test('a twin that chooses otherwise wherever it may', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const proxies = await startProxies(simulator, LIBERAL_TWIN, { webhooks: true })
  t.after(() => proxies.close())
  const target = simulator.targetFile(proxies.baseUrls)

  await t.test('is blocked, not failed, where the target file does not name the field that it demands', async (t) => {
    const report = await judge(target, simulator.freshEnv(), { only: ['sessions.list-has-no-idv'] })
    t.equal(report.checks[0]?.outcome, 'blocked')
    t.match(report.checks[0]?.reason, /session_fields/)
    t.equal(report.exit_code, 2)
  })

  await t.test('passes without a failure once it is named', async (t) => {
    for (const region of Object.values(target.regions)) {
      for (const credential of Object.values(region.credentials!)) credential.session_fields = DEMANDED
    }
    Object.assign(target.open_choices!, { ...SCAN_PARTS, ...SUBJECT_REQUEST, paging: PAGING, country_field: COUNTRY_FIELD,
      template_fields: TEMPLATE_FIELDS, document_template_fields: DOCUMENT_TEMPLATE_FIELDS })
    const report = await judge(target, simulator.freshEnv())
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
  })

  await t.test('passes with provider states, too', async (t) => {
    const report = await judge({ ...simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl), ...target }, simulator.freshEnv(),
      { hooks: proxies.hooks! })
    t.strictSame(failures(report), [])
    t.equal(report.verdict, 'conforming')
    t.strictSame(report.checks.filter(({ outcome }) => outcome === 'unreachable').map(({ id }) => id),
      CHECKS.filter(({ slow }) => slow).map(({ id }) => id))
  })
})
