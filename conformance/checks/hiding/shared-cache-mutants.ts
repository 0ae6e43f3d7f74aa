import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import { isImage, isSession, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const isReport: Which = ({ path }) => path.endsWith('/report.pdf')
const isOneOf =
  (collection: string): Which =>
  ({ path }) =>
    path.startsWith(`/v1/${collection}/`)
const isListOf =
  (collection: string): Which =>
  ({ path }) =>
    path.split('?')[0] === `/v1/${collection}`

const isAny = (): boolean => true
const isSuccess = ({ status }: ProxiedResponse): boolean => status < 300
const isRefusal = ({ status, body }: ProxiedResponse): boolean =>
  status === 403 || (status === 404 && body.includes('"resource_not_found"'))

/** Returns responses to GET requests from a cache by URL, for any key. */
function caches(
  isMeant: Which,
  isKept: (response: ProxiedResponse) => boolean,
  milliseconds = Number.POSITIVE_INFINITY,
): () => Fault {
  return () => {
    const kept = new Map<string, { until: number; response: ProxiedResponse }>()
    return {
      response(request, response) {
        if (request.method !== 'GET' || !isMeant(request)) return
        const url = `${request.region} ${request.path}`
        const cached = kept.get(url)
        if (cached && cached.until > Date.now()) Object.assign(response, cached.response)
        else if (isKept(response))
          kept.set(url, { until: Date.now() + milliseconds, response: { ...response } })
      },
    }
  }
}

/** Sends one response to all GET requests to a URL that are under way together, for any key. */
function merges(
  isMeant: Which,
  isShared: (response: ProxiedResponse) => boolean = isAny,
): () => Fault {
  return () => {
    const underWay = new Map<
      string,
      { requests: number; isShared: boolean; response?: ProxiedResponse }
    >()
    const urlOf = ({ region, path }: ProxiedRequest): string => `${region} ${path}`
    const isMerged = (request: ProxiedRequest): boolean =>
      request.method === 'GET' && isMeant(request)
    return {
      request(request) {
        if (!isMerged(request)) return
        const flight = underWay.get(urlOf(request)) ?? { requests: 0, isShared: false }
        flight.isShared = flight.requests++ > 0
        underWay.set(urlOf(request), flight)
      },
      response(request, response) {
        const flight = isMerged(request) ? underWay.get(urlOf(request)) : undefined
        if (!flight) return
        if (flight.isShared) {
          if (flight.response) Object.assign(response, flight.response)
          else if (isShared(response)) flight.response = { ...response }
        }
        flight.requests--
      },
    }
  }
}

const mergedIn = (
  killedBy: string,
  what: string,
  breaks: readonly string[],
  fault: () => Fault,
): Mutant => ({
  name: `merges simultaneous requests for ${what} of any key, seen by ${killedBy}`,
  killedBy,
  breaks,
  fault,
})

const inCheck = (
  killedBy: string,
  what: string,
  breaks: readonly string[],
  fault: () => Fault,
): Mutant => ({ name: `caches ${what} by URL, seen by ${killedBy}`, killedBy, breaks, fault })

/** A cache in front of the service that ignores the key. */
export const SHARED_CACHE_MUTANTS: readonly Mutant[] = [
  ...['other-organization', 'other-mode'].flatMap((stranger) => [
    inCheck(
      `hiding.${stranger}-session`,
      'refusals to retrieve',
      ['ERR-006'],
      caches(isSession, isRefusal),
    ),
    inCheck(
      `hiding.${stranger}-image`,
      'responses with images',
      stranger === 'other-mode' ? ['IMG-021', 'IMG-022', 'IMG-035'] : ['ERR-006', 'IMG-022'],
      caches(isImage, isAny),
    ),
    inCheck(
      `hiding.${stranger}-image`,
      'refusals of images',
      ['ERR-006'],
      caches(isImage, isRefusal),
    ),
  ]),
  inCheck(
    'hiding.every-route-to-session-of-other-organization',
    'responses with reports',
    ['ERR-006'],
    caches(isReport, isAny),
  ),
  inCheck(
    'applicants.every-route-to-one-of-other-organization',
    'applicants',
    ['ERR-006'],
    caches(isOneOf('applicants'), isAny),
  ),
  inCheck(
    'templates.every-route-to-one-of-other-organization',
    'templates',
    ['ERR-006'],
    caches(isOneOf('workflow-templates'), isAny),
  ),
  // Briefly: a list that stays the same lacks new records, which other checks find.
  ...(
    [
      ['hiding.list-of-other-organization', 'sessions', 'ERR-006'],
      ['hiding.list-of-live-mode', 'sessions', 'PLN-007'],
      ['applicants.list-of-other-organization', 'applicants', 'ERR-006'],
      ['templates.list-of-other-organization', 'workflow-templates', 'ERR-006'],
    ] as const
  ).map(([killedBy, collection, breaks]) =>
    inCheck(killedBy, `lists of ${collection}`, [breaks], caches(isListOf(collection), isAny, 500)),
  ),
  inCheck(
    'deliveries.log-of-other-organization',
    'the delivery log',
    ['ERR-006'],
    caches(isListOf('webhook-events'), isAny, 500),
  ),
  inCheck(
    'deliveries.log-of-other-organization',
    'pages of the delivery log without a row',
    ['END-024'],
    caches(isListOf('webhook-events'), ({ body }) => body.includes('"data":[]'), 500),
  ),
  inCheck(
    'images.scopes',
    'served images',
    ['IDV-008', 'IMG-008', 'IMG-009'],
    caches(isImage, isSuccess),
  ),
  ...(
    [
      ['session', isSession, ['END-011', 'SCO-001'], []],
      ['image', isImage, ['IMG-010', 'SCO-003'], ['IMG-009']],
      ['report', isReport, ['REP-001', 'SCO-002'], ['REP-002']],
    ] as const
  ).flatMap(([what, isMeant, served, refused]) => [
    inCheck(
      `hiding.${what}-after-its-owner`,
      'successes',
      ['AUT-004', 'ERR-006', 'ERR-012', 'ERR-013', ...refused],
      caches(isMeant, isSuccess),
    ),
    inCheck(`hiding.${what}-after-its-owner`, 'refusals', served, caches(isMeant, isRefusal)),
    mergedIn(
      `hiding.${what}-at-once`,
      `a ${what} that is served`,
      ['AUT-004', 'ERR-006', 'ERR-012', 'ERR-013', ...refused],
      merges(isMeant, isSuccess),
    ),
    mergedIn(
      `hiding.${what}-at-once`,
      `a ${what} that is refused`,
      served,
      merges(isMeant, isRefusal),
    ),
    inCheck(
      `hiding.${what}-after-its-owner`,
      'refusals for a scope',
      served,
      caches(isMeant, ({ status }) => status === 403),
    ),
  ]),
  ...['sessions', 'applicants'].map((collection) =>
    mergedIn(
      'hiding.lists-at-once',
      `lists of ${collection}`,
      ['ERR-006'],
      merges(isListOf(collection)),
    ),
  ),
]
