import { type Call, createCall } from '../../load/paths.ts'

/** A request that is made to stores of different sizes. */
export interface GrowthPath {
  name: string
  call: Call
  /** Path for one of the sessions; without it all requests are equal. */
  pathOf?: (id: string) => string
  /** Requests per second; without it as many as possible. */
  rate?: number
}

/** Low enough that the small store stays small. */
const CREATES_PER_SECOND = 500

/**
 * Returns the reads whose cost must not grow, each for another session than the previous one, and
 * creation.
 */
export function growthPaths(key: string): GrowthPath[] {
  const get = (path: string): Call => ({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${key}` },
  })
  const sessions = '/v1/sessions'
  return [
    { name: 'list', call: get(`${sessions}?limit=20`) },
    { name: 'retrieve', call: get(sessions), pathOf: (id) => `${sessions}/${id}` },
    { name: 'image', call: get(sessions), pathOf: (id) => `${sessions}/${id}/idv-image/front` },
    { name: 'delivery log', call: get('/v1/webhook-events?limit=20') },
    {
      name: 'deliveries of one',
      call: get('/v1/webhook-events'),
      pathOf: (id) => `/v1/webhook-events?session_id=${id}`,
    },
    { name: 'create', call: createCall(key), rate: CREATES_PER_SECOND },
  ]
}

/**
 * More paths than a slice of two seconds requests, because the simulator caches sessions that were
 * read once.
 */
const MOST_PATHS = 100_000
/** Requests per session; with few sessions all are cached after the first read. */
const TIMES = 100

/** Equal for stores of all sizes, so that the load generator does the same work. */
export function pathsOfASlice(largest: number): number {
  return Math.min(MOST_PATHS, largest * TIMES)
}

/** Returns paths of random sessions, with repetition. */
export function randomPaths(
  ids: string[],
  pathOf: (id: string) => string,
  count: number,
): string[] {
  return Array.from({ length: count }, () => pathOf(ids[Math.floor(Math.random() * ids.length)]!))
}
