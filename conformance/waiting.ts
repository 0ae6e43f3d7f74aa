import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'

/** Place of a check among those that run at once. It is free for another check during a wait. */
export interface Slot {
  release(): void
  take(): void
}

const slots = new AsyncLocalStorage<Slot>()

/** Runs a check that occupies a slot. */
export function inSlot<Result>(slot: Slot, run: () => Result): Result {
  return slots.run(slot, run)
}

/** Awaits a time or an effect that the service reaches by itself: meanwhile another check may run. */
export async function wait<Value>(promise: Promise<Value>): Promise<Value> {
  const slot = slots.getStore()
  slot?.release()
  try {
    return await promise
  } finally {
    slot?.take()
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return wait(setTimeout(milliseconds))
}
