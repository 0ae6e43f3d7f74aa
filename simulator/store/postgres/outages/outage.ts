import { OutcomeUnknown, StoreUnavailable } from '../../unavailable.ts'

/** Pause between two tries to reach a lost server. */
const RETRY_MS = 100

/**
 * The time between two outages. A standby that has become the primary may lack what the other server
 * returned before, or have something else under the same number or version.
 */
export interface Period {
  over: boolean
}

/** @throws {StoreUnavailable} after the outage that ended the period */
export function demandPeriod(period: Period | undefined): void {
  if (period?.over) throw new StoreUnavailable('the connection was lost in between')
}

/**
 * Whether the server is lost. After a statement fails without a connection or a response, all others
 * fail at once until a probe succeeds, because their waiting times would add up.
 */
export class Outage {
  #error: StoreUnavailable | undefined
  #period: Period = { over: false }
  #timer: NodeJS.Timeout | undefined
  #probe: () => Promise<unknown>
  #recovered: (() => void)[] = []
  #closed = false

  /** @param probe resolves if the server is reachable */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  /** The error with which statements fail at once, if any. */
  get error(): StoreUnavailable | undefined {
    return this.#error
  }

  get period(): Period {
    return this.#period
  }

  /** @throws {StoreUnavailable} during an outage, and after the one that ended the period */
  demand(period: Period): void {
    if (this.#error) throw this.#error
    demandPeriod(period)
  }

  /** Calls `then` each time the server is reachable again, or another one answers. */
  onRecovery(then: () => void): void {
    this.#recovered.push(then)
  }

  /**
   * Marks the server as lost, and probes it until it is reachable.
   * @returns whether it was reachable before
   */
  begin(message: string): boolean {
    if (this.#error || this.#closed) return false
    this.#error = new StoreUnavailable(message)
    this.#look(0)
    return true
  }

  /** The server answers: it may be another one. */
  recover(): void {
    this.#error = undefined
    this.#period.over = true
    this.#period = { over: false }
    for (const then of this.#recovered) then()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #look(after: number): void {
    this.#timer = setTimeout(() => {
      this.#probe().then(
        () => this.recover(),
        () => {
          if (!this.#closed) this.#look(RETRY_MS)
        },
      )
    }, after)
    this.#timer.unref()
  }
}

/** Returns the error of a failed statement. @param sent whether its writes may be stored */
export function lossOf(message: string, sent: boolean): Error {
  return sent ? new OutcomeUnknown(message) : new StoreUnavailable(message)
}
