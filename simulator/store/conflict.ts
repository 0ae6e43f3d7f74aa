import { VersionConflict } from './records.ts'

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
