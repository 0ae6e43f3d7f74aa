/** The simulator's source of time. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/**
 * State of a clock: `frozen_at` is set while it is frozen, `offset_ms` is the offset to the
 * machine's time.
 */
export interface ClockState {
  frozen_at: number | null
  offset_ms: number
}

/**
 * The simulator's clock: it follows the machine's time until it is set, frozen or moved. Moving it
 * runs no jobs; `Scheduler.advance` does.
 */
export class SettableClock implements Clock {
  #machine: () => number
  #frozenAt: number | null = null
  #offset = 0

  constructor(
    machine: () => number = Date.now,
    state: ClockState = { frozen_at: null, offset_ms: 0 },
  ) {
    this.#machine = machine
    this.restore(state)
  }

  now(): number {
    return this.#frozenAt ?? this.#machine() + this.#offset
  }

  /** Freezes the clock at `at`; default: the current time. */
  freeze(at: number = this.now()): void {
    this.#frozenAt = at
  }

  /** Sets the clock to `at`; a frozen clock stays frozen, a running one continues from there. */
  set(at: number): void {
    this.#offset = at - this.#machine()
    if (this.#frozenAt !== null) this.#frozenAt = at
  }

  /** Resumes a frozen clock from its current time. */
  resume(): void {
    if (this.#frozenAt === null) return
    this.#offset = this.#frozenAt - this.#machine()
    this.#frozenAt = null
  }

  /** Restores a state from `state`. */
  restore({ frozen_at, offset_ms }: ClockState): void {
    this.#frozenAt = frozen_at
    this.#offset = offset_ms
  }

  get frozen(): boolean {
    return this.#frozenAt !== null
  }

  get state(): ClockState {
    return { frozen_at: this.#frozenAt, offset_ms: this.#offset }
  }
}

let newest = { at: 0, text: new Date(0).toISOString() }
let before = newest

/**
 * Formats UTC ISO 8601 with milliseconds. Cached: a request formats its own time several times, and
 * a session's expiry.
 */
export function iso(at: number): string {
  if (newest.at === at) return newest.text
  if (before.at === at) return before.text
  before = newest
  newest = { at, text: new Date(at).toISOString() }
  return newest.text
}
