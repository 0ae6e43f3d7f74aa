import { type Socket, connect } from 'node:net'
import t from 'tap'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { errors } from '../../spec/generated/errors.ts'
import {
  UNKNOWN_IDS,
  RATE_HEADERS,
  controlOf,
  rateOf,
  refusalOf,
  requestText,
  verdict,
} from '../http/testing.ts'
import { type RunningSimulator, startSimulator } from '../server.ts'
import type { WorldFile } from '../world/world.ts'
import { type Client, type Reply, client, demoKey, roomyWorld } from '../testing/simulator.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Fault {
  id: string
  active: boolean
  times: number | null
  hits: { count: number; last: { request_id: string; at: string }[] }
}

t.test('faults over HTTP', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  const acme = client(simulator, demoKey('org_acme'))
  const globex = client(simulator, demoKey('org_globex'))
  const set = async (body: object) =>
    dataOf<Fault>(await control('POST', '/faults', { organization: 'org_acme', ...body }))
  const receipt = async ({ id }: Fault) =>
    dataOf<Fault[]>(await control('GET', '/faults')).find((one) => one.id === id)!
  const count = async () =>
    (await acme('GET', '/v1/sessions?limit=100')).json<{ data: unknown[] }>().data.length
  const lost = (call: Promise<Reply>) =>
    call.then(
      ({ status }) => `answered ${status}`,
      () => 'lost',
    )
  t.beforeEach(async () => {
    await control('POST', '/reset', {})
  })

  t.test('a fault returns every code of the error table as the service does', async (t) => {
    for (const code of Object.keys(errors)) {
      const fault = await set({ operation: 'createSession', effect: { error: code } })
      const reply = await acme('POST', '/v1/sessions', {})
      const refusal = refusalOf(reply)
      t.equal(refusal.code, code)
      t.match(await receipt(fault), {
        active: false,
        hits: { count: 1, last: [{ request_id: refusal.request_id }] },
      })
      const bad = [
        'authentication_required',
        'invalid_api_key',
        'region_mismatch',
        'wrong_token_type',
        'token_expired',
      ]
      t.equal(rateOf(reply.headers) === null, bad.includes(code), `${code}: headers of the limits`)
    }
    t.equal(await count(), 0, 'the operation did not run')
    t.equal((await acme('POST', '/v1/sessions', {})).status, 201, 'each fault hit once')
    await set({ operation: 'createSession', effect: { error: 'insufficient_scope' } })
    t.strictSame(refusalOf(await acme('POST', '/v1/sessions', {})).details.required_scopes, [
      'sessions:write',
    ])
    await set({ operation: 'createSession', effect: { error: 'validation_error' } })
    t.ok(refusalOf(await acme('POST', '/v1/sessions', {})).details.issues!.length > 0)
  })

  t.test('a simulated proxy returns HTML', async (t) => {
    for (const status of [502, 503, 504]) {
      await set({ operation: 'listSessions', effect: { status } })
      const reply = await acme('GET', '/v1/sessions')
      t.equal(reply.status, status)
      t.match(reply.text, new RegExp(`<h1>${status} `))
      t.match(reply.headers.get('content-type'), 'text/html')
      t.match(reply.headers.get('x-request-id'), /^req_/)
      t.ok(rateOf(reply.headers))
    }
    t.equal((await acme('GET', '/v1/sessions')).status, 200)
  })

  t.test('a simulated 429 reports an exhausted window and uses no budget', async (t) => {
    await control('POST', '/clock/freeze', { at: '2026-11-20T09:00:07Z' })
    await acme('GET', '/v1/sessions')
    const { remaining } = rateOf((await acme('GET', '/v1/sessions')).headers)!
    await set({ operation: 'listSessions', effect: { rate_limit: true } })
    const reply = await acme('GET', '/v1/sessions')
    const refusal = refusalOf(reply)
    const rate = rateOf(reply.headers)!
    const reset = Date.parse('2026-11-20T09:01:00Z') / 1000
    t.equal(verdict(reply), '429 rate_limit_exceeded')
    t.strictSame(rate, { limit: 1_000_000, remaining: 0, reset, window: 60 })
    t.match(refusal.details, {
      reset_at: reset,
      limit: 1_000_000,
      window_seconds: 60,
      tier: 'standard',
    })
    t.type(refusal.details.route_class, 'string')
    t.equal(
      rateOf((await acme('GET', '/v1/sessions')).headers)!.remaining,
      remaining - 2,
      'it counted as one request',
    )
    await control('POST', '/faults', { operation: 'listSealKeys', effect: { rate_limit: true } })
    const keyless = await client(simulator, undefined)('GET', '/.well-known/esign-keys')
    t.match(refusalOf(keyless).details, { route_class: 'pre_auth_ip', reset_at: reset })
    t.strictSame(
      RATE_HEADERS.map((name) => keyless.headers.get(name)),
      [null, null, null, null],
    )
    await control('POST', '/clock/resume')
  })

  t.test(
    'a reset before the operation leaves nothing; a reset after it leaves a session without a response',
    async (t) => {
      await set({ operation: 'createSession', effect: { reset: 'before' } })
      t.equal(await lost(acme('POST', '/v1/sessions', {})), 'lost')
      t.equal(await count(), 0)
      const fault = await set({ operation: 'createSession', effect: { reset: 'after' } })
      t.equal(await lost(acme('POST', '/v1/sessions', { metadata: { orderId: 'A-1' } })), 'lost')
      t.equal((await receipt(fault)).hits.count, 1)
      const [session, ...others] = (await acme('GET', '/v1/sessions')).json<{
        data: { metadata: object }[]
      }>().data
      t.strictSame([session!.metadata, others], [{ orderId: 'A-1' }, []])
      await set({ operation: 'createSession', effect: { reset: 'after' } })
      t.equal(
        await lost(acme('POST', '/v1/sessions', { nothing: 1 })),
        'lost',
        'an error response can be lost, too',
      )
      t.equal(await count(), 1)
    },
  )

  t.test('a connection is reset without a byte, but only after the request arrived', async (t) => {
    await set({ operation: 'listSessions', effect: { reset: 'before' } })
    const cut = await raw(simulator, get('/v1/sessions'))
    t.strictSame([cut.text, cut.error], ['', 'ECONNRESET'])
  })

  t.test('a truncated response announces more bytes than it sends', async (t) => {
    const session = await newSession(acme)
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    for (const path of [`/v1/sessions/${session}`, `/v1/sessions/${session}/idv-image/front`]) {
      const whole = await acme('GET', path)
      await set({ operation: '*', effect: { truncate: true } })
      const { text } = await raw(simulator, get(path))
      const [head, body] = [
        text.slice(0, text.indexOf('\r\n\r\n')),
        text.slice(text.indexOf('\r\n\r\n') + 4),
      ]
      t.match(
        head,
        new RegExp(
          `^HTTP/1.1 200 OK[^]*X-Request-Id: req_[^]*Content-Length: ${whole.bytes.length}`,
        ),
      )
      t.equal(body.length, Math.floor(whole.bytes.length / 2))
      t.equal(body, whole.bytes.toString('latin1', 0, body.length))
      await set({ operation: '*', effect: { truncate: true } })
      t.equal(await lost(acme('GET', path)), 'lost', 'a client detects the truncation')
    }
    const { id } = (
      await acme('POST', '/v1/applicants', { family_name: 'Ito', given_names: ['Mei'] })
    ).json<{ data: { id: string } }>().data
    await set({ operation: 'deleteApplicant', effect: { truncate: true } })
    t.equal(
      await lost(acme('DELETE', `/v1/applicants/${id}`)),
      'lost',
      'a response without a body is not sent at all',
    )
    t.equal((await acme('GET', `/v1/applicants/${id}`)).status, 404)
  })

  t.test('a delayed response is the real one, and its operation runs at once', async (t) => {
    await set({ operation: 'createSession', effect: { delay_ms: 30 } })
    t.equal((await acme('POST', '/v1/sessions', {})).status, 201)
    const fault = await set({ operation: 'createSession', effect: { delay_ms: 60_000 } })
    const late = acme('POST', '/v1/sessions', {})
    await until(async () => (await count()) === 2)
    t.match(dataOf(await control('DELETE', `/faults/${fault.id}`)), {
      id: fault.id,
      active: false,
      hits: { count: 1 },
    })
    t.equal((await late).status, 201, 'it is sent once the fault is deleted')
    t.equal((await control('DELETE', `/faults/${fault.id}`)).status, 404)
  })

  t.test(
    'a hanging request ends when the client disconnects or the fault is deleted',
    async (t) => {
      for (const [moment, sessions] of [
        ['before', 0],
        ['after', 1],
      ] as const) {
        const fault = await set({ operation: 'createSession', effect: { hang: moment }, times: 2 })
        const aborter = new AbortController()
        const headers = {
          authorization: `Bearer ${demoKey('org_acme')}`,
          'content-type': 'application/json',
        }
        const first = fetch(`${simulator.base_urls.us}/v1/sessions`, {
          method: 'POST',
          headers,
          body: '{}',
          signal: aborter.signal,
        })
        await until(
          async () => (await receipt(fault)).hits.count === 1 && (await count()) === sessions,
        )
        aborter.abort()
        await t.rejects(first)
        const second = lost(acme('POST', '/v1/sessions', {}))
        await until(
          async () => (await receipt(fault)).hits.count === 2 && (await count()) === 2 * sessions,
        )
        await control('DELETE', `/faults/${fault.id}`)
        t.equal(await second, 'lost')
        await control('POST', '/reset', {})
      }
    },
  )

  t.test('faults of one organization do not hit another', async (t) => {
    const mine = await set({ operation: '*', effect: { error: 'internal_error' }, times: 1000 })
    const others = await control('POST', '/faults', {
      organization: 'org_globex',
      operation: 'listApplicants',
      effect: { status: 503 },
      times: 1000,
    })
    const calls = Array.from({ length: 20 }, () => [
      acme('GET', '/v1/sessions'),
      globex('GET', '/v1/sessions'),
      globex('GET', '/v1/applicants'),
    ]).flat()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    t.strictSame(statuses, Array.from({ length: 20 }, () => [500, 200, 503]).flat())
    t.equal((await receipt(mine)).hits.count, 20)
    t.equal((await receipt(mine)).hits.last.length, 20)
    t.equal((await receipt(dataOf<Fault>(others))).hits.count, 20)
    t.strictSame(
      dataOf<Fault[]>(await control('GET', '/faults?organization=org_acme')).map(({ id }) => id),
      [mine.id],
    )
    await control('POST', '/reset', { organization: 'org_acme' })
    t.strictSame(
      [(await acme('GET', '/v1/sessions')).status, (await globex('GET', '/v1/applicants')).status],
      [200, 503],
    )
  })

  t.test(
    'times: 5 hits five of fifty concurrent requests, and the receipt lists them',
    async (t) => {
      const fault = await set({ operation: 'createSession', effect: { status: 502 }, times: 5 })
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => acme('POST', '/v1/sessions', {})),
      )
      const hit = replies
        .filter(({ status }) => status === 502)
        .map(({ headers }) => headers.get('x-request-id')!)
      t.equal(hit.length, 5)
      t.equal(replies.filter(({ status }) => status === 201).length, 45)
      const { active, hits } = await receipt(fault)
      t.strictSame([active, hits.count], [false, 5])
      t.strictSame(hits.last.map(({ request_id }) => request_id).sort(), hit.sort())
    },
  )

  t.test('the oldest of several matching faults hits the request', async (t) => {
    await set({ operation: 'listSessions', effect: { status: 502 } })
    await set({ operation: '*', effect: { status: 503 } })
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await acme('GET', '/v1/sessions')).status)
    t.strictSame(statuses, [502, 503, 200])
  })

  t.test('key, mode and path limit a fault', async (t) => {
    const session = await newSession(acme)
    const live = client(simulator, demoKey('org_acme', 'live'))
    await set({ operation: '*', effect: { status: 503 }, times: 100, match: { mode: 'live' } })
    t.strictSame(
      [(await live('GET', '/v1/sessions')).status, (await acme('GET', '/v1/sessions')).status],
      [503, 200],
    )
    await control('POST', '/reset', { organization: 'org_acme', mode: 'test' })
    t.equal(
      (await live('GET', '/v1/sessions')).status,
      503,
      'a fault for the other mode only stays',
    )
    await control('POST', '/reset', {})
    const other = await newSession(acme)
    await set({
      operation: 'retrieveSession',
      effect: { error: 'internal_error' },
      match: { path_params: { id: other } },
    })
    t.equal((await acme('GET', `/v1/sessions/${session}`)).status, 404)
    t.equal((await acme('GET', `/v1/sessions/${other}`)).status, 500)
    await set({
      operation: '*',
      effect: { status: 504 },
      times: 100,
      match: { key_id: 'key_acme_test_main' },
    })
    t.equal((await acme('GET', '/v1/sessions')).status, 504)
    t.equal((await live('GET', '/v1/sessions')).status, 200)
  })

  t.test('requests with client tokens meet the faults of their organization', async (t) => {
    const session = await newSession(acme)
    const { browserToken } = (await acme('POST', `/v1/sessions/${session}/browser_token`)).json<{
      browserToken: string
    }>()
    const page = client(simulator, browserToken)
    await set({ operation: 'retrieveSdkSession', effect: { status: 503 }, match: { mode: 'test' } })
    t.strictSame(
      [
        (await page('GET', '/sdk/v1/sessions/me')).status,
        (await page('GET', '/sdk/v1/sessions/me')).status,
      ],
      [503, 200],
    )
    await set({ operation: 'retrieveSdkSession', effect: { hang: 'after' } })
    const held = lost(page('GET', '/sdk/v1/sessions/me'))
    await until(async () =>
      dataOf<Fault[]>(await control('GET', '/faults')).some(({ hits }) => hits.count === 1),
    )
    await control('POST', '/reset', { organization: 'org_acme' })
    t.equal(await held, 'lost', 'a reset releases it')
  })

  t.test('faults do not hit unauthenticated requests', async (t) => {
    const fault = await set({ operation: '*', effect: { status: 503 } })
    t.equal(
      verdict(await client(simulator, `${demoKey('org_acme')}x`)('GET', '/v1/sessions')),
      '401 invalid_api_key',
    )
    t.equal(verdict(await acme('GET', '/v1/nothing')), '404 resource_not_found')
    const headers = { host: 'localhost', authorization: `Bearer ${demoKey('org_acme')}` }
    t.equal(
      (await simulator.regions.us.inject({ url: '/v1/sessions', headers })).statusCode,
      200,
      'nor requests of the simulator itself',
    )
    t.equal((await receipt(fault)).hits.count, 0)
    t.equal(
      (await acme('GET', `/v1/sessions/${UNKNOWN_IDS.session}`)).status,
      503,
      'but before any record is read',
    )
    t.equal(
      (await fetch(`${simulator.control_url}/control/v1/health`)).status,
      200,
      'faults never hit the control API',
    )
  })

  t.test('a fault that could never hit is rejected with a suggestion', async (t) => {
    const effect = { status: 503 }
    const refused = (body: object) => control('POST', '/faults', body)
    const typo = await refused({ operation: 'createSesion', effect })
    t.match(typo.text, /has no operation of this operationId; did you mean createSession/)
    t.match(
      (await refused({ operation: 'x', effect })).text,
      /\/docs\/api on the port .* lists all/,
    )
    t.match(
      (await refused({ operation: 'retreiveSession', effect })).text,
      /did you mean retrieveSession, /,
    )
    for (const [operation, told] of [
      ['createSession', 'The path has no parameters'],
      ['retrieveEvidenceImage', 'it has id, artifact'],
    ] as const) {
      const match = { path_params: { type: 'front' } }
      t.match((await refused({ operation, effect, match })).text, told)
    }
    for (const [body, ...problems] of [
      [{ operation: 'createSession' }, 'invalid_type effect'],
      [{ operation: 'createSession', effect: {} }, 'too_small effect'],
      [{ operation: 'createSession', effect: { reset: 'after', status: 503 } }, 'too_big effect'],
      [{ operation: 'createSession', effect: { status: 500 } }, 'invalid_enum_value effect.status'],
      [{ operation: 'createSession', effect: { delay_ms: 60_001 } }, 'too_big effect.delay_ms'],
      [{ operation: 'createSession', effect: { error: 'internal' } }, 'custom effect.error'],
      [{ operation: 'createSession', effect, times: 1, probability: 0.5 }, 'custom probability'],
      [{ operation: 'createSession', effect, times: 0 }, 'too_small times'],
      [{ operation: 'createSession', effect, probability: 0 }, 'too_small probability'],
      [{ operation: '', effect }, 'too_small operation', 'custom operation'],
      [
        { operation: 'createSession', effect, match: { path_params: { id: 'vs_1' } } },
        'custom match.path_params.id',
      ],
      [
        { operation: 'retrieveEvidenceImage', effect, match: { path_params: { type: 'front' } } },
        'custom match.path_params.type',
      ],
      [
        { operation: 'createSession', effect, match: { key_id: 'key_nobody' } },
        'custom match.key_id',
      ],
      [
        {
          operation: 'createSession',
          effect,
          organization: 'org_globex',
          match: { key_id: 'key_acme_test_main' },
        },
        'custom match.key_id',
      ],
      [
        { operation: 'retrieveSdkSession', effect, match: { key_id: 'key_acme_test_main' } },
        'custom match.key_id',
      ],
      [
        { operation: 'listSealKeys', effect, organization: 'org_acme', match: { mode: 'test' } },
        'custom organization',
        'custom match.mode',
      ],
      [{ operation: 'createSession', effect, organisation: 'org_acme' }, 'unrecognized_keys '],
    ] as const)
      t.strictSame(
        problemsOf(await refused(body)).sort(),
        [...problems].sort(),
        JSON.stringify(body),
      )
    t.equal(
      codeOf(await refused({ operation: 'createSession', effect, organization: 'org_nobody' })),
      'resource_not_found',
    )
    t.equal(codeOf(await control('GET', '/faults?organization=org_nobody')), 'resource_not_found')
    t.strictSame(dataOf(await control('GET', '/faults')), [], 'and none was created')
    t.equal((await acme('GET', '/v1/sessions')).status, 200)
  })
})

