import t from 'tap'
import { loadLedger } from '../../spec/ledger.ts'
import { CHECKS } from '../checks/all.ts'
import { startProxies } from './proxy.ts'
import { failures, judge } from './run.ts'
import { sharedSimulator } from './simulator.ts'
import { CHANGED_ROWS } from './permissive-server/permissive-server.ts'
import { startPermissiveServer } from './permissive-server/start.ts'
import { UNOBSERVABLE } from './permissive-server/unobservable.ts'

t.test(
  'every row of the ledger has a different choice, or a reason why it cannot be observed',
  async (t) => {
    const rows = loadLedger().map(({ id }) => id)
    const unseen = Object.keys(UNOBSERVABLE)
    t.strictSame(
      [...CHANGED_ROWS, ...unseen].toSorted(),
      rows.toSorted(),
      'each row is on one side, and every id exists',
    )
    t.strictSame(
      Object.entries(UNOBSERVABLE).filter(([, reason]) => !/^[A-Z].{30,}\.$/s.test(reason)),
      [],
      'reasons are sentences',
    )
  },
)

// permissive-server.thorough.test.ts runs all checks against it.
t.test('a server with a different choice on every possible row', async (t) => {
  const simulator = await sharedSimulator(t)
  const { fault, openChoices, proxies, target } = await startPermissiveServer(t, simulator)

  await t.test('blocks if the target file does not name the required field', async (t) => {
    const report = await judge(simulator.targetFile(proxies.baseUrls), simulator.freshEnv(), {
      only: ['sessions.list-has-no-idv'],
    })
    t.equal(report.checks[0]?.outcome, 'blocked')
    t.match(report.checks[0]?.reason, /session_fields/)
    t.equal(report.exit_code, 2)
  })

  await t.test('fails nothing without open_choices, and says what to name', async (t) => {
    const report = await judge(target, simulator.freshEnv(), {
      only: Object.keys(BUILT_ON_CHOICES),
    })
    t.strictSame(
      report.checks.map(({ id, outcome, reason }) => [
        id,
        outcome,
        /open_choices\.([a-z_]+)/.exec(reason ?? '')?.[1],
      ]),
      report.checks.map(({ id }) => [id, 'blocked', BUILT_ON_CHOICES[id]]),
    )
    t.equal(report.exit_code, 2)
  })

  await t.test('blocks uploads if the target file does not name the back', async (t) => {
    const { scan_back_part: _, ...others } = openChoices
    const report = await judge({ ...target, open_choices: others }, simulator.freshEnv(), {
      only: ['id-scan.sizes', 'id-scan.bad-uploads'],
    })
    t.strictSame(
      report.checks.map(({ outcome }) => outcome),
      ['blocked', 'blocked'],
    )
    for (const { reason } of report.checks) t.match(reason, /open_choices\.scan_back_part/)
  })

  target.open_choices = openChoices

  await t.test('passes where each region counts its records, with keys of the file', async (t) => {
    const only = CHECKS.map(({ id }) => id).filter((id) => /of-other-region|elsewhere/.test(id))
    const report = await judge(target, simulator.freshEnv(), { only })
    t.strictSame(failures(report), [])
    const passed = report.checks.flatMap(({ id, outcome }) => (outcome === 'pass' ? [id] : []))
    for (const id of ['applicants.list-of-other-region', 'planes.applicant-elsewhere'])
      t.ok(passed.includes(id), id)
  })

  await t.test('has no judged signatures if the target file names no scheme', async (t) => {
    const unnamed = await startProxies(simulator, fault, {
      webhooks: true,
      signature: 'unnamed',
      patienceSeconds: 30,
    })
    t.after(() => unnamed.close())
    const report = await judge(
      { ...simulator.fullTargetFile(unnamed.baseUrls, unnamed.statesUrl), ...target },
      simulator.freshEnv(),
      { hooks: unnamed.hooks!, only: ['webhooks.secrets', 'webhooks.event-completed'] },
    )
    t.strictSame(failures(report), [])
    for (const { expectations, observations } of report.checks) {
      t.notOk(expectations.some(({ requirement }) => requirement === 'EVT-002'))
      t.match(
        observations.find(({ gap }) => gap === 'GAP-SIGNATURE')?.note,
        /EVT-002.* not judged.*webhooks\.signature/,
      )
    }
  })
})

/** Checks that depend on an open point of the contract, and the point. */
const BUILT_ON_CHOICES: Record<string, string> = {
  'applicants.fields-come-back': 'wrappers',
  'applicants.name-rules': 'applicant_fields',
  'applicants.country-of-two-letters': 'country_field',
  'id-scan.cleared': 'scan_image_part',
  'id-scan.sizes': 'scan_image_part',
  'templates.create': 'template_fields',
  'templates.rules-taken': 'template_fields',
  'templates.config-in-camel-case': 'template_fields',
  'history.document-keys-preserved': 'document_template_fields',
}
