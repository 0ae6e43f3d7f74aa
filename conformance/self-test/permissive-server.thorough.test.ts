import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { composed } from './permissive-server/choice.ts'
import { CHANGED_ROWS } from './permissive-server/permissive-server.ts'
import { startPermissiveServer } from './permissive-server/start.ts'
import { lateVerdicts } from './permissive-server/verdicts.ts'
import { startProxies } from './proxy.ts'
import { failures, judge, share } from './run.ts'
import { drawOf, falseAlarms } from './seeds.ts'
import { sharedSimulator } from './simulator.ts'

// Five runs of the suite, each with all checks or a third of them.
t.setTimeout(1_800_000)
/** A busy machine takes more time, and that is no failure. */
const TIME_LIMIT = 1200

const simulator = await sharedSimulator(t)

t.test('a server with a different choice on every possible row', async (t) => {
  const { proxies, target, appliedRows, openChoices } = await startPermissiveServer(t, simulator)
  const report = await judge(
    {
      ...simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
      ...target,
      open_choices: openChoices,
    },
    simulator.freshEnv(),
    { hooks: proxies.hooks!, timeLimit: TIME_LIMIT },
  )
  t.strictSame(failures(report), [])
  t.equal(report.verdict, 'conforming')
  t.strictSame(
    report.checks.filter(({ outcome }) => outcome === 'unreachable').map(({ id }) => id),
    CHECKS.filter(({ slow }) => slow).map(({ id }) => id),
  )
  // Rejects an applicant only if the target file does not name the field that it requires.
  await judge(target, simulator.freshEnv(), { only: ['applicants.name-rules'] })
  t.strictSame(
    [...CHANGED_ROWS].filter((row) => !appliedRows.has(row)),
    [],
    'it did choose otherwise in this run, on each row that it names',
  )
})

t.test('a server that chooses otherwise wherever it may passes with keys alone', async (t) => {
  const { target, openChoices } = await startPermissiveServer(t, simulator)
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
    const { proxies, target } = await startPermissiveServer(t, simulator)
    const { regions } = target
    const report = await judge(
      {
        ...simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
        regions,
        open_choices: {},
      },
      simulator.freshEnv(),
      { hooks: proxies.hooks!, patience: 100, timeLimit: TIME_LIMIT },
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

t.test('GAP-VERDICT-TIME a verdict may take as long as the target file says', async (t) => {
  const late = () => composed([lateVerdicts(12_000)], new Set())
  for (const [seconds, outcome] of [
    [30, 'pass'],
    [undefined, 'fail'],
  ] as const) {
    const proxies = await startProxies(simulator, late())
    t.after(() => proxies.close())
    const target = simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl)
    delete target.open_choices!.verdict_seconds
    Object.assign(target.open_choices!, seconds && { verdict_seconds: seconds })
    const { checks } = await judge(target, simulator.env, { only: ['sdk.finishes-the-checks'] })
    t.equal(checks[0]!.outcome, outcome, JSON.stringify(checks[0]!.reason))
    if (seconds === undefined)
      t.match(checks[0]!.observations, [
        { gap: 'GAP-VERDICT-TIME', note: /set open_choices\.verdict_seconds$/ },
      ])
  }
})

t.test('a server that makes every choice at random, by a seed', async (t) => {
  // Here one seed; node conformance/self-test/seeds.ts takes 200 of them.
  const quick = CHECKS.filter(({ slow }) => !slow).map(({ id }) => id)
  t.strictSame(await falseAlarms(simulator, 1002, share(quick, 2)), [])
  t.notSame(drawOf(1).number(), drawOf(2).number(), 'another seed is another server')
})
