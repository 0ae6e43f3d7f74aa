import { type Random, newId } from '../clock/random.ts'

/**
 * Request ids: a random stem drawn once, and a counter. They must differ, not be secret, and one is made for each
 * request: drawing 24 random characters each time would cost more than the rate limiter.
 */
export function requestIds(random: Random): () => string {
  const stem = newId(random, 'req').slice(0, 4 + 14)
  let count = 0
  return () => stem + (count++).toString(32).padStart(10, '0')
}
