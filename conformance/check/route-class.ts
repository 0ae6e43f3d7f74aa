import type { Answer } from '../http/answer.ts'
import type { Context, StepRequest } from './check.ts'
import { statusAndCode } from './idioms.ts'
import { windowEndedError, MAX_WINDOWS, type Rate, describeRate, rateOf } from './rate.ts'
import { isSameEnd } from './window-end.ts'

/** Finds the route class of a route by the counters in responses. */

export type RouteClass =
  | 'sessions:create'
  | 'sessions:read_report'
  | 'sessions:read_image'
  | 'idv:create'
  | 'applicants:create'
  | 'dsar:create'
  | 'reads'
  | 'global'

/** A repeatable request for each class that is known to count in it. */
export type ReferenceRequests = Partial<Record<RouteClass, StepRequest>>

export interface ClassifiedRoute {
  label: string
  routeClass: RouteClass
  requirements: readonly string[]
  request: StepRequest
}

/** A window ended in between, so that the counters cannot be compared. */
class WindowEnded extends Error {}

/**
 * Judges the class of each route: a request lowers the remaining budget of its class by one, and of
 * no other class. Needs a key that no other client uses meanwhile. Judges LIM-006 and LIM-007 as
 * well.
 * @throws {Blocked} if windows end too often
 */
export async function expectClasses(
  ctx: Context,
  anchors: ReferenceRequests,
  routes: readonly ClassifiedRoute[],
): Promise<void> {
  const began = performance.now()
  for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
    const counters = new Counters(ctx, anchors)
    try {
      if (!(await counters.learn())) return
      for (const route of routes) await counters.expect(route)
      await counters.expectNothingElse()
      return
    } catch (error) {
      if (!(error instanceof WindowEnded)) throw error
    }
  }
  throw windowEndedError(began)
}

class Counters {
  readonly #ctx: Context
  readonly #anchors: Map<RouteClass, StepRequest>
  /** Remaining budget by the last response of each class. */
  readonly #last = new Map<RouteClass, Rate>()

  constructor(ctx: Context, anchors: ReferenceRequests) {
    this.#ctx = ctx
    this.#anchors = new Map(Object.entries(anchors) as [RouteClass, StepRequest][])
  }

  /**
   * Requests one route of each class; returns false if a response has no rate headers, so that
   * nothing can be compared.
   */
  async learn(): Promise<boolean> {
    for (const routeClass of this.#anchors.keys()) {
      if (!(await this.#ask(routeClass))) return false
    }
    return true
  }

  async expect({ label, routeClass, requirements, request }: ClassifiedRoute): Promise<void> {
    await this.#keepApart(routeClass)
    const before = this.#last.get(routeClass)!
    const answer = await this.#ctx.step(label, { ...request, keeps429: 'class' })
    const rate = this.#rateOf(answer)
    // Without headers it may have counted anywhere.
    if (!rate) {
      await this.learn()
      return
    }
    const holds = isNext(before, rate, answer)
    // Another class may have another window, so a new window alone proves nothing.
    if (!holds && rate.limit === before.limit && !isSameEnd(rate.reset, before.reset))
      throw new WindowEnded()
    for (const requirement of requirements) {
      this.#ctx.expect(
        requirement,
        `"${label}" counted in ${routeClass}: ${remainingInWords(before)} before it, and one less after it`,
        holds,
        `${remainingInWords(rate)} after ${statusAndCode(answer)}`,
      )
    }
    if (holds) this.#last.set(routeClass, rate)
    // Where it counted instead does not matter to the others.
    else await this.learn()
  }

  /** No other class has lost more than its own requests. */
  async expectNothingElse(): Promise<void> {
    for (const [routeClass, request] of this.#anchors) {
      const before = this.#last.get(routeClass)!
      const answer = await this.#ctx.step(`request again in ${routeClass}`, {
        ...request,
        keeps429: 'class',
      })
      const rate = this.#rateOf(answer)
      if (!rate) continue
      if (!isSameEnd(rate.reset, before.reset)) throw new WindowEnded()
      this.#ctx.expect(
        'LIM-007',
        `no other request counted in ${routeClass}: ${remainingInWords(before)} before, and one less now`,
        isNext(before, rate, answer),
        remainingInWords(rate),
      )
    }
  }

  async #ask(routeClass: RouteClass): Promise<boolean> {
    const answer = await this.#ctx.step(`request in ${routeClass}`, {
      ...this.#anchors.get(routeClass)!,
      keeps429: 'class',
    })
    const rate = this.#rateOf(answer)
    if (rate) this.#last.set(routeClass, rate)
    return rate !== undefined
  }

  /** Two classes with the same limit and the same remaining budget could be confused. */
  async #keepApart(routeClass: RouteClass): Promise<void> {
    for (const other of this.#anchors.keys()) {
      if (other === routeClass) continue
      for (let i = 0; i < 3; i++) {
        const [one, two] = [this.#last.get(routeClass)!, this.#last.get(other)!]
        if (one.limit !== two.limit || Math.abs(one.remaining - two.remaining) > 1) break
        await this.#ask(other)
      }
    }
  }

  #rateOf(answer: Answer): Rate | undefined {
    const rate = rateOf(answer)
    this.#ctx.expect(
      'LIM-006',
      'the four X-RateLimit headers of one budget',
      rate !== undefined,
      describeRate(answer),
    )
    return rate
  }
}

/** The contract leaves open whether rejected requests count (GAP-WINDOW-ALIGNMENT); successful ones do. */
function isNext(before: Rate, now: Rate, { status }: Answer): boolean {
  const less = before.remaining - now.remaining
  return (
    now.limit === before.limit &&
    now.window === before.window &&
    isSameEnd(now.reset, before.reset) &&
    (less === 1 || (less === 0 && status >= 400))
  )
}

function remainingInWords({ limit, remaining }: Rate): string {
  return `${remaining} of ${limit} left`
}
