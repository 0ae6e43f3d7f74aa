/** How long the parts of a request may wait for the database, in ms. */
export interface Limits {
  /** A statement that takes longer is given up, and with it the connection. */
  answer: number
  /** All waiting of one request. */
  request: number
  /** A statement that waits longer for a lock, such as that of a restore, has changed nothing. */
  lock: number
  /** A transaction of a stopped process ends after that, and with it its locks: before another gives up waiting. */
  idle: number
  /** The same for a snapshot, restore or reset, which has work of its own between two statements. */
  patientIdle: number
}

/** With them, every request is answered within two seconds. */
export const LIMITS: Limits = {
  answer: 1500,
  request: 1700,
  lock: 1200,
  idle: 900,
  patientIdle: 5000,
}
