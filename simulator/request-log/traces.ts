import type { Attributes, Context, Link, SpanContext, SpanKind } from '@opentelemetry/api'
import { operations } from '../../spec/contract.ts'
import type { DeliveryRow } from '../features/webhooks/deliveries.ts'
import type { Feed } from '../feed.ts'
import type { Region, World } from '../world/world.ts'
import { type Entry, organizationOf } from './entry.ts'
import type { OpenTelemetry } from './open-telemetry.ts'

/** For how many sessions the latest request is remembered. */
const MOST_SESSIONS = 10_000
const ROUTES = new Map(operations.map(({ operationId, path }) => [operationId as string, path]))

interface Surroundings {
  feed: Feed
  world: World
  baseUrls: Record<Region, string>
}

/** Records a span for each request of the public API and for each webhook delivery. */
export function startTraces(telemetry: OpenTelemetry, given: Surroundings): void {
  const traces = new Traces(telemetry, given)
  given.feed.subscribe(['request', 'delivery'], (item) => {
    if (item.kind === 'request') traces.request(item.entry)
    else if (item.kind === 'delivery') traces.delivery(item.scope, item.row)
  })
}

/** Spans by OpenTelemetry's semantic conventions for HTTP. */
class Traces {
  readonly #telemetry: OpenTelemetry
  readonly #given: Surroundings
  /** The latest request that named a session and may have changed it. */
  readonly #causes = new Map<string, SpanContext>()

  constructor(telemetry: OpenTelemetry, given: Surroundings) {
    this.#telemetry = telemetry
    this.#given = given
  }

  request(entry: Entry): void {
    const { method, headers, status, operation, region, durationMs, errorCode } = entry
    const route = operation === null ? undefined : ROUTES.get(operation)
    const url = region === null ? undefined : new URL(this.#given.baseUrls[region as Region])
    const { api } = this.#telemetry
    const context = this.#span(
      route === undefined ? method : `${method} ${route}`,
      api.SpanKind.SERVER,
      durationMs,
      {
        'http.request.method': method,
        'url.path': entry.path,
        ...(route !== undefined && { 'http.route': route }),
        ...(url && addressOf(url)),
        ...(status !== null && { 'http.response.status_code': status }),
        ...(headers['user-agent'] !== undefined && {
          'user_agent.original': headers['user-agent'],
        }),
        ...given('vskit.operation', operation),
        ...given('vskit.region', region),
        ...given('vskit.organization', organizationOf(entry.scope)),
        ...given('vskit.request_id', entry.requestId),
        ...given('vskit.error_code', errorCode),
        ...given('vskit.fault_id', entry.fault),
      },
      // A client's mistake is no failure of a server span.
      { failure: status === null ? 'no_response' : status >= 500 ? String(status) : undefined },
      this.#telemetry.parentOf(headers),
    )
    if (method !== 'GET' && (status ?? 500) < 400)
      for (const id of entry.about) this.#remember(id, context)
  }

  delivery(scope: string, row: DeliveryRow): void {
    const { http_code, error_code, session_id, attempt } = row
    const subscription = this.#given.world
      .organization(organizationOf(scope)!)
      ?.webhook_subscriptions?.find(({ id }) => id === row.subscription_id)
    const url = subscription && URL.parse(subscription.url)
    const cause = session_id === null ? undefined : this.#causes.get(session_id)
    this.#span(
      'POST',
      this.#telemetry.api.SpanKind.CLIENT,
      row.latency_ms,
      {
        'http.request.method': 'POST',
        ...(url && addressOf(url)),
        ...(http_code !== null && { 'http.response.status_code': http_code }),
        ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
        'vskit.event_type': row.event_type,
        'vskit.delivery_id': row.id,
        'vskit.organization': organizationOf(scope)!,
        ...given('vskit.session_id', session_id),
      },
      {
        failure: row.status === 'failed' ? String(error_code ?? http_code) : undefined,
        ...(cause && { links: [{ context: cause }] }),
      },
    )
  }

  /** Records a span that has just ended. */
  #span(
    name: string,
    kind: SpanKind,
    milliseconds: number,
    attributes: Attributes,
    { failure, links = [] }: { failure: string | undefined; links?: Link[] },
    parent: Context = this.#telemetry.api.ROOT_CONTEXT,
  ): SpanContext {
    const { api, tracer } = this.#telemetry
    // The machine's time: a collector could not use that of the simulated clock.
    const end = performance.timeOrigin + performance.now()
    const span = tracer.startSpan(
      name,
      { kind, attributes, links, startTime: end - milliseconds },
      parent,
    )
    if (failure !== undefined)
      span.setAttribute('error.type', failure).setStatus({ code: api.SpanStatusCode.ERROR })
    span.end(end)
    return span.spanContext()
  }

  #remember(session: string, context: SpanContext): void {
    this.#causes.delete(session)
    this.#causes.set(session, context)
    if (this.#causes.size <= MOST_SESSIONS) return
    const [oldest] = this.#causes.keys()
    this.#causes.delete(oldest!)
  }
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