t.test('deleting an organization deletes its faults', async (t) => {
  const { control } = await controlFor(t)
  await control('POST', '/faults', {
    organization: 'org_nord',
    operation: '*',
    effect: { status: 503 },
  })
  await control('POST', '/faults', { operation: '*', effect: { status: 503 } })
  await control('DELETE', '/organizations/org_nord')
  t.equal(dataOf<Fault[]>(await control('GET', '/faults')).length, 1)
})

t.test('a seeded probability hits the same requests at each run', async (t) => {
  const run = async (seed: string): Promise<string> => {
    const { simulator, control } = await controlFor(t, {
      seed,
      world: structuredClone(demoWorld) as WorldFile,
    })
    await control('POST', '/faults', {
      organization: 'org_acme',
      operation: 'listSessions',
      effect: { status: 503 },
      probability: 0.4,
    })
    const acme: Client = client(simulator, demoKey('org_acme'))
    let hits = ''
    for (let i = 0; i < 40; i++)
      hits += (await acme('GET', '/v1/sessions')).status === 503 ? 'x' : '.'
    const [fault] = dataOf<Fault[]>(await control('GET', '/faults'))
    t.match(fault, { active: true, times: null, hits: { count: hits.replaceAll('.', '').length } })
    return hits
  }
  const [one, again, other] = [await run('a'), await run('a'), await run('b')]
  t.equal(one, again)
  t.not(one, other)
  t.match(one, /x.*\.|\..*x/)
})

