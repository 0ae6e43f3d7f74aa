import { Agent, request as httpRequest } from 'node:http'
import type { Call } from '../../load/paths.ts'

/** Requests of one key for one route class. */
export interface Stream {
  key: number
  routeClass: string
  call: Call
}

/** One response with its rate-limit data. Times are epoch ms of the target's clock. */
export interface Seen {
  key: number
  routeClass: string
  status: number
  sent: number
  received: number
  limit: number
  remaining: number
  /** Epoch seconds, from the header. */
  reset: number
  windowSeconds: number
  /** `details.reset_at` of a 429; undefined in other responses. */
  detailsReset?: number | undefined
}

export interface TrafficOptions {
  baseUrl: string
  streams: Stream[]
  connections: number
  /** Offset of the target's clock to this machine's. */
  offsetMs: number
  /** Checked after each response. */
  done: (seen: Seen[]) => boolean
}

/**
 * Keeps all connections busy, each with one stream, until `done` returns true. Resolves when no
 * request is in flight, so that every counted request has been seen.
 */
export async function drive({
  baseUrl,
  streams,
  connections,
  offsetMs,
  done,
}: TrafficOptions): Promise<Seen[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const seen: Seen[] = []
  let over = false
  const loop = async (stream: Stream): Promise<void> => {
    while (!over) {
      seen.push(await ask(agent, baseUrl, stream, offsetMs))
      over ||= done(seen)
    }
  }
  try {
    await Promise.all(
      Array.from({ length: connections }, (_, i) => loop(streams[i % streams.length]!)),
    )
  } finally {
    over = true
    agent.destroy()
  }
  return seen
}

/** Sends one request per stream. */
export async function probe(baseUrl: string, streams: Stream[], offsetMs: number): Promise<Seen[]> {
  const agent = new Agent()
  return Promise.all(streams.map((stream) => ask(agent, baseUrl, stream, offsetMs)))
}

function ask(
  agent: Agent,
  baseUrl: string,
  { key, routeClass, call }: Stream,
  offsetMs: number,
): Promise<Seen> {
  const sent = Date.now() + offsetMs
  return new Promise((resolve, reject) => {
    const headers = {
      ...call.headers,
      'content-length': String(Buffer.byteLength(call.body ?? '')),
    }
    const outgoing = httpRequest(
      baseUrl + call.path,
      { method: call.method, headers, agent },
      (incoming) => {
        const received = Date.now() + offsetMs
        const { statusCode, headers } = incoming
        const figure = (name: string): number => Number(headers[name] ?? Number.NaN)
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => {
          if (statusCode === 429) chunks.push(chunk)
        })
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            key,
            routeClass,
            status: statusCode!,
            sent,
            received,
            limit: figure('x-ratelimit-limit'),
            remaining: figure('x-ratelimit-remaining'),
            reset: figure('x-ratelimit-reset'),
            windowSeconds: figure('x-ratelimit-window'),
            ...(statusCode === 429 && {
              detailsReset: detailsReset(Buffer.concat(chunks).toString()),
            }),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(call.body)
  })
}

function detailsReset(body: string): number {
  try {
    const { error } = JSON.parse(body) as { error?: { details?: { reset_at?: unknown } } }
    const value = error?.details?.reset_at
    return typeof value === 'number' ? value : Number.NaN
  } catch {
    return Number.NaN
  }
}
