import type { Sampler } from '@opentelemetry/sdk-trace'

type Samplers = Pick<
  typeof import('@opentelemetry/sdk-trace'),
  'AlwaysOnSampler' | 'AlwaysOffSampler' | 'TraceIdRatioBasedSampler' | 'ParentBasedSampler'
>

const ROOTS: Record<string, (sdk: Samplers, ratio: number) => Sampler> = {
  always_on: (sdk) => new sdk.AlwaysOnSampler(),
  always_off: (sdk) => new sdk.AlwaysOffSampler(),
  traceidratio: (sdk, ratio) => new sdk.TraceIdRatioBasedSampler(ratio),
}
const PARENT_BASED = 'parentbased_'
const DEFAULT = `${PARENT_BASED}always_on`

/** Values of `OTEL_TRACES_SAMPLER` that are supported. */
export const SAMPLERS = [
  ...Object.keys(ROOTS),
  ...Object.keys(ROOTS).map((name) => PARENT_BASED + name),
]

/**
 * Returns the sampler that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name. The SDK has the samplers and does not
 * read these variables.
 * @param report called for a value that is not supported; the default is used then, as OpenTelemetry demands
 */
export function samplerOf(
  sdk: Samplers,
  env: NodeJS.ProcessEnv,
  report: (problem: string) => void,
): Sampler {
  let name = env.OTEL_TRACES_SAMPLER?.trim().toLowerCase() || DEFAULT
  if (!SAMPLERS.includes(name)) {
    report(
      `OTEL_TRACES_SAMPLER: expected one of ${SAMPLERS.join(', ')}; got '${name}'. ${DEFAULT} is used.`,
    )
    name = DEFAULT
  }
  const isParentBased = name.startsWith(PARENT_BASED)
  const root = isParentBased ? name.slice(PARENT_BASED.length) : name
  const ratio = root === 'traceidratio' ? ratioOf(env.OTEL_TRACES_SAMPLER_ARG, report) : 1
  const sampler = ROOTS[root]!(sdk, ratio)
  return isParentBased ? new sdk.ParentBasedSampler({ root: sampler }) : sampler
}

function ratioOf(text: string | undefined, report: (problem: string) => void): number {
  if (!text) return 1
  const ratio = Number(text)
  if (ratio >= 0 && ratio <= 1) return ratio
  report(`OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1, got '${text}'. 1 is used.`)
  return 1
}
