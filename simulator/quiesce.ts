import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call, Handler } from './call/call.ts'
import { Replaced } from './store/unavailable.ts'
import type { Organization } from './world/world.ts'
import { setImmediate } from './time/immediate.ts'

const TURNS = 3

/**
 * Runs a task while no call is in progress: running calls finish first, new ones wait until it
 * ends. So no call writes data that it read from an earlier state.
 */
export class Quiesce {
  #isCurrent: (organization: Organization) => boolean
  #inTime: (opened: Promise<void>) => Promise<void>
  /** Calls in progress. */
  #inside = 0
  #ended = (): void => {
    this.#inside--
    if (this.#inside === 0) this.#allEnded?.()
  }
  #allEnded: (() => void) | undefined
  /** Resolves when new requests may start. */
  #closed: Promise<void> | undefined
  /** Resolves when requests whose body arrived during the task may continue. */
  #begun: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #everClosed = false
  /** Marks calls made by a call: waiting for them would deadlock. */
  #within = new AsyncLocalStorage<true>()

  /**
   * @param isCurrent whether an organization is still part of the world
   * @param inTime limits how long a call waits; by default it waits until the task ends
   */
  constructor(
    isCurrent: (organization: Organization) => boolean,
    inTime: (opened: Promise<void>) => Promise<void> = (opened) => opened,
  ) {
    this.#isCurrent = isCurrent
    this.#inTime = inTime
  }

  /** Returns a promise that a new request must await, if any. */
  readonly hold = (): Promise<void> | undefined =>
    this.#closed !== undefined && !this.#within.getStore() ? this.#closed : undefined

  /** Runs a task when no call is in progress. Tasks run one at a time. */
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

  /** Wraps handlers so that their calls are counted. */
  over(handlers: Record<string, Handler>): Record<string, Handler> {
    return Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [name, this.#watched(handler)]),
    )
  }

  /** Wraps handlers that make calls themselves. */
  overCallers(handlers: Record<string, Handler>): Record<string, Handler> {
    const calling = Object.entries(handlers).map(([name, handler]): [string, Handler] => [
      name,
      { ...handler, run: (call) => this.#within.run(true, () => handler.run(call)) },
    ])
    return this.over(Object.fromEntries(calling))
  }

  #watched(handler: Handler): Handler {
    const { check } = handler
    // A call that has passed `check` does not wait again before `run`.
    if (!check) return { ...handler, run: (call) => this.#enter(call, handler.run) }
    return {
      ...handler,
      check: (call) => this.#enter(call, check),
      run: (call) => this.#counted(handler.run(call)),
    }
  }

  #enter<T>(call: Call, work: (call: Call) => T | Promise<T>): T | Promise<T> {
    if (this.#begun) return this.#inTime(this.#begun).then(() => this.#enter(call, work))
    // It was authenticated against a world that was replaced while its body arrived.
    const organization = this.#everClosed ? call.owner?.organization : undefined
    if (organization && !this.#isCurrent(organization)) throw new Replaced()
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
      // Validated calls continue in this event loop turn; requests admitted earlier follow in the
      // next.
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
    } while (this.#inside > 0)
    this.#allEnded = undefined
  }
}
