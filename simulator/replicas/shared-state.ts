import type { World } from '../world/world.ts'
import type { ClockState, SettableClock } from '../time/clock.ts'
import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import { KnownWorld, type NewsRow } from './known-world.ts'
import { SWITCHES, type SwitchRow, type Switches } from './switches.ts'
import { LOCK, WorldChanges } from './world-changes.ts'

/** One row of `world`, and how much each asked address has used. */
type StateRow = [
  version: string,
  epoch: string,
  frozenAt: number | null,
  offsetMs: number,
  advancing: number | null,
  now: number,
  used: [key: string, win: number, used: number][] | null,
  ...switches: SwitchRow,
]
const STATE = {
  name: 'world.state',
  text: `SELECT version, epoch, frozen_at, offset_ms, advancing, extract(epoch FROM clock_timestamp())::float8 * 1000, (SELECT json_agg(json_build_array(key, win, used)) FROM rate
    WHERE key = ANY ($1::text[]) AND ends > coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms)), ${SWITCHES}
    FROM world, switches s`,
}
/** How many of its places an address has used in the window that began with number `win`. */
export interface AddressUse {
  win: number
  used: number
}

/**
 * The world and the clock of all replicas. Each request first asks the database whether this replica has the newest
 * version. All requests of a turn share one statement. So a key that was revoked elsewhere is refused at once.
 */
export class SharedState {
  /** The replica that moves the clock, if any. */
  advancing: number | null = null
  #database: Database
  #world: World
  #clock: SettableClock
  #switches: Switches
  #known: KnownWorld
  #changes: WorldChanges
  #clockRow = ''
  #skew: { ms: number }
  /** Ends with the last task that may change the world in memory. */
  #turn: Promise<unknown> = Promise.resolve()
  #asking: Batcher<string | null, AddressUse | undefined>
  #moved: () => void = () => undefined
  #replaced: (() => void)[] = []

  /** @param skew the distance to the database's clock, which the given clock adds */
  constructor(
    database: Database,
    world: World,
    clock: SettableClock,
    skew: { ms: number },
    switches: Switches,
  ) {
    this.#database = database
    this.#switches = switches
    this.#world = world
    this.#clock = clock
    this.#skew = skew
    this.#asking = new Batcher((addresses) => this.#sync(addresses))
    this.#known = new KnownWorld(world)
    this.#changes = new WorldChanges({
      database,
      known: this.#known,
      take: (row) => this.#take(row),
      applied: () => {
        this.#world.reindex()
        this.#noteClock()
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

  /** Brings world and clock to the newest state. @returns what the address has used, if one is given */
  sync(address: string | null = null): Promise<AddressUse | undefined> {
    return this.#asking.ask(address)
  }

  /** Stores the given world in an empty database; otherwise adds the organizations that it has never held. */
  async open(): Promise<void> {
    await this.#database.exchange(`${LOCK}; ${this.#known.news()}`, ([, rows]) => {
      const [row] = rows as [NewsRow]
      const [version, , , , , settings, held] = row
      const known = new Set(held.map(([id]) => id))
      const fresh = this.#world.file.organizations.filter(({ id }) => !known.has(id))
      if (settings !== null) {
        this.#take(row)
        if (fresh.length === 0) return undefined
        this.#world.file.organizations.push(...fresh)
        this.#world.reindex()
      }
      return this.#known.writing(BigInt(version) + 1n).text
    })
    this.#known.forget()
    await this.sync()
  }

  /**
   * Applies a change to the newest state and stores it, while no other replica changes the world.
   * @param ifJob nothing is applied once this job has ended
   */
  change<T>(apply: () => T, ifJob?: string): Promise<T | undefined> {
    return this.#changes.change(apply, ifJob)
  }

  async #sync(addresses: (string | null)[]): Promise<(AddressUse | undefined)[]> {
    const asked = [...new Set(addresses.filter((address) => address !== null))]
    const began = Date.now()
    const [row] = await this.#database.read<StateRow>(STATE, [asked])
    this.#measureSkew(row![5], began, Date.now())
    if (this.#known.isOld(row!)) await this.#alone(() => this.#reload(row!))
    this.#applyClock(row![2], row![3], row![4])
    const [, , , , , , , ...switches] = row!
    await this.#switches.apply(switches)
    const used = new Map(row![6]?.map(([key, win, count]) => [key, { win, used: count }]))
    return addresses.map((address) => (address === null ? undefined : used.get(address)))
  }

  /** Reads what has changed since the known version, unless another task has done so meanwhile. */
  async #reload(told: StateRow): Promise<void> {
    if (!this.#known.isOld(told)) return
    const [row] = await this.#database.read<NewsRow>({ text: this.#known.news() })
    this.#take(row!)
  }

  #take(row: NewsRow): void {
    const [, , frozenAt, offsetMs, advancing] = row
    if (this.#known.take(row)) for (const then of this.#replaced) then()
    this.#applyClock(frozenAt, offsetMs, advancing)
  }

  /** Runs tasks one after the other: one would take what it read earlier for newer than what another has changed. */
  #alone<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(task)
    this.#turn = run.catch(() => undefined)
    return run
  }

  /** The clock of the world in memory is about to be stored. */
  #noteClock(): void {
    const { frozen_at, offset_ms } = this.#world.file.clock ?? { frozen_at: null, offset_ms: 0 }
    this.#clockRow = JSON.stringify([frozen_at, offset_ms])
  }

  /** A clock that this replica is moving itself is left alone: its row has not changed. */
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

  /** Keeps the distance to the database's clock while it lies within the measurement's uncertainty. */
  #measureSkew(theirs: number, began: number, ended: number): void {
    const [least, most] = [theirs - ended, theirs - began]
    if (this.#skew.ms < least - 1 || this.#skew.ms > most + 1)
      this.#skew.ms = Math.round((least + most) / 2)
  }
}
