import type { Database } from '../../store/postgres/database.ts'
import type { Names } from '../../store/postgres/names.ts'
import { Fenced } from '../../store/postgres/refused-writes.ts'
import { demandPeriod } from '../../store/postgres/outages/outage.ts'
import { OutcomeUnknown, Replaced, StoreUnavailable } from '../../store/unavailable.ts'
import { GIVEN_UP } from '../../store/postgres/schema/lanes.ts'
import { writeContext } from '../../store/postgres/write-context.ts'
import { Abandoned, type LaneOwner, type Scheduler } from '../../time/scheduler.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClockMark } from './clock-mark.ts'
import { exceptLoss } from '../except-loss.ts'
import { type Held, HeldLanes } from './held-lanes.ts'
import { LaneNotifier } from './lane-notifier.ts'
import { registered } from './registration.ts'
import { BEAT, CLAIM, FOREIGN, GIVE, LEAVE, RELEASE, SURPLUS } from './lane-statements.ts'

/** Interval of heartbeats and of checks for jobs. */
const BEAT_MS = 1000
/**
 * A replica without a heartbeat for this time starts no job, three seconds before it can lose its
 * lanes.
 */
const LEASE_MS = 3000
/** How often a replica releases lanes for new replicas, in heartbeats. */
const SHARE_EVERY = 2
const REPEATED = [Fenced, Replaced, StoreUnavailable, OutcomeUnknown]
const LOOK_MS = 20
/** How long a replica that ends tries to deregister, if the database is slow or lost. */
const LEAVE_MS = 2000
/**
 * The lanes whose jobs this replica runs. A lane is leased: its owner sends a heartbeat every
 * second, and loses the lane after six seconds without one. Each write of a job includes the fence
 * of the lease, so that the database refuses writes of a replica that was paused.
 */
export class Lanes implements LaneOwner {
  #database: Database
  #names: Names
  #slot = 0
  #about: string
  #seeded: boolean
  #report: (error: unknown) => void
  #owned = new HeldLanes()
  /** Lanes that are being released, until the database has confirmed it. */
  #giving: Held[] = []
  /** Number of running jobs by lane. */
  #running = new Map<string, number>()
  #beats = 0
  /** Start of the last successful heartbeat, in `performance.now()` time. */
  #beatAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined
  #notifier: LaneNotifier
  #mark: ClockMark
  #scheduler: Scheduler | undefined
  #yielding: Promise<void> | undefined
  /** The replica that moves the clock, for which this one has released its lanes. */
  #yieldedTo: number | undefined
  #closed = false
  /** Called at each heartbeat. */
  #everyBeat: () => Promise<unknown>

  constructor(
    database: Database,
    names: Names,
    given: {
      seeded: boolean
      about: string
      report: (error: unknown) => void
      everyBeat: () => Promise<unknown>
    },
  ) {
    this.#database = database
    this.#names = names
    this.#seeded = given.seeded
    this.#about = given.about
    this.#report = exceptLoss(given.report)
    this.#notifier = new LaneNotifier(database)
    this.#mark = new ClockMark(database, this.#notifier)
    this.#everyBeat = given.everyBeat
  }

  /** Number of this replica; a new one after its lease was lost. */
  get slot(): number {
    return this.#slot
  }

