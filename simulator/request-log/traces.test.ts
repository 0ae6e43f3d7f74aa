import { once } from 'node:events'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { startVskit } from '../../commands/testing.ts'
import type { Banner } from '../banner.ts'
import { receiverFor } from '../testing/receiver.ts'
import { refused } from '../testing/refused.ts'
import { clientAt, demoKey } from '../testing/simulator.ts'

const JOURNEY = '/control/v1/sessions/{id}/journey'
const FREE = ['--json', '--admin-port', '0', '--us-port', '0', '--eu-port', '0']
/** A simulator writes its address into its working folder. */
const cwd = t.testdir()

interface Value {
  stringValue?: string
  intValue?: number
}
interface Attribute {
  key: string
  value: Value
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )

interface Posted {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A collector that takes OTLP over HTTP. */
async function collectorFor(t: Test): Promise<{ endpoint: string; posted: Posted[] }> {
  const posted: Posted[] = []
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url, headers } = request
      if (url === '/v1/traces') posted.push({ headers, body: Buffer.concat(chunks) })
      response.setHeader('content-type', headers['content-type']!).end()
    })
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => collector.close())
  return { endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, posted }
}

/** Starts a simulator that sends JSON. @returns its addresses, and the spans that it has sent when it has ended */
async function traced(t: Test, flags: string[] = [], variables: Record<string, string> = {}) {
  const { endpoint, posted } = await collectorFor(t)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...variables,
  }
  const running = startVskit(t, ['simulator', ...FREE, ...flags], { cwd, env })
  const ready = JSON.parse(await running.says(/\n/)) as Banner
  const ended = async () => {
    const { code, stderr } = await running.kill('SIGTERM')
    t.equal(code, 0)
    const exports = posted.map(({ body }) => JSON.parse(body.toString()) as Export)
    const resources = exports.flatMap(({ resourceSpans }) => resourceSpans)
    const spans = resources.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans))
    const named = (name: string): [Span, Record<string, unknown>][] =>
      spans.filter((span) => span.name === name).map((span) => [span, valuesOf(span.attributes)])
    return { spans, named, stderr, posted, resource: resources[0]?.resource }
  }
  return { ready, ended }
}

const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const parentWith = (flags: string) => ({ traceparent: `00-${TRACE}-${PARENT}-${flags}` })

t.test('a span for each request, in the trace of its caller, and for each delivery', async (t) => {
  const receiver = await receiverFor(t)
  const { ready, ended } = await traced(t, ['--loopback-receivers'], {
    OTEL_SERVICE_NAME: 'verification',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of-the-collector,x-tenant=a%20b',
  })
  const base = ready.regions.us.base_url
  const acme = clientAt(base, demoKey('org_acme'))
  await acme('POST', '/v1/webhook-subscriptions', {
    url: receiver.url,
    events: ['kyc.session.cancelled'],
  })
  const made = await acme('POST', '/v1/sessions', {}, parentWith('01'))
  const { id } = made.json<{ data: { id: string } }>().data
  await acme('POST', `/v1/sessions/${id}/cancel`)
  await clientAt(base, 'nonsense')('GET', '/v1/nothing', undefined, parentWith('00'))
  await acme('POST', '/v1/sessions', { nonsense: 1 })
  await clientAt(ready.console, undefined)('POST', '/control/v1/settle')
  const { named, resource, posted } = await ended()

  t.match(posted[0]!.headers, {
    'content-type': 'application/json',
    'api-key': 'of-the-collector',
    'x-tenant': 'a b',
  })
  t.match(valuesOf(resource!.attributes), {
    'service.name': 'verification',
    'deployment.environment.name': 'test',
  })
  const [[created, attributes], [refused]] = named('POST /v1/sessions') as [
    [Span, Record<string, unknown>],
    [Span, Record<string, unknown>],
  ]
  t.match(created, { traceId: TRACE, parentSpanId: PARENT, kind: 2 })
  t.match(attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1/sessions',
    'url.path': '/v1/sessions',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(base).port),
    'http.response.status_code': 201,
    'vskit.operation': 'createSession',
    'vskit.organization': 'org_acme',
    'vskit.region': 'us',
    'vskit.request_id': made.headers.get('x-request-id')!,
  })
  const [start, end] = [created.startTimeUnixNano, created.endTimeUnixNano].map((nanoseconds) =>
    Number(BigInt(nanoseconds) / 1_000_000n),
  ) as [number, number]
  t.ok(start <= end && Math.abs(Date.now() - end) < 60_000, 'by the clock of the machine')
  t.notOk(refused.status.code, 'a mistake of the client is no failure of the server')
  t.not(refused.traceId, TRACE)
  t.strictSame(named('GET'), [], 'the caller of the unknown path is not sampled')

  const [[cancelled]] = named('POST /v1/sessions/{id}/cancel') as [[Span, unknown]]
  const [[delivery, delivered]] = named('POST') as [[Span, Record<string, unknown>]]
  t.equal(delivery.kind, 3)
  t.match(delivered, {
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.port': Number(new URL(receiver.url).port),
    'vskit.event_type': 'kyc.session.cancelled',
    'vskit.session_id': id,
  })
  t.match(delivery.links, [{ traceId: cancelled.traceId, spanId: cancelled.spanId }])
  t.notMatch(posted.map(({ body }) => String(body)).join('\n'), demoKey('org_acme'))
})

