import type { RouteClass } from '../../check/route-class.ts'
import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import type { Which } from '../../self-test/wire-faults.ts'

/** Faults in counting requests. */

const CLASSES: readonly [method: string, path: RegExp, RouteClass][] = [
  ['POST', /^\/v1\/sessions$/, 'sessions:create'],
  ['GET', /\/report\.pdf$/, 'sessions:read_report'],
  ['GET', /\/idv-image\//, 'sessions:read_image'],
  ['POST', /^\/v1\/id-verification$/, 'idv:create'],
  ['POST', /^\/v1\/data_subject_requests$/, 'dsar:create'],
  ['POST', /^\/v1\/applicants$/, 'applicants:create'],
  ['PATCH', /^\/v1\/applicants\//, 'applicants:create'],
  ['DELETE', /^\/v1\/applicants\//, 'applicants:create'],
  ['GET', /^\/v1\/(sessions|applicants|workflow-templates|wallet)(\/[^/]+)?$/, 'reads'],
  ['', /^\/v1\//, 'global'],
]

/**
 * Returns the route class of a request. Independent of the generated contract: copied by hand from
 * the requirements.
 */
export function classOf({ method, path }: ProxiedRequest): RouteClass | undefined {
  return CLASSES.find(([verb, form]) => (verb === '' || verb === method) && form.test(path))?.[2]
}

export const inClass =
  (name: RouteClass): Which =>
  (request) =>
    classOf(request) === name

const headerOf = ({ headers }: ProxiedResponse, name: string): number =>
  Number(headers.find(([one]) => one === `X-RateLimit-${name}`)?.[1])

export function setRate(response: ProxiedResponse, name: string, value: number | string): void {
  for (const header of response.headers)
    if (header[0] === `X-RateLimit-${name}`) header[1] = String(value)
}

interface Seen {
  limit: number
  remaining: number
  reset: number
  window: number
  less: number
  /**
   * Remaining budget, as the simulator reports it, after each request that is counted in another
   * class. It gives their order.
   */
  moved: number[]
}

/**
 * Returns the number of moved requests that were counted before one with this remaining budget.
 * Responses may arrive in another order.
 */
export function before(left: readonly number[], remaining: number): number {
  return left.filter((one) => one >= remaining).length
}

/**
 * Changes the rate-limit headers as if some requests counted in another class, or in both. The
 * simulator still counts them in the correct class.
 */
export function countsIn(other: RouteClass, which: Which, both = false): () => Fault {
  return () => {
    const seen = new Map<string, Seen>()
    const of = (key: string, name: RouteClass): Seen => {
      const place = `${key} ${name}`
      const known = seen.get(place) ?? {
        limit: NaN,
        remaining: NaN,
        reset: NaN,
        window: NaN,
        less: 0,
        moved: [],
      }
      seen.set(place, known)
      return known
    }
    return {
      response(request, response) {
        const key = request.headers['authorization'] ?? ''
        const name = classOf(request)
        // A refused request counts in no class, and the details of its 429 name the class.
        if (response.status === 429) return
        if (name === undefined || Number.isNaN(headerOf(response, 'Limit'))) return
        const own = of(key, name)
        const reset = headerOf(response, 'Reset')
        // The moved requests belong to the previous window.
        if (reset !== own.reset) Object.assign(own, { less: 0, moved: [] })
        Object.assign(own, {
          limit: headerOf(response, 'Limit'),
          remaining: headerOf(response, 'Remaining'),
          reset,
          window: headerOf(response, 'Window'),
        })
        let shown = own
        if (which(request)) {
          const theirs = of(key, other)
          // All one-minute windows of the simulator end at the same time.
          if (theirs.window === own.window && theirs.reset < reset)
            Object.assign(theirs, { remaining: theirs.limit, reset, less: 0, moved: [] })
          theirs.less++
          if (!both) {
            own.moved.push(own.remaining)
            // Until a response has shown the budget of the other class, assume the size of this
            // one.
            shown = Number.isNaN(theirs.limit)
              ? { ...own, remaining: own.limit, less: theirs.less, moved: [] }
              : theirs
          }
        }
        for (const [header, value] of [
          ['Limit', shown.limit],
          ['Remaining', shown.remaining - shown.less + before(shown.moved, shown.remaining)],
          ['Reset', shown.reset],
          ['Window', shown.window],
        ] as const)
          setRate(response, header, value)
      },
    }
  }
}
