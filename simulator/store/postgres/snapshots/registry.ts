import { UnusableCopy } from '../../records.ts'
import type { Snapshot } from '../../snapshots/snapshots.ts'
import type { Database } from '../database.ts'
import type { Ask } from '../statement.ts'
import { LAYOUT, schemaOf } from './tables.ts'

type Row = [id: string, name: string | null, createdAt: string, bytes: string]

/** A backup of the simulator's schema contains this list, but not the schemas of the snapshots. */
const THERE = "EXISTS (SELECT FROM pg_namespace WHERE nspname = 'snap_' || substr(snapshots.id, 5))"
const LIST = {
  name: 'snapshots.list',
  text: `SELECT id, name, created_at, bytes FROM snapshots WHERE ${THERE} ORDER BY place DESC`,
}
const HAS = {
  name: 'snapshots.has',
  text: `SELECT 1 FROM snapshots WHERE id = $1 AND ${THERE}`,
}
const SIZE = `SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`
const ADD = `INSERT INTO snapshots (id, name, created_at, layout, world, bytes)
  VALUES ($1, $2, $3, $4, $5, $6::bigint + length($5)) RETURNING id, name, created_at, bytes`

/** Metadata of a snapshot besides its records. */
export interface About {
  name: string | null
  created_at: string
  /** JSON text. */
  world: string
}

/** Newest first. */
export async function listed(database: Database): Promise<Snapshot[]> {
  return (await database.read<Row>(LIST)).map(snapshot)
}

export async function isListed(database: Database, id: string): Promise<boolean> {
  return (await database.read(HAS, [id])).length > 0
}

/** Adds a snapshot whose schema is complete. */
export async function add(ask: Ask, id: string, about: About): Promise<Snapshot> {
  const [size] = await ask<[string]>(SIZE, [schemaOf(id)])
  const { name, created_at, world } = about
  const [row] = await ask<Row>(ADD, [id, name, created_at, LAYOUT, world, size![0]])
  return snapshot(row!)
}

/**
 * Reads a snapshot and locks it against deletion until the transaction ends.
 * @throws {UnusableCopy}
 */
export async function held(ask: Ask, id: string): Promise<About> {
  const [row] = await ask<[name: string | null, createdAt: string, world: string, layout: number]>(
    'SELECT name, created_at, world, layout FROM snapshots WHERE id = $1 FOR SHARE',
    [id],
  )
  if (!row) throw new UnusableCopy('it was deleted meanwhile')
  const [name, created_at, world, layout] = row
  if (layout !== LAYOUT)
    throw new UnusableCopy(`it has records of version ${layout}, expected version ${LAYOUT}`)
  return { name, created_at, world }
}

function snapshot([id, name, created_at, bytes]: Row): Snapshot {
  return { id, name, created_at, bytes: Number(bytes) }
}
