import { createHmac } from 'node:crypto'
import t from 'tap'
import type { Catalogue } from '../check/catalogue.ts'
import type { Check, Context } from '../check/check.ts'
import { Redactor } from '../http/redactor.ts'
import { KIT_SCHEME } from '../receiver/signature.ts'
import { FEATURE_NAMES } from '../target/features.ts'
import type { Target } from '../target/target.ts'
import type { CheckResult, RunReport } from './result.ts'
import { readOpenChoices } from '../target/open-choices.ts'
import { type Listener, serve } from '../testing/serve.ts'
import { runSuite } from './suite.ts'

const CATALOGUE = new Map(
  (
    [
      ['EXA-005', 'must'],
      ['EXA-030', 'should'],
      ['END-004', 'must'],
    ] as const
  ).map(([id, level]) => [id, { id, level, text: `text of ${id}`, status: 'open' }]),
) as unknown as Catalogue

const check = (run: (ctx: Context) => Promise<void>, more: Partial<Check> = {}): Check => ({
  id: 'images.example',
  area: 'images',
  requirements: ['EXA-005', 'EXA-030'],
  level: 'must',
  why: 'Because.',
  needs: { features: [], credentials: ['home.test'] },
  run,
  ...more,
})

function target(baseUrl: string, more: Partial<Target> = {}): Target {
  return {
    name: 'x',
    expectedFailures: [],
    openChoices: readOpenChoices(),
    regions: {
      us: {
        baseUrl,
        credentials: {
          test: {
            label: 'us.test',
            region: 'us',
            key: 'ah_sk_us_test_suite-test-key',
            sessionFields: { a: 1 },
          },
        },
      },
    },
    features: Object.fromEntries(FEATURE_NAMES.map((name) => [name, true])) as Target['features'],
    ...more,
  }
}

function run(
  target: Target,
  checks: Check[],
  more: { whole?: boolean; timeLimit?: number; patience?: number; parallel?: number } = {},
): Promise<RunReport> {
  return runSuite({
    target,
    checks,
    catalogue: CATALOGUE,
    redactor: new Redactor(),
    reporters: [],
    whole: false,
    ...more,
  })
}

async function runOne(target: Target, one: Check, more = {}): Promise<CheckResult> {
  return (await run(target, [one], more)).checks[0]!
}

const ok: Listener = (_request, _body, response) => {
  response.writeHead(200).end('{}')
}

t.test('the exchange that ended a check is named, although others follow', async (t) => {
  const baseUrl = await serve(t, (request, _body, response) => {
    response.writeHead(request.url === '/needed' ? 500 : 200).end('{}')
  })
  const result = await runOne(
    target(baseUrl),
    check(async (ctx) => {
      await ctx.setUp('first', { method: 'GET', path: '/first' })
      const failed = await ctx
        .setUp('needed', { method: 'GET', path: '/needed' })
        .catch((error: unknown) => error)
      await ctx.step('later', { method: 'GET', path: '/later' })
      throw failed
    }),
  )
  t.match(result, { outcome: 'blocked', interrupted_at: 2 })
  t.equal(result.traffic.length, 3)
  const ended = await runOne(
    target(baseUrl),
    check(async (ctx) => {
      ctx.expect('EXA-005', 'a short text', false, { a: 'x'.repeat(3000), last: 1 })
    }),
  )
  t.notOk('interrupted_at' in ended)
  t.ok(ended.expectations[0]!.got.endsWith('"last":1}'), 'the whole value')
})

t.test('each expectation has its requirement, and the requirement its level', async (t) => {
  const baseUrl = await serve(t, ok)
  const result = await runOne(
    target(baseUrl),
    check(async (ctx) => {
      const answer = await ctx.step('ask', { method: 'GET', path: '/a?b=c', as: 'home.test' })
      t.equal(answer.status, 200)
      t.notOk(ctx.expect('EXA-030', 'something wise', false, { a: 1 }))
      t.ok(ctx.expect('EXA-005', '200', true, 200))
    }),
  )
  t.match(result, {
    outcome: 'warn',
    expectations: [
      {
        requirement: 'EXA-030',
        level: 'should',
        text: 'text of EXA-030',
        expected: 'something wise',
        got: '{"a":1}',
        holds: false,
        after: 1,
      },
      { requirement: 'EXA-005', holds: true },
    ],
    traffic: [{ label: 'ask', request: { method: 'GET', url: `${baseUrl}/a?b=c` } }],
  })
  t.match(result.traffic[0]!.request.headers, [
    ['Accept', '*/*'],
    ['Accept-Encoding', 'identity'],
    ['User-Agent', 'vskit-conformance'],
    ['Authorization', 'Bearer [redacted us.test]'],
  ])
})

