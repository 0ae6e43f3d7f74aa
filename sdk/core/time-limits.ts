/** Time for a callback of the page to return a token. */
export const TOKEN_SECONDS = 30

/** Time for the `submit` callback of the page, which may send large photos. */
export const SUBMIT_SECONDS = 300

/** Time for a page of a signing frame to load. */
export const FRAME_SECONDS = 30

/** Time for a loaded page of a signing frame to post its first message. */
export const FRAME_STATE_SECONDS = 5

/** Longest wait after 429 responses to one request: a rate-limit window and the jitter. */
export const RATE_LIMIT_SECONDS = 65

/** Seconds for a request with a body of so many characters: a slow mobile network (400 kbit/s) sends 48 KiB a second. */
export function requestSeconds(length: number): number {
  return Math.ceil(30 + length / 0x8000)
}

/**
 * Returns the result of a promise, or rejects after a time limit. The promise itself goes on.
 * @param late returns the error
 */
export async function within<T>(
  seconds: number,
  promise: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), seconds * 1000)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
