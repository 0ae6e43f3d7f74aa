import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { EXAMPLE_REPORT } from '../self-test/example-report.ts'
import { JsonReporter } from './json.ts'
import { checkWritable, readReport, saveReport } from './saved.ts'

t.test('the report holds the whole run, and names its format', async (t) => {
  let out = ''
  new JsonReporter((text) => {
    out += text
  }).finished(EXAMPLE_REPORT)
  t.strictSame(JSON.parse(out), {
    format: 'vskit-conformance-report/1',
    ...(JSON.parse(JSON.stringify(EXAMPLE_REPORT)) as object),
  })
})

t.test('a file that ends in .gz is compressed, and can be read back', async (t) => {
  const folder = t.testdir()
  const write = (name: string) => {
    const file = join(folder, name)
    new JsonReporter((text) => saveReport(file, text)).finished(EXAMPLE_REPORT)
    return file
  }
  const [plain, compressed] = [write('run.json'), write('run.json.gz')]
  t.strictSame(readReport(compressed), readReport(plain))
  t.ok(statSync(compressed).size * 2 < statSync(plain).size)
})

t.test('a run that is interrupted leaves the files of its reports as they were', async (t) => {
  const folder = t.testdir()
  const [earlier, fresh, link] = ['earlier.json', 'new.json', 'link.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(earlier, 'an earlier report')
  symlinkSync('target.json', link)
  for (const file of [earlier, fresh, link]) checkWritable(file)
  t.equal(readFileSync(earlier, 'utf8'), 'an earlier report')
  t.notOk(existsSync(fresh))
  t.ok(lstatSync(link).isSymbolicLink())
  t.notOk(existsSync(join(folder, 'target.json')))
  t.throws(() => checkWritable(join(folder, 'none', 'run.json')), { message: /run\.json/ })
})