t.test('a check may use only the features that it declares', async (t) => {
  const baseUrl = await serve(t, ok)
  const faults: [string, (ctx: Context) => Promise<void>, RegExp][] = [
    [
      'another requirement',
      async (ctx) => {
        ctx.expect('EXA-006', '', true, 1)
      },
      /does not list the requirement EXA-006/,
    ],
    [
      'another credential',
      async (ctx) => {
        await ctx.step('', { method: 'GET', path: '/', as: 'home.live' })
      },
      /does not list the credential home\.live/,
    ],
    [
      'another region',
      async (ctx) => {
        await ctx.step('', { method: 'GET', path: '/', region: 'eu' })
      },
      /uses a region/,
    ],
    [
      'a state',
      async (ctx) => {
        await ctx.state('session_with_images', {})
      },
      /does not list the state/,
    ],
    [
      'a feature',
      async (ctx) => {
        ctx.has('reports')
      },
      /does not list the feature reports/,
    ],
    [
      'to throw',
      async () => {
        throw new TypeError('a mistake')
      },
      /a mistake\n.*TypeError/s,
    ],
    ['to judge nothing', async () => {}, /without an expectation/],
  ]
  for (const [name, faulty, reason] of faults) {
    const result = await runOne(target(baseUrl), check(faulty))
    t.equal(result.outcome, 'harness_error', name)
    t.match(result.reason, reason)
  }
})

t.test('a check can do without a feature that the target declares absent', async (t) => {
  const here = target(await serve(t, ok))
  for (const reports of [true, false]) {
    const result = await runOne(
      { ...here, features: { ...here.features, reports } },
      check(
        async (ctx) => {
          ctx.expect('EXA-005', '', ctx.has('reports') === reports, reports)
        },
        { needs: { features: [], optionalFeatures: ['reports'], credentials: ['home.test'] } },
      ),
    )
    t.equal(result.outcome, 'pass')
  }
})

t.test('a rejected set-up blocks, and a 422 adds advice', async (t) => {
  const baseUrl = await serve(t, (request, _body, response) => {
    response
      .writeHead(request.method === 'POST' ? 422 : 402)
      .end('{"error":{"code":"payment_required"}}')
  })
  const blocked = (method: 'GET' | 'POST') =>
    runOne(
      target(baseUrl),
      check(async (ctx) => {
        const path = '/v1/sessions'
        await ctx.setUp('begin', { method, path, json: ctx.sessionFields('home.test') })
      }),
    )
  t.match(await blocked('GET'), {
    outcome: 'blocked',
    reason: '"begin" returned 402 payment_required, and the check needs it to succeed',
  })
  t.match(await blocked('POST'), { outcome: 'blocked', reason: /name them in session_fields/ })
})

t.test('broken requirements stay broken when the check ends early', async (t) => {
  const baseUrl = await serve(t, (request) => {
    request.socket.destroy()
  })
  const result = await runOne(
    target(baseUrl),
    check(async (ctx) => {
      ctx.expect('EXA-005', '', false, 500)
      await ctx.step('ask', { method: 'GET', path: '/' })
    }),
  )
  t.match(result, {
    outcome: 'fail',
    signature: 'EXA-005=500',
    notes: [/ended early: no response/],
    traffic: [{ error: /no response/ }],
  })
})

t.test('a check that the target cannot serve does not run', async (t) => {
  const never = async () => {
    throw new Error('must not be run')
  }
  const cases: [Partial<Check['needs']>, Partial<Target>, string, RegExp][] = [
    [
      { features: ['evidence_images'] },
      { features: { ...target('').features, evidence_images: false } },
      'not_applicable',
      /declares that it has no evidence_images/,
    ],
    [
      { credentials: ['home.live'] },
      {},
      'unreachable',
      /no regions\.us\.credentials\.live: a secret key of live mode/,
    ],
    [{ credentials: ['other.test'] }, {}, 'unreachable', /regions\.eu\.credentials\.test/],
    [{ regions: ['other'] }, {}, 'unreachable', /names no regions\.eu/],
    [{ states: ['session_with_images'] }, {}, 'unreachable', /names no provider_states/],
  ]
  for (const [needs, more, outcome, reason] of cases) {
    const result = await runOne(
      target('http://127.0.0.1:1', more),
      check(never, { needs: { features: [], credentials: [], ...needs } }),
    )
    t.equal(result.outcome, outcome)
    t.match(result.reason, reason)
    t.equal(result.traffic.length, 0)
  }
})

