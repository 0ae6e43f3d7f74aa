import { ApiError } from './errors.js'

const MINUTE = 60
const DAY = 24 * 60 * 60

/** Requests of one key in a window, by route class. */
const BUDGETS = {
  'sessions:create': 600,
  'sessions:read_report': 60,
  'sessions:read_image': 120,
  'idv:create': 600,
  'applicants:create': 600,
  'dsar:create': 10,
  reads: 1200,
  global: 600,
}

const counted = new Map()

/** Counts a request. @returns the headers of its response @throws {ApiError} when the window is used up */
export function admit({ credential }, routeClass) {
  const now = Math.floor(Date.now() / 1000)
  const window = routeClass === 'dsar:create' ? DAY : MINUTE
  const limit = BUDGETS[routeClass]
  const place = `${credential} ${routeClass}`
  const start = now - (now % window)
  const last = counted.get(place)
  const used = last?.start === start ? last.used : 0
  const headers = {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': Math.max(0, limit - used - 1),
    'X-RateLimit-Reset': start + window,
    'X-RateLimit-Window': window,
  }
  if (used >= limit) {
    const details = {
      reset_at: start + window,
      limit,
      window_seconds: window,
      route_class: routeClass,
      tier: 'standard',
    }
    const error = new ApiError('rate_limit_exceeded', 'Try again after the reset.', details)
    throw Object.assign(error, { headers })
  }
  counted.set(place, { start, used: used + 1 })
  return headers
}
