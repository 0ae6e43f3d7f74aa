import type { StoreAddress } from './address.ts'

const NO_RIGHT = '42501'
/** The driver fails with a message of its protocol if the URL has no password. */
const NO_PASSWORD = 'client password must be a string'

/** Returns the error of a database that cannot be reached, without credentials. */
export function unreachable({ shown }: StoreAddress, cause: unknown): Error {
  const { message } = cause as Error
  const reason = message.includes(NO_PASSWORD)
    ? 'the server requires a password, and the URL has none'
    : message
  return new Error(
    `${shown} cannot be reached: ${reason}. Check host, port, database, user and password, and that the server runs.`,
    { cause },
  )
}

/** Adds the remedy to an error of a role without the right to create or use the schema. */
export function withRemedy({ shown }: StoreAddress, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string }
  if (code !== NO_RIGHT) return error
  return new Error(
    `${shown}: ${message}. The role of the URL must own the database: ALTER DATABASE name OWNER TO role.`,
    { cause: error },
  )
}
