/** The database of `--store`, and its name without credentials. */
export interface StoreAddress {
  url: string
  /** Host, port and database: for logs, health and errors. */
  shown: string
}

const EXPECTED = 'Expected --store postgres://USER:PASSWORD@HOST:PORT/DATABASE'
const ENCODE =
  'Write special characters of user and password as %XX: %40 for @, %2F for /, %3A for :, %23 for #'

/**
 * Parses the value of `--store`. Errors do not repeat it, because it may contain a password.
 * @throws {Error} that names the expected form
 */
export function storeAddress(text: string): StoreAddress {
  if (/^(us|eu)=/.test(text))
    throw new Error(
      '--store takes one database. For a database per region, start replicas for each region with separate --store and --world ' +
        `(docs/replicas.md). ${EXPECTED}.`,
    )
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new Error(`${EXPECTED}, got something else. ${ENCODE}.`)
  // A slash in a password ends the host: the rest of the password would be shown as the database.
  if (url.pathname.includes('@')) throw new Error(`${EXPECTED}, got a second @. ${ENCODE}.`)
  const database = decoded(url.pathname.slice(1))
  if (url.hostname === '' || database === '')
    throw new Error(`${EXPECTED}: host or database missing.`)
  return { url: text, shown: `postgres://${url.hostname}:${url.port || '5432'}/${database}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(`${EXPECTED}, got an incomplete %XX. ${ENCODE}.`)
  }
}
