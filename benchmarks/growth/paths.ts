import { type Call, createCall } from '../paths.ts'

/** What is asked of stores of different sizes. */
export interface GrowthPath {
  name: string
  call: Call
  /** Of one of the sessions; without it all ask the same. */
  pathOf?: (id: string) => string
  /** Requests a second; without it as many as are answered. */
  rate?: number
}

/** So few that the small store stays small beside the large one. */
const CREATES_PER_SECOND = 500

/** The reads that must not get dearer, each of another session than the one before, and creation. */
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

/** More than a large store answers in a slice of two seconds: the simulator keeps what it was asked for once. */
const MOST_PATHS = 100_000
/** Of each session; where there are few, each is in memory after the first time. */
const TIMES = 100

/** As many for stores of all sizes, so that the load has the same to do. */
export function pathsOfASlice(largest: number): number {
  return Math.min(MOST_PATHS, largest * TIMES)
}

/** Sessions at random, with repetition. */
export function randomPaths(
  ids: string[],
  pathOf: (id: string) => string,
  count: number,
): string[] {
  return Array.from({ length: count }, () => pathOf(ids[Math.floor(Math.random() * ids.length)]!))
}
