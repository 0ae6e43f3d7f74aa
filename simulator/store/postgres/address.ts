import type { Region } from '../../world/world.ts'

/** A database, and its name without credentials. */
export interface StoreAddress {
  url: string
  /** Name of the database, decoded. */
  database: string
  /** Host, port and database: for logs, health and errors. */
  shown: string
}

/** The databases of `--store`: one for both regions, or one for each. */
export type Databases = { both: StoreAddress } | Record<Region, StoreAddress>

const EXPECTED = 'Expected --store postgres://USER:PASSWORD@HOST:PORT/DATABASE'
const PER_REGION = 'Expected --store us=postgres://...,eu=postgres://...'
const ENCODE =
  'Write special characters of user, password and database as %XX: %40 for @, %2F for /, %3A for :, %23 for #, %2C for a comma'

/**
 * Parses the value of `--store`. Errors do not repeat it, because it may contain a password.
 * @throws {Error} that names the expected form
 */
export function databasesOf(text: string): Databases {
  if (!/^[a-z]+=/.test(text)) return { both: storeAddress(text) }
  const found: Partial<Record<Region, StoreAddress>> = {}
  for (const part of text.split(',')) {
    const [, region, url] = /^(us|eu)=(.*)$/.exec(part) ?? []
    if (url === undefined) throw new Error(`${PER_REGION}, got another part. ${ENCODE}.`)
    if (found[region as Region]) throw new Error(`${PER_REGION}, got region ${region} twice.`)
    found[region as Region] = addressOf(region as Region, url)
  }
  const { us, eu } = found
  if (!us || !eu)
    throw new Error(
      `${PER_REGION}, got no database for region ${us ? 'eu' : 'us'}. One database for both regions needs no us= or eu=.`,
    )
  if (us.shown === eu.shown)
    throw new Error(
      `${PER_REGION}, got the same database for both. Write --store postgres://... without us= and eu=.`,
    )
  return { us, eu }
}

function addressOf(region: Region, url: string): StoreAddress {
  try {
    return storeAddress(url)
  } catch (error) {
    throw new Error(`The database of region ${region}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Returns the databases without credentials. */
export function shownStore(text: string): string {
  const databases = databasesOf(text)
  if ('both' in databases) return databases.both.shown
  return `us=${databases.us.shown},eu=${databases.eu.shown}`
}

/** Parses the URL of one database. @throws {Error} that names the expected form */
export function storeAddress(text: string): StoreAddress {
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new Error(`${EXPECTED}, got something else. ${ENCODE}.`)
  // A slash in a password ends the host: the rest of the password would be shown as the database.
  if (url.pathname.includes('@')) throw new Error(`${EXPECTED}, got a second @. ${ENCODE}.`)
  const database = decoded(url.pathname.slice(1))
  if (url.hostname === '' || database === '')
    throw new Error(`${EXPECTED}: host or database missing.`)
  const shown = `postgres://${url.hostname}:${url.port || '5432'}/${database}`
  return { url: text, database, shown }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(`${EXPECTED}, got an incomplete %XX. ${ENCODE}.`)
  }
}
