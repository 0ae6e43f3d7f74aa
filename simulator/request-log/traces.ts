import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Attributes, Context, Link, Span, SpanContext, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '../../spec/contract.ts'
import { isOwnCall } from '../faults/fault-injection.ts'
import type { DeliveryRow } from '../features/webhooks/deliveries.ts'
import type { FeedSource } from '../feed.ts'
import type { Organizations } from '../world/organizations.ts'
import type { Region } from '../world/world.ts'
import { type Entry, organizationOf } from './entry.ts'
import type { OpenTelemetry } from './open-telemetry.ts'
import { HIDDEN, redactedPath, redactedText } from './redact.ts'

/** For how many sessions the latest request is remembered. */
const MOST_SESSIONS = 10_000
const ROUTES = new Map(operations.map(({ operationId, path }) => [operationId as string, path]))
/** Path parameters that let the caller act as the applicant in the signing frame. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['link', 'frame'])
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

interface Surroundings {
  feed: FeedSource
  world: Organizations
  baseUrls: Record<Region, string>
}

interface SpanStart {
  name: string
  kind: SpanKind
  attributes: Attributes
  startTime: number
  links?: Link[]
  parent?: Context
}

/** Records spans by OpenTelemetry's semantic conventions for HTTP. */
export class Traces {
  readonly #telemetry: OpenTelemetry
  /** The latest request that named a session and may have changed it. */
  readonly #causes = new Map<string, SpanContext>()

  constructor(telemetry: OpenTelemetry) {
    this.#telemetry = telemetry
  }

  /** Records a span for each request of the public API and for each webhook delivery. */
  follow(given: Surroundings): void {
    given.feed.subscribe(['request', 'delivery'], (item) => {
      if (item.kind === 'request') this.#request(item.entry, given)
      else if (item.kind === 'delivery') this.#delivery(item.scope, item.row, given)
    })
  }

  /** Records a span for each request to routes outside of the public API, such as those of the hosted pages. */
  instrument(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (!isOwnCall(reply.raw)) this.#visit(request, reply.raw)
      done()
    })
  }

  #request(entry: Entry, { baseUrls }: Surroundings): void {
    const { method, status, operation, region, durationMs, errorCode } = entry
    const route = operation === null ? undefined : ROUTES.get(operation)
    const url = region === null ? undefined : new URL(baseUrls[region as Region])
    const end = now()
    const span = this.#start({
      name: nameOf(method, route),
      kind: this.#telemetry.api.SpanKind.SERVER,
      startTime: end - durationMs,
      attributes: {
        ...requestAttributes(method, entry.path, route, entry.headers),
        ...(url && addressOf(url)),
        ...given('vskit.operation', operation),
        ...given('vskit.region', region),
        ...given('vskit.organization', organizationOf(entry.scope)),
        ...given('vskit.request_id', entry.requestId),
        ...given('vskit.error_code', errorCode),
        ...given('vskit.fault_id', entry.fault),
      },
      parent: this.#telemetry.parentOf(entry.headers),
    })
    this.#answer(span, status, end)
    if (!READS.has(method) && (status ?? 500) < 400)
      for (const id of entry.about) this.#remember(id, span.spanContext())
  }

  /** Starts the span when the request arrives, because a webhook may be sent before the response. */
  #visit(request: FastifyRequest, raw: ServerResponse): void {
    const { method, headers, hostname, port, protocol } = request
    const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
    const path = pathOf(request, route)
    const span = this.#start({
      name: nameOf(method, route),
      kind: this.#telemetry.api.SpanKind.SERVER,
      startTime: now(),
      attributes: {
        ...requestAttributes(method, path, route, headers),
        'url.scheme': protocol,
        ...(hostname && { 'server.address': hostname }),
        ...(port !== null && { 'server.port': port }),
      },
      parent: this.#telemetry.parentOf(headers),
    })
    if (!READS.has(method))
      for (const id of path.match(SESSION) ?? []) this.#remember(id, span.spanContext())
    raw.once('close', () => this.#answer(span, raw.headersSent ? raw.statusCode : null, now()))
  }

  #delivery(scope: string, row: DeliveryRow, { world }: Surroundings): void {
    const { http_code, error_code, session_id, attempt } = row
    const subscription = world
      .organization(organizationOf(scope)!)
      ?.webhook_subscriptions?.find(({ id }) => id === row.subscription_id)
    const url = subscription && URL.parse(subscription.url)
    const cause = session_id === null ? undefined : this.#causes.get(session_id)
    const end = now()
    const span = this.#start({
      name: 'POST',
      kind: this.#telemetry.api.SpanKind.CLIENT,
      startTime: end - row.latency_ms,
      attributes: {
        'http.request.method': 'POST',
        ...(url && addressOf(url)),
        ...(http_code !== null && { 'http.response.status_code': http_code }),
        ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
        'vskit.event_type': row.event_type,
        'vskit.delivery_id': row.id,
        'vskit.organization': organizationOf(scope)!,
        ...given('vskit.session_id', session_id),
      },
      ...(cause && { links: [{ context: cause }] }),
    })
    this.#end(span, row.status === 'failed' ? String(error_code ?? http_code) : undefined, end)
  }

  #start({ name, kind, attributes, startTime, links = [], parent }: SpanStart): Span {
    const { api, tracer } = this.#telemetry
    return tracer.startSpan(
      name,
      { kind, attributes, links, startTime },
      parent ?? api.ROOT_CONTEXT,
    )
  }

  #answer(span: Span, status: number | null, end: number): void {
    if (status !== null) span.setAttribute('http.response.status_code', status)
    // A client error (4xx) does not make a server span fail.
    this.#end(
      span,
      status === null ? 'no_response' : status >= 500 ? String(status) : undefined,
      end,
    )
  }

  #end(span: Span, failure: string | undefined, end: number): void {
    if (failure !== undefined)
      span
        .setAttribute('error.type', failure)
        .setStatus({ code: this.#telemetry.api.SpanStatusCode.ERROR })
    span.end(end)
  }

  #remember(session: string, context: SpanContext): void {
    this.#causes.delete(session)
    this.#causes.set(session, context)
    if (this.#causes.size <= MOST_SESSIONS) return
    const [oldest] = this.#causes.keys()
    this.#causes.delete(oldest!)
  }
}

const SESSION = /vs_[0-9a-z]{24}/g

/** The machine's time: a collector could not use that of the simulated clock. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

function nameOf(method: string, route: string | undefined): string {
  return route === undefined ? method : `${method} ${route}`
}

function requestAttributes(
  method: string,
  path: string,
  route: string | undefined,
  { 'user-agent': agent }: IncomingHttpHeaders,
): Attributes {
  return {
    'http.request.method': method,
    'url.path': path,
    ...(route !== undefined && { 'http.route': route }),
    ...(agent !== undefined && { 'user_agent.original': redactedText(agent) }),
  }
}

/** Returns the path without credentials and without the values of wildcards. */
function pathOf({ url, params }: FastifyRequest, route: string | undefined): string {
  if (route === undefined) return redactedPath(url.split('?', 1)[0]!)
  const values = params as Record<string, string>
  return redactedPath(
    route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      SECRET_PARAMETERS.has(name) ? HIDDEN : values[name]!,
    ),
  )
}

function addressOf({ protocol, hostname, port }: URL): Attributes {
  const scheme = protocol.slice(0, -1)
  return {
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
  }
}

function given(name: string, value: string | null): Attributes {
  return value === null ? {} : { [name]: value }
}