t.test(
  'a mandatory feature that is declared absent fails a whole run, unless that is expected',
  async (t) => {
    const baseUrl = await serve(t, ok)
    const fine = check(async (ctx) => {
      ctx.expect('EXA-005', '', true, 1)
    })
    const without = target(baseUrl, {
      features: { ...target('').features, openapi_document: false },
    })
    const whole = await run(without, [fine], { whole: true })
    t.match(whole.checks[0], {
      id: 'feature.openapi_document',
      outcome: 'fail',
      signature: 'absent',
    })
    t.equal(whole.exit_code, 1)
    t.equal((await run(without, [fine])).exit_code, 0, 'not if single checks run')
    const excused = await run(
      {
        ...without,
        expectedFailures: [
          {
            check: 'feature.openapi_document',
            signature: 'absent',
            reason: 'soon',
            expires: '9999-12-31',
          },
        ],
      },
      [fine],
      { whole: true },
    )
    t.strictSame([excused.exit_code, excused.counts], [0, { expected_failure: 1, pass: 1 }])
  },
)

t.test('the suite waits out an unexpected 429, and blocks if that does not help', async (t) => {
  let asked = 0
  let shared = 4
  const baseUrl = await serve(t, (request, _body, response) => {
    const limited =
      request.url === '/always' || (request.url === '/shared' ? shared-- > 0 : ++asked === 1)
    response.writeHead(limited ? 429 : 200, { 'Retry-After': '0' }).end('{}')
  })
  const asks = (path: string) =>
    check(async (ctx) => {
      ctx.expect(
        'EXA-005',
        '200',
        (await ctx.step('ask', { method: 'GET', path })).status === 200,
        200,
      )
    })
  const waited = await runOne(target(baseUrl), asks('/once'))
  t.equal(waited.outcome, 'pass')
  t.strictSame(
    waited.traffic.map(({ answer }) => answer?.status_line),
    ['HTTP/1.1 429 Too Many Requests', 'HTTP/1.1 200 OK'],
  )
  const later = await runOne(target(baseUrl), asks('/shared'), { patience: 9 })
  t.equal(later.outcome, 'pass', 'other checks used up some windows of the same key')
  t.match(await runOne(target(baseUrl), asks('/always'), { patience: 1 }), {
    outcome: 'blocked',
    reason: /returned 429/,
  })
})

t.test('the suite waits for up to three quarters of the time limit', async (t) => {
  // A second more is waited, because dates have whole seconds.
  for (const [seconds, outcome] of [
    [1, 'pass'],
    [2, 'blocked'],
  ] as const) {
    let asked = 0
    const baseUrl = await serve(t, (_request, _body, response) => {
      const status = ++asked === 1 ? 429 : 200
      response.writeHead(status, { 'Retry-After': String(seconds) }).end('{}')
    })
    const asks = check(async (ctx) => {
      const { status } = await ctx.step('ask', { method: 'GET', path: '/' })
      ctx.expect('EXA-005', '200', status === 200, status)
    })
    const result = await runOne(target(baseUrl), asks, { timeLimit: 3.5 })
    t.equal(result.outcome, outcome, `${seconds} s`)
  }
})

t.test(
  'the suite waits out a 429 of the limit by address, even in a check about route classes',
  async (t) => {
    // The limit by address rejects two requests, the route class the third: only that one is the
    // subject of the check.
    let left = 2
    const baseUrl = await serve(t, (request, _body, response) => {
      const byAddress = left > 0
      if (byAddress && request.headers.authorization === undefined) left--
      const limited = byAddress || request.headers.authorization !== undefined
      response
        .writeHead(limited ? 429 : 401, { 'Retry-After': '0' })
        .end(JSON.stringify({ of: byAddress ? 'address' : 'class' }))
    })
    const result = await runOne(
      target(baseUrl),
      check(async (ctx) => {
        const request = { method: 'GET', path: '/', as: 'home.test', keeps429: 'class' } as const
        const { json } = await ctx.step('use a class up', request)
        ctx.expect(
          'EXA-005',
          'the 429 of the class',
          JSON.stringify(json) === '{"of":"class"}',
          json,
        )
      }),
      { patience: 5 },
    )
    t.equal(result.outcome, 'pass', JSON.stringify(result.expectations))
  },
)

