import t, { type Test } from 'tap'
import type { Catalogue } from '../check/catalogue.ts'
import type { Check, Context } from '../check/check.ts'
import { createdId } from '../check/idioms.ts'
import { Redactor } from '../http/redactor.ts'
import { FEATURE_NAMES } from '../target/features.ts'
import { readOpenChoices } from '../target/open-choices.ts'
import type { Credential, Target } from '../target/target.ts'
import { serve } from '../testing/serve.ts'
import type { RunReport } from './result.ts'
import { runSuite } from './suite.ts'

const CATALOGUE = new Map(
  ['END-004', 'END-011', 'END-020', 'ERR-025', 'LIM-026'].map((id) => [
    id,
    { id, level: 'must', text: `text of ${id}`, status: 'open' },
  ]),
) as unknown as Catalogue

type Answers = (request: { method: string; path: string; body: unknown }) => {
  status: number
  json?: unknown
  /** Closes the connection instead. */
  breaks?: boolean
}

/** Runs some checks against a server whose provider makes keys, so that no other client uses them. */
async function run(
  t: Test,
  answers: Answers,
  bodies: readonly ((ctx: Context) => Promise<void>)[],
  more: { ownKeys?: boolean; patience?: number; everyScope?: boolean } = {},
): Promise<RunReport> {
  const baseUrl = await serve(t, (request, text, response) => {
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    const path = request.url!
    const { status, json, breaks } = path.startsWith('/states')
      ? { status: 200, json: provided(request.method!), breaks: false }
      : answers({ method: request.method!, path, body })
    if (breaks) request.socket.destroy()
    else response.writeHead(status).end(JSON.stringify(json ?? {}))
  })
  const target: Target = {
    name: 'x',
    expectedFailures: [],
    openChoices: readOpenChoices(),
    regions: {
      us: {
        baseUrl,
        credentials: {
          test: keyOfFile('test', more.everyScope),
          live: keyOfFile('live', more.everyScope),
        },
      },
    },
    features: Object.fromEntries(FEATURE_NAMES.map((name) => [name, true])) as Target['features'],
    ...(more.ownKeys !== false && { providerStates: { url: baseUrl } }),
  }
  const checks = bodies.map((body, i): Check => ({
    id: `sessions.example-${'abcdef'[i]}`,
    area: 'sessions',
    requirements: ['END-011'],
    level: 'must',
    why: 'Because.',
    needs: { features: [], credentials: ['home.test', 'home.live'] },
    run: body,
  }))
  return runSuite({
    target,
    checks,
    catalogue: CATALOGUE,
    redactor: new Redactor(),
    reporters: [],
    whole: false,
    patience: more.patience ?? 0,
  })
}

function keyOfFile(role: 'test' | 'live', hasEveryScope = false): Credential {
  const key = `ah_sk_us_${role}_a-key-of-the-file`
  return { label: `us.${role}`, region: 'us', key, sessionFields: {}, hasEveryScope }
}

function provided(method: string): object {
  return method === 'GET'
    ? { states: [{ name: 'organization' }, { name: 'key' }] }
    : { bindings: { organization: 'org-1', key: 'ah_sk_us_test_made-for-one-check' } }
}

const create = (json: object = {}) => ({
  method: 'POST' as const,
  path: '/v1/sessions',
  as: 'home.test' as const,
  json,
})
const begins =
  (json: object = {}) =>
  (ctx: Context) =>
    ctx.setUp('begin', create(json)).then(() => {
      ctx.expect('END-011', 'anything', true, 'anything')
    })

const outcomes = ({ checks }: RunReport) => checks.map(({ id, outcome }) => `${id} ${outcome}`)

t.test('a broken call fails the run once, however many checks build on it', async (t) => {
  for (const status of [500, 404, 301, 401, 402, 403, 400, 415]) {
    const report = await run(t, () => ({ status, json: { error: { code: 'x' } } }), [
      begins(),
      begins(),
    ])
    t.strictSame(outcomes(report), [
      'sessions.example-a blocked',
      'sessions.example-b blocked',
      'prerequisites.end-004 fail',
    ])
    t.match(report, { verdict: 'nonconforming', exit_code: 1 })
    t.match(report.checks[2], {
      signature: `END-004=${status} x`,
      why: /^2 checks could not judge because of this: sessions\.example-a, sessions\.example-b\.$/,
      expectations: [{ expected: 'success of "begin"', got: `${status} x`, holds: false }],
    })
  }
})

