import type { Job, Records } from '../store/records.ts'
import type { SettableClock } from './clock.ts'
import { type Lane, type Stuck, newLane } from './lane.ts'
import { startTimer } from './timer.ts'

/** Runs a due job. It removes or reschedules the job in the same batch as its effect. */
export type JobHandler = (job: Job, now: number) => Promise<void>

/** The job was cancelled because the records are being replaced; its effect must not be stored. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/** Decides which lanes of jobs this process runs if several processes share a store. */
export interface LaneOwner {
  may(lane: string): boolean
  /** Runs a job of a lane; its writes are refused once another process owns the lane. @throws {Abandoned} then */
  run(lane: string, task: () => Promise<void>): Promise<void>
}

/** Owns every lane. */
const ALONE: LaneOwner = { may: () => true, run: (_lane, task) => task() }

/** Errors after which the job is still stored unchanged: the next owner of the lane runs it again. */
function isOfStore(error: unknown): boolean {
  const { name } = error as Error
  return ['Fenced', 'Replaced', 'StoreUnavailable', 'OutcomeUnknown'].includes(name)
}

/** Default number of concurrent jobs per lane. */
const LANE_WIDTH = 8
/**
 * Later jobs are checked again after this time. A timer does not see that the system clock was set, or that the machine
 * was suspended.
 */
const LONGEST_TIMER = 30_000
/** Delay after which a job is retried when its handler failed unexpectedly. */
const FAILED_AGAIN_MS = 1000

/**
 * Runs jobs when the clock reaches them. Each lane (a webhook subscription, the session expiries)
 * has its own queue and concurrency, so a slow receiver delays no other.
 */
export class Scheduler {
  #clock: SettableClock
  #records: Records
  #handlers: Record<string, JobHandler>
  #report: (error: unknown) => void
  #width: number
  #owner: LaneOwner
  #lanes = new Map<string, Lane>()
  #advancing: Promise<void> = Promise.resolve()
  #paused = 0
  /** Target time of the running advance. */
  #target = -Infinity
  /** Number of tasks that wait for the end of advances (see `hurryAdvances`). */
  hurries = 0
  #closed = false

  /** @param width concurrent jobs per lane; with 1, the jobs of a lane run in a fixed order */
  constructor(
    clock: SettableClock,
    records: Records,
    handlers: Record<string, JobHandler>,
    report: (error: unknown) => void,
    width: number = LANE_WIDTH,
    owner: LaneOwner = ALONE,
  ) {
    this.#owner = owner
    this.#clock = clock
    this.#records = records
    this.#handlers = handlers
    this.#report = report
    this.#width = width
  }

