import t from 'tap'
import type { Check } from '../check/check.ts'
import type { CheckResult } from '../run/result.ts'
import type { Target } from '../target/target.ts'
import { EXAMPLE_CHECKS, EXAMPLE_REPORT } from '../self-test/example-report.ts'
import { type TerminalOptions, TerminalReporter } from './terminal.ts'

function outputOf(options: Partial<TerminalOptions> = {}): string {
  let out = ''
  const reporter = new TerminalReporter({
    out: (text) => {
      out += text
    },
    color: false,
    trace: false,
    ...options,
  })
  reporter.started(
    { name: 'example', regions: { us: { baseUrl: 'http://h', credentials: {} } } } as Target,
    EXAMPLE_CHECKS.length,
  )
  EXAMPLE_CHECKS.forEach((check, i) => {
    reporter.checking({ id: `c${i}` } as Check)
    reporter.checked(check)
  })
  reporter.finished(EXAMPLE_REPORT)
  return out
}

t.test(
  'a failure shows its requirement, the expected and the observed value, signature and traffic',
  async (t) => {
    const out = outputOf()
    t.match(out, /^10 checks against example \(us http:\/\/h\)\n/)
    t.match(
      out,
      [
        'fail  a.fail',
        '  EXA-005 (must): The back is never served.',
        '    expected: 404',
        '    got:      200 with "\\u{1b}[31m',
      ].join('\n'),
    )
    t.match(
      out,
      [
        '    after:    #1 request the back',
        '  why it matters: Because.',
        '  signature: EXA-005=200',
        '  #1 request the back',
        '    > GET http://h/p',
        '    < HTTP/1.1 200 OK   (2 ms)',
        '    < A: b\\u{d}c\n',
      ].join('\n'),
    )
    t.notMatch(out, /EXA-001/, 'passed checks are not listed')
  },
)

t.test('passed checks are summarized; failures come last', async (t) => {
  const out = outputOf()
  const order = [
    'info  a.info',
    'GAP-LISTS: a bare array',
    'expected failure  a.expected: ticket 1',
    'warn  a.warn',
    'unreachable state  1 check: no state (a.unreachable)',
    'blocked by set-up  a.blocked: 402',
    'harness error  a.harness: TypeError',
    'unexpected pass  a.unexpected: ticket 2',
    'fail  a.fail',
    'area',
    'nonconforming: 2 checks failed',
  ]
  const places = order.map((text) => out.lastIndexOf(text))
  t.ok(
    places.every((place, i) => place > (places[i - 1] ?? -1)),
    places.join(),
  )
  t.match(out, 'observed  a.pass: GAP-LISTS: pages\n')
  t.match(out, 'measured  1 number that nothing is compared with')
  t.notMatch(out, 'pass  a.pass')
})

t.test('the summary counts by area', async (t) => {
  t.match(
    outputOf(),
    /\nimages +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +evidence images\nall +1 .* black-box, 80% of requirements judged \(4 of 5\), 1\.5 s\n/,
  )
})

t.test('a trace shows every check with its judgements', async (t) => {
  const out = outputOf({ trace: true })
  t.match(out, /a\.pass \(pass, 5 ms\)\n {2}measured {2}an unknown id: \+1 ms/)
  t.match(out, /holds {2}EXA-001 {2}this\n {2}BROKEN {2}EXA-005 {2}404/)
  t.equal(out.split('#1 request the back\n    > GET').length, 2, 'traffic is shown once')
})

t.test('colors appear only on request, and never those of the target', async (t) => {
  t.notMatch(outputOf(), '\u001b')
  const colored = outputOf({ color: true })
  t.match(colored, '\u001b[31mfail\u001b[0m  a.fail')
  t.equal(colored.split('\u001b').length - 1, 2 * 6, 'six words have a color')
})

t.test('progress has a line of its own, which is erased', async (t) => {
  let progress = ''
  outputOf({
    progress: (text) => {
      progress += text
    },
  })
  t.match(progress, '\r\u001b[2K1/10 c0')
  t.match(progress, '\r\u001b[2K3/10 1 failed c2')
  t.ok(progress.endsWith('\u001b[2K'))
})

t.test('of many exchanges, the relevant ones are shown', async (t) => {
  let out = ''
  const traffic = Array.from({ length: 40 }, (_, i) => ({
    label: `call ${i + 1}.`,
    request: { method: 'GET', url: 'http://h/', headers: [] as [string, string][] },
  }))
  const failed = {
    ...EXAMPLE_CHECKS[1]!,
    traffic,
    expectations: EXAMPLE_CHECKS[1]!.expectations.map((one) => ({ ...one, after: 17 })),
  }
  new TerminalReporter({
    out: (text) => {
      out += text
    },
    color: false,
    trace: false,
  }).finished({ ...EXAMPLE_REPORT, checks: [failed] })
  t.strictSame(out.match(/#\d+ call \d+\.(?=\n)/g), [
    '#17 call 17.',
    '#17 call 17.',
    '#40 call 40.',
  ])
  t.match(out, '(2 of 40 exchanges; --only a.fail --trace shows all)')
})