t.test('a 429 stays that of a class when the limit by address is used up after it', async (t) => {
  let probes = 0
  const baseUrl = await serve(t, ({ url, headers, method }, _body, response) => {
    const states = { states: [{ name: 'unused_address_limit' }] }
    if (url === '/states' && method === 'GET') response.end(JSON.stringify(states))
    else if (headers.authorization === undefined)
      response.writeHead(probes++ === 0 ? 401 : 429).end('{}')
    else response.writeHead(429, { 'Retry-After': '86400' }).end('{}')
  })
  const keeps = check(async (ctx) => {
    const request = { method: 'GET', path: '/', as: 'home.test', keeps429: 'class' } as const
    const { status } = await ctx.step('use a class up', request)
    ctx.expect('EXA-005', 'the 429 of the class', status === 429, status)
  })
  const limited = target(baseUrl, { providerStates: { url: baseUrl } })
  t.match(await runOne(limited, keeps), { outcome: 'pass' })
})

t.test('after the time limit the suite makes no requests', async (t) => {
  let asked = 0
  const baseUrl = await serve(t, (...args) => {
    asked++
    ok(...args)
  })
  const asks = check(async (ctx) => {
    await ctx.step('ask', { method: 'GET', path: '/' })
  })
  t.match(await runOne(target(baseUrl), asks, { timeLimit: -1 }), {
    outcome: 'harness_error',
    reason: /time limit of the run/,
  })
  t.equal(asked, 0)
})

t.test('reporters receive each check in turn', async (t) => {
  const baseUrl = await serve(t, ok)
  const received: string[] = []
  const fine = check(async (ctx) => {
    ctx.expect('EXA-005', '', true, 1)
  })
  await runSuite({
    target: target(baseUrl),
    checks: [fine, { ...fine, id: 'images.second' }],
    catalogue: CATALOGUE,
    redactor: new Redactor(),
    whole: false,
    reporters: [
      {
        started: ({ name }, checks) => received.push(`started ${name} ${checks}`),
        checking: ({ id }) => received.push(`checking ${id}`),
        checked: ({ id, outcome }, number) => received.push(`checked ${id} ${outcome} ${number}`),
        finished: ({ verdict }) => {
          received.push(verdict)
        },
      },
    ],
  })
  t.strictSame(received, [
    'started x 2',
    'checking images.example',
    'checking images.second',
    'checked images.example pass 1',
    'checked images.second pass 2',
    'conforming',
  ])
})

t.test('results are reported in the order of the checks, whichever ends first', async (t) => {
  const baseUrl = await serve(t, (request, _body, response) => {
    setTimeout(() => response.writeHead(200).end('{}'), request.url === '/slow' ? 100 : 0)
  })
  const checks = ['slow', 'quick', 'alone', 'last'].map((name) =>
    check(
      async (ctx) => {
        ctx.expect(
          'EXA-005',
          '200',
          (await ctx.step('ask', { method: 'GET', path: `/${name}` })).status === 200,
          200,
        )
      },
      { id: `images.${name}`, ...(name === 'alone' && { alone: 'time' as const }) },
    ),
  )
  for (const parallel of [1, 3]) {
    const { checks: results } = await run(target(baseUrl), checks, { parallel })
    t.strictSame(
      results.map(({ id, outcome }) => `${id} ${outcome}`),
      ['images.slow pass', 'images.quick pass', 'images.alone pass', 'images.last pass'],
    )
  }
})

