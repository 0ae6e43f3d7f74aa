import { literal } from '../store/postgres/storable.ts'
import { settingsOf } from '../store/postgres/stored-world.ts'
import { forgetBeforeSetBackSql } from './rate-places.ts'
import { absorb } from '../world/absorb.ts'
import type { World, WorldFile } from '../world/world.ts'

/** The stored world, and the organizations that have changed since a known version. */
export type WorldChangesRow = [
  version: string,
  epoch: string,
  frozenAt: number | null,
  offsetMs: number,
  advancing: number | null,
  settings: string | null,
  organizations: [id: string, doc: string | null][],
]

/** The world in memory, and its last known state in the database. */
export class KnownWorld {
  /** The epoch of the data; a restore begins a new one. */
  epoch = ''
  /** -1 if all data must be read again. */
  #version = -1
  /** Whether the next read must read all data. A running read does not reset this. */
  #forgotten = false
  #world: World
  /** Text of each stored organization, to find the organizations that a change has modified. */
  #texts = new Map<string, string>()

  constructor(world: World) {
    this.#world = world
  }

  /** The state of this replica; undefined while all data must be read again. */
  get known(): { version: number; epoch: string } {
    return { version: this.#forgotten ? -1 : this.#version, epoch: this.epoch }
  }

  /** Discards the known state: a change may be in memory but not in the database. */
  forget(): void {
    this.#forgotten = true
  }

  /** Whether this version and epoch of the database differ from the known ones. */
  isStale([version, epoch]: readonly [string, string, ...unknown[]]): boolean {
    return this.#forgotten || Number(version) > this.#version || epoch !== this.epoch
  }

  /**
   * Returns the statement that reads the changes since the known version. It is one statement, so
   * that its parts are consistent.
   */
  changesSql(): string {
    if (this.#forgotten) {
      this.#forgotten = false
      this.#version = -1
      this.#texts.clear()
    }
    return `SELECT version, epoch, frozen_at, offset_ms, advancing, settings, (
        SELECT coalesce(json_agg(json_build_array(o.id, o.doc) ORDER BY o.place), '[]') FROM organizations o
        WHERE o.version > CASE WHEN w.epoch = ${this.epoch || 0} THEN ${this.#version} ELSE -1 END)
      FROM world w`
  }

  /** Applies the changes. @returns whether all data was replaced */
  apply([versionText, epoch, , , , settings, rows]: WorldChangesRow): boolean {
    const version = Number(versionText)
    if (epoch !== this.epoch) this.#version = -1
    if (version <= this.#version) return false
    const all = this.#version === -1
    const fresh = this.epoch !== '' && epoch !== this.epoch
    if (all) this.#texts.clear()
    for (const [id, doc] of rows) {
      if (doc === null) this.#texts.delete(id)
      else this.#texts.set(id, doc)
    }
    const file = parsed<WorldFile>(settings!, 'the settings of the world')
    const organizations = rows.map(([id, doc]) => ({
      id,
      organization:
        doc === null ? undefined : parsed<WorldFile['organizations'][0]>(doc, `organization ${id}`),
    }))
    this.#world.absorb((world) => absorb(world, { file, organizations, all, fresh }))
    this.#version = version
    this.epoch = epoch
    return fresh
  }

  /**
   * Returns the statements that store the world as the next version. They contain only the changes.
   */
  writing(next: bigint): { text: string; done: () => void } {
    const { organizations, clock = { frozen_at: null, offset_ms: 0 } } = this.#world.file
    const texts = new Map(organizations.map((one) => [one.id, JSON.stringify(one)]))
    const changed = [...texts].filter(([id, text]) => this.#texts.get(id) !== text)
    const gone = [...this.#texts.keys()].filter((id) => !texts.has(id))
    const statements = [
      forgetBeforeSetBackSql(clock),
      `UPDATE world SET version = ${next}, settings = ${literal(settingsOf(this.#world.file))},
        frozen_at = ${clock.frozen_at ?? 'NULL'}, offset_ms = ${clock.offset_ms}`,
    ]
    const rows = changed.map(([id, text]) => `(${literal(id)}, ${next}, ${literal(text)})`)
    if (rows.length > 0)
      statements.push(`INSERT INTO organizations (id, version, doc) VALUES ${rows.join()}
        ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, doc = EXCLUDED.doc`)
    if (gone.length > 0)
      statements.push(
        `UPDATE organizations SET doc = NULL, version = ${next} WHERE id IN (${gone.map(literal).join()})`,
      )
    const done = (): void => {
      this.#texts = texts
      this.#version = Math.max(this.#version, Number(next))
    }
    return { text: statements.join('; '), done }
  }
}

function parsed<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new Error(
      `The database is damaged: ${what} is no JSON. Restore the schema vskit from a backup.`,
      { cause },
    )
  }
}
