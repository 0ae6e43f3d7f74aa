import type { Limits } from '../postgres/limits.ts'

/** For tests that are not about outages: on a busy machine the database is slow but not lost. */
export const BUSY_LIMITS: Limits = {
  answer: 30_000,
  request: 30_000,
  lock: 20_000,
  idle: 20_000,
  patientIdle: 60_000,
}
