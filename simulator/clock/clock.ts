/** Where every part of the simulator takes the time from. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** How a clock stands: `frozen_at` is set while it is stopped, `offset_ms` is its distance to the machine's time. */
export interface ClockState {
  frozen_at: number | null
  offset_ms: number
}

/**
 * The simulator's one clock: it runs with the machine's time until it is set, frozen or moved.
 * Moving it runs no jobs; `Scheduler.advance` does that.
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

  /** Stops the clock, at `at` or where it stands. */
  freeze(at: number = this.now()): void {
    this.#frozenAt = at
  }

  /** Moves the clock to `at`; a frozen clock stays frozen there, a running one runs on from there. */
  set(at: number): void {
    this.#offset = at - this.#machine()
    if (this.#frozenAt !== null) this.#frozenAt = at
  }

  /** Lets a frozen clock run on from where it stands. */
  resume(): void {
    if (this.#frozenAt === null) return
    this.#offset = this.#frozenAt - this.#machine()
    this.#frozenAt = null
  }

  /** Takes over a state that `state` has told before. */
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

let told = { at: 0, text: new Date(0).toISOString() }
let before = told

/** UTC ISO-8601 with milliseconds. A request tells its moment several times, and when a session will end beside it. */
export function iso(at: number): string {
  if (told.at === at) return told.text
  if (before.at === at) return before.text
  before = told
  told = { at, text: new Date(at).toISOString() }
  return told.text
}

/** UNIX epoch seconds. */
export function epochSeconds(at: number): number {
  return Math.floor(at / 1000)
}
