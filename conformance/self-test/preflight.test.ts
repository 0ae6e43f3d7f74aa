import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadCatalogue } from '../check/catalogue.ts'
import type { Check } from '../check/check.ts'
import { conformanceCommand } from '../command.ts'
import { Redactor } from '../http/redactor.ts'
import { runSuite } from '../run/suite.ts'
import { readTarget } from '../target/load.ts'
import { startSimulator } from './simulator.ts'

async function run(args: string[], env: Record<string, string> = {}) {
  const result = { out: '', err: '', code: undefined as number | undefined }
  await conformanceCommand({
    out: (text) => (result.out += text),
    err: (text) => (result.err += text),
    terminal: false,
    color: false,
    env,
    exit: (code) => (result.code = code),
  }).parseAsync(args, { from: 'user' })
  return result
}

t.test(
  'for a simulator that cannot send to loopback addresses, the preflight names the flag and runs nothing',
  async (t) => {
    const simulator = await startSimulator(t.testdir(), [])
    t.after(() => simulator.stop())
    const { out, code } = await run(['--simulator', simulator.control])
    t.equal(code, 2)
    t.match(out, /preflight .*--loopback-receivers.*blocked_address/)
    t.match(out, /not judged: the preflight/)
    t.notMatch(out, /blocked by set-up|why it matters/, 'no check was run')

    await t.test('checks without webhooks still run', async (t) => {
      const { code } = await run([
        '--simulator',
        simulator.control,
        '--only',
        'envelope.no-credential',
      ])
      t.equal(code, 0)
    })
  },
)

