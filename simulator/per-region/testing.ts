import type { Test } from 'tap'
import type { Listeners } from '../app/listeners.ts'
import { checkedControl, dataOf } from '../control/testing.ts'
import type { Listening, ServerOptions } from '../server.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { type PostgresServer, startPostgres } from '../store/testing/postgres-server.ts'
import { type Client, client, demoKey, roomyWorld, serverFor } from '../testing/simulator.ts'
import type { Region } from '../world/world.ts'

export const OWNERS: Readonly<Record<Region, string>> = { us: 'org_acme', eu: 'org_umbra' }
export const FROZEN_AT = '2026-11-20T09:00:00.000Z'

let databases = 0

/** A simulator with a database for each region. */
export interface Regional {
  simulator: Listeners & Listening
  /** Calls the control API, and validates the responses. */
  control: Client
  /** Call the public API of each region. */
  us: Client
  eu: Client
}

/** Starts a PostgreSQL server that ends with the test. */
export async function serverOf(t: Test): Promise<PostgresServer> {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  return server
}

/** Returns two empty databases, as `--store` names them. */
export async function emptyStore(us: PostgresServer, eu = us): Promise<string> {
  const no = ++databases
  return `us=${await us.database(`regional_us_${no}`)},eu=${await eu.database(`regional_eu_${no}`)}`
}

export async function regional(
  t: Test,
  store: string,
  options: ServerOptions = {},
): Promise<Regional> {
  const given = { store, world: roomyWorld(), storeLimits: BUSY_LIMITS, ...options }
  const simulator = await serverFor(t, given)
  return {
    simulator,
    control: checkedControl(simulator),
    us: client(simulator, demoKey(OWNERS.us), 'us'),
    eu: client(simulator, demoKey(OWNERS.eu), 'eu'),
  }
}

/** Creates a session in each region. @returns their ids */
export async function sessionsIn({
  us,
  eu,
}: Pick<Regional, 'us' | 'eu'>): Promise<Record<Region, string>> {
  const made = async (call: Client): Promise<string> =>
    dataOf<{ id: string }>(await call('POST', '/v1/sessions', {})).id
  return { us: await made(us), eu: await made(eu) }
}
