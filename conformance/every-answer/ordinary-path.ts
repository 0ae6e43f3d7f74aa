/** Longest path that every service takes. */
const LONGEST_PATH = 500

/**
 * Whether a path has only ordinary characters. Ids of a service may have any visible ASCII
 * characters.
 */
export function isOrdinary(path: string): boolean {
  if (path.length > LONGEST_PATH) return false
  const [pathname] = path.split('?')
  try {
    return pathname!
      .split('/')
      .every((segment) => /^[!-~]*$/.test(decodeURIComponent(segment)) && !/%2f|%5c/i.test(segment))
  } catch {
    return false
  }
}
