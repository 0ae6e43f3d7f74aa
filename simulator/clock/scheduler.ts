import type { Job, Records } from '../store/records.ts'
import type { SettableClock } from './clock.ts'

/** What happens when a job is due. It removes or moves its own job, in the same batch as its effect. */
export type JobHandler = (job: Job, now: number) => Promise<void>

/** Says that a job was given up because the records that it stands in are replaced: nothing of it is to be kept. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/** How many jobs of one lane run side by side, unless told otherwise. */
const LANE_WIDTH = 8
/** Node's longest timer; a later job is looked at again then. */
const LONGEST_TIMER = 2 ** 31 - 1
/** A job whose handler failed (a fault of this program) is tried again after this long. */
const FAILED_AGAIN_MS = 1000

interface Lane {
  name: string
  timer: NodeJS.Timeout | undefined
  /** When the timer fires, by `performance.now`. */
  fires: number
  /** Somebody wants due jobs to be looked for. */
  asked: boolean
  /** The search that is on its way: never two at once, or both would start what both have found. */
  search: Promise<void> | undefined
  running: Map<string, Promise<void>>
}

/**
 * Runs the jobs when the clock reaches them. Each lane (a webhook subscription, the session expiries) has its own
 * queue and width, so a slow receiver delays nobody else.
 */
export class Scheduler {
  #clock: SettableClock
  #records: Records
  #handlers: Record<string, JobHandler>
  #report: (error: unknown) => void
  #width: number
  #lanes = new Map<string, Lane>()
  #advancing: Promise<void> = Promise.resolve()
  #paused = 0
  /** Where the advance that is on its way ends. */
  #target = -Infinity
  #closed = false

  /** @param width jobs of one lane that run side by side; with one, a lane's jobs have one order for whoever watches */
  constructor(
    clock: SettableClock,
    records: Records,
    handlers: Record<string, JobHandler>,
    report: (error: unknown) => void,
    width: number = LANE_WIDTH,
  ) {
    this.#clock = clock
    this.#records = records
    this.#handlers = handlers
    this.#report = report
    this.#width = width
  }

  /** Takes up the jobs that an earlier process, or another state of the records, has left. */
  async start(): Promise<void> {
    for (const { lane } of await this.#records.lanes()) this.wake(lane)
  }

  /**
   * To be called after a job was scheduled in a lane, or the clock was moved (without a name: every lane).
   * @param due when the job is due, where that is known: nothing is looked for before
   */
  wake(name?: string, due = -Infinity): void {
    if (name === undefined) {
      for (const known of this.#lanes.keys()) this.wake(known)
      return
    }
    let lane = this.#lanes.get(name)
    if (!lane) {
      lane = {
        name,
        timer: undefined,
        fires: 0,
        asked: false,
        search: undefined,
        running: new Map(),
      }
      this.#lanes.set(name, lane)
    }
    const wait = due - this.#clock.now()
    // A clock that stands brings no later moment; whoever moves it wakes every lane.
    if (wait <= 0 || !this.#clock.frozen) this.#setTimer(lane, wait)
  }

  /**
   * Moves the clock by `ms` and runs what becomes due on the way, in the order of the due times, each job seeing its
   * own due time as now. Resolves when all of it has ended.
   */
  advance(ms: number): Promise<void> {
    this.#advancing = this.#advancing
      .catch(() => undefined)
      .then(() => this.#advance(this.#clock.now() + ms))
    return this.#advancing
  }

  /** Runs what is due now and resolves when nothing due is left: for tests and for a frozen clock. */
  settle(): Promise<void> {
    return this.advance(0)
  }

  /**
   * Starts nothing while the task runs, which begins when nothing is running any more; then takes up what it has left.
   * @param interrupt cuts short what would run on for long; it rejects with `Abandoned`
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

  /** Starts nothing more and waits for what is running. */
  async close(): Promise<void> {
    this.#closed = true
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer)
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
          if (due.length === 0 || this.#closed) break
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

  /** Jobs due at the same moment begin lane by lane, in the order in which they were scheduled, and run side by side. */
  async #runAllDueAt(at: number): Promise<void> {
    const lanes = (await this.#records.lanes()).filter(({ due }) => due <= at)
    await Promise.all(
      lanes.map(async ({ lane }) => {
        const jobs = await this.#records.dueJobs(lane, at, this.#width)
        await Promise.all(jobs.map((job) => this.#run(job)))
      }),
    )
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
    if (this.#closed || this.#paused > 0) return
    const room = this.#width - lane.running.size
    if (room <= 0) return
    // A job that ends during the look-up is in its answer still; it must not run again for that.
    const busy = new Set(lane.running.keys())
    const due = await this.#records.dueJobs(lane.name, this.#clock.now(), this.#width + room)
    for (const job of due) {
      if (lane.running.size >= this.#width || this.#closed || this.#paused > 0) return
      if (busy.has(job.id)) continue
      const run = this.#run(job).finally(() => {
        lane.running.delete(job.id)
        this.#setTimer(lane, 0)
      })
      lane.running.set(job.id, run)
    }
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

  async #run(job: Job): Promise<void> {
    const handler = this.#handlers[job.kind]
    try {
      if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
      await handler(job, this.#clock.now())
    } catch (error) {
      if (error instanceof Abandoned) return
      this.#report(error)
      // After the advance that is on its way, or the fault would come back for every second of it.
      const again = { ...job, due: Math.max(this.#clock.now(), this.#target) + FAILED_AGAIN_MS }
      await this.#records.write([{ type: 'schedule', job: again }]).catch(this.#report)
    }
  }

  /** The earliest wish counts: a search that began before a job was scheduled must not put off the next one. */
  #setTimer(lane: Lane, ms: number): void {
    if (this.#closed) return
    const wait = Math.min(Math.max(ms, 0), LONGEST_TIMER)
    const fires = performance.now() + wait
    if (lane.timer !== undefined && lane.fires <= fires) return
    clearTimeout(lane.timer)
    lane.fires = fires
    lane.timer = setTimeout(() => this.#pump(lane), wait)
    lane.timer.unref()
  }

  async #idle(): Promise<void> {
    for (const lane of this.#lanes.values()) {
      await lane.search
      await Promise.all(lane.running.values())
    }
  }
}