t.test('a close ends hanging requests and sends delayed responses', async (t) => {
  const simulator = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    world: roomyWorld(),
  })
  const control = controlOf(simulator)
  const acme = client(simulator, demoKey('org_acme'))
  const session = await newSession(acme)
  await control('POST', '/faults', { operation: 'retrieveSession', effect: { hang: 'before' } })
  await control('POST', '/faults', { operation: 'createSession', effect: { hang: 'after' } })
  await control('POST', '/faults', { operation: 'listSessions', effect: { delay_ms: 60_000 } })
  const outcome = (call: Promise<Reply>) =>
    call.then(
      ({ status }) => status,
      () => 'lost',
    )
  const outcomes = Promise.all([
    outcome(acme('GET', `/v1/sessions/${session}`)),
    outcome(acme('POST', '/v1/sessions', {})),
    outcome(acme('GET', '/v1/sessions')),
  ])
  await until(async () =>
    (await control<Fault[]>('GET', '/faults')).every(({ hits }) => hits.count === 1),
  )
  const started = performance.now()
  await simulator.close()
  t.strictSame(await outcomes, ['lost', 'lost', 200])
  t.ok(performance.now() - started < 30_000, 'long before their own end')
})

function get(path: string): string {
  return requestText('GET', path, { Authorization: `Bearer ${demoKey('org_acme')}` })
}

/** Returns the bytes received until the connection ends, and how it ended. */
function raw(
  simulator: RunningSimulator,
  bytes: string,
): Promise<{ text: string; error: string | undefined }> {
  const { hostname, port } = new URL(simulator.base_urls.us)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let error: string | undefined
    const socket: Socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code
    })
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('latin1'), error }))
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
