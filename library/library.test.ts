import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { EventLine } from './connection.ts'
import type { paths } from './openapi.ts'
import { InvalidWebhookError, createSimulator, connectSimulator, verifyWebhook } from './vskit.ts'
import { WebhookQueue } from './webhook-queue.ts'

const simulator = await createSimulator()
t.teardown(() => simulator.close())

t.test('a session from creation to its verified webhook', async (t) => {
  const acme = await simulator.organization()
  const input: paths['/v1/sessions']['post']['requestBody'] = {
    content: { 'application/json': { metadata: { orderId: 'A-1' } } },
  }
  const { id } = await acme.createSession(input.content['application/json'])
  const coming = acme.nextWebhook({ sessionId: id })
  t.match(await simulator.submit(id), { status: 'completed', outcome: 'approved' })
  const { body, headers, event, type } = await coming
  t.equal(type, 'kyc.session.completed')
  t.strictSame(verifyWebhook(body, headers, acme.webhookSecret), event)
  t.throws(() => verifyWebhook(`${body} `, headers, acme.webhookSecret), InvalidWebhookError)
  t.match(event, { sessionId: id, outcome: 'approved', decisionSource: 'automatic' })
  t.match(await acme.session(id), { status: 'completed', metadata: { orderId: 'A-1' } })
  t.ok(
    (await acme.request<Uint8Array>('GET', `/v1/sessions/${id}/idv-image/portrait`)).length > 100,
  )
  t.match(await acme.requests(), [
    { operation: 'createSession', status: 201 },
    { operation: 'retrieveSession', status: 200 },
    { operation: 'retrieveEvidenceImage', status: 200 },
  ])
})

t.test('each webhook is returned once and in order; a timeout lists those that came', async (t) => {
  const acme = await simulator.organization()
  const first = await acme.createSession({ expected_outcome: 'review' })
  const second = await acme.createSession()
  await simulator.submit(first.id)
  await simulator.review(first.id, 'declined')
  await simulator.cancel(second.id)
  t.match(await acme.nextWebhook(), { type: 'kyc.session.manual_review_requested' })
  t.match(await acme.nextWebhook({ type: 'kyc.session.cancelled' }), { sessionId: second.id })
  await t.rejects(acme.nextWebhook({ type: 'kyc.session.cancelled', timeout: 20 }), {
    name: 'SimulatorError',
    message: new RegExp(`within 20 ms.*kyc.session.completed of ${first.id}`, 's'),
  })
  t.match(await acme.nextWebhook(), { sessionId: first.id, event: { outcome: 'declined' } })
})

t.test('two simulators in one process share nothing', async (t) => {
  await using other = await createSimulator({ clock: '2026-01-02T03:04:05Z', seed: 'two' })
  t.equal((await other.now()).toISOString(), '2026-01-02T03:04:05.000Z')
  const here = await (await simulator.organization()).createSession()
  const there = await other.organization()
  await t.rejects(there.session(here.id), { code: 'resource_not_found', status: 404 })
  t.equal((await other.advance('7d')).toISOString(), '2026-01-09T03:04:05.000Z')
  t.ok(Math.abs((await simulator.now()).getTime() - Date.now()) < 60_000)
})

t.test('an abandoned session expires when time passes', async (t) => {
  await using own = await createSimulator({ clock: 'frozen' })
  const acme = await own.organization()
  const { id } = await acme.createSession()
  await own.abandon(id)
  await own.advance('8d')
  t.match(await acme.nextWebhook({ sessionId: id }), {
    type: 'kyc.session.expired',
    event: { outcome: null },
  })
})

t.test('a restored snapshot brings the state back, also with a listener attached', async (t) => {
  await using own = await createSimulator()
  const acme = await own.organization()
  const kept = await acme.createSession()
  await own.snapshot('before')
  const taken: string[] = []
  await using listener = await acme.listen({ handler: ({ type }) => void taken.push(type) })
  const lost = await acme.createSession()
  await own.cancel(lost.id)
  await own.restore()
  t.match(await acme.session(kept.id), { id: kept.id })
  await t.rejects(acme.session(lost.id), { code: 'resource_not_found' })
  await t.rejects(acme.nextWebhook({ timeout: 10 }), /None is waiting/, 'it is of another state')
  await own.cancel(kept.id)
  await own.settle()
  t.equal(taken.at(-1), 'kyc.session.cancelled')
  t.match(listener.secret, acme.webhookSecret)
})

