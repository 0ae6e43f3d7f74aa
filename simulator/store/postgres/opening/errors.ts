import type { StoreAddress } from '../address.ts'
import { SETTINGS_DROPPED } from '../connections.ts'

const STOPPED =
  'This process was stopped or cut off during the migration, and the server has released its lock. Start it again.'

const NOT_OWNER = 'The role of the URL must own the database: ALTER DATABASE name OWNER TO role.'
const FOREIGN =
  'The schema vskit or its tables belong to another role. Use the URL of that role, or give them to this one: REASSIGN OWNED BY other TO role.'
/** The role lacks a right. */
const NO_RIGHT = '42501'

/** SQLSTATEs of a server that refuses to create or use the schema, and what helps. */
const REMEDIES: Readonly<Record<string, string>> = {
  [NO_RIGHT]: FOREIGN,
  // The schema exists, and the role may not use it.
  '3F000': FOREIGN,
  25006:
    'The database is read-only. Use the URL of the primary server and a role without default_transaction_read_only.',
  // A table of a migration exists, but the number of the migration is missing.
  '42P07':
    'The table vskit.migrations does not fit the other tables: restore the schema vskit from a backup.',
  // The connection was silent for too long, in a transaction or between two.
  '25P03': STOPPED,
  '57P05': STOPPED,
}
/** Too many connections, of the server or of the role. */
const NO_CONNECTION_LEFT = '53300'
/** The driver fails with a message of its protocol if the URL has no password. */
const NO_PASSWORD = 'client password must be a string'

const UNKNOWN_AUTHORITY =
  'Name the file of the certificate authority of the server in the URL: sslrootcert=FILE.'
const CLIENT_CERTIFICATE =
  'Name a certificate that the server accepts for this user, and its private key: sslcert=FILE&sslkey=FILE.'
/** Codes of Node.js for certificates, and what helps. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'Renew the certificate of the server, or set the clock of this machine.',
  CERT_NOT_YET_VALID: 'Set the clock of this machine, or that of the authority.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Use a host name of the certificate in the URL. sslmode=verify-ca with sslrootcert=FILE does not check the name.',
}
/** Texts of errors of a connection, and what helps. */
const TEXTS: readonly [text: string, remedy: string][] = [
  ['does not support SSL', 'Set ssl = on at the server, or write sslmode=disable in the URL.'],
  ['requires a valid client certificate', CLIENT_CERTIFICATE],
  ['certificate authentication failed', CLIENT_CERTIFICATE],
  ['alert unknown ca', CLIENT_CERTIFICATE],
  [', no encryption', 'If the server demands TLS, add sslmode=verify-full to the URL.'],
  [', SSL off', 'If the server demands TLS, add sslmode=verify-full to the URL.'],
]

/** Poolers refuse the settings of a connection, or drop them. */
const OF_A_POOLER = ['unsupported startup parameter', SETTINGS_DROPPED]

/** Returns the error of a database that cannot be reached, without credentials. */
export function unreachable({ shown }: StoreAddress, cause: unknown): Error {
  const { code, message } = cause as Error & { code?: string }
  const reason = message.includes(NO_PASSWORD)
    ? 'the server requires a password, and the URL has none'
    : message
  return new Error(`${shown} cannot be reached: ${reason}. ${remedyOf(code, message)}`, { cause })
}

function remedyOf(code: string | undefined, message: string): string {
  if (code === NO_CONNECTION_LEFT)
    return 'Raise the connection limit of the server, the database or the role: a replica needs up to 11.'
  if (OF_A_POOLER.some((text) => message.includes(text)))
    return 'Use the URL of the database server, not that of a pooler such as PgBouncer.'
  const ofCertificate = code === undefined ? undefined : CERTIFICATES[code]
  if (ofCertificate !== undefined) return ofCertificate
  const known = TEXTS.find(([text]) => message.includes(text))
  if (known) return known[1]
  return 'Check host, port, database, user and password, and that the server runs.'
}

/** Adds the remedy to the error of a server that refuses to create or use the schema. */
export function withRemedy({ shown }: StoreAddress, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string }
  const ofDatabase = code === NO_RIGHT && message.includes('for database')
  const remedy = ofDatabase ? NOT_OWNER : code === undefined ? undefined : REMEDIES[code]
  if (remedy === undefined) return error
  return new Error(`${shown}: ${message}. ${remedy}`, { cause: error })
}

/** Refuses a database whose encoding lacks characters of some names. @throws {Error} */
export function refuseEncoding({ shown }: StoreAddress, encoding: string): void {
  if (encoding !== 'UTF8')
    throw new Error(
      `${shown} has the encoding ${encoding}, which cannot store every text. Create a database for vskit: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0.`,
    )
}
