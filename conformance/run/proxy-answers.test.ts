import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import type { Check, Context } from '../check/check.ts'
import { Redactor } from '../http/redactor.ts'
import { readTarget } from '../target/load.ts'
import type { CheckResult, RunReport } from './result.ts'
import { runSuite } from './suite.ts'

/** A response of the proxy in place of that of the service, or a closed connection. */
type Fault = number | 'closed' | 'own 503' | undefined

/** A service behind a proxy that answers single requests itself. */
async function service(
  t: Test,
  faultOf: (request: string, nth: number) => Fault,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = http.createServer(({ method, url, socket }, response) => {
    const request = `${method} ${url}`
    asked.push(request)
    const fault = faultOf(request, asked.filter((one) => one === request).length)
    if (fault === 'closed') return void socket.destroy()
    if (fault === 'own 503')
      return void response
        .writeHead(503, { 'Content-Type': 'application/json' })
        .end('{"error":{"code":"internal_error"}}')
    response.setHeader('Connection', 'close')
    if (fault === undefined)
      response.setHeader('Content-Type', 'application/json').end('{"data":{}}')
    else
      response.writeHead(fault, { 'Content-Type': 'text/html', 'Retry-After': '0' }).end('<html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function runOne(url: string, run: (ctx: Context) => Promise<void>): Promise<CheckResult> {
  return (await reportOf(url, run)).checks[0]!
}

async function reportOf(url: string, run: (ctx: Context) => Promise<void>): Promise<RunReport> {
  const file = { name: 'behind a proxy', regions: { us: { base_url: url } } }
  const check: Check = {
    id: 'sessions.one',
    area: 'sessions',
    requirements: ['END-002'],
    level: 'must',
    why: 'Because.',
    needs: { features: [], credentials: [] },
    run,
  }
  return runSuite({
    target: readTarget(JSON.stringify(file), 'x', {}, []),
    checks: [check],
    whole: false,
    catalogue: loadCatalogue(),
    redactor: new Redactor(),
    reporters: [],
    parallel: 1,
  })
}

const asks =
  (method: 'GET' | 'POST', path: string, keeps429?: 'class') =>
  async (ctx: Context): Promise<void> => {
    const { status } = await ctx.step('ask', { method, path, ...(keeps429 && { keeps429 }) })
    ctx.expect('END-002', '200', status === 200, status)
  }

for (const fault of [502, 503, 504, 'closed'] as const) {
  const name = fault === 'closed' ? 'a closed connection' : `a single ${fault} of a proxy`
  const once = (_: string, nth: number): Fault => (nth === 1 ? fault : undefined)

  t.test(`${name} fails no check: a GET is repeated`, async (t) => {
    const { url, asked } = await service(t, (request, nth) =>
      request === 'GET /v1/wallet' ? once(request, nth) : undefined,
    )
    const { outcome } = await runOne(url, asks('GET', '/v1/wallet'))
    t.equal(outcome, 'pass')
    t.equal(asked.filter((one) => one === 'GET /v1/wallet').length, 2)
  })

  for (const [what, method, keeps429] of [
    ['a POST', 'POST', undefined],
    ['a request that a rate limit counts', 'GET', 'class'],
  ] as const) {
    t.test(`${name} fails no check: after ${what}, the check runs again`, async (t) => {
      const { url, asked } = await service(t, (request, nth) =>
        request === `${method} /v1/applicants` ? once(request, nth) : undefined,
      )
      let attempts = 0
      const { outcome, expectations } = await runOne(url, (ctx) => {
        attempts++
        return asks(method, '/v1/applicants', keeps429)(ctx)
      })
      t.equal(outcome, 'pass')
      t.equal(attempts, 2)
      t.equal(expectations.length, 1)
      t.equal(asked.filter((one) => one === `${method} /v1/applicants`).length, 3)
    })
  }
}

for (const method of ['GET', 'POST'] as const) {
  t.test(`a ${method} that always returns 503 is judged`, async (t) => {
    const { url } = await service(t, (request) =>
      request === `${method} /v1/applicants` ? 503 : undefined,
    )
    let attempts = 0
    const { outcome } = await runOne(url, (ctx) => {
      attempts++
      return asks(method, '/v1/applicants')(ctx)
    })
    t.equal(outcome, 'fail')
    t.equal(attempts, 1)
  })
}

t.test('a single 503 with an error code is one of the service, and is judged', async (t) => {
  const { url, asked } = await service(t, (request, nth) =>
    request === 'GET /v1/wallet' && nth === 1 ? 'own 503' : undefined,
  )
  const { outcome } = await runOne(url, asks('GET', '/v1/wallet'))
  t.equal(outcome, 'fail')
  t.equal(asked.filter((one) => one === 'GET /v1/wallet').length, 1)
})

t.test('a check whose requests a proxy answers again and again has no verdict', async (t) => {
  const { url } = await service(t, (request, nth) =>
    request === 'POST /v1/applicants' && nth % 2 === 1 ? 503 : undefined,
  )
  const { outcome, reason } = await runOne(url, asks('POST', '/v1/applicants'))
  t.equal(outcome, 'harness_error')
  t.match(reason, /answered 503 to "POST \/v1\/applicants" once, and 200 when it was repeated$/)
})

t.test('a service that closes the first connection of every POST fails the run', async (t) => {
  const { url } = await service(t, (request, nth) =>
    request === 'POST /v1/applicants' && nth % 2 === 1 ? 'closed' : undefined,
  )
  const { verdict, exit_code, checks } = await reportOf(url, asks('POST', '/v1/applicants'))
  t.strictSame([verdict, exit_code], ['nonconforming', 1])
  const [one, failed] = checks
  t.equal(one?.outcome, 'harness_error')
  t.equal(failed?.id, 'prerequisites.end-020')
  const [{ expected, got } = {}] = failed?.expectations ?? []
  t.equal(expected, 'a complete response to "ask"')
  t.match(got, /^no response from .*: socket hang up, at 10 of 10 first attempts$/)
})

t.test(
  'a service that closes the connection of every fifth POST is not judged by it',
  async (t) => {
    const { url } = await service(t, (request, nth) =>
      request === 'POST /v1/applicants' && nth % 5 === 1 ? 'closed' : undefined,
    )
    let attempts = 0
    const { exit_code, checks } = await reportOf(url, async (ctx) => {
      attempts++
      for (let i = 0; i < 5; i++) await asks('POST', '/v1/applicants')(ctx)
    })
    t.equal(attempts, 10)
    t.strictSame([exit_code, checks.map(({ outcome }) => outcome)], [2, ['harness_error']])
  },
)