t.test('a plain HTTP application receives webhooks, and a 500 is retried', async (t) => {
  const answers = [500, 200]
  const got: { body: string; headers: Record<string, unknown> }[] = []
  const application = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push({ body, headers: request.headers })
      response.writeHead(answers[got.length - 1] ?? 200).end()
    })
  })
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
  t.teardown(() => application.close())
  const { port } = application.address() as AddressInfo
  await using own = await createSimulator({ clock: 'frozen' })
  const acme = await own.organization()
  await using listener = await acme.listen({ forwardTo: `http://127.0.0.1:${port}/hook` })
  const { id } = await acme.createSession()
  await own.submit(id)
  await own.settle()
  await own.advance('1h')
  t.equal(got.length, 2)
  t.equal(got[0]!.body, got[1]!.body)
  for (const { body, headers } of got)
    t.match(verifyWebhook(body, headers as Record<string, string>, listener.secret), {
      sessionId: id,
    })
  const { data } = await acme.request<{ data: { status: string; http_code: number }[] }>(
    'GET',
    `/v1/webhook-events?session_id=${id}`,
  )
  t.match(data, [
    { status: 'delivered', http_code: 200 },
    { status: 'failed', http_code: 500 },
  ])
  await listener.close()
  const left = await acme.request<{ data: unknown[] }>('GET', '/v1/webhook-subscriptions')
  t.strictSame(left.data, [])
})

t.test('an organization whose key is refused leaves nothing behind', async (t) => {
  const count = async (): Promise<number> =>
    (await simulator.control.request<unknown[]>('GET', '/organizations')).length
  const before = await count()
  await t.rejects(simulator.organization({ scopes: ['nope' as never] }), { message: /nope/ })
  t.equal(await count(), before)
})

t.test('faults return the requests that they broke', async (t) => {
  const acme = await simulator.organization()
  const fault = await acme.fault({ operation: 'createSession', effect: { status: 503 } })
  await t.rejects(acme.createSession(), { message: /503/ })
  t.equal(await fault.hits(), 1)
  await acme.createSession()
  t.match(await acme.requests({ operation: 'createSession', status: 503 }), [
    { fault_id: fault.id },
  ])
})

