/** Loaded first by a simulator whose database is never lost: see `BUSY_LIMITS`. */
import { LIMITS } from '../postgres/limits.ts'
import { BUSY_LIMITS } from './busy-limits.ts'

Object.assign(LIMITS, BUSY_LIMITS)
