import { absorb } from '../world/absorb.ts'
import type { WorldFile, World } from '../world/world.ts'
import type { ClockState, SettableClock } from '../time/clock.ts'
import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import { Fenced } from '../store/postgres/refused-writes.ts'
import { Replaced } from '../store/unavailable.ts'
import { writeContext } from '../store/postgres/write-context.ts'
import { CHANNEL } from './notices.ts'
import { SWITCHES, type SwitchRow, type Switches } from './switches.ts'

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
type OrganizationRow = [id: string, doc: string | null]
type Ask = Parameters<Parameters<Database['transaction']>[0]>[0]

const COLUMNS = `version, epoch, frozen_at, offset_ms, advancing,
  extract(epoch FROM clock_timestamp())::float8 * 1000`
const STATE = {
  name: 'world.state',
  text: `SELECT ${COLUMNS}, (SELECT json_agg(json_build_array(key, win, used)) FROM rate
    WHERE key = ANY ($1::text[]) AND ends > coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms)), ${SWITCHES}
    FROM world, switches s`,
}
const CHANGES = `SELECT o.id, o.doc FROM organizations o WHERE o.version > $1 ORDER BY o.place`
const JOB = 'SELECT 1 FROM jobs WHERE id = $1'
const LANE = 'SELECT 1 FROM lanes WHERE lane = $1 AND owner = $2 AND fence = $3 FOR SHARE'

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
  #version = -1
  #epoch = ''
  /** Text of each stored organization, to find what a change has touched. */
  #texts = new Map<string, string>()
  #settings = ''
  #clockRow = ''
  #skew: { ms: number }
  #changes: Promise<unknown> = Promise.resolve()
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
    database.onRecovery(() => {
      this.#version = -1
    })
  }

  /** The epoch of the data; a restore begins a new one. */
  get epoch(): string {
    return this.#epoch
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
    await this.#database.transaction(async (ask) => {
      const [row] = await ask<StateRow>(`SELECT ${COLUMNS} FROM world FOR UPDATE`)
      const [stored] = await ask<[string | null]>('SELECT settings FROM world')
      const given = this.#world.file
      if (stored![0] === null) {
        await this.#store(ask, BigInt(row![0]) + 1n)
        return
      }
      const known = new Set((await ask<OrganizationRow>(CHANGES, [-1])).map(([id]) => id))
      const fresh = given.organizations.filter(({ id }) => !known.has(id))
      await this.#reload(ask, row!)
      if (fresh.length === 0) return
      this.#world.file.organizations.push(...fresh)
      this.#world.reindex()
      await this.#store(ask, BigInt(row![0]) + 1n)
    })
    this.#version = -1
    await this.sync()
  }

  /**
   * Applies a change to the newest state and stores it, while no other replica changes the world.
   * @param ifJob nothing is applied once this job has ended
   */
  change<T>(apply: () => T, ifJob?: string): Promise<T | undefined> {
    const run = this.#changes.then(() => this.#change(apply, ifJob))
    this.#changes = run.catch(() => undefined)
    return run
  }

  async #change<T>(apply: () => T, ifJob?: string): Promise<T | undefined> {
    const context = writeContext.getStore()
    try {
      const version = await this.#database.transaction(async (ask) => {
        const [row] = await ask<StateRow>(`SELECT ${COLUMNS} FROM world FOR NO KEY UPDATE`)
        if (context?.epoch !== undefined && context.epoch !== row![1]) throw new Replaced()
        if (context?.fence) {
          const { lane, owner, fence } = context.fence
          if ((await ask(LANE, [lane, owner, fence])).length === 0) throw new Fenced()
        }
        await this.#reload(ask, row!)
        if (ifJob !== undefined && (await ask(JOB, [ifJob])).length === 0) return undefined
        const result = apply()
        this.#world.reindex()
        const next = BigInt(row![0]) + 1n
        await this.#store(ask, next)
        await ask(`NOTIFY ${CHANNEL}, 'world'`)
        return { result, next }
      })
      if (version) this.#version = Math.max(this.#version, Number(version.next))
      return version?.result
    } catch (error) {
      // The change may be in memory and not in the database: the next request reads everything again.
      this.#version = -1
      this.#texts.clear()
      throw error
    }
  }

  async #sync(addresses: (string | null)[]): Promise<(AddressUse | undefined)[]> {
    const asked = [...new Set(addresses.filter((address) => address !== null))]
    const began = Date.now()
    const [row] = await this.#database.read<StateRow>(STATE, [asked])
    this.#measureSkew(row![5], began, Date.now())
    if (Number(row![0]) > this.#version || row![1] !== this.#epoch) {
      await this.#changes
      if (Number(row![0]) > this.#version || row![1] !== this.#epoch)
        await this.#database.transaction(async (ask) => {
          // Waits for a restore, and not for a change: what that writes meanwhile is read again.
          const [newest] = await ask<StateRow>(`SELECT ${COLUMNS} FROM world FOR KEY SHARE`)
          await this.#reload(ask, newest!)
        })
    }
    this.#applyClock(row![2], row![3], row![4])
    const [, , , , , , , ...switches] = row!
    await this.#switches.apply(switches)
    const used = new Map(row![6]?.map(([key, win, count]) => [key, { win, used: count }]))
    return addresses.map((address) => (address === null ? undefined : used.get(address)))
  }

  /** Reads what has changed since the known version. */
  async #reload(
    ask: Ask,
    [versionText, epoch, frozenAt, offsetMs, advancing]: StateRow,
  ): Promise<void> {
    const version = Number(versionText)
    if (epoch !== this.#epoch) this.#version = -1
    if (version > this.#version) {
      const all = this.#version === -1
      const [settings] = await ask<[string | null]>('SELECT settings FROM world')
      const rows = await ask<OrganizationRow>(CHANGES, [this.#version])
      const fresh = this.#epoch !== '' && epoch !== this.#epoch
      if (all) this.#texts.clear()
      for (const [id, doc] of rows) {
        if (doc === null) this.#texts.delete(id)
        else this.#texts.set(id, doc)
      }
      this.#settings = settings![0]!
      const file = JSON.parse(this.#settings) as WorldFile
      const organizations = rows.map(([id, doc]) => ({
        id,
        organization: doc === null ? undefined : (JSON.parse(doc) as WorldFile['organizations'][0]),
      }))
      this.#world.absorb((world) => absorb(world, { file, organizations, all, fresh }))
      this.#version = version
      this.#epoch = epoch
      if (fresh) for (const then of this.#replaced) then()
    }
    this.#applyClock(frozenAt, offsetMs, advancing)
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

  /** Stores parts that differ from the last known texts. */
  async #store(ask: Ask, next: bigint): Promise<void> {
    const { organizations, clock, data_folder: _, ...settings } = this.#world.file
    const version = String(next)
    const texts = new Map(organizations.map((one) => [one.id, JSON.stringify(one)]))
    const changed = [...texts].filter(([id, text]) => this.#texts.get(id) !== text)
    const gone = [...this.#texts.keys()].filter((id) => !texts.has(id))
    if (changed.length > 0)
      await ask(
        `INSERT INTO organizations (id, version, doc) SELECT id, $2, doc
          FROM unnest($1::text[], $3::text[]) WITH ORDINALITY AS u(id, doc, place) ORDER BY place
          ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, doc = EXCLUDED.doc`,
        [changed.map(([id]) => id), version, changed.map(([, text]) => text)],
      )
    if (gone.length > 0)
      await ask('UPDATE organizations SET doc = NULL, version = $2 WHERE id = ANY ($1::text[])', [
        gone,
        version,
      ])
    const { frozen_at, offset_ms } = clock ?? { frozen_at: null, offset_ms: 0 }
    const text = JSON.stringify({ ...settings, organizations: [] })
    await ask('UPDATE world SET version = $1, settings = $2, frozen_at = $3, offset_ms = $4', [
      version,
      text,
      frozen_at,
      offset_ms,
    ])
    this.#texts = texts
    this.#settings = text
    this.#clockRow = JSON.stringify([frozen_at, offset_ms])
  }

  /** Keeps the distance to the database's clock while it lies within the measurement's uncertainty. */
  #measureSkew(theirs: number, began: number, ended: number): void {
    const [least, most] = [theirs - ended, theirs - began]
    if (this.#skew.ms < least - 1 || this.#skew.ms > most + 1)
      this.#skew.ms = Math.round((least + most) / 2)
  }
}
