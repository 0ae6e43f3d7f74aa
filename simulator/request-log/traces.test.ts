import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { runVskit, startVskit } from '../../commands/testing.ts'
import type { Banner } from '../banner.ts'
import { receiverFor } from '../testing/receiver.ts'
import { clientAt, demoKey } from '../testing/simulator.ts'

const FREE = ['--json', '--admin-port', '0', '--us-port', '0', '--eu-port', '0']

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

/** A collector that takes OTLP over HTTP. */
const received: Export[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    if (request.url === '/v1/traces') received.push(JSON.parse(text) as Export)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
await once(collector.listen(0, '127.0.0.1'), 'listening')
t.teardown(() => collector.close())
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

t.test('a span for each request, in the trace of its caller, and for each delivery', async (t) => {
  const receiver = await receiverFor(t)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'verification',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  }
  const running = startVskit(t, ['simulator', ...FREE, '--loopback-receivers'], { env })
  const ready = JSON.parse(await running.says(/\n/)) as Banner
  const base = ready.regions.us.base_url
  const acme = clientAt(base, demoKey('org_acme'))
  await acme('POST', '/v1/webhook-subscriptions', {
    url: receiver.url,
    events: ['kyc.session.cancelled'],
  })
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const traceparent = { traceparent: `00-${trace}-${parent}-01` }
  const made = await acme('POST', '/v1/sessions', {}, traceparent)
  const { id } = made.json<{ data: { id: string } }>().data
  await acme('POST', `/v1/sessions/${id}/cancel`)
  await clientAt(base, 'nonsense')('GET', '/v1/nothing', undefined, {
    traceparent: `00-${trace}-${parent}-00`,
  })
  await acme('POST', '/v1/sessions', { nonsense: 1 })
  await clientAt(ready.console, undefined)('POST', '/control/v1/settle')
  t.equal((await running.kill('SIGTERM')).code, 0)

  const [{ resource, scopeSpans }] = received.flatMap((one) => one.resourceSpans) as [
    Export['resourceSpans'][0],
  ]
  t.match(valuesOf(resource.attributes), {
    'service.name': 'verification',
    'deployment.environment.name': 'test',
  })
  const spans = received
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans))
  t.ok(scopeSpans.length > 0)
  const named = (name: string): [Span, Record<string, unknown>][] =>
    spans.filter((span) => span.name === name).map((span) => [span, valuesOf(span.attributes)])
  const [[created, attributes], [refused]] = named('POST /v1/sessions') as [
    [Span, Record<string, unknown>],
    [Span, Record<string, unknown>],
  ]
  t.match(created, { traceId: trace, parentSpanId: parent, kind: 2 })
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
  t.not(refused.traceId, trace)
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
  t.notMatch(JSON.stringify(received), demoKey('org_acme'))
})

t.test('no collector: said once, and it delays nothing for long', async (t) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const running = startVskit(t, ['simulator', ...FREE], { env })
  const ready = JSON.parse(await running.says(/\n/)) as Banner
  await fetch(`${ready.regions.us.base_url}/v1/sessions`)
  const { code, stderr } = await running.kill('SIGTERM')
  t.equal(code, 0)
  t.match(stderr, /^SIGTERM: closing\nTraces are not sent: the collector does not answer\n$/)
})

t.test('packages that are missing are named with the command that installs them', async (t) => {
  const without = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith('@opentelemetry/')) return next(name, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    } })`)}`
  const env = { NODE_OPTIONS: `--import=${without}`, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  t.match(await runVskit(t, ['simulator', ...FREE], { env }), {
    code: 1,
    stdout: '',
    stderr: /Install them: npm install @opentelemetry\/api@1 .* OTEL_SDK_DISABLED=true/,
  })
  const off = startVskit(t, ['simulator', ...FREE], { env: { ...env, OTEL_SDK_DISABLED: 'true' } })
  await off.says(/\n/)
  t.equal((await off.kill('SIGTERM')).code, 0)
})
