import { createHash } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import * as sdk from '@opentelemetry/sdk-trace'
import t from 'tap'
import { SAMPLERS, samplerOf } from './sampler.ts'

/** Trace ids all over the range. */
const TRACES = Array.from({ length: 256 }, (_, i) =>
  createHash('sha256').update(String(i)).digest('hex').slice(0, 32),
)
type Parent = 'none' | 'sampled' | 'not sampled'

/** Returns the share of traces that are recorded, and what was reported. */
function sampled(variables: Record<string, string>, parent: Parent): [share: number, told: string] {
  let told = ''
  const sampler = samplerOf(sdk, variables, (problem) => (told += problem))
  const recorded = TRACES.filter((traceId) => {
    const traceFlags = parent === 'sampled' ? TraceFlags.SAMPLED : TraceFlags.NONE
    const caller = { traceId, spanId: 'b7ad6b7169203331', traceFlags, isRemote: true }
    const context = parent === 'none' ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller)
    const { decision } = sampler.shouldSample(context, traceId, 'GET', SpanKind.SERVER, {}, [])
    return decision === sdk.SamplingDecision.RECORD_AND_SAMPLED
  })
  return [recorded.length / TRACES.length, told]
}

t.test('each sampler decides alone or by its parent span', async (t) => {
  const quarter = { OTEL_TRACES_SAMPLER_ARG: '0.25' }
  for (const [name, variables, shares] of [
    ['', {}, [1, 1, 0]],
    ['always_on', {}, [1, 1, 1]],
    ['Always_Off', {}, [0, 0, 0]],
    ['traceidratio', quarter, [0.25, 0.25, 0.25]],
    ['traceidratio', {}, [1, 1, 1]],
    ['parentbased_always_on', {}, [1, 1, 0]],
    ['parentbased_always_off', {}, [0, 1, 0]],
    ['parentbased_traceidratio', quarter, [0.25, 1, 0]],
  ] as const)
    for (const [i, parent] of (['none', 'sampled', 'not sampled'] as const).entries()) {
      const [share, told] = sampled({ OTEL_TRACES_SAMPLER: name, ...variables }, parent)
      t.ok(Math.abs(share - shares[i]!) < 0.1, `${name}, parent ${parent}: ${share}`)
      t.equal(told, '')
    }
})

t.test('a value that is not supported is reported, and the default is used', async (t) => {
  const unknown = sampled({ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'not sampled')
  t.match(unknown, [0, /^OTEL_TRACES_SAMPLER: expected one of .*got 'jaeger_remote'/])
  for (const name of SAMPLERS) t.match(unknown[1], name)
  for (const wrong of ['1.5', '-1', 'half']) {
    const variables = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: wrong }
    t.match(sampled(variables, 'none'), [1, `expected a number from 0 to 1, got '${wrong}'`])
  }
})
