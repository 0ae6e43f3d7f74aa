import { VersionConflict } from './records.ts'
import { inTime } from './postgres/write-context.ts'
import type { Turns } from './turns.ts'

/**
 * Retries a read-modify-write when another writer changed the record in between. In each round one
 * of the concurrent callers succeeds, so the number of tries must exceed the number of callers.
 * @throws {VersionConflict} after a hundred consecutive conflicts
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof VersionConflict) || tries >= 100) throw error
    }
  }
}

/**
 * The same for records that many callers write at once: after a conflict, the callers of this process retry one after
 * the other. So the number of tries grows with the number of callers, not with its square.
 * @param key of the record
 */
export async function retryInTurn<T>(
  turns: Turns,
  key: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error
    return inTurn(turns, key, attempt)
  }
}

/**
 * The same, with the first tries in turn too: for changes whose preparation is expensive, and which find nothing to do
 * after another caller.
 * @param key of the record
 */
export function inTurn<T>(turns: Turns, key: string, attempt: () => Promise<T>): Promise<T> {
  return inTime(turns(key, () => retryOnConflict(attempt)))
}