t.test('a failure that a check has reported is not repeated', async (t) => {
  const report = await run(t, () => ({ status: 500 }), [
    async (ctx) => {
      const read = { method: 'GET', path: '/v1/sessions/vs_1', as: 'home.test' } as const
      const { status } = await ctx.step('read', read)
      ctx.expect('END-011', '200', status === 200, status)
      await ctx.setUp('read again', read)
    },
    async (ctx) => {
      await ctx.setUp('read', { method: 'GET', path: '/v1/sessions/vs_1', as: 'home.test' })
    },
  ])
  t.strictSame(outcomes(report), ['sessions.example-a fail', 'sessions.example-b blocked'])
})

t.test(
  'a rejection for a missing field blocks, unless the field was not required before',
  async (t) => {
    const issues = [{ code: 'invalid_type', path: ['workflow_template_id'], message: 'Required.' }]
    const refusal = {
      status: 422,
      json: { error: { code: 'validation_error', details: { issues } } },
    }
    const never = await run(t, () => refusal, [begins()])
    t.strictSame(outcomes(never), ['sessions.example-a blocked'])
    t.equal(never.exit_code, 2)
    t.match(never.checks[0]?.reason, /session_fields/)

    const taken = { status: 201, json: { id: 'vs_1' } }
    const sometimes: Answers = ({ body }) =>
      Object.keys(body as object).length > 0 ? refusal : taken
    const report = await run(t, sometimes, [begins({ metadata: {} }), begins()])
    t.strictSame(outcomes(report), [
      'sessions.example-a blocked',
      'sessions.example-b pass',
      'prerequisites.end-004 fail',
    ])
  },
)

t.test('a key of the target file may lack a scope, or a funded account', async (t) => {
  const report = await run(t, () => ({ status: 402 }), [begins()], { ownKeys: false })
  t.strictSame(outcomes(report), ['sessions.example-a blocked'])
})

t.test('routes that the contract leaves open block', async (t) => {
  const path = '/v1/sessions/vs_1/resend'
  const resend = { method: 'POST', path, as: 'home.test' } as const
  const report = await run(t, () => ({ status: 500 }), [
    async (ctx) => {
      await ctx.setUp('send again', resend)
    },
  ])
  t.strictSame([outcomes(report), report.exit_code], [['sessions.example-a blocked'], 2])
})

t.test('a service that shows an id once must always show it', async (t) => {
  const applicant = (json: object) => async (ctx: Context) => {
    const request = { method: 'POST', path: '/v1/applicants', as: 'home.test', json } as const
    createdId(await ctx.setUp('create', request), 'END-020')
    ctx.expect('END-011', 'anything', true, 'anything')
  }
  const without: Answers = ({ body }) => ({
    status: 201,
    json: { name: 'x', ...(Object.keys(body as object).length > 0 && { id: 'apl_1' }) },
  })
  const never = await run(t, without, [applicant({})])
  t.strictSame(outcomes(never), ['sessions.example-a blocked'])
  const sometimes = await run(t, without, [applicant({}), applicant({ a: 1 })])
  t.strictSame(outcomes(sometimes), [
    'sessions.example-a blocked',
    'sessions.example-b pass',
    'prerequisites.end-020 fail',
  ])
})

t.test('a call that breaks connections, on a server that answers other calls', async (t) => {
  const breaks: Answers = ({ method }) => ({
    status: 200,
    json: { data: { id: 'vs_1', status: 'open' } },
    breaks: method === 'POST',
  })
  const reads = async (ctx: Context) => {
    await ctx.setUp('read', { method: 'GET', path: '/v1/sessions/vs_1', as: 'home.test' })
    ctx.expect('END-011', 'anything', true, 'anything')
  }
  const target = { ownKeys: false }
  const alone = await run(t, breaks, [begins()], target)
  t.strictSame(outcomes(alone), ['sessions.example-a harness_error'])
  const report = await run(t, breaks, [begins(), reads], target)
  t.strictSame(outcomes(report), [
    'sessions.example-a harness_error',
    'sessions.example-b pass',
    'prerequisites.end-004 fail',
  ])
})

