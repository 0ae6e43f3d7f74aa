import { cpuSeconds } from './cpu-time.ts'
import type { Load, LoadResult } from './load.ts'
import type { Call } from './paths.ts'
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

export interface SliceOptions {
  connections: number
  seconds: number
  /** Size of the recorded answer. */
  wireBytes: number
}

/** Counters, ids, times and the framing of chunks change an answer's length by so much, another answer by more. */
const SAME_SHARE = 0.05
const SAME_BYTES = 64

export async function runSlice(load: Load, server: Server, call: Call, options: SliceOptions): Promise<Slice> {
  const { connections, seconds, wireBytes } = options
  const { path, ...request } = call
  const pid = server.process?.pid
  const before = pid === undefined ? null : cpuSeconds(pid)
  const run = load.run({ ...request, url: server.baseUrl + path, connections, seconds })
  const result = await (server.process ? Promise.race([run, server.process.died]) : run)
  const after = pid === undefined ? null : cpuSeconds(pid)
  return {
    ...result,
    requests_per_second: result.requests / result.seconds,
    server_cpu_seconds: before === null || after === null ? null : after - before,
    problem: problemOf(result, wireBytes),
  }
}

/** Why a slice can't count: whatever was not a success of the right size was less work than asked for, or more. */
export function problemOf({ requests, bytes, errors, timeouts, non2xx }: LoadResult, wireBytes: number): string | null {
  const problems = [
    errors > timeouts && `${errors - timeouts} connection errors`,
    timeouts > 0 && `${timeouts} time-outs`,
    non2xx > 0 && `${non2xx} answers other than 2xx`,
    requests === 0 && 'no answer',
  ].filter((problem) => problem !== false)
  const size = requests > 0 ? bytes / requests : wireBytes
  if (problems.length === 0 && Math.abs(size - wireBytes) > Math.max(SAME_BYTES, wireBytes * SAME_SHARE)) {
    problems.push(`answers of ${Math.round(size)} bytes, where ${wireBytes} were recorded`)
  }
  return problems.length > 0 ? problems.join(', ') : null
}
