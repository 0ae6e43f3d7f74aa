import { StoreUnavailable } from '../unavailable.ts'

/** A lock was not given within `lock_timeout`: the statement has changed nothing. */
const LOCKED = '55P03'

/** Returns the error of the port for an error of the server. */
export function refusalOf(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  return code === LOCKED ? new StoreUnavailable(message) : error
}

/** Errors of the connection, and states in which the server takes no statements. */
export function isLoss(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // Errors of the server have a SQLSTATE of five characters: 08 connection, 57P shutdown, 53300 too many connections.
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E'))
    return /^(08|57P|53300|25006|25P03)/.test(code)
  return code !== '' || /timeout|terminated|ended|closed|not queryable/i.test(message)
}
