import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Report } from './report/report.ts'
import { KEY, SURE, answerAll, bench, targetFile } from './self-test/bench.ts'
import { tinyTarget } from './self-test/tiny-target.ts'

// More runs of the command: end-to-end.thorough.test.ts.

t.test('the command prints a table and writes the raw samples', async (t) => {
  const baseUrl = await tinyTarget(t, answerAll)
  const out = t.testdir({})
  const args = ['create', '--target', targetFile(t, baseUrl), '--out', `${out}/deep`, ...SURE]
  const { code, output } = await bench(args).ended
  // Beside other tests, the target may miss the constant rate; the command then says so.
  t.equal(code, output.includes('too few for a result') ? 2 : 0, output)
  t.match(output, /^create +\d/m)
  t.match(output, /^at 50% of peak throughput/m)
  t.match(output, /Do not quote figures/)
  t.notMatch(output, '\r', 'no progress bar without a terminal')
  const file = readFileSync(`${out}/deep/bench.json`, 'utf8')
  const report = JSON.parse(file) as Report
  t.match(report, {
    format: 1,
    target: 'own',
    parameters: { rounds: 2, connections: 4 },
    start: null,
  })
  t.equal(report.versions.node, process.version)
  t.strictSame(
    report.paths.map(({ path, bare }) => [
      path,
      bare.baseline.slices.length,
      bare.variant.slices.length,
    ]),
    [['create', 5, 2]],
  )
  t.notMatch(file + output, KEY)
  t.match(readFileSync(`${out}/deep/bench.html`, 'utf8'), '<td>create</td>')
})
