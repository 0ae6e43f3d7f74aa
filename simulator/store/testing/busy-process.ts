/** Preload module for simulators in tests that are not about outages: see `BUSY_LIMITS`. */
import { LIMITS } from '../postgres/limits.ts'
import { BUSY_LIMITS } from './busy-limits.ts'

Object.assign(LIMITS, BUSY_LIMITS)
