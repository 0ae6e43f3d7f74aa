import t from 'tap'
import { EXAMPLE_REPORT } from '../self-test/example-report.ts'
import { JsonReporter } from './json.ts'

t.test('the whole run, under a format that has a name', async (t) => {
  let out = ''
  new JsonReporter((text) => {
    out += text
  }).finished(EXAMPLE_REPORT)
  t.strictSame(JSON.parse(out), {
    format: 'vskit-conformance-report/1',
    ...(JSON.parse(JSON.stringify(EXAMPLE_REPORT)) as object),
  })
})