t.test('budgets are large by default; the budgets of the contract are an option', async (t) => {
  const limitOf = async (url: string, key: string): Promise<number> => {
    const answer = await fetch(`${url}/v1/sessions`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return Number(answer.headers.get('x-ratelimit-limit'))
  }
  await using strict = await createSimulator({ budgets: 'contract' })
  const acme = await strict.organization()
  t.ok((await limitOf(simulator.regions.us.url, simulator.key())) >= 1_000_000)
  t.ok((await limitOf(strict.regions.us.url, strict.key())) < 10_000)
  t.ok((await limitOf(acme.url, acme.key)) < 10_000)
})

t.test('an error says whether an unknown key is in the query or in the body', async (t) => {
  const acme = await simulator.organization()
  await t.rejects(simulator.control.request('GET', '/events?sesion_id=vs_1'), {
    message: /\n {2}\(query\): Unrecognized key 'sesion_id', did you mean 'session_id'\?$/,
  })
  await t.rejects(acme.request('GET', '/v1/sessions?limt=5'), {
    message: /\n {2}\(query\): Unrecognized key 'limt', did you mean 'limit'\?$/,
  })
  await t.rejects(acme.request('POST', '/v1/sessions', { aplicant: {} }), {
    message: /\n {2}\(body\): Unrecognized key 'aplicant', did you mean 'applicant'\?$/,
  })
})

t.test('keys are found by their properties; errors list the known keys', async (t) => {
  t.match(simulator.key({ region: 'eu', mode: 'live' }), /^ah_sk_eu_live_/)
  t.match(simulator.key({ type: 'pk' }), /^ah_pk_us_test_/)
  t.throws(() => simulator.key({ organization: 'org_none' }), { message: /org_acme us test sk/ })
  await t.rejects(simulator.control.request('POST', '/organizations', { nam: 'x' }), {
    code: 'validation_error',
    message: /name: Required[^]*did you mean 'name'/,
  })
  await t.rejects(createSimulator({ world: { version: 1, organizations: 3 } }), /organizations/)
  await t.rejects(createSimulator({ clock: 'yesterday' }), /clock: expected/)
  await t.rejects(simulator.listen({}), /set forwardTo, routes or handler/)
  await t.rejects(simulator.listen({ forwardTo: 'localhost:3000' }), /Expected a URL/)
  await t.rejects(simulator.restore(), /no snapshot was taken/)
  await t.rejects(simulator.advance('soon' as '1s'), /Expected a duration/)
})

t.test('an unknown option or one of a wrong type is named in the error', async (t) => {
  const wrong = (options: object) => createSimulator(options)
  for (const [options, message] of [
    [{ budget: 'roomy' }, /createSimulator: there is no option 'budget'. Did you mean 'budgets'\?/],
    [
      { budgets: 'rommy' },
      /createSimulator: budgets: expected one of 'contract', 'roomy', got 'ro/,
    ],
    [{ seed: 7 }, /seed: expected a text, got 7\./],
    [{ https: 'yes' }, /https: expected true or false/],
    [{ clock: 'yesterday' }, /clock: expected .* got 'yesterday'/],
    [{ clock: '2030-02-30' }, /clock: expected .* got '2030-02-30'/],
    [{ ports: { admin: 4000 } }, /ports: there is no option 'admin'.* Known options: control, us/],
    [{ ports: { us: 70_000 } }, /ports: us: expected a port from 0 to 65535/],
    [[], /expected an object of options, got \[\]/],
  ] as const)
    await t.rejects(wrong(options), { name: 'TypeError', message })
  const any = simulator as unknown as Record<string, (options: object) => Promise<unknown>>
  for (const [name, options, message] of [
    ['nextWebhook', { timeoutMs: 10 }, /nextWebhook: .*'timeoutMs'. Did you mean 'timeout'\?/],
    ['nextWebhook', { timeout: '10' }, /timeout: expected a number of milliseconds/],
    [
      'nextWebhook',
      { type: 'kyc.session.complete' },
      /type: expected one of 'kyc\.session\.completed'/,
    ],
    ['listen', { forwardsTo: 'http://localhost' }, /Did you mean 'forwardTo'\?/],
    [
      'listen',
      { routes: { 'kyc.session.complete': 'http://localhost' } },
      /listen: routes: .*Did you mean 'kyc\.session\.completed'\?/,
    ],
    [
      'organization',
      { budgets: 'rommy' },
      /organization: budgets: expected 'contract', 'roomy' or/,
    ],
    ['freeze', 'soon', /freeze: expected a Date or an ISO 8601 time, got 'soon'/],
    ['freeze', '2030-02-30T00:00:00Z', /got '2030-02-30T00:00:00Z'/],
    ['freeze', new Date(NaN), /got Invalid Date/],
    ['freeze', 5, /expected a Date or an ISO 8601 time, got 5\./],
    ['freeze', null, /got null/],
    ['advance', [5], /advance: expected .* got \[ 5 \]/],
    ['nextWebhook', null, /nextWebhook: expected an object of options, got null/],
    ['requests', null, /requests: expected an object of options/],
    ['fault', undefined, /fault: expected an object of options/],
    ['reset', 5, /reset: expected an object of options/],
  ] as const)
    await t.rejects(any[name]!(options as object), { name: 'TypeError', message }, name)
  t.throws(() => simulator.key({ organisation: 'org_acme' } as object), {
    name: 'TypeError',
    message: /Did you mean 'organization'\?/,
  })
  await t.rejects(
    simulator.trigger('kyc.session.expired', { organisation: 'x' } as object),
    TypeError,
  )
  await t.rejects(connectSimulator({ url: 'http://127.0.0.1:9' } as object), TypeError)
  // The control API itself rejects these.
  const refused = { name: 'SimulatorError', code: 'validation_error' }
  await t.rejects(simulator.organization({ tear: 'elevated' }), refused)
  await t.rejects(simulator.requests({ state: 404 } as object), {
    ...refused,
    message: /'state', did you mean 'status'/,
  })
  await t.rejects(simulator.requests({ status: 'x' } as object), {
    ...refused,
    message: /\n {2}status: /,
  })
  await t.rejects(simulator.submit('vs_x', null as never), TypeError)
  await t.rejects(simulator.submit('vs_x', { specimem: 'joost' } as object), refused)
  await t.rejects(simulator.reset({ wordl: true } as object), refused)
  await t.rejects(simulator.fault({ operation: '*', effect: {}, time: 1 } as never), refused)
})

t.test('calls reject a method, a path or an id that is none', async (t) => {
  const acme = await simulator.organization()
  for (const [call, message] of [
    [() => simulator.control.request('FETCH', '/clock'), /control\.request: method: .*'FETCH'/],
    [() => simulator.control.request('GET', 'clock'), /control\.request: path: .*'clock'/],
    [() => acme.request('GET', 'http://127.0.0.1/'), /request: path: .*starts with '\/'/],
    [() => simulator.submit(undefined as never), /the id of a session, got undefined/],
    [() => simulator.cancel('' as never), /the id of a session, got ''/],
    [() => acme.session(undefined as never), /the id of a session, got undefined/],
    [() => createSimulator({ clock: '9999-12-31' }), /clock: expected .* from 1970 to 9899/],
    [() => createSimulator({ clock: new Date(-1) }), /clock: expected .* from 1970 to 9899/],
  ] as const)
    await t.rejects(call(), { name: 'TypeError', message })
})

t.test('errors of the start name options of the library, not flags', async (t) => {
  const { port } = new URL(simulator.control.url)
  for (const option of ['control', 'us', 'eu'])
    await t.rejects(createSimulator({ ports: { [option]: Number(port) } }), {
      message: `Port ${port} on 127.0.0.1 is taken. Choose another with ports.${option} (0 takes a free one).`,
    })
  const file = `${t.testdir({ file: '' })}/file`
  await t.rejects(createSimulator({ dataDir: file }), {
    message: /Choose another one with dataDir\.$/,
  })
  await t.rejects(createSimulator({ world: `${file}.json` }), {
    message: /^The world file .*file\.json cannot be read: /,
  })
})

t.test('control.request returns text that is not JSON', async (t) => {
  await using remote = await connectSimulator({ control: new URL(simulator.control.url).origin })
  for (const { control } of [simulator, remote])
    t.match(await control.request('GET', '/metrics'), /^# HELP vskit_requests_total/)
})

t.test('a missing record does not make the address a foreign one', async (t) => {
  const missing = { name: 'SimulatorError', message: /: 404 resource_not_found: / }
  await t.rejects(simulator.requests({ organization: 'org_none' }), missing)
  const none = { organization: 'org_none' }
  await t.rejects(simulator.control.request('POST', '/reset', none), missing)
  const fault = { ...none, operation: '*', effect: { truncate: true } } as const
  await t.rejects(simulator.fault(fault), missing)
  await t.rejects(simulator.control.request('GET', '/none'), missing)
  await t.rejects(simulator.control.request('GET', '/certificate_authority'), missing)
})

t.test('a webhook is not lost if its secret cannot be read', async (t) => {
  const line = { type: 'webhook.test_ping', headers: {}, body: '{}', created_at: '2026-01-01' }
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  let calls = 0
  const queue = new WebhookQueue(async () => {
    if (calls++ === 0) throw new Error('no secret')
    return secret
  })
  queue.push(line as EventLine)
  await t.rejects(queue.next({}), /no secret/)
  t.match(await queue.next({ timeout: 100 }), { type: line.type, secret })
})

t.test('a member that is undefined counts as omitted', async (t) => {
  t.equal(simulator.key({ region: undefined, mode: undefined } as never), simulator.key())
  const acme = await simulator.organization({ budgets: undefined } as never)
  await acme.createSession()
  const filter = { operation: 'createSession', status: undefined } as never
  t.equal((await acme.requests(filter)).length, 1)
  await using own = await createSimulator({ budgets: 'contract' })
  const { id } = await own.organization({ budgets: undefined } as never)
  const { id: other } = await own.organization()
  const budgets = async (one: string) =>
    (await own.control.request<{ budgets: object }>('GET', `/organizations/${one}`)).budgets
  t.strictSame(await budgets(id), await budgets(other))
})

t.test('organization methods reject options that the organization fixes', async (t) => {
  const acme = await simulator.organization()
  const any = acme as unknown as Record<string, (options: unknown) => Promise<unknown>>
  for (const [name, options, message] of [
    ['nextWebhook', { organization: 'org_nope' }, /nextWebhook: .*'organization'/],
    ['nextWebhook', null, /nextWebhook: expected an object of options, got null/],
    ['listen', { handler: () => 200, mode: 'live' }, /listen: .*'mode'/],
    ['requests', { organization: 'org_nope' }, /requests: .*'organization'/],
    ['fault', { operation: '*', effect: {}, organization: 'org_nope' }, /fault: .*'organization'/],
  ] as const)
    await t.rejects(any[name]!(options), { name: 'TypeError', message }, name)
})

t.test('times: a Date, or ISO 8601 with or without time and zone', async (t) => {
  await using own = await createSimulator()
  for (const [time, iso] of [
    [new Date(Date.UTC(2031, 0, 1)), '2031-01-01T00:00:00.000Z'],
    ['2032-02-29', '2032-02-29T00:00:00.000Z'],
    ['2032-03-01T01:00:00.5+02:00', '2032-02-29T23:00:00.500Z'],
  ] as const)
    t.equal((await own.freeze(time)).toISOString(), iso)
})

t.test('calls after close() fail with an error that says so', async (t) => {
  const own = await createSimulator()
  const remote = await connectSimulator({ control: new URL(own.control.url).origin })
  const closed = { name: 'SimulatorError', message: /simulator was closed/ }
  const gone = { name: 'SimulatorError', message: /No simulator answers/ }
  const over = await remote.organization()
  for (const one of [remote, own]) {
    const acme = await one.organization()
    const waits = acme.nextWebhook({ timeout: 60_000 })
    await Promise.all([t.rejects(waits, closed), one.close()])
    await t.rejects(one.now(), closed)
    await t.rejects(acme.createSession(), closed)
    await t.rejects(acme.nextWebhook(), closed)
    await t.rejects(acme.requests(), closed)
    await t.rejects(acme.listen({ handler: () => 200 }), closed)
  }
  await using other = await createSimulator()
  await using left = await connectSimulator({ control: new URL(other.control.url).origin })
  const acme = await left.organization()
  const waits = acme.nextWebhook({ timeout: 60_000 })
  const lost = { name: 'SimulatorError', message: /connection to http:\S+ ended/ }
  await Promise.all([t.rejects(waits, lost), other.close()])
  await t.rejects(acme.nextWebhook(), lost)
  await t.rejects(acme.createSession(), gone)
  await t.rejects(left.now(), gone)
  await t.rejects(over.session('vs_x'), closed)
})

t.test('a listener that closes after its simulator writes nothing', async (t) => {
  const dataDir = t.testdir()
  const own = await createSimulator({ dataDir })
  const listener = await own.listen({ handler: () => 200 })
  await own.close()
  const read = () => readFileSync(`${dataDir}/world.json`, 'utf8')
  const before = read()
  await listener.close()
  t.equal(read(), before)
  await listener.ended
})

t.test('a response that ends early is a SimulatorError', async (t) => {
  const acme = await simulator.organization()
  for (const effect of [{ reset: 'before' }, { truncate: true }] as const) {
    await acme.fault({ operation: 'listSessions', effect })
    await t.rejects(acme.request('GET', '/v1/sessions'), {
      name: 'SimulatorError',
      message: /The connection .* was lost before a response|The response .* ended early/,
    })
  }
})

t.test('a simulator in another process offers the same methods', async (t) => {
  const control = new URL(simulator.control.url).origin
  await using remote = await connectSimulator({ control })
  const acme = await remote.organization({ region: 'eu' })
  t.match(acme.key, /^ah_sk_eu_test_/)
  const { id } = await acme.createSession()
  await remote.submit(id)
  const { body, headers, secret } = await acme.nextWebhook({ sessionId: id })
  t.match(verifyWebhook(body, headers, secret), { sessionId: id })
  await using listener = await acme.listen({ handler: () => 202 })
  const next = await acme.createSession()
  await remote.cancel(next.id)
  await remote.settle()
  const { data } = await acme.request<{ data: object[] }>('GET', '/v1/webhook-events')
  t.match(data, [{ status: 'delivered', http_code: 202, subscription_id: listener.subscriptionId }])
  t.throws(() => remote.key(), /Create an organization/)
  await t.rejects(connectSimulator({ control: 'http://127.0.0.1:9' }), /No simulator answers/)
})

t.test('a simulator with HTTPS offers the same methods', async (t) => {
  await using own = await createSimulator({ https: true })
  const file = `${t.testdir()}/state.vskit`
  const control = new URL(own.control.url).origin
  t.match(control, /^https:/)
  await using remote = await connectSimulator({ control, ca: own.ca! })
  for (const one of [own, remote]) {
    const acme = await one.organization()
    t.match(acme.url, /^https:/)
    await using _ = await acme.listen({ handler: () => 204 })
    const { id } = await acme.createSession()
    await one.cancel(id)
    await one.settle()
    const { data } = await acme.request<{ data: object[] }>('GET', '/v1/webhook-events')
    t.match(data, [{ status: 'delivered', http_code: 204 }])
    await one.exportSnapshot(file)
    await one.importSnapshot(file)
    t.match(await acme.session(id), { status: 'cancelled' })
  }
  await t.rejects(connectSimulator({ control }), { name: 'SimulatorError', message: /not trusted/ })
})

t.test('no handles stay open: the process ends by itself', async (t) => {
  const script = `
    import { createSimulator } from './library/vskit.ts'
    import { testOrganization } from './library/test-organization.ts'
    const simulator = await createSimulator()
    const closed = await simulator.organization()
    await closed.createSession()
    await simulator.close()
    const unclosed = await testOrganization()
    const { id } = await unclosed.createSession()
    console.log(id)
  `
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: new URL('..', import.meta.url), encoding: 'utf8', timeout: 30_000 },
  )
  t.equal(stderr, '')
  t.match(stdout, /^vs_/)
  t.equal(status, 0)
})