/** Returns the report of one check, a changed failure. */
function reportOf(change: Partial<CheckResult>): string {
  let out = ''
  new TerminalReporter({
    out: (text) => {
      out += text
    },
    color: false,
    trace: false,
  }).finished({ ...EXAMPLE_REPORT, checks: [{ ...EXAMPLE_CHECKS[1]!, ...change }] })
  return out
}

const calls = (count: number): CheckResult['traffic'] =>
  Array.from({ length: count }, (_, i) => ({
    label: `call ${i + 1}.`,
    request: { method: 'GET', url: 'http://h/', headers: [] },
  }))

t.test('the exchange that ended a check early is shown, not those that undo it', async (t) => {
  const out = reportOf({
    outcome: 'blocked',
    reason: '402',
    expectations: [],
    traffic: calls(40),
    interrupted_at: 21,
  })
  t.match(out, '\n  ended at: #21 call 21.\n')
  t.strictSame(out.match(/^ *#\d+ call \d+\.(?=\n)/gm), ['  #21 call 21.'])
  const broken = { ...EXAMPLE_CHECKS[1]!.expectations[1]! }
  const failed = reportOf({
    traffic: calls(40),
    interrupted_at: 30,
    expectations: [1, 2, 3, 4, 5].map((after) => ({ ...broken, got: `at ${after}`, after })),
  })
  t.match(failed, '\n  #30 call 30.\n', 'also after many broken expectations')
})

t.test(
  'of more than three failures of one requirement with one cause, places are listed',
  async (t) => {
    const broken = EXAMPLE_CHECKS[1]!.expectations[1]!
    const out = reportOf({
      traffic: calls(8),
      expectations: [1, 2, 3, 4, 5, 5].map((after) => ({ ...broken, got: '200', after })),
    })
    t.equal(out.split('EXA-005 (must)').length - 1, 3)
    t.match(out, '\n  EXA-005: 3 more with the same cause, after #4, #5\n')
    const other = reportOf({
      traffic: calls(8),
      expectations: [1, 2, 3, 4].map((after) => ({ ...broken, got: `got ${after}`, after })),
    })
    t.equal(other.split('EXA-005 (must)').length - 1, 4, 'different values are different causes')
  },
)

t.test('a long value is shortened', async (t) => {
  const broken = EXAMPLE_CHECKS[1]!.expectations[1]!
  const out = reportOf({ expectations: [{ ...broken, got: 'x'.repeat(3000) }] })
  t.match(out, `got:      ${'x'.repeat(300)}…\n`)
})

t.test('a wait for a rate-limit window is announced', async (t) => {
  let [progress, lines] = ['', '']
  const reporter = new TerminalReporter({
    out: () => {},
    progress: (text) => (progress += text),
    progressLines: (text) => (lines += text),
    color: false,
    trace: false,
  })
  reporter.waiting('list applicants', 41)
  const text = 'waiting 41 s for the end of the rate-limit window of "list applicants"'
  t.match(progress, text)
  t.equal(lines, `0/0 checks, ${text}\n`)
})

t.test('the steps of a long check are progress too', async (t) => {
  let [progress, lines, now] = ['', '', 0]
  const reporter = new TerminalReporter({
    out: () => {},
    progress: (text) => (progress += text),
    progressLines: (text) => (lines += text),
    now: () => (now += 4_000),
    color: false,
    trace: false,
  })
  reporter.started({ name: 'a backend', regions: {} }, 2)
  reporter.checking({ id: 'receiver.order' })
  for (const n of [1, 2, 3, 4]) reporter.doing(`deliver event ${n}`)
  t.match(progress, '1/2 receiver.order: deliver event 4')
  t.match(lines, /^(1\/2 checks, now receiver\.order(: deliver event \d)?\n)+$/)
  t.ok(lines.split('\n').length - 1 <= 3, lines)
})

t.test('without a terminal: a line at most every ten seconds', async (t) => {
  let [lines, now] = ['', 0]
  outputOf({
    progressLines: (text) => (lines += text),
    now: () => (now += 2_500),
  })
  t.match(lines, /^\d+\/10 checks(, \d+ failed|.*\d failed)?, now c\d+\n/)
  const count = lines.split('\n').length - 1
  t.ok(count >= 1 && count <= 4, `${count} lines in ${now} ms`)
})

t.test(
  'responses that came too late: the summary names the flag that allows more time',
  async (t) => {
    let out = ''
    const reporter = new TerminalReporter({
      out: (text) => {
        out += text
      },
      color: false,
      trace: false,
    })
    const late = EXAMPLE_CHECKS.filter(({ outcome }) => outcome === 'harness_error').map(
      (check) => ({
        ...check,
        reason: 'http://h sent no complete response within 10 s',
      }),
    )
    reporter.finished({ ...EXAMPLE_REPORT, checks: [...EXAMPLE_CHECKS, ...late] })
    t.match(out, /\n1 check got no complete response in time.*--timeout SECONDS\n/)
    t.notMatch(outputOf(), /--timeout/, 'no response was late')
  },
)
