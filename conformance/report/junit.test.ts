import { readFileSync } from 'node:fs'
import t from 'tap'
import { validateXML } from 'xmllint-wasm'
import { EXAMPLE_CHECKS, EXAMPLE_REPORT } from '../self-test/example-report.ts'
import type { RunReport } from '../run/result.ts'
import { JunitReporter } from './junit.ts'

const SCHEMA = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8')

function written(report: RunReport): string {
  let xml = ''
  new JunitReporter((text) => {
    xml += text
  }).finished(report)
  return xml
}

async function problems(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    schema: SCHEMA,
  })
  return errors.map(({ message }) => message)
}

t.test('a report fits the schema, for any text of a target', async (t) => {
  t.strictSame(await problems(written(EXAMPLE_REPORT)), [])
  const nasty = '\u0000\u0008\u001b[31m\ufffe\uffff\ud800 ]]> <a b="c"> &amp; \u{1f600}\r\n\u2028'
  const report: RunReport = {
    ...EXAMPLE_REPORT,
    target: { name: nasty, regions: {} },
    checks: EXAMPLE_CHECKS.map((check) => ({
      ...check,
      reason: nasty,
      notes: [nasty],
      expectations: check.expectations.map((one) => ({ ...one, got: nasty })),
    })),
  }
  t.strictSame(await problems(written(report)), [])
  t.match(written(report), '\u{1f600}')
  t.not(
    (await problems(written(EXAMPLE_REPORT).replace('classname', 'klass'))).length,
    0,
    'the schema rejects a wrong report',
  )
})

t.test(
  'a check without a verdict is not a success, and an excused failure is not a failure',
  async (t) => {
    const xml = written(EXAMPLE_REPORT)
    t.match(
      xml,
      /<testsuites name="conformance of example" tests="10" failures="2" errors="2" skipped="3" time="0\.050">/,
    )
    t.match(
      xml,
      /<testsuite name="images" tests="10" failures="2" errors="2" skipped="3" time="0\.050" timestamp="2026-11-20T10:00:00">/,
    )
    const kind = (id: string) =>
      new RegExp(`<testcase name="a\\.${id}"[^>]*>\\s*<(\\S+) `).exec(xml)?.[1]
    t.strictSame(
      ['fail', 'unexpected', 'blocked', 'harness', 'absent', 'unreachable', 'expected'].map(kind),
      ['failure', 'failure', 'error', 'error', 'skipped', 'skipped', 'skipped'],
    )
    t.match(xml, /<testcase name="a\.pass"[^>]*\/>/)
    t.match(xml, /<testcase name="a\.warn"[^>]*>\s*<system-out>EXA-030: expected x, got y</)
  },
)

t.test('a failure shows the expected and the observed value, and the traffic', async (t) => {
  t.match(
    written(EXAMPLE_REPORT),
    /<failure type="fail" message="EXA-005: expected 404, got 200 [^>]*>EXA-005[^<]*#1 request the back[^<]*&#62; GET http/,
  )
})
