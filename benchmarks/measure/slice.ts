import { threadSeconds } from './cpu-time.ts'
import type { Load, LoadResult } from '../load/load.ts'
import type { Call } from '../load/paths.ts'
import { type RecordedAnswer, headerOf } from './recording.ts'
import type { Started } from '../process/process-group.ts'

/** A server under load: started by the bench, or already running. */
export interface Server {
  name: string
  baseUrl: string
  process?: Started | undefined
}

/** One period of load on one server: the raw sample of every figure. */
export interface Slice extends LoadResult {
  requests_per_second: number
  /** CPU time of the server during the slice; null if unknown. */
  server_cpu_seconds: number | null
  /** Why the slice is invalid; null if it is valid. */
  problem: string | null
}

/** Expected properties of responses. */
export interface Expected {
  /** Size of the recorded response; undefined if sizes may differ. */
  wireBytes?: number | undefined
  /** When 429 is expected: maximum number of 2xx responses, because windows reset. */
  admitted?: number | undefined
}

export interface SliceOptions {
  connections: number
  seconds: number
  /** Requests per second; without it as many as the server answers. */
  rate?: number | undefined
  /** Paths to request instead of the call's own. */
  paths?: string[] | undefined
}

/**
 * Returns the expected properties. A used-up budget is restored in each new window, so some
 * requests of a slice may be admitted.
 */
export function expectedOf(
  { status, headers, wireBytes }: RecordedAnswer,
  seconds: number,
): Expected {
  if (status !== 429) return { wireBytes }
  const windows = Math.floor(seconds / Number(headerOf(headers, 'x-ratelimit-window') ?? 60)) + 1
  return { wireBytes, admitted: windows * Number(headerOf(headers, 'x-ratelimit-limit') ?? 0) }
}

/**
 * Tolerated size difference as a fraction: counters, ids, times and chunk framing vary by less, a
 * different response by more.
 */
const SAME_SHARE = 0.05
const SAME_BYTES = 64
/**
 * Minimum fraction of the due requests that a server must answer; below it the slice is invalid.
 */
const KEPT_UP = 0.95

/** A server under load with its request and expected response. */
export interface Contender {
  server: Server
  call: Call
  expected: Expected
  /** New paths for each slice, instead of the call's own path. */
  paths?: (() => string[]) | undefined
}

export async function runSlice(
  load: Load,
  contender: Contender,
  options: SliceOptions,
): Promise<Slice> {
  return (await runSlices(load, [contender], options))[0]!
}

/** Loads all servers concurrently, each with this many connections. */
export async function runSlices(
  load: Load,
  contenders: Contender[],
  options: SliceOptions,
): Promise<Slice[]> {
  const used = (): (number | null)[] =>
    contenders.map(({ server: { process } }) => (process ? threadSeconds(process.pid) : null))
  const orders = contenders.map(({ server, call: { path, expects: _, ...request } }) => ({
    ...request,
    url: server.baseUrl + path,
    ...options,
  }))
  const before = used()
  const deaths = contenders.flatMap(({ server: { process } }) => (process ? [process.died] : []))
  const results = await Promise.race([load.runTogether(orders), ...deaths])
  const after = used()
  return results.map((result, i) => ({
    ...result,
    requests_per_second: result.requests / result.seconds,
    server_cpu_seconds: difference(before[i]!, after[i]!),
    problem: problemOf(result, contenders[i]!.expected, options.rate),
  }))
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null || after < before ? null : after - before
}

/**
 * Returns why a slice is invalid: any response that is unexpected or has the wrong size means
 * different work.
 */
export function problemOf(
  result: LoadResult,
  { wireBytes, admitted }: Expected,
  rate?: number,
): string | null {
  const { requests, seconds, bytes, errors, timeouts, non2xx, refused } = result
  const others = admitted === undefined ? non2xx : non2xx - refused
  const successes = requests - non2xx
  const problems = [
    errors > timeouts && `${errors - timeouts} connection errors`,
    timeouts > 0 && `${timeouts} time-outs`,
    others > 0 && `${others} responses other than ${admitted === undefined ? '2xx' : '429'}`,
    admitted !== undefined &&
      successes > admitted &&
      `${successes} requests admitted, expected at most ${admitted}`,
    requests === 0 && 'no response',
    rate !== undefined &&
      requests < rate * seconds * KEPT_UP &&
      `${Math.round(requests / seconds)} responses per second, expected ${Math.round(rate)}`,
  ].filter((problem) => problem !== false)
  const size = bytes / requests
  if (
    problems.length === 0 &&
    wireBytes !== undefined &&
    Math.abs(size - wireBytes) > Math.max(SAME_BYTES, wireBytes * SAME_SHARE)
  ) {
    problems.push(`responses of ${Math.round(size)} bytes, expected ${wireBytes} as recorded`)
  }
  return problems.length > 0 ? problems.join(', ') : null
}
