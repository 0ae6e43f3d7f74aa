import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import type { Check, Context } from '../check/check.ts'
import { sleep as waitIn } from '../waiting.ts'
import { Redactor } from '../http/redactor.ts'
import { type HttpLimits, LIMITS } from '../http/request.ts'
import { JunitReporter } from '../report/junit.ts'
import { TapReporter } from '../report/tap.ts'
import { failedChecks } from '../report/diff.ts'
import { readTarget } from '../target/load.ts'
import type { RunReport } from './result.ts'
import { RunEnd } from './run-end.ts'
import { runSuite } from './suite.ts'

const KEY = 'ah_sk_us_test_key-of-the-state'

/** A service with provider states that can be stopped and started again at its port. */
class Service {
  readonly calls: { action: string; run_id: string }[] = []
  requests = 0
  /** Method and path of each request, also if a fault replaces its response. */
  readonly carriedOut: string[] = []
  /** Time until a set-up is answered. */
  setUpMs = 0
  /** Response to each further request, in place of its own; `none` keeps them waiting. */
  fault: 'none' | number | undefined
  /** The same for single paths. */
  faults: Readonly<Record<string, 'none' | number>> = {}
  port = 0
  #server: http.Server | undefined

  async start(): Promise<void> {
    const server = http.createServer((request, response) => {
      let text = ''
      request
        .on('data', (data: Buffer) => {
          text += data.toString()
        })
        .on('end', () => void this.#answer(request, text, response))
    })
    this.#server = server
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    if (!this.#server?.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  /** Set-ups without a teardown. */
  left(): string[] {
    const undone = new Set(
      this.calls.filter(({ action }) => action === 'teardown').map(({ run_id: id }) => id),
    )
    return this.calls.map(({ run_id: id }) => id).filter((id) => !undone.has(id))
  }

  async #answer(
    { method, url }: http.IncomingMessage,
    text: string,
    response: http.ServerResponse,
  ): Promise<void> {
    this.requests++
    this.carriedOut.push(`${method} ${url}`)
    const fault = this.faults[url!] ?? this.fault
    if (fault === 'none') return
    if (fault !== undefined) return void response.writeHead(fault).end('Bad gateway')
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (url !== '/testing/states') return void json(200, {})
    if (method === 'GET')
      return void json(200, { states: [{ name: 'organization' }, { name: 'key' }] })
    const call = JSON.parse(text) as { action: string; run_id: string }
    this.calls.push(call)
    if (call.action !== 'setup') return void json(204, {})
    await sleep(this.setUpMs)
    json(200, { bindings: { key: KEY, organization: 'org' } })
  }
}

async function service(t: Test): Promise<Service> {
  const started = new Service()
  await started.start()
  t.after(() => started.stop())
  return started
}

function check(id: string, run: (ctx: Context) => Promise<void>): Check {
  return {
    id: `sessions.${id}`,
    area: 'sessions',
    requirements: ['END-002'],
    level: 'must',
    why: 'Because.',
    needs: { features: [], credentials: [], states: ['organization'] },
    run,
  }
}

const asks = async (ctx: Context): Promise<void> => {
  await ctx.state('organization', {})
  const { status } = await ctx.step('ask', { method: 'GET', path: '/v1/sessions' })
  ctx.expect('END-002', '200', status === 200, status)
}

async function run(
  { port }: Service,
  checks: Check[],
  more: { end?: RunEnd; restartMs?: number; limits?: HttpLimits; parallel?: number } = {},
): Promise<{ report: RunReport; tap: string; junit: string }> {
  const url = `http://127.0.0.1:${port}`
  const file = {
    name: 'provider',
    regions: { us: { base_url: url } },
    provider_states: { url: `${url}/testing` },
  }
  const output = { tap: '', junit: '' }
  const into = (name: keyof typeof output) => (text: string) => {
    output[name] += text
  }
  const report = await runSuite({
    target: readTarget(JSON.stringify(file), 'x', {}, []),
    checks,
    whole: false,
    catalogue: loadCatalogue(),
    redactor: new Redactor(),
    reporters: [new TapReporter(into('tap')), new JunitReporter(into('junit'))],
    parallel: 1,
    ...more,
  })
  return { report, ...output }
}

const outcomes = ({ checks }: RunReport): string[] =>
  checks.map(({ id, outcome }) => `${id} ${outcome}`)

t.test('a service that stays away ends the run with one message', async (t) => {
  const lost = await service(t)
  const { report, tap, junit } = await run(
    lost,
    [
      check('before', asks),
      check('during', async (ctx) => {
        await asks(ctx)
        await lost.stop()
        await asks(ctx)
      }),
      ...Array.from({ length: 50 }, (_, i) => check(`after-${i}`, asks)),
    ],
    { restartMs: 600 },
  )
  t.strictSame(outcomes(report), ['sessions.before pass'])
  t.strictSame([report.verdict, report.exit_code], ['not judged', 2])
  t.match(
    report.because,
    /^the service is gone: nothing has listened at http:\S+ for 1 s; .* \(51 checks without a result\)$/,
  )
  t.equal(report.ended_early?.not_run.length, 51)
  t.strictSame(failedChecks(report), report.ended_early?.not_run, '--rerun-failed runs the others')
  t.match(tap, /\nBail out! the service is gone[^\n]*\n1\.\.1\n# not judged: /)
  t.match(junit, /errors="1"[^]*<error type="harness error" message="the service is gone/)
})

const becomes = (lost: Service, fault: Service['fault']): Check =>
  check('during', async (ctx) => {
    await asks(ctx)
    lost.fault = fault
    await asks(ctx)
  })

for (const [what, fault, message] of [
  [
    'hangs',
    'none',
    /^the service is gone: http:\S+ has answered no request in time for \d+ s; see/,
  ],
  [
    'is gone behind a proxy',
    502,
    /^the service is gone: http:\S+ has answered 502 to every request/,
  ],
  ['is unavailable', 503, /^the service is gone: http:\S+ has answered 503 to every request/],
] as const) {
  t.test(`a service that ${what} ends the run with one message`, async (t) => {
    const lost = await service(t)
    const { report } = await run(
      lost,
      [
        check('before', asks),
        becomes(lost, fault),
        ...Array.from({ length: 50 }, (_, i) => check(`after-${i}`, asks)),
      ],
      { restartMs: 600, limits: { ...LIMITS, timeoutMs: 300 }, parallel: 4 },
    )
    t.ok(
      outcomes(report).every((one) => one.endsWith(' pass')),
      outcomes(report).join(),
    )
    t.strictSame([report.verdict, report.exit_code], ['not judged', 2])
    t.match(report.because, message)
    t.ok(report.ended_early!.not_run.includes('sessions.during'))
  })
}

t.test('a restart behind a proxy fails no check', async (t) => {
  const restarted = await service(t)
  const { report } = await run(restarted, [
    check('during', async (ctx) => {
      await asks(ctx)
      restarted.fault = 502
      setTimeout(() => {
        restarted.fault = undefined
      }, 1200)
      await asks(ctx)
    }),
    check('after', asks),
  ])
  t.strictSame(outcomes(report), ['sessions.during pass', 'sessions.after pass'])
  t.equal(report.exit_code, 0)
})

t.test('a POST that a restart interrupts is not sent again: its check runs again', async (t) => {
  const restarted = await service(t)
  let attempts = 0
  const { report } = await run(restarted, [
    check('during', async (ctx) => {
      attempts++
      await asks(ctx)
      if (attempts === 1) {
        restarted.fault = 502
        setTimeout(() => {
          restarted.fault = undefined
        }, 700)
      }
      await ctx.step('create', { method: 'POST', path: '/v1/sessions', json: {} })
      await asks(ctx)
    }),
    check('after', asks),
  ])
  t.strictSame(outcomes(report), ['sessions.during pass', 'sessions.after pass'])
  t.equal(attempts, 2)
  const posts = report.checks[0]!.traffic.filter(({ label }) => label === 'create')
  t.strictSame(
    posts.map(({ answer }) => answer?.status_line),
    ['HTTP/1.1 200 OK'],
  )
  t.equal(restarted.carriedOut.filter((one) => one === 'POST /v1/sessions').length, 2)
  t.strictSame(restarted.left(), [])
})

t.test('a check that fails after a restart, and again without one, has failed', async (t) => {
  const restarted = await service(t)
  let attempts = 0
  const { report } = await run(restarted, [
    check('during', async (ctx) => {
      attempts++
      await asks(ctx)
      if (attempts === 1) {
        await restarted.stop()
        setTimeout(() => void restarted.start(), 700)
      }
      await asks(ctx)
      ctx.expect('END-002', 'true', false, attempts)
    }),
  ])
  t.strictSame(outcomes(report), ['sessions.during fail'])
  t.equal(attempts, 2)
})

t.test('a service that restarts in each attempt of a check has its last outcome', async (t) => {
  const restarting = await service(t)
  let attempts = 0
  const { report } = await run(restarting, [
    check('during', async (ctx) => {
      attempts++
      await asks(ctx)
      await restarting.stop()
      setTimeout(() => void restarting.start(), 600)
      await asks(ctx)
      ctx.expect('END-002', 'true', false, attempts)
    }),
  ])
  t.strictSame(outcomes(report), ['sessions.during fail'])
  t.equal(attempts, 3)
})

t.test('a slow route and single errors end no run', async (t) => {
  const slow = await service(t)
  slow.faults = { '/v1/slow': 'none', '/v1/error': 503 }
  const { report } = await run(
    slow,
    [
      ...Array.from({ length: 4 }, (_, i) =>
        check(`slow-${i}`, async (ctx) => {
          await asks(ctx)
          await ctx.step('ask slowly', { method: 'GET', path: '/v1/slow' })
        }),
      ),
      check('error', async (ctx) => {
        await ctx.state('organization', {})
        const { status } = await ctx.step('ask', { method: 'GET', path: '/v1/error' })
        ctx.expect('END-002', '503', status === 503, status)
      }),
      check('after', asks),
    ],
    { restartMs: 5000, limits: { ...LIMITS, timeoutMs: 200 } },
  )
  t.strictSame(outcomes(report), [
    ...Array.from({ length: 4 }, (_, i) => `sessions.slow-${i} harness_error`),
    'sessions.error pass',
    'sessions.after pass',
  ])
  t.notOk('ended_early' in report)
})

t.test('a failure that was found before still decides', async (t) => {
  const lost = await service(t)
  const { report } = await run(
    lost,
    [
      check('before', async (ctx) => void ctx.expect('END-002', 'true', false, 1)),
      check('during', async (ctx) => {
        await asks(ctx)
        await lost.stop()
        await asks(ctx)
      }),
    ],
    { restartMs: 100 },
  )
  t.strictSame([report.verdict, report.exit_code], ['nonconforming', 1])
  t.match(report.because, /^1 check failed; the service is gone/)
})

t.test('a failure during an outage may be its effect, so it is not reported', async (t) => {
  const lost = await service(t)
  const { report } = await run(
    lost,
    [
      check('during', async (ctx) => {
        await asks(ctx)
        await lost.stop()
        const waiting = asks(ctx).catch(() => undefined)
        // By then a request has shown the outage, also on a busy machine.
        await sleep(500)
        ctx.expect('END-002', 'an event', false, undefined)
        void waiting
      }),
    ],
    { restartMs: 1500 },
  )
  t.strictSame([outcomes(report), report.exit_code], [[], 2])
})

t.test('a restart fails no check', async (t) => {
  const restarted = await service(t)
  let back: Promise<void> | undefined
  const { report } = await run(restarted, [
    check('during', async (ctx) => {
      await asks(ctx)
      await restarted.stop()
      back = sleep(1200).then(() => restarted.start())
      await asks(ctx)
    }),
    check('after', asks),
  ])
  await back
  t.strictSame(outcomes(report), ['sessions.during pass', 'sessions.after pass'])
  t.equal(report.exit_code, 0)
  t.notOk('ended_early' in report)
  t.strictSame(restarted.left(), [])
})

t.test('an address that never listened is not waited for', async (t) => {
  const closed = await service(t)
  await closed.stop()
  const { report } = await run(closed, [check('one', asks)], { restartMs: 60_000 })
  t.strictSame(outcomes(report), ['sessions.one harness_error'])
  t.match(report.checks[0]!.reason, /nothing listens/)
})

t.test('an early end undoes the states, also of set-ups under way', async (t) => {
  const ended = await service(t)
  const end = new RunEnd()
  let sent = 0
  const { report } = await run(
    ended,
    [
      check('before', asks),
      check('during', async (ctx) => {
        await asks(ctx)
        ended.setUpMs = 200
        setTimeout(() => {
          end.now('the run was ended by SIGINT')
          sent = ended.requests
        }, 100)
        await ctx.state('organization', {})
        await ctx.state('organization', {})
      }),
      check('after', asks),
    ],
    { end },
  )
  t.strictSame(outcomes(report), ['sessions.before pass'])
  t.match(report, {
    exit_code: 2,
    because: 'the run was ended by SIGINT (2 checks without a result)',
  })
  t.strictSame(ended.left(), [])
  t.equal(ended.calls.length, 6)
  t.ok(ended.requests - sent <= 2, 'only teardowns')
})

t.test('an early end does not wait for a check, nor for a provider that hangs', async (t) => {
  const hanging = await service(t)
  const end = new RunEnd(300)
  const begun = performance.now()
  const { report } = await run(
    hanging,
    [
      check('waits', async (ctx) => {
        await asks(ctx)
        setTimeout(() => end.now('the run was ended by SIGTERM'), 50)
        await waitIn(2000)
      }),
      check('hangs', async (ctx) => {
        hanging.setUpMs = 2000
        await ctx.state('organization', {})
      }),
    ],
    { end },
  )
  t.ok(performance.now() - begun < 1500)
  t.strictSame(outcomes(report), [])
  t.equal(report.ended_early?.not_run.length, 2)
})
