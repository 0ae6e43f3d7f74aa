import { threadSeconds } from './cpu-time.ts'
import type { Load, LoadResult } from './load.ts'
import type { Call } from './paths.ts'
import { type RecordedAnswer, headerOf } from './recording.ts'
import type { Started } from './stage.ts'

/** A server under load: one that we started, or one that is simply there. */
export interface Server {
  name: string
  baseUrl: string
  process?: Started | undefined
}

/** One stretch of load on one server: the raw sample of every figure. */
export interface Slice extends LoadResult {
  requests_per_second: number
  /** Processor time that the server used meanwhile; null where it isn't known. */
  server_cpu_seconds: number | null
  /** Why it doesn't count; null when it does. */
  problem: string | null
}

/** What a good answer is. */
export interface Expected {
  /** Size of the recorded answer; undefined where answers may differ. */
  wireBytes?: number | undefined
  /** With 429 for the answer: how many others may come in between, because a window rolls. */
  admitted?: number | undefined
}

export interface SliceOptions {
  connections: number
  seconds: number
  /** Requests a second; without it as many as the server answers. */
  rate?: number | undefined
  /** Paths to ask for instead of the call's own. */
  paths?: string[] | undefined
}

/** A spent budget is whole again in each new window: so many may be admitted in a slice of these seconds. */
export function expectedOf(
  { status, headers, wireBytes }: RecordedAnswer,
  seconds: number,
): Expected {
  if (status !== 429) return { wireBytes }
  const windows = Math.floor(seconds / Number(headerOf(headers, 'x-ratelimit-window') ?? 60)) + 1
  return { wireBytes, admitted: windows * Number(headerOf(headers, 'x-ratelimit-limit') ?? 0) }
}

/** Counters, ids, times and the framing of chunks change an answer's length by so much, another answer by more. */
const SAME_SHARE = 0.05
const SAME_BYTES = 64
/** A server that answered less than this of what was due is not measured at that rate. */
const KEPT_UP = 0.95

/** Whoever is put under load: where it is, what it is asked, what it should answer. */
export interface Contender {
  server: Server
  call: Call
  expected: Expected
  /** New ones for each slice, instead of the call's own path. */
  paths?: (() => string[]) | undefined
}

export async function runSlice(
  load: Load,
  contender: Contender,
  options: SliceOptions,
): Promise<Slice> {
  return (await runSlices(load, [contender], options))[0]!
}

/** All of them under load at the same time, each with these connections. */
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

/** Why a slice can't count: whatever was not a good answer of the right size was less work than asked for, or more. */
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
    others > 0 && `${others} answers other than ${admitted === undefined ? '2xx' : '429'}`,
    admitted !== undefined &&
      successes > admitted &&
      `${successes} admitted, where ${admitted} could be`,
    requests === 0 && 'no answer',
    rate !== undefined &&
      requests < rate * seconds * KEPT_UP &&
      `${Math.round(requests / seconds)} answers a second, where ${Math.round(rate)} were due`,
  ].filter((problem) => problem !== false)
  const size = bytes / requests
  if (
    problems.length === 0 &&
    wireBytes !== undefined &&
    Math.abs(size - wireBytes) > Math.max(SAME_BYTES, wireBytes * SAME_SHARE)
  ) {
    problems.push(`answers of ${Math.round(size)} bytes, where ${wireBytes} were recorded`)
  }
  return problems.length > 0 ? problems.join(', ') : null
}