t.test('a rejected key, and an address without a server', async (t) => {
  const server = http.createServer((_, response) => {
    response
      .writeHead(401, { 'Content-Type': 'application/json' })
      .end('{"error":{"code":"invalid_api_key"}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const file = join(t.testdir(), 'target.json')
  const credentials = (region: string) => ({ test: { env: region } })
  writeFileSync(
    file,
    JSON.stringify({
      name: 'refusing',
      regions: {
        us: {
          base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          credentials: credentials('US'),
        },
        eu: { base_url: 'http://127.0.0.1:1', credentials: credentials('EU') },
      },
    }),
  )
  const env = { US: 'ah_sk_us_test_0000000000', EU: 'ah_sk_eu_test_0000000000' }
  const { out, code } = await run(['--target', file], env)
  t.equal(code, 2)
  t.match(out, /preflight .*regions\.us\.credentials\.test: .*401 invalid_api_key/)
  t.match(out, /preflight .*regions\.eu: nothing listens at http:\/\/127\.0\.0\.1:1/)
})

t.test('a key that the address does not accept for another reason', async (t) => {
  const answers: Record<string, [status: number, code: string]> = {
    ah_sk_us_test_0000000001: [403, 'region_mismatch'],
    ah_sk_us_test_0000000002: [403, 'wrong_token_type'],
    ah_sk_us_test_0000000003: [403, 'insufficient_scope'],
  }
  const server = http.createServer(({ headers }, response) => {
    const [status, code] = answers[headers.authorization?.split(' ')[1] ?? ''] ?? [200, '']
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ error: { code } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const told = async (key: string) => {
    const target = JSON.stringify({
      name: 'a key',
      regions: { us: { base_url, credentials: { test: { env: 'KEY' } } } },
    })
    const file = `${t.testdir({ target })}/target`
    return run(['--target', file, '--only', 'envelope.no-credential'], { KEY: key })
  }
  for (const key of ['ah_sk_us_test_0000000001', 'ah_sk_us_test_0000000002']) {
    const { out, code } = await told(key)
    t.equal(code, 2)
    t.match(
      out,
      `preflight  regions.us.credentials.test: GET /v1/sessions returned 403 ${answers[key]?.[1]};`,
    )
  }
  const { out } = await told('ah_sk_us_test_0000000003')
  t.notMatch(out, 'preflight', 'a key with few scopes is a key')
})

t.test('an address without a server, in a target whose provider makes all keys', async (t) => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"states":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = JSON.stringify({
    name: 'states only',
    regions: { us: { base_url: 'http://127.0.0.1:1' } },
    provider_states: { url },
  })
  const { out, code } = await run(['--target', `${t.testdir({ target })}/target`])
  t.equal(code, 2)
  t.match(out, /preflight .*regions\.us: nothing listens at http:\/\/127\.0\.0\.1:1/)
})

t.test('a provider that refuses the token, or that does not run', async (t) => {
  const server = http.createServer(({ url }, response) => {
    const answer = url === '/states' ? { error: 'no such token' } : { data: [] }
    response
      .writeHead(url === '/states' ? 401 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(t.testdir(), 'target.json')
  const judged = async (url: string, ...only: string[]) => {
    const regions = { us: { base_url, credentials: { test: { env: 'US' } } } }
    writeFileSync(file, JSON.stringify({ name: 'x', regions, provider_states: { url } }))
    return run(['--target', file, '--only', ...only], { US: 'ah_sk_us_test_0000000000' })
  }
  const refused = await judged(base_url, 'images.served')
  t.equal(refused.code, 2)
  t.match(refused.out, /preflight {2}provider_states: .*401 \(no such token\).*token_env/)
  const absent = await judged('http://127.0.0.1:1', 'images.served')
  t.equal(absent.code, 2)
  t.match(absent.out, /preflight {2}provider_states: .*nothing listens at http:\/\/127\.0\.0\.1:1/)
  const without = await judged(base_url, 'envelope.validation-error')
  t.notMatch(without.out, /preflight/, 'checks without states still run')
})

t.test('an address where a web server answers', async (t) => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const file = join(t.testdir(), 'target.json')
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const regions = { us: { base_url, credentials: { test: { env: 'US' } } } }
  writeFileSync(file, JSON.stringify({ name: 'a page', regions }))
  const { out, code } = await run(['--target', file], { US: 'ah_sk_us_test_0000000000' })
  t.equal(code, 2)
  t.match(out, /preflight .*regions\.us: GET .*\/v1\/sessions returned a page .*base_url/)
})

const BINDINGS = {
  organization: 'org_1',
  key: 'ah_sk_us_test_0000000000',
  subscription_id: 'whs_1',
}

/**
 * Starts a service with its provider of two states.
 * @param answer returns the JSON for the body of a request for a state; for other routes, the body is undefined
 * @returns its URL
 */
async function provider(t: Test, answer: (body: string | undefined) => object): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => {
      body += data.toString()
    })
    request.on('end', () => {
      const states = ['webhook_subscription', 'test_ping'].map((name) => ({ name }))
      const isState = request.url === '/states'
      const json =
        isState && request.method === 'GET' ? { states } : answer(isState ? body : undefined)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test(
  'for a missing delivery, the preflight asks once for the reason and reports it',
  async (t) => {
    /** A provider of states whose service sends nothing; its log contains the given rows. */
    const silent = async (rows: object[], bindings: object = BINDINGS) => {
      let pings = 0
      const baseUrl = await provider(t, (body) => {
        if (body === undefined) return { data: rows }
        if (body.includes('"test_ping"') && body.includes('"setup"')) pings++
        return { bindings }
      })
      return { baseUrl, pings: () => pings }
    }
    const waits = (id: string): Check => ({
      id,
      area: 'webhooks',
      requirements: ['GEN-009'],
      level: 'must',
      needs: { features: [], credentials: [], webhooks: true },
      why: 'Because.',
      async run(ctx) {
        const delivery = await ctx.receiver().wait()
        ctx.expect('GEN-009', 'a delivery', delivery !== undefined, 'none came')
      },
    })
    const judged = async (baseUrl: string) => {
      const file = {
        name: 'silent',
        regions: { us: { base_url: baseUrl } },
        features: { rate_limits: false },
        provider_states: { url: baseUrl },
        webhooks: { receiver: { port: 0 }, patience_seconds: 0.5 },
      }
      return runSuite({
        target: readTarget(JSON.stringify(file), 'x', {}, []),
        checks: [waits('webhooks.one'), waits('webhooks.two')],
        whole: false,
        catalogue: loadCatalogue(),
        redactor: new Redactor(),
        reporters: [],
        parallel: 1,
      })
    }

    await t.test('if the service could not send, nothing is judged', async (t) => {
      const { baseUrl, pings } = await silent([{ status: 'failed', error_code: 'tls_failure' }])
      const { checks, exit_code } = await judged(baseUrl)
      t.equal(exit_code, 2)
      for (const check of checks) {
        t.equal(check.outcome, 'blocked')
        t.match(check.reason, /no webhook reached .*certificate.*tls_failure/)
      }
      t.equal(pings(), 1)
    })

    await t.test('if the service refuses the address, nothing is judged', async (t) => {
      const { baseUrl, pings } = await silent([], { refused: true })
      const { checks, exit_code } = await judged(baseUrl)
      t.equal(exit_code, 2)
      for (const check of checks) {
        t.equal(check.outcome, 'blocked')
        t.match(check.reason, /refuses the address .*https:\/\/127\.0\.0\.1:\d+.*public_url/)
      }
      t.equal(pings(), 0)
    })

    await t.test('if it did not even try, the check fails with that reason', async (t) => {
      const { baseUrl, pings } = await silent([])
      const { checks, exit_code } = await judged(baseUrl)
      t.equal(exit_code, 1)
      for (const check of checks) {
        t.equal(check.outcome, 'fail')
        t.match(check.notes.join(), /no webhook reached .* has no row of an attempt/)
      }
      t.equal(pings(), 1)
    })
  },
)

t.test('webhooks that arrive late are waited for as long as the first one needs', async (t) => {
  // Later than the patience, and than the shorter one after a delivery that did not arrive.
  const LATE_MS = 1600
  const url: { hook?: string | undefined } = {}
  const address = await provider(t, (body) => {
    if (body === undefined) return { data: [] }
    const { state, action, params } = JSON.parse(body) as {
      state: string
      action: string
      params: { url?: string }
    }
    if (state === 'webhook_subscription' && action === 'setup') url.hook = params.url
    if (state === 'test_ping' && action === 'setup')
      setTimeout(
        (hook) => https.request(hook, { method: 'POST', rejectUnauthorized: false }).end('{}'),
        LATE_MS,
        url.hook!,
      )
    return { bindings: BINDINGS }
  })
  const file = {
    name: 'late',
    regions: { us: { base_url: address } },
    features: { rate_limits: false },
    provider_states: { url: address },
    webhooks: { receiver: { port: 0 }, patience_seconds: 0.8 },
  }
  const { checks } = await runSuite({
    target: readTarget(JSON.stringify(file), 'x', {}, []),
    checks: [
      {
        id: 'webhooks.late',
        area: 'webhooks',
        requirements: ['GEN-009'],
        level: 'must',
        needs: {
          features: [],
          credentials: [],
          states: ['webhook_subscription', 'test_ping'],
          webhooks: true,
        },
        why: 'Because.',
        async run(ctx) {
          const hook = ctx.receiver()
          await ctx.state('webhook_subscription', { url: hook.url, events: [] })
          await ctx.state('test_ping', { subscription_id: 'whs_1' })
          ctx.expect('GEN-009', 'a delivery', (await hook.wait()) !== undefined, 'none came')
        },
      },
    ],
    whole: false,
    preflight: true,
    catalogue: loadCatalogue(),
    redactor: new Redactor(),
    reporters: [],
    parallel: 1,
  })
  t.match(checks, [{ outcome: 'pass' }])
})
