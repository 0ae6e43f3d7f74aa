import type { World } from '../world/world.ts'
import type { ClockState, SettableClock } from '../time/clock.ts'
import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import { DatabaseReplaced } from '../store/postgres/outages/losses.ts'
import type { Names } from '../store/postgres/names.ts'
import { KnownWorld, type WorldChangesRow } from './known-world.ts'
import {
  type KnownState,
  AdmissionQuery,
  type AdmissionQuestion,
  type Reply,
  type StateRow,
} from './admission-query.ts'
import type { Switches } from './switches.ts'
import { LOCK, WorldChanges } from './world-changes.ts'

/**
 * The world and the clock of all replicas. Each request first asks the database whether this replica has the newest
 * version. All requests of a turn share one statement. So a key that was revoked elsewhere is refused at once.
 */
export class SharedState {
  /** The replica that moves the clock, if any. */
  advancing: number | null = null
  #database: Database
  #names: Names
  #world: World
  #clock: SettableClock
  #switches: Switches
  #known: KnownWorld
  #changes: WorldChanges
  #clockRow = ''
  #skew: { ms: number }
  /** Resolves after the last task that may change the world in memory. */
  #turn: Promise<unknown> = Promise.resolve()
  #batcher: Batcher<AdmissionQuestion, Reply>
  #moved: () => void = () => undefined
  #replaced: (() => void)[] = []

  /** @param skew offset from the database's clock, which the given clock adds */
  constructor(
    database: Database,
    names: Names,
    world: World,
    clock: SettableClock,
    skew: { ms: number },
    switches: Switches,
  ) {
    this.#database = database
    this.#names = names
    this.#switches = switches
    this.#world = world
    this.#clock = clock
    this.#skew = skew
    this.#batcher = new Batcher((questions) => this.#sync(questions))
    this.#known = new KnownWorld(world)
    this.#changes = new WorldChanges({
      database,
      known: this.#known,
      take: (row) => this.#take(row),
      applied: () => this.#world.reindex(),
      stored: () => this.#noteClock(),
      failed: () => {
        this.#known.forget()
        this.distrustClock()
      },
      alone: (task) => this.#alone(task),
    })
    database.onRecovery(() => this.#known.forget())
  }

  /** The epoch of the data; a restore begins a new one. */
  get epoch(): string {
    return this.#known.epoch
  }

  /** Calls `then` when the clock or the replica that moves it has changed elsewhere. */
  onMove(then: () => void): void {
    this.#moved = then
  }

  /** Calls `then` when all data was replaced. */
  onReplaced(then: () => void): void {
    this.#replaced.push(then)
  }

  /** Takes the stored clock at the next sync: this replica may have moved its own and failed to store it. */
  distrustClock(): void {
    this.#clockRow = ''
  }

  /** The version of the world and the epoch of the data that this replica has. */
  get known(): KnownState {
    return this.#known.known
  }

  /**
   * Updates world and clock. Results are applied in the order of their queries, so that an earlier
   * state never replaces a later one.
   */
  sync(question: AdmissionQuestion = {}): Promise<Reply> {
    return this.#batcher.ask(question)
  }

  /**
   * Stores the given world in an empty database; otherwise adds the organizations that the database
   * never had.
   * @returns the ids of those that it has
   */
  async open(): Promise<string[]> {
    let kept: string[] = []
    await this.#database.exchange(`${LOCK}; ${this.#known.changesSql()}`, ([, rows]) => {
      const [row] = rows as [WorldChangesRow]
      const [version, , , , , settings, held] = row
      const known = new Set(held.map(([id]) => id))
      const fresh = this.#world.file.organizations.filter(({ id }) => !known.has(id))
      if (settings !== null) {
        this.#take(row)
        kept = this.#world.file.organizations.map(({ id }) => id)
        if (fresh.length === 0) return undefined
        this.#world.file.organizations.push(...fresh)
        this.#world.reindex()
      }
      return this.#known.writing(BigInt(version) + 1n).text
    })
    this.#known.forget()
    await this.sync()
    return kept
  }

  /**
   * Applies a change to the newest state and stores it, while no other replica changes the world.
   * @param ifJob the change is not applied after the end of this job
   */
  change<T>(apply: () => T, ifJob?: string): Promise<T | undefined> {
    return this.#changes.change(apply, ifJob)
  }

  async #sync(questions: AdmissionQuestion[]): Promise<Reply[]> {
    const query = new AdmissionQuery(questions, this.known)
    const began = Date.now()
    const row = await query.ask(this.#database, this.#names).catch((error: unknown) => {
      // The next database may have the same epoch and a lower version.
      if (error instanceof DatabaseReplaced) this.#known.forget()
      throw error
    })
    const [version, , frozenAt, offsetMs, advancing, now, ...more] = row
    this.#measureSkew(now, began, Date.now())
    if (this.#known.isStale(row)) await this.#alone(() => this.#reload(row))
    // A change of this replica, or the reload, may be newer than the row.
    if (Number(version) >= this.known.version) this.#applyClock(frozenAt, offsetMs, advancing)
    const [faults, journal, wipes, watched, requestsWatched] = more
    await this.#switches.apply([faults, journal, wipes, watched, requestsWatched])
    return query.replies(row)
  }

  /** Reads the changes since the known version, unless another task has done so meanwhile. */
  async #reload(state: StateRow): Promise<void> {
    if (!this.#known.isStale(state)) return
    const [row] = await this.#database.read<WorldChangesRow>({ text: this.#known.changesSql() })
    // The schema is new, and no simulator has stored its world.
    if (row![5] === null)
      throw this.#database.refusals.note(new DatabaseReplaced('it holds no world'))
    this.#take(row!)
  }

  #take(row: WorldChangesRow): void {
    const [, , frozenAt, offsetMs, advancing] = row
    if (this.#known.apply(row)) for (const then of this.#replaced) then()
    this.#applyClock(frozenAt, offsetMs, advancing)
  }

  /** Runs tasks one after the other: otherwise an earlier read could overwrite a later change. */
  #alone<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(task)
    this.#turn = run.catch(() => undefined)
    return run
  }

  /** Copies the clock into the world before it is stored. */
  #noteClock(): void {
    const { frozen_at, offset_ms } = this.#world.file.clock ?? { frozen_at: null, offset_ms: 0 }
    this.#clockRow = JSON.stringify([frozen_at, offset_ms])
  }

  /**
   * Does not apply the stored clock while this replica moves the clock: the row is outdated then.
   */
  #applyClock(frozenAt: number | null, offsetMs: number, advancing: number | null): void {
    const row = JSON.stringify([frozenAt, offsetMs])
    const moved = row !== this.#clockRow || advancing !== this.advancing
    if (row !== this.#clockRow) {
      this.#clockRow = row
      const state: ClockState = { frozen_at: frozenAt, offset_ms: offsetMs }
      this.#clock.restore(state)
      this.#world.file.clock = state
    }
    this.advancing = advancing
    if (moved) this.#moved()
  }

  /**
   * Keeps the offset from the database's clock while the difference is within the uncertainty of
   * the measurement.
   */
  #measureSkew(theirs: number, began: number, ended: number): void {
    const [least, most] = [theirs - ended, theirs - began]
    if (this.#skew.ms < least - 1 || this.#skew.ms > most + 1)
      this.#skew.ms = Math.round((least + most) / 2)
  }
}
