import { didYouMean } from '../spec/similar-names.ts'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '../simulator/store/testing/postgres-server.ts'

export type StoreName = 'memory' | 'folder' | 'postgres'

/** A store for the records of a simulator. */
export interface Store {
  name: StoreName
  /**
   * Flags of `vskit simulator`.
   * @param folder an empty folder that nothing else uses; the same flags for the same folder
   */
  flags(folder: string): Promise<string[]>
}

/** To run the parts against another store, add it here. */
export const STORES: readonly Store[] = [
  { name: 'memory', flags: async () => [] },
  { name: 'folder', flags: async (folder) => ['--data-dir', join(folder, 'data')] },
  { name: 'postgres', flags: async (folder) => ['--store', await databaseOf(folder)] },
]

/** @throws {Error} if there is no such store */
export function storeNamed(name: string): Store {
  const found = STORES.find((store) => store.name === name)
  if (found) return found
  const names = STORES.map((store) => store.name)
  throw new Error(
    `Unknown store ${name}.${didYouMean(name, names)} Choose one of: ${names.join(', ')}.`,
  )
}

let server: Promise<PostgresServer> | undefined
const databases = new Map<string, Promise<string>>()

/**
 * Returns the PostgreSQL server that all parts share, each with separate databases.
 * @throws {Error} if none is installed; the message names the package
 */
export function postgresServer(): Promise<PostgresServer> {
  return (server ??= startPostgres())
}

/** Ends the server, if a part has started it. */
export async function closeStores(): Promise<void> {
  await (await server?.catch(() => undefined))?.stop()
}

/** Returns the URL of the database for a folder. */
function databaseOf(folder: string): Promise<string> {
  const known = databases.get(folder)
  if (known) return known
  const name = `torture_${databases.size}`
  const url = postgresServer().then((one) => one.database(name))
  databases.set(folder, url)
  return url
}
