/** `sessions:read_image` allows 120 requests in 60 s on every tier. A check causes up to 40. */
const MOST = 80
const WINDOW_MS = 60_000

/**
 * Returns the time to wait before a check, so that its requests for images meet no real limit.
 * @param requestedAt times of all requests for images, in epoch milliseconds, oldest first
 */
export function waitForImages(requestedAt: readonly number[], now: number): number {
  const decisive = requestedAt.at(-MOST - 1)
  return decisive === undefined ? 0 : Math.max(0, decisive + WINDOW_MS - now)
}
