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
  const get = (path: string): Call => ({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } })
  const sessions = '/v1/sessions'
  return [
    { name: 'list', call: get(`${sessions}?limit=20`) },
    { name: 'retrieve', call: get(sessions), pathOf: (id) => `${sessions}/${id}` },
    { name: 'image', call: get(sessions), pathOf: (id) => `${sessions}/${id}/idv-image/front` },
    { name: 'delivery log', call: get('/v1/webhook-events?limit=20') },
    { name: 'deliveries of one', call: get('/v1/webhook-events'), pathOf: (id) => `/v1/webhook-events?session_id=${id}` },
    { name: 'create', call: createCall(key), rate: CREATES_PER_SECOND },
  ]
}

/** So many that no session comes again before a cache of a few ten thousand would have forgotten it. */
const PATHS_OF_A_SLICE = 40_000

/** Sessions at random, with repetition, so that lists of both sizes are equally long. */
export function randomPaths(ids: string[], pathOf: (id: string) => string, random = Math.random): string[] {
  return Array.from({ length: PATHS_OF_A_SLICE }, () => pathOf(ids[Math.floor(random() * ids.length)]!))
}
