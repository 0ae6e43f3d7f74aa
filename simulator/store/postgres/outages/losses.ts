import { StoreUnavailable } from '../../unavailable.ts'
import { SCHEMA } from '../connections.ts'

/** The server did not answer in time. */
export class NoAnswer extends Error {
  /** When the wait began, in `performance.now()` time. */
  readonly since: number

  constructor(since: number) {
    super(`no response in ${Math.round(performance.now() - since)} ms`)
    this.name = 'NoAnswer'
    this.since = since
  }
}

/** The server ended a transaction that waited too long for its next statement. */
export function isExpired(error: unknown): boolean {
  return (error as { code?: string }).code === '25P03'
}

/** The role lacks a right. The statement has changed nothing. */
const NO_RIGHT = '42501'

/** A lock was not given within `lock_timeout`: the statement has changed nothing. */
const LOCKED = '55P03'

/** The schema, a table or a function does not exist. */
const GONE = /^(3F000|42P01|42883)$/

/** The database was dropped or emptied while simulators used it. */
export class DatabaseReplaced extends StoreUnavailable {
  constructor(reason: string, cause?: unknown) {
    super(
      `${reason}. The database was replaced: stop every simulator that uses it, then start them again`,
      cause,
    )
  }
}

/** An administrator has revoked a right while simulators used the database. */
export class RightMissing extends StoreUnavailable {
  constructor(reason: string, cause?: unknown) {
    super(
      `${reason}. Grant the right again to the role of the URL: the simulator then continues without a restart`,
      cause,
    )
  }
}

/** To a role that may not use a schema, its tables do not exist. */
const UNUSABLE = `SELECT 1 FROM pg_namespace WHERE nspname = '${SCHEMA}' AND NOT has_schema_privilege(oid, 'USAGE')`

/**
 * Converts an error of the server to an error of the port.
 * @param ask runs a statement on the same server
 */
export async function refusalOf(
  error: unknown,
  ask: (text: string) => Promise<unknown[]>,
): Promise<unknown> {
  const { code = '', message } = error as { code?: string; message: string }
  if (code === NO_RIGHT) return new RightMissing(message, error)
  if (code === LOCKED) return new StoreUnavailable(message)
  if (!GONE.test(code)) return error
  try {
    if ((await ask(UNUSABLE)).length > 0)
      return new RightMissing(`permission denied for schema ${SCHEMA}`, error)
  } catch {
    // The connection is lost: the next statement finds the reason.
  }
  return new DatabaseReplaced(message, error)
}

/** Connection errors, and server states in which statements are refused. */
export function isLoss(error: unknown): boolean {
  if (error instanceof NoAnswer) return true
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // Errors of the server have a SQLSTATE of five characters: 08 connection, 57P shutdown, 53300 too many connections.
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E'))
    return /^(08|57P|53300|25006|25P03)/.test(code)
  return code !== '' || /timeout|terminated|ended|closed|not queryable/i.test(message)
}
