/** Time limits for the parts of a request that use the database, in ms. */
export interface Limits {
  /** A statement that takes longer fails, and its connection is closed. */
  answer: number
  /** Total waiting time of one request. */
  request: number
  /** A statement that waits longer for a lock, such as that of a restore, has changed nothing. */
  lock: number
  /**
   * A transaction of a stopped process ends after this time and releases its locks, before other
   * requests give up.
   */
  idle: number
  /** The same for a snapshot, restore or reset, which does other work between two statements. */
  patientIdle: number
}

/** With these limits, every request is answered within two seconds. */
export const LIMITS: Limits = {
  answer: 1500,
  request: 1700,
  lock: 1200,
  idle: 900,
  patientIdle: 5000,
}
