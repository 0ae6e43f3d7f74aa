/** The database of `--store`, and its name without credentials. */
export interface StoreAddress {
  url: string
  /** Host, port and database: for logs, health and errors. */
  shown: string
}

const EXPECTED = 'Expected --store postgres://USER:PASSWORD@HOST:PORT/DATABASE'

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
    throw new Error(`${EXPECTED}, got something else.`)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (url.hostname === '' || database === '')
    throw new Error(`${EXPECTED}: host or database missing.`)
  return { url: text, shown: `postgres://${url.hostname}:${url.port || '5432'}/${database}` }
}
