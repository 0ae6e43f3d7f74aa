import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Tracer } from '@opentelemetry/api'
import { samplerOf } from './sampler.ts'

/** The parts of OpenTelemetry that traces need. */
export interface OpenTelemetry {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
  /** Reads the trace of the caller from the headers of a request (W3C Trace Context). */
  parentOf(headers: IncomingHttpHeaders): Context
  /** Sends the remaining spans, and stops. */
  shutdown(): Promise<void>
}

/** Maximum delay of the exit by a collector that does not respond, in ms. */
const SHUTDOWN_MS = 2_000

/** Optional peers, with the versions that the tests use. */
const PACKAGES = [
  '@opentelemetry/api@1',
  '@opentelemetry/core@3',
  '@opentelemetry/resources@3',
  '@opentelemetry/sdk-trace@3',
]
const EXPORTERS = {
  'http/protobuf': {
    name: '@opentelemetry/exporter-trace-otlp-proto@0.301',
    load: () => import('@opentelemetry/exporter-trace-otlp-proto'),
  },
  'http/json': {
    name: '@opentelemetry/exporter-trace-otlp-http@0.301',
    load: () => import('@opentelemetry/exporter-trace-otlp-http'),
  },
}
/** The default that the OpenTelemetry specification recommends. */
const DEFAULT_PROTOCOL = 'http/protobuf'
const START_WITHOUT = 'Or set OTEL_SDK_DISABLED=true to start without traces.'

/** Whether the environment names a collector, and no variable turns traces off. */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  const off = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  return Boolean(endpoint) && !off
}

/**
 * Loads OpenTelemetry and prepares the export by OTLP over HTTP. Nothing is registered globally.
 * @param version of vskit
 * @param env variables of OpenTelemetry
 * @throws {Error} that names the install command, or the protocols
 */
export async function loadOpenTelemetry(
  version: string,
  env: NodeJS.ProcessEnv,
): Promise<OpenTelemetry> {
  const exporters = exportersOf(env)
  const [api, core, resources, sdk, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    exporters.load(),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT turns traces on, but the packages that send them are not installed. Install them: npm install ${[...PACKAGES, exporters.name].join(' ')}. ${START_WITHOUT}`,
      { cause: error },
    )
  })
  let isReported = false
  const report = (problem: string): void => {
    if (!isReported) console.error(`Traces are not sent: ${problem}`)
    isReported = true
  }
  core.setGlobalErrorHandler((error) => report(reasonOf(error)))
  const service = { 'service.name': 'vskit', 'service.version': version }
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes(service))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(sdk, env, (problem) => console.error(problem)),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() })],
  })
  const propagator = new core.W3CTraceContextPropagator()
  return {
    api,
    tracer: provider.getTracer('vskit', version),
    parentOf: (headers) => propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter),
    shutdown: () =>
      Promise.race([
        provider.shutdown(),
        sleep(SHUTDOWN_MS).then(() => report('the collector does not respond')),
      ]),
  }
}

function exportersOf(env: NodeJS.ProcessEnv): (typeof EXPORTERS)[keyof typeof EXPORTERS] {
  const protocol =
    env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || DEFAULT_PROTOCOL
  if (Object.hasOwn(EXPORTERS, protocol)) return EXPORTERS[protocol as keyof typeof EXPORTERS]
  throw new Error(
    `OTEL_EXPORTER_OTLP_PROTOCOL: expected ${Object.keys(EXPORTERS).join(' or ')}, got '${protocol}'. The default port of collectors for OTLP over HTTP is 4318. ${START_WITHOUT}`,
  )
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error }
  return cause?.message === undefined ? message : `${message}: ${cause.message}`
}
