import type { Limits } from '../postgres/limits.ts'

/** For tests of other things than outages: a machine with other work is slow, and its database is there. */
export const BUSY_LIMITS: Limits = {
  answer: 30_000,
  request: 30_000,
  lock: 20_000,
  idle: 20_000,
  patientIdle: 60_000,
}