  /** Registers this replica. @throws {Error} if one of two running replicas has a seed */
  async join(): Promise<void> {
    this.#slot = await registered(this.#database, {
      seeded: this.#seeded,
      about: this.#about,
      again: this.#slot !== 0,
    })
  }

  /** Starts heartbeats and jobs. */
  async start(scheduler: Scheduler): Promise<void> {
    this.#scheduler = scheduler
    await this.#beat()
    const next = (): void => {
      this.#timer = setTimeout(() => {
        void this.beat().finally(() => {
          if (!this.#closed) next()
        })
      }, BEAT_MS)
      this.#timer.unref()
    }
    next()
  }

  may(lane: string): boolean {
    return this.#owned.has(lane) && performance.now() - this.#beatAt < LEASE_MS && !this.#yielding
  }

  async run(lane: string, task: () => Promise<void>): Promise<void> {
    // While this replica moves the clock, its jobs may schedule other jobs in new lanes.
    if (!this.#owned.has(lane)) await this.#claim(lane, undefined)
    const held = this.#owned.get(lane)
    if (!held || !this.may(lane)) throw new Abandoned('the lane has another owner')
    const fence = { lane: held.no, owner: this.#slot, fence: held.fence }
    this.#count(lane, 1)
    try {
      await writeContext.run({ fence, period: this.#database.period }, task)
    } catch (error) {
      // The job remains for the next owner of the lane.
      if (REPEATED.some((kind) => error instanceof kind))
        throw new Abandoned((error as Error).message)
      throw error
    } finally {
      this.#count(lane, -1)
    }
  }

  /** Wakes the owner of a lane after a job was scheduled in it. */
  wake(lane: string, due: number | undefined): void {
    if (this.#owned.has(lane)) return this.#scheduler?.wake(lane, due)
    this.#claim(lane, due).catch(this.#report)
  }

  /** Handles a notification of another replica. */
  onNotice(notice: string): void {
    if (notice === 'lanes') return void this.beat()
    if (notice === 'world') return void this.#everyBeat().catch(() => undefined)
    for (const lane of JSON.parse(notice) as string[])
      if (this.#owned.has(lane)) this.#scheduler?.wake(lane)
  }

  /** Sends a heartbeat, takes lanes without an owner and checks its lanes for jobs. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat()
      .catch(this.#report)
      .finally(() => {
        this.#beating = undefined
      })
    return this.#beating
  }

  /** Runs the task while this replica owns every lane and no other replica starts a job. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.holding(async () => {
      for (;;) {
        await this.beat()
        const [row] = await this.#database.read<[number]>(FOREIGN, [this.#slot])
        if (row![0] === 0) break
        await sleep(LOOK_MS)
      }
      return task()
    })
  }

  /** Runs the task while no other replica moves the clock; the others start no jobs. */
  holding<T>(task: () => Promise<T>): Promise<T> {
    return this.#mark.holding(this.#slot, task)
  }

  /** After a restore or an outage, lanes have other fences and perhaps numbers: reads those of this replica. */
  async renew(): Promise<void> {
    this.#owned = new HeldLanes()
    this.#giving = []
    await this.#beating
    await this.beat()
  }

  /**
   * Another replica moves the clock and waits: ends running jobs and releases the lanes. Each
   * heartbeat retries a failure.
   */
  yieldTo(advancing: number | null): void {
    if (advancing === null || advancing === this.#slot || this.#yielding || !this.#scheduler) return
    if (advancing === this.#yieldedTo && this.#owned.entries.length === 0) return
    this.#yielding = this.#scheduler
      .still(
        () => undefined,
        async () => {
          const owned = this.#owned
          const rows = await this.#database.write<[number, string]>(RELEASE, [this.#slot])
          owned.clear()
          owned.give(rows.map(([no, fence]) => ({ no, fence })))
          this.#yieldedTo = advancing
          await this.#notifier.send('lanes')
        },
      )
      .catch(this.#report)
      .finally(() => {
        this.#yielding = undefined
      })
  }

  /** Releases the lanes, so that others need not wait for the end of the lease. */
  async leave(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#beating
    this.#owned.clear()
    await this.#deregister()
    await this.#notifier.send('lanes').catch(() => undefined)
  }

  /** Repeated for a while: a replica that stays registered keeps its lanes, and the faults of all, for a lease. */
  async #deregister(): Promise<void> {
    const end = performance.now() + LEAVE_MS
    for (;;) {
      try {
        await this.#database.write(LEAVE, [this.#slot])
        return
      } catch {
        if (performance.now() > end) return
        await sleep(LOOK_MS)
      }
    }
  }

  async #beat(): Promise<void> {
    const began = performance.now()
    const { period } = this.#database
    const send = (): Promise<[number, string][]> =>
      this.#database.write(BEAT, [this.#slot, this.#about])
    const rows = await send().catch(async (error: { code?: string }) => {
      if (error.code !== GIVEN_UP) throw error
      // Other replicas have removed this one after too long without a heartbeat.
      this.#owned.clear()
      await this.join()
      return send()
    })
    demandPeriod(period)
    const names = await this.#names.named(rows.map(([lane]) => lane))
    if (this.#closed) return
    // Both at once: with the new lease and the old lanes, jobs of lost lanes would start.
    this.#beatAt = began
    const taken = names.filter((lane) => !this.#owned.has(lane))
    this.#owned.replace(rows.map(([no, fence], i) => [names[i]!, { no, fence }]))
    // Their jobs have waited long; on a busy machine the statements below take a while.
    for (const lane of taken) this.#scheduler?.wake(lane)
    await this.#mark.removeRest()
    await this.#everyBeat()
    if (++this.#beats % SHARE_EVERY === 0) await this.#share()
    for (const lane of names) this.#scheduler?.wake(lane)
  }

  /** Releases lanes beyond its share, except those with running jobs, whose writes would fail. */
  async #share(): Promise<void> {
    const [row] = await this.#database.read<[number]>(SURPLUS, [this.#slot])
    const given = this.#owned.entries
      .filter(([lane]) => !this.#running.has(lane))
      .slice(0, Math.max(0, row![0]))
      .map(([, held]) => held)
    this.#owned.give(given)
    this.#giving.push(...given)
    if (this.#giving.length === 0) return
    const [lanes, fences] = [this.#giving.map(({ no }) => no), this.#giving.map((one) => one.fence)]
    // If this fails, the next heartbeat repeats it.
    await this.#database.write(GIVE, [this.#slot, lanes, fences])
    this.#giving = []
    await this.#notifier.send('lanes')
  }

  #count(lane: string, more: number): void {
    const running = (this.#running.get(lane) ?? 0) + more
    if (running === 0) this.#running.delete(lane)
    else this.#running.set(lane, running)
  }

  async #claim(lane: string, due: number | undefined): Promise<void> {
    const no = await this.#names.numberOf(lane)
    const [began, slot, owned] = [performance.now(), this.#slot, this.#owned]
    const [row] = await this.#database.write<[string | null]>(CLAIM, [no, slot])
    // A response that was read too late is ignored: others may have taken the lane meanwhile.
    const isFresh = slot === this.#slot && performance.now() - began < LEASE_MS
    if (row && row[0] !== null) {
      if (isFresh && owned.add(lane, { no, fence: row[0] })) this.#scheduler?.wake(lane, due)
      return
    }
    this.#notifier.wake(lane)
  }
}
