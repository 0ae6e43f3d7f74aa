import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Job, Records } from '../../store/records.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import { SettableClock } from '../clock.ts'
import { type JobHandler, Scheduler } from '../scheduler.ts'

/** A round start time. */
export const START = Date.UTC(2030, 0, 1)

export interface Harness {
  clock: SettableClock
  records: Records
  scheduler: Scheduler
  /** Executed jobs in order, with the time that each of them saw. */
  ran: { id: string; now: number }[]
  reported: unknown[]
  /** Replaces the machine's clock; only `machine.now` moves a running clock. */
  machine: { now: number }
  plan(id: string, due: number, lane?: string, kind?: string): Promise<void>
  drop(id: string): Promise<void>
  /** Resolves when the condition holds. */
  until(condition: () => boolean): Promise<void>
}

export interface HarnessOptions {
  frozen?: boolean
  /** Called for each job before it is dropped; it may reject. */
  handle?: (job: Job, now: number) => Promise<void> | void
  /** Delays the results of `dueJobs`, which reflect the store at the time of the query. */
  delay?: (until: number) => Promise<unknown> | undefined
  records?: Records
}

/**
 * Returns a scheduler over a store in memory, with one kind of job (`note`) that records its
 * execution.
 */
export function newHarness(t: Test, options: HarnessOptions = {}): Harness {
  const { frozen = true, handle, delay, records: given } = options
  const machine = { now: START }
  const clock = new SettableClock(() => machine.now, {
    frozen_at: frozen ? START : null,
    offset_ms: 0,
  })
  const store = given ?? openSqlite(':memory:')
  const records = delay ? answeringLate(store, delay) : store
  const ran: Harness['ran'] = []
  const reported: unknown[] = []
  const note: JobHandler = async (job, now) => {
    ran.push({ id: job.id, now })
    await handle?.(job, now)
    await records.write([{ type: 'unschedule', id: job.id }])
  }
  const scheduler = new Scheduler(clock, records, { note }, (error) => reported.push(error))
  // The scheduler's own timers do not keep a process alive.
  const alive = setInterval(() => undefined, 1000)
  t.teardown(async () => {
    clearInterval(alive)
    await scheduler.close()
    if (!given) await store.close()
  })
  return {
    clock,
    records,
    scheduler,
    ran,
    reported,
    machine,
    async plan(id, due, lane = 'lane', kind = 'note') {
      await records.write([{ type: 'schedule', job: { id, lane, due, kind, scope: 's', ref: id } }])
      scheduler.wake(lane)
    },
    drop: (id) => records.write([{ type: 'unschedule', id }]),
    async until(condition) {
      while (!condition()) await turn()
    },
  }
}

function answeringLate(
  store: Records,
  delay: (until: number) => Promise<unknown> | undefined,
): Records {
  return new Proxy(store, {
    get(target, name: keyof Records) {
      if (name !== 'dueJobs') return (target[name] as () => unknown).bind(target)
      return async (lane: string, until: number, limit: number): Promise<Job[]> => {
        const answer = await target.dueJobs(lane, until, limit)
        await delay(until)
        return answer
      }
    },
  })
}

/** Waits for event loop turns. */
export async function turns(count: number): Promise<void> {
  for (; count > 0; count--) await turn()
}

/** Returns a promise that is settled from outside. */
export const gate = (): PromiseWithResolvers<void> => Promise.withResolvers<void>()