t.test(
  'a check has keys of its own if the provider makes them, else those of the target file',
  async (t) => {
    let made = 0
    const seen: string[] = []
    const torn: string[] = []
    const offering =
      (...names: string[]): Listener =>
      (request, body, response) => {
        const answer = (value: unknown) => response.writeHead(200).end(JSON.stringify(value))
        if (request.url === '/v1/x') {
          seen.push(request.headers.authorization!)
          return answer({})
        }
        if (request.method === 'GET') return answer({ states: names.map((name) => ({ name })) })
        const { state, action } = JSON.parse(body) as { state: string; action: string }
        if (action === 'teardown') torn.push(state)
        return answer({
          bindings: { organization: `org-${++made}`, key: `ah_sk_us_test_made-for-one-${made}` },
        })
      }
    const asks = check(async (ctx) => {
      const { status } = await ctx.step('ask', { method: 'GET', path: '/v1/x', as: 'home.test' })
      ctx.expect('EXA-005', '200', status === 200, status)
    })
    const provided = await serve(t, offering('organization', 'key'))
    const { regions: _named, ...rest } = target(provided)
    const withoutKeys = {
      ...rest,
      regions: { us: { baseUrl: provided, credentials: {} } },
      providerStates: { url: provided },
    }
    const { checks, counts } = await run(withoutKeys, [asks, { ...asks, id: 'images.second' }])
    t.strictSame(counts, { pass: 2 })
    t.equal(new Set(seen).size, 2, 'each has its own')
    t.strictSame(torn.sort(), ['organization', 'organization'])
    t.notMatch(JSON.stringify(checks), /made-for-one-/)

    const poor = await serve(t, offering('organization'))
    seen.length = 0
    t.match(await runOne(target(poor, { providerStates: { url: poor } }), asks), {
      outcome: 'pass',
    })
    t.strictSame(seen, ['Bearer ah_sk_us_test_suite-test-key'])
  },
)

t.test('a state that the provider rejects with these parameters is unreachable', async (t) => {
  const baseUrl = await serve(t, (request, _body, response) => {
    if (request.method === 'GET') response.writeHead(200).end('{"states":[{"name":"account"}]}')
    else response.writeHead(422).end('{"error":"no plans here"}')
  })
  const wants = check(
    async (ctx) => {
      await ctx.state('account', { plan: 'top' })
    },
    { needs: { features: [], credentials: [], states: ['account'] } },
  )
  t.match(await runOne(target(baseUrl, { providerStates: { url: baseUrl } }), wants), {
    outcome: 'blocked',
    reason:
      'the provider lists the state account and refuses to set it up: no plans here; ' +
      'offer it with these params, or omit it from GET /states',
  })
})

t.test('a check receives its own webhooks', async (t) => {
  const webhooks = {
    receiver: { host: '127.0.0.1', port: 0, plainHttp: true },
    patienceSeconds: 10,
    signature: KIT_SCHEME,
  }
  const send = (url: string, body: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'X-Webhook-Signature': `v1=${createHmac('sha256', Buffer.alloc(32)).update(body).digest('hex')}`,
      },
    })
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  const hears = (name: string) =>
    check(
      async (ctx) => {
        const hook = ctx.receiver()
        hook.answer({ status: 503 })
        const [answer] = await Promise.all([send(hook.url, name), hook.wait()])
        const delivery = await hook.wait(({ body }) => body.toString() === name)
        ctx.expect(
          'EXA-005',
          '503 and its own body',
          answer.status === 503 && hook.deliveries.length === 1,
          name,
        )
        ctx.expect(
          'EXA-005',
          'signed',
          hook.signature(delivery!, secret)?.valid ?? false,
          hook.signature(delivery!, secret)?.reason,
        )
        ctx.expect(
          'EXA-005',
          'nothing else',
          (await hook.wait(({ body }) => body.length > 9, 0.01)) === undefined,
          '',
        )
      },
      { id: `images.${name}`, needs: { features: [], credentials: [], webhooks: true } },
    )
  const report = await run(target('http://127.0.0.1:1', { webhooks }), [hears('one'), hears('two')])
  t.strictSame(
    report.checks.map(({ outcome, reason }) => reason ?? outcome),
    ['pass', 'pass'],
  )
  t.match(report.checks[1]!.traffic, [
    {
      label: 'received a webhook',
      received: true,
      request: { method: 'POST', body: { text: 'two' } },
    },
  ])
  t.match(await runOne(target('http://127.0.0.1:1'), hears('one')), {
    outcome: 'unreachable',
    reason: /names no webhooks/,
  })
})

t.test('a receiver that cannot listen is reported before the first request', async (t) => {
  const baseUrl = await serve(t, ok)
  const webhooks = {
    receiver: { host: '127.0.0.1', port: Number(new URL(baseUrl).port), plainHttp: true },
    patienceSeconds: 1,
  }
  const wants = check(async () => {}, { needs: { features: [], credentials: [], webhooks: true } })
  await t.rejects(
    run(target(baseUrl, { webhooks }), [wants]),
    /webhooks\.receiver: port \d+ is taken/,
  )
})