t.test('a span for each request to the control API and the hosted pages', async (t) => {
  const receiver = await receiverFor(t)
  const { ready, ended } = await traced(t, ['--loopback-receivers'])
  const base = ready.regions.us.base_url
  const control = clientAt(ready.console, undefined)
  const path = '/control/v1/organizations/org_acme'
  const wanted = { mode: 'test', url: receiver.url }
  await control('POST', `${path}/webhook_subscriptions`, wanted)
  const made = await control('POST', `${path}/sessions?mode=test`, {})
  const { id } = made.json<{ data: { id: string } }>().data
  await fetch(`${base}/s/${id}`, { headers: parentWith('01') })
  await fetch(`${base}/s/frames/open/secret-of-the-link`)
  await fetch(`${base}/s/frames/secret-of-the-frame/documents/a`)
  await control('POST', `/control/v1/sessions/${id}/journey`, { action: 'submit' })
  await control('GET', '/control/v1/nothing')
  await control('POST', '/control/v1/settle')
  const { named, spans } = await ended()

  const [[page, shown]] = named('GET /s/{id}') as [[Span, Record<string, unknown>]]
  t.match(page, { traceId: TRACE, parentSpanId: PARENT, kind: 2 })
  t.match(shown, {
    'http.route': '/s/{id}',
    'url.path': `/s/${id}`,
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(base).port),
    'http.response.status_code': 200,
  })
  t.match(named('GET /s/frames/open/{link}'), [
    [{}, { 'url.path': '/s/frames/open/[redacted]', 'http.response.status_code': 410 }],
  ])
  t.notMatch(JSON.stringify(spans), /secret-of/)
  t.match(named('GET'), [
    [{}, { 'url.path': '/control/v1/nothing', 'http.response.status_code': 404 }],
  ])
  const [[submitted]] = named(`POST ${JOURNEY}`) as [[Span, unknown]]
  const [[delivery]] = named('POST') as [[Span, unknown]]
  t.match(delivery.links, [{ traceId: submitted.traceId, spanId: submitted.spanId }])
})

t.test('OTEL_TRACES_SAMPLER decides which traces are sent', async (t) => {
  const variables = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' }
  const { ready, ended } = await traced(t, [], variables)
  const ask = clientAt(ready.regions.us.base_url, demoKey('org_acme'))
  await ask('GET', '/v1/sessions')
  await ask('GET', '/v1/sessions', undefined, parentWith('01'))
  t.match(await ended(), { spans: [{ traceId: TRACE }], stderr: 'SIGTERM: closing\n' })
})

t.test('by default traces are sent as http/protobuf', async (t) => {
  const { endpoint, posted } = await collectorFor(t)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  const running = startVskit(t, ['simulator', ...FREE], { cwd, env })
  const ready = JSON.parse(await running.says(/\n/)) as Banner
  await clientAt(ready.regions.us.base_url, demoKey('org_acme'))('GET', '/v1/sessions')
  t.equal((await running.kill('SIGTERM')).code, 0)
  t.match(posted, [{ headers: { 'content-type': 'application/x-protobuf' } }])
  // ExportTraceServiceRequest.resource_spans.scope_spans.spans.name, by the numbers of the fields.
  const names = [1, 2, 2, 5].reduce(
    (messages, field) => messages.flatMap((message) => partsOf(message, field)),
    posted.map(({ body }) => body),
  )
  t.strictSame(names.map(String), ['GET /v1/sessions'])
})

t.test('another protocol is rejected', async (t) => {
  t.intercept(process, 'env', {
    value: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    },
  })
  t.match(await refused(FREE), {
    code: 1,
    stdout: '',
    stderr: /expected http\/protobuf or http\/json, got 'grpc'/,
  })
})

/** Returns the length-delimited values of a field of a protobuf message. */
function partsOf(message: Buffer, field: number): Buffer[] {
  const found: Buffer[] = []
  let at = 0
  const varint = (): number => {
    for (let value = 0, shift = 1; ; shift *= 128) {
      const byte = message[at++]!
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const key = varint()
    const type = key & 7
    const length = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : undefined
    if (length === undefined) {
      varint()
      continue
    }
    if (type === 2 && key >> 3 === field) found.push(message.subarray(at, at + length))
    at += length
  }
  return found
}
