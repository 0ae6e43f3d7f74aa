import type { PathResult } from '../measure/measure.ts'
import type { PairResult, Side } from '../measure/pair.ts'
import type { Report } from '../report/report.ts'
import type { Slice } from '../measure/slice.ts'
import type { Summary } from '../measure/statistics.ts'

/** Results with round figures, for tests of reports: one second of load on a saturated server. */
export function sliceOf(requests_per_second: number, more: Partial<Slice> = {}): Slice {
  return {
    requests_per_second,
    requests: requests_per_second,
    seconds: 1,
    bytes: requests_per_second * 500,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    refused: 0,
    p50_ms: 1,
    p99_ms: 4,
    max_ms: 9,
    curve_ms: [],
    load_cpu_seconds: 0.5,
    server_cpu_seconds: 1,
    problem: null,
    ...more,
  }
}

export function sideOf(name: string, requests_per_second: number, more: Partial<Side> = {}): Side {
  return {
    name,
    requests_per_second,
    p99_ms: 2.345,
    server_busy: 0.97,
    load_busy: 0.6,
    slices: [],
    ...more,
  }
}

export function pairOf(ratio: Summary | null, more: Partial<PairResult> = {}): PairResult {
  return {
    baseline: sideOf('bare node:http', 40_000),
    variant: sideOf('simulator', 32_123.4, { p99_ms: 3 }),
    ratios: ratio ? Array.from({ length: ratio.count }, () => ratio.median) : [],
    ratio,
    cpu_ratios: [],
    cpu_ratio: null,
    invalid: [],
    ...more,
  }
}

const NOISE = { median: 1, min: 0.98, max: 1.03, count: 5 }

export function pathOf(bare: PairResult, noise: PairResult = pairOf(NOISE)): PathResult {
  return {
    path: 'image',
    request: { method: 'GET', path: '/v1/sessions/vs_1', body_bytes: 0 },
    answer: { status: 200, body_bytes: 20_000, wire_bytes: 20_300 },
    bare,
    noise,
    peers: [],
    steady: null,
  }
}

export function reportOf(more: Partial<Report> = {}): Report {
  return {
    format: 1,
    started_at: '2026-11-20T09:00:00.000Z',
    run_from: 'source',
    versions: { vskit: '0.1.0', node: 'v24.0.0', autocannon: '9.0.0' },
    machine: {
      model: 'any',
      cores: 2,
      memory_bytes: 1,
      platform: 'linux x64',
      load_before: 0.1,
      store_in_memory: false,
    },
    cores: { server: 0, load: 1 },
    pinning: null,
    parameters: {
      rounds: 5,
      duration: 3,
      warmup: 3,
      connections: 50,
      store: 'disk',
      peers: false,
      profiled: false,
    },
    target: 'simulator',
    budgets_raised: ['sessions:read_image'],
    paths: [],
    start: null,
    rate_limit: null,
    webhooks: null,
    esign: null,
    screening: null,
    replicas: null,
    growth: null,
    soak: null,
    comparison: null,
    ...more,
  }
}