  /** Schedules the jobs of an earlier process or of replaced records. */
  async start(): Promise<void> {
    for (const { lane } of await this.#records.lanes()) this.wake(lane)
  }

  /**
   * Call after scheduling a job in a lane or moving the clock (without a name: every lane).
   * @param due due time of the job if known; avoids a search before it
   */
  wake(name?: string, due = -Infinity): void {
    if (name === undefined) {
      for (const known of this.#lanes.keys()) this.wake(known)
      return
    }
    let lane = this.#lanes.get(name)
    if (!lane) {
      lane = newLane(name)
      this.#lanes.set(name, lane)
    }
    const wait = due - this.#clock.now()
    // A frozen clock never reaches a later time; moving it wakes every lane.
    if (wait <= 0 || !this.#clock.frozen) this.#setTimer(lane, wait)
  }

  /**
   * Moves the clock by `ms` and runs the jobs that become due, in the order of their due times,
   * each at its own due time. Resolves when all of them have ended.
   * @throws {Error} of the store if it refuses to postpone a failed job, which would be due forever
   */
  advance(ms: number): Promise<void> {
    this.#advancing = this.#advancing
      .catch(() => undefined)
      .then(() => this.#advance(this.#clock.now() + ms))
    return this.#advancing
  }

  get isAdvancing(): boolean {
    return this.#target !== -Infinity
  }

  /** Runs the jobs that are due now, until none is left: for tests and for a frozen clock. */
  settle(): Promise<void> {
    return this.advance(0)
  }

  /**
   * Runs the task while no job is running and starts none meanwhile; then schedules the jobs that
   * it left.
   * @param interrupt aborts long-running jobs, which reject with `Abandoned`
   */
  async still<T>(interrupt: () => void, task: () => Promise<T>): Promise<T> {
    this.#paused++
    try {
      interrupt()
      await this.#idle()
      return await task()
    } finally {
      this.#paused--
      await this.start()
    }
  }

  /** Starts no more jobs and waits for the running ones. */
  async close(): Promise<void> {
    this.#closed = true
    for (const lane of this.#lanes.values()) lane.timer?.cancel()
    await this.#advancing.catch(() => undefined)
    await this.#idle()
  }

  async #advance(target: number): Promise<void> {
    this.#paused++
    this.#target = target
    try {
      await this.#idle()
      const wasFrozen = this.#clock.frozen
      this.#clock.freeze()
      try {
        for (;;) {
          const due = (await this.#records.lanes())
            .map((lane) => lane.due)
            .filter((at) => at <= target)
          if (due.length === 0 || this.#closed || this.hurries > 0) break
          const at = Math.min(...due)
          this.#clock.set(Math.max(at, this.#clock.now()))
          await this.#runAllDueAt(at)
        }
        this.#clock.set(Math.max(target, this.#clock.now()))
      } finally {
        if (!wasFrozen) this.#clock.resume()
      }
    } finally {
      this.#paused--
      this.#target = -Infinity
      this.wake()
    }
  }

  /**
   * Jobs due at the same moment start lane by lane, in the order in which they were scheduled, and
   * run concurrently.
   * @throws {Error} after the last one, if the store left a failed job due
   */
  async #runAllDueAt(at: number): Promise<void> {
    const lanes = (await this.#records.lanes()).filter(({ due }) => due <= at)
    const ended = await Promise.all(
      lanes.map(async ({ lane }) => {
        const jobs = await this.#records.dueJobs(lane, at, this.#width)
        return Promise.all(jobs.map((job) => this.#run(job)))
      }),
    )
    const stuck = ended.flat().find((one) => one !== undefined)
    if (stuck) throw stuck.error
  }

  #pump(lane: Lane): void {
    lane.timer = undefined
    lane.asked = true
    lane.search ??= this.#search(lane)
      .catch(this.#report)
      .finally(() => {
        lane.search = undefined
      })
  }

  async #search(lane: Lane): Promise<void> {
    while (lane.asked) {
      lane.asked = false
      await this.#startDue(lane)
    }
  }

  async #startDue(lane: Lane): Promise<void> {
    if (this.#closed || this.#paused > 0 || !this.#owner.may(lane.name)) return
    const room = this.#width - lane.running.size
    if (room <= 0) return
    // A job that ended during the search is still in its result and must not run again.
    const busy = new Set(lane.running.keys())
    const due = await this.#records.dueJobs(lane.name, this.#clock.now(), this.#width + room)
    for (const job of due) {
      if (lane.running.size >= this.#width || this.#closed || this.#paused > 0) return
      if (!this.#owner.may(lane.name)) return
      if (busy.has(job.id)) continue
      const run = this.#run(job).then((stuck) => {
        lane.running.delete(job.id)
        if (stuck) lane.rests = performance.now() + FAILED_AGAIN_MS
        this.#setTimer(lane, 0)
      })
      lane.running.set(job.id, run)
    }
    // The end of a job searches again.
    if (lane.running.size >= this.#width) return
    await this.#sleepUntilNext(lane)
  }

  async #sleepUntilNext(lane: Lane): Promise<void> {
    if (this.#clock.frozen) return
    const upcoming = await this.#records.dueJobs(
      lane.name,
      Number.MAX_SAFE_INTEGER,
      this.#width + 1,
    )
    const next = upcoming.find((job) => !lane.running.has(job.id))
    if (next) this.#setTimer(lane, next.due - this.#clock.now())
  }

  /** Never rejects. */
  async #run(job: Job): Promise<Stuck | undefined> {
    let stuck: Stuck | undefined
    try {
      await this.#owner.run(job.lane, async () => {
        stuck = await this.#handle(job)
      })
    } catch (error) {
      if (!(error instanceof Abandoned)) this.#report(error)
    }
    return stuck
  }

  async #handle(job: Job): Promise<Stuck | undefined> {
    const handler = this.#handlers[job.kind]
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
      await handler(job, this.#clock.now())
    } catch (error) {
      if (error instanceof Abandoned || isOfStore(error)) throw error
      this.#report(error)
      // Retries after the running advance, or the error would repeat for every second of it.
      const again = { ...job, due: Math.max(this.#clock.now(), this.#target) + FAILED_AGAIN_MS }
      try {
        await this.#records.write([{ type: 'schedule', job: again }])
      } catch (failed) {
        if (isOfStore(failed)) return undefined
        this.#report(failed)
        return { error: failed }
      }
    }
    return undefined
  }

  /**
   * The earliest requested time wins: a search that began before a job was scheduled must not
   * postpone it.
   */
  #setTimer(lane: Lane, ms: number): void {
    if (this.#closed) return
    const now = performance.now()
    const wait = Math.min(Math.max(ms, lane.rests - now, 0), LONGEST_TIMER)
    const fires = now + wait
    if (lane.timer !== undefined && lane.fires <= fires) return
    lane.timer?.cancel()
    lane.fires = fires
    lane.timer = startTimer(wait, () => this.#pump(lane))
  }

  async #idle(): Promise<void> {
    for (const lane of this.#lanes.values()) {
      await lane.search
      await Promise.all(lane.running.values())
    }
  }
}
