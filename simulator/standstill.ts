import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError } from './service/errors.ts'
import type { Call, Handler } from './service/call.ts'
import type { Organization } from './store/world.ts'

const TURNS = 3

/**
 * Lets something happen while no call is under way: those that have begun end before, new ones wait until it is over. What
 * a call has read is then never written into a state that it was not read from.
 */
export class Standstill {
  #isCurrent: (organization: Organization) => boolean
  /** Calls that are being worked on. */
  #inside = 0
  #ended = (): void => {
    this.#inside--
    if (this.#inside === 0) this.#allEnded?.()
  }
  #allEnded: (() => void) | undefined
  /** Where requests wait that come in. */
  #closed: Promise<void> | undefined
  /** Where those wait whose body came in only when the task had begun. */
  #begun: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #everClosed = false
  /** Calls that a call makes itself go on with it: it would wait for them without end. */
  #within = new AsyncLocalStorage<true>()

  /** @param isCurrent whether an organization is (still) one of the world */
  constructor(isCurrent: (organization: Organization) => boolean) {
    this.#isCurrent = isCurrent
  }

  /** What a request that comes in has to wait for, if anything. */
  readonly hold = (): Promise<void> | undefined =>
    this.#closed !== undefined && !this.#within.getStore() ? this.#closed : undefined

  /** Runs the task once no call is under way. One after the other. */
  during<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#closed = promise
      try {
        await this.#empty()
        this.#begun = promise
        this.#everClosed = true
        return await task()
      } finally {
        this.#closed = undefined
        this.#begun = undefined
        resolve()
      }
    })
    this.#last = run.catch(() => undefined)
    return run
  }

  /** Handlers whose calls are known here. */
  over(handlers: Record<string, Handler>): Record<string, Handler> {
    return Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, this.#watched(handler)]),
    )
  }

  /** The same for handlers that make calls themselves. */
  overCallers(handlers: Record<string, Handler>): Record<string, Handler> {
    const calling = Object.entries(handlers).map(([name, handler]): [string, Handler] => [
      name,
      { ...handler, run: (call) => this.#within.run(true, () => handler.run(call)) },
    ])
    return this.over(Object.fromEntries(calling))
  }

  #watched(handler: Handler): Handler {
    const { check } = handler
    // What was let in to be checked goes through.
    if (!check) return { ...handler, run: (call) => this.#enter(call, handler.run) }
    return {
      ...handler,
      check: (call) => this.#enter(call, check),
      run: (call) => this.#counted(handler.run(call)),
    }
  }

  #enter<T>(call: Call, work: (call: Call) => T | Promise<T>): T | Promise<T> {
    if (this.#begun) return this.#begun.then(() => this.#enter(call, work))
    // It was recognized by a world that has been replaced since, while its body was coming in.
    const organization = this.#everClosed ? call.owner?.organization : undefined
    if (organization && !this.#isCurrent(organization)) {
      throw new ApiError(
        'internal_error',
        {},
        'The simulator was brought back to a snapshot while this request came in: send it again.',
      )
    }
    return this.#counted(work(call))
  }

  #counted<T>(result: T | Promise<T>): T | Promise<T> {
    if (result instanceof Promise) {
      this.#inside++
      result.then(this.#ended, this.#ended)
    }
    return result
  }

  async #empty(): Promise<void> {
    do {
      if (this.#inside > 0)
        await new Promise<void>((resolve) => {
          this.#allEnded = resolve
        })
      // What has passed its check goes on in this turn of the event loop; what was let in before comes with the next.
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
    } while (this.#inside > 0)
    this.#allEnded = undefined
  }
}
