import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { conformanceCommand } from '../command.ts'
import { EXAMPLE_CHECKS, EXAMPLE_REPORT } from '../self-test/example-report.ts'
import type { CheckResult, RunReport } from '../run/result.ts'
import { badge } from './badge.ts'
import { diffReports, failedChecks } from './diff.ts'
import { JsonReporter } from './json.ts'
import { readReport } from './saved.ts'

const failed = EXAMPLE_CHECKS.find(({ outcome }) => outcome === 'fail')!
const check = (id: string, outcome: CheckResult['outcome'], ...broken: string[]): CheckResult => ({
  ...failed,
  id,
  outcome,
  expectations: broken.map((requirement) => ({
    ...failed.expectations[0]!,
    requirement,
    holds: false,
  })),
})
const report = (...checks: CheckResult[]): RunReport => ({ ...EXAMPLE_REPORT, checks })

t.test(
  'two runs: checks that fail newly, that were repaired, and that no longer run',
  async (t) => {
    const before = report(
      check('a.stays', 'pass'),
      check('a.breaks', 'pass'),
      check('a.mended', 'fail', 'EXA-001'),
      check('a.worse', 'fail', 'EXA-001'),
      check('a.same', 'fail', 'EXA-001'),
      check('a.gone', 'pass'),
      check('a.lost', 'pass'),
    )
    const after = report(
      check('a.stays', 'pass'),
      check('a.breaks', 'fail', 'EXA-002'),
      check('a.mended', 'pass'),
      check('a.worse', 'fail', 'EXA-001', 'EXA-003'),
      check('a.same', 'fail', 'EXA-001'),
      check('a.lost', 'blocked'),
      check('a.new', 'fail', 'EXA-004'),
    )
    const { newlyFailing, text } = diffReports(before, after)
    t.strictSame(newlyFailing, ['a.breaks', 'a.worse', 'a.new'])
    for (const line of [
      /newly failing +a\.breaks +pass -> fail EXA-002/,
      /newly failing +a\.worse +fail -> fail EXA-003/,
      /newly failing +a\.new +was not run before EXA-004/,
      /now pass +a\.mended/,
      /other outcome +a\.lost +pass -> blocked by set-up/,
      /no longer run +a\.gone/,
      /6 checks changed, 3 newly failing/,
    ])
      t.match(text, line)
    t.notMatch(text, /a\.stays|a\.same/)
  },
)

t.test(
  'the command exits with 1 if a check fails newly, and 2 for a file that is not a report',
  async (t) => {
    const folder = t.testdir({ 'no.json': '{}' })
    const saved = (name: string, of: RunReport): string => {
      const file = join(folder, name)
      new JsonReporter((text) => writeFileSync(file, text)).finished(of)
      return file
    }
    const good = saved('good.json', report(check('a.a', 'pass')))
    const bad = saved('bad.json', report(check('a.a', 'fail', 'EXA-001')))
    t.strictSame(readReport(good).checks.length, 1)
    const run = async (...args: string[]) => {
      const result = { out: '', err: '', code: undefined as number | undefined }
      await conformanceCommand({
        out: (text) => (result.out += text),
        err: (text) => (result.err += text),
        terminal: false,
        color: false,
        env: {},
        exit: (code) => (result.code = code),
      }).parseAsync(args, { from: 'user' })
      return result
    }
    t.match(await run('diff', good, bad), { code: 1, out: /newly failing +a\.a/ })
    t.match(await run('diff', bad, good), { code: 0, out: /now pass +a\.a/ })
    t.match(await run('diff', good, join(folder, 'no.json')), {
      code: 2,
      err: /expected a report of the format .*; give a file that --report-json wrote/,
    })
    t.match(await run('--rerun-failed', good), { code: 0, out: /there is nothing to run/ })
  },
)

t.test('rerun checks: failures, and checks that could not judge', async (t) => {
  t.strictSame(failedChecks(EXAMPLE_REPORT), ['a.fail', 'a.blocked', 'a.harness', 'a.unexpected'])
})

t.test('a badge shows the verdict and the percentage judged', async (t) => {
  const svg = badge({ verdict: 'conforming', judged: { requirements: 9, of: 10, percent: 90 } })
  t.match(svg, />conforming, 90% judged</)
  t.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+"/)
  t.match(badge({ verdict: 'not judged', judged: EXAMPLE_REPORT.judged }), />not judged</)
})
