import type { Effect, Target } from './fault.ts'

/** A fault and the requests it has hit. */
export interface Fault extends Target {
  readonly id: string
  readonly effect: Effect
  /** Maximum number of hits; null if `probability` decides. */
  readonly times: number | null
  readonly probability: number | null
  readonly created: number
  hits: number
  /** Newest first. */
  last: Receipt[]
  /** Set if the fault is counted in several lists: whether one of them may still apply it. */
  readonly active?: boolean
}

/** A request that a fault has hit. */
export interface Receipt {
  requestId: string
  at: number
}

export type NewFault = Omit<Fault, 'hits' | 'last' | 'active'>

type Now<T> = T | Promise<T>

/** The faults, in the order in which they are checked. */
export interface FaultList {
  /** Whether any fault may still apply. It is the only check of a request while no fault is set. */
  readonly any: boolean
  /** Whether this process has the fault in its list. */
  has(id: string): boolean
  all(): Now<readonly Fault[]>
  /** A spent fault is replaced when the list is full. @returns false if it is full of active ones */
  add(fault: NewFault): Now<boolean>
  /** @returns the removed faults */
  remove(which: (fault: Fault) => boolean): Now<Fault[]>
  /** Counts a hit of the first matching fault that is not used up. */
  hit(fits: (fault: Fault) => boolean, receipt: Receipt): Now<Fault | undefined>
  /** Calls `then` with the id of each fault that was removed. */
  onRemoval(then: (id: string) => void): void
}

export const MOST_FAULTS = 1000
export const MOST_RECEIPTS = 20

/** Keeps faults in memory. */
export class OwnFaults implements FaultList {
  any = false
  #faults: Fault[] = []
  #removed: (id: string) => void = () => undefined

  onRemoval(then: (id: string) => void): void {
    this.#removed = then
  }

  has(id: string): boolean {
    return this.#faults.some((fault) => fault.id === id)
  }

  all(): readonly Fault[] {
    return this.#faults
  }

  add(given: NewFault): boolean {
    if (this.#faults.length >= MOST_FAULTS) {
      const spent = this.#faults.find((one) => !isActive(one))
      if (!spent) return false
      this.remove((one) => one === spent)
    }
    this.#faults.push({ ...given, hits: 0, last: [] })
    this.#look()
    return true
  }

  remove(which: (fault: Fault) => boolean): Fault[] {
    const gone = this.#faults.filter(which)
    this.#faults = this.#faults.filter((fault) => !gone.includes(fault))
    this.#look()
    for (const { id } of gone) this.#removed(id)
    return gone
  }

  hit(fits: (fault: Fault) => boolean, receipt: Receipt): Fault | undefined {
    const fault = this.#faults.find((one) => isActive(one) && fits(one))
    if (!fault) return undefined
    fault.hits++
    fault.last = [receipt, ...fault.last.slice(0, MOST_RECEIPTS - 1)]
    if (!isActive(fault)) this.#look()
    return fault
  }

  #look(): void {
    this.any = this.#faults.some(isActive)
  }
}

/** Whether a fault is not used up. */
export function isActive({ times, hits }: Pick<Fault, 'times' | 'hits'>): boolean {
  return times === null || hits < times
}