t.test('a 429 without an end, or after its end, for a key that no other client uses', async (t) => {
  const limited =
    (details: () => object): Answers =>
    () => ({
      status: 429,
      json: { error: { code: 'rate_limit_exceeded', details: details() } },
    })
  // Without a credential the error differs, so it is not the limit by address.
  const but =
    (answers: Answers): Answers =>
    (request) =>
      request.method === 'GET' ? { status: 401 } : answers(request)
  const endless = await run(t, but(limited(() => ({}))), [begins()])
  t.strictSame(outcomes(endless), ['sessions.example-a blocked', 'prerequisites.lim-026 fail'])
  const now = () => ({ reset_at: Math.floor(Date.now() / 1000) - 1, window_seconds: 60 })
  const outlasting = await run(t, but(limited(now)), [begins()], { patience: 10 })
  t.strictSame(outcomes(outlasting), ['sessions.example-a blocked', 'prerequisites.err-025 fail'])
})

t.test('a failure after an error about a key of the target file is doubtful', async (t) => {
  const refused = (code: string, status: number) => ({ status, json: { error: { code } } })
  const judges = async (ctx: Context): Promise<void> => {
    const { status } = await ctx.step('begin', create())
    ctx.expect('END-011', 'success', status < 300, status)
  }
  const judgesLive = async (ctx: Context): Promise<void> => {
    const { status } = await ctx.step('begin', { ...create(), as: 'home.live' })
    ctx.expect('END-011', 'success', status < 300, status)
  }
  const wrongBefore = async (ctx: Context): Promise<void> => {
    const { status } = await ctx.step('read', { method: 'GET', path: '/openapi.json' })
    ctx.expect('END-011', 'not found', status === 404, status)
    await judges(ctx)
  }
  const each = [
    ['insufficient_scope', 403, false, [judges], ['blocked']],
    ['payment_required', 402, false, [judgesLive], ['blocked']],
    ['subscription_required', 403, false, [judgesLive], ['blocked']],
    // Billing applies to live mode only (PLN-018, PLN-019).
    ['payment_required', 402, false, [judges], ['fail']],
    ['subscription_required', 403, false, [judges], ['fail']],
    // The provider promises that its keys have every scope.
    ['insufficient_scope', 403, true, [judges], ['fail']],
    ['wrong_token_type', 403, false, [judges], ['fail']],
    ['insufficient_scope', 403, false, [wrongBefore], ['fail']],
    // The same call succeeded before.
    ['insufficient_scope', 403, false, [begins(), judges], ['pass', 'fail']],
  ] as const
  for (const [code, status, ownKeys, bodies, wanted] of each) {
    let asked = 0
    const report = await run(
      t,
      ({ path }) =>
        path === '/openapi.json' || ++asked < bodies.length
          ? { status: 200 }
          : refused(code, status),
      bodies,
      { ownKeys },
    )
    t.strictSame(
      report.checks.map(({ outcome }) => outcome),
      wanted,
      `${status} ${code}`,
    )
    if (wanted[0] === 'blocked') {
      t.match(report.checks[0]!.reason, `: /v1/sessions returned ${status} ${code}`)
      t.match(report, { verdict: 'not judged', exit_code: 2 })
    }
  }
})

t.test(
  'insufficient_scope for a key that is declared to have every scope is a failure',
  async (t) => {
    const refuses = () => ({ status: 403, json: { error: { code: 'insufficient_scope' } } })
    const blocked = await run(t, refuses, [begins()], { ownKeys: false })
    t.strictSame(outcomes(blocked), ['sessions.example-a blocked'])
    const failed = await run(t, refuses, [begins()], { ownKeys: false, everyScope: true })
    t.strictSame(outcomes(failed), ['sessions.example-a blocked', 'prerequisites.end-004 fail'])
    t.equal(failed.exit_code, 1)
  },
)
