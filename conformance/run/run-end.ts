import { setTimeout as sleep } from 'node:timers/promises'

/** Time after an early end in which the suite undoes the states that it set up. */
const CLEANUP_MS = 5000

/** A check cannot go on, because the run has ended early. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded'
}

/** Ends a run before all of its checks have run, after a signal or because the service is lost. */
export class RunEnd {
  #because: string | undefined
  readonly #cleanupMs: number
  readonly #end = Promise.withResolvers<never>()

  constructor(cleanupMs: number = CLEANUP_MS) {
    this.#cleanupMs = cleanupMs
    // A run that nothing ends early has no other handler.
    this.#end.promise.catch(() => undefined)
  }

  /** Why the run has ended early; undefined while it has not. */
  get because(): string | undefined {
    return this.#because
  }

  /** Ends the run. Later calls have no effect. */
  now(because: string): void {
    if (this.#because !== undefined) return
    this.#because = because
    this.#end.reject(new RunEnded(because))
  }

  /** Resolves like the promise, or rejects as soon as the run ends early. @throws {RunEnded} */
  orEnd<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.#end.promise])
  }

  /** Resolves like the promise; to undefined if it takes longer than the cleanup after an early end. */
  async orCleanup<Value>(promise: Promise<Value>): Promise<Value | undefined> {
    const settled = new AbortController()
    const timeUp = this.#end.promise.catch(() =>
      sleep(this.#cleanupMs, undefined, { signal: settled.signal }),
    )
    // Aborted once the promise has settled.
    timeUp.catch(() => undefined)
    try {
      return (await Promise.race([promise, timeUp])) as Value | undefined
    } finally {
      settled.abort()
    }
  }
}

/** Throws if no request may be sent any more, except those that undo states. @throws {RunEnded} */
export function refuseIfOver({ end, deadline }: { end: RunEnd; deadline: number }): void {
  if (end.because !== undefined) throw new RunEnded(end.because)
  if (Date.now() > deadline) throw new Error('the time limit of the run has passed (--time-limit)')
}
