import { PERCENTILES } from '../../load/load.ts'
import { type Call, type Subject, callFor, createCall } from '../../load/paths.ts'
import { callJson } from '../../process/simulator.ts'
import { type TargetClock, clockOf } from './clock.ts'
import { type Judgement, judge } from './judge.ts'
import { type Seen, type Stream, drive, probe } from './traffic.ts'

export interface LimitScenario extends Judgement {
  name: string
  connections: number
  keys: number
  classes: string[]
  /** Total number of requests. */
  requests: number
  /**
   * Latency in ms at the usual percentiles, for admitted and refused requests; null if there were
   * none.
   */
  admitted_ms: number[] | null
  refused_ms: number[] | null
}

export interface LimitOptions {
  baseUrl: string
  /**
   * Control URL of the bench's simulator, whose clock can be moved; without it the check waits for
   * window edges.
   */
  control?: string | undefined
  keys: string[]
  /** A session visible to all keys; without one only lists are read. */
  sessionId?: string | undefined
  artifact: string
  /** Seconds before and after the edge. */
  duration: number
  progress: (scenario: string, doing: string) => void
}

const LEVELS = [1, 10, 200] as const
const MANY = 200
/** Additional seconds allowed to spend the second window's budget. */
const PATIENCE_SECONDS = 20
/** Larger budgets cannot be spent on both sides of an edge in time. */
const LARGEST_BUDGET = 20_000
const LONGEST_WINDOW_SECONDS = 120

/**
 * Checks the rate limiter under load, across the edge of a window, at each number of connections.
 */
export async function checkLimits(options: LimitOptions): Promise<LimitScenario[]> {
  const { keys } = options
  const clock = clockOf(options.control)
  const scenarios: LimitScenario[] = []
  for (const [i, connections] of LEVELS.entries()) {
    const stream = readStream(options, i % keys.length)
    scenarios.push(await overTheEdge(options, clock, `reads`, [stream], connections))
  }
  const open = await openSession(options)
  const streams = keys.flatMap((_, key) => classStreams(options, key, open))
  scenarios.push(
    await overTheEdge(options, clock, 'all at once', streams, Math.max(MANY, streams.length)),
  )
  return scenarios
}

async function overTheEdge(
  options: LimitOptions,
  clock: TargetClock,
  name: string,
  streams: Stream[],
  connections: number,
): Promise<LimitScenario> {
  const { baseUrl, duration } = options
  const title = `${name}, ${connections} connections`
  const say = (doing: string): void => options.progress(title, doing)
  say('looking for the edge of the window')
  const first = await probe(baseUrl, streams, await clock.offsetMs())
  for (const seen of first) refuseUnspendable(seen)
  const ends = await clock.beforeEdge(
    first.map(({ reset }) => reset),
    duration,
    say,
  )
  say('under load')
  const offsetMs = await clock.offsetMs()
  const stop = (ends.last + duration) * 1000
  const spent = new Set<string>()
  const seen = await drive({
    baseUrl,
    streams,
    connections,
    offsetMs,
    done: (all) => {
      const { key, routeClass, status, received, reset } = all.at(-1)!
      if (status === 429 && reset * 1000 > stop) spent.add(`${key} ${routeClass}`)
      return (
        received > stop &&
        (spent.size === streams.length || received > stop + PATIENCE_SECONDS * 1000)
      )
    },
  })
  return {
    name,
    connections,
    keys: new Set(streams.map(({ key }) => key)).size,
    classes: [...new Set(streams.map(({ routeClass }) => routeClass))],
    requests: seen.length,
    admitted_ms: curve(seen.filter(({ status }) => status !== 429)),
    refused_ms: curve(seen.filter(({ status }) => status === 429)),
    ...judge(seen, options.control !== undefined),
  }
}

/** @throws {Error} if a budget cannot be spent in time */
function refuseUnspendable({ status, limit, windowSeconds, routeClass }: Seen): void {
  if (!Number.isFinite(limit) || !Number.isFinite(windowSeconds)) {
    throw new Error(
      `${routeClass}: returned ${status} without X-RateLimit headers, so there is no budget to check`,
    )
  }
  if (limit > LARGEST_BUDGET || windowSeconds > LONGEST_WINDOW_SECONDS) {
    throw new Error(
      `${routeClass}: ${limit} in ${windowSeconds} s can't be spent in time; ` +
        `at most ${LARGEST_BUDGET} in ${LONGEST_WINDOW_SECONDS} s can be checked`,
    )
  }
}

function curve(seen: Seen[]): number[] | null {
  if (seen.length === 0) return null
  const sorted = seen.map(({ sent, received }) => received - sent).sort((a, b) => a - b)
  return PERCENTILES.map((percentile) => sorted[Math.ceil((percentile / 100) * sorted.length) - 1]!)
}

function readStream({ keys }: LimitOptions, key: number): Stream {
  const headers = { authorization: `Bearer ${keys[key]!}` }
  return {
    key,
    routeClass: 'reads',
    call: { method: 'GET', path: '/v1/sessions?limit=1', headers },
  }
}

/** Creates an unfinished session: tokens require one. */
async function openSession({ baseUrl, keys }: LimitOptions): Promise<string> {
  const made = (await callJson(baseUrl, createCall(keys[0]!))) as {
    id?: string
    data?: { id: string }
  }
  return made.data?.id ?? made.id!
}

function classStreams(options: LimitOptions, key: number, open: string): Stream[] {
  const { keys, sessionId, artifact } = options
  const subject: Subject = { key: keys[key]!, sessionId, artifact }
  const headers = { authorization: `Bearer ${subject.key}` }
  const token: Call = { method: 'POST', path: `/v1/sessions/${open}/browser_token`, headers }
  return [
    readStream(options, key),
    { key, routeClass: 'sessions:create', call: createCall(subject.key) },
    { key, routeClass: 'global', call: token },
    ...(sessionId === undefined
      ? []
      : [{ key, routeClass: 'sessions:read_image', call: callFor('image', subject) }]),
  ]
}
