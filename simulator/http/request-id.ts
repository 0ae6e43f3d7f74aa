import { type Random, newId } from '../ids/random.ts'

/**
 * Returns a generator of request ids: a random prefix and a counter. Ids must be unique, not
 * secret. 24 random characters per request would cost more than the rate limiter.
 */
export function requestIds(random: Random): () => string {
  const stem = newId(random, 'req').slice(0, 4 + 14)
  let count = 0
  let head = ''
  return () => {
    const last = count % LAST.length
    if (last === 0)
      head =
        stem +
        Math.floor(count / LAST.length)
          .toString(32)
          .padStart(8, '0')
    count++
    return head + LAST[last]
  }
}

/** The last two digits of a count, in base 32. */
const LAST = Array.from({ length: 1024 }, (_, i) => i.toString(32).padStart(2, '0'))
