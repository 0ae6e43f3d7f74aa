import { VersionConflict } from './records.ts'

/**
 * Runs a read-change-write again when somebody else has written the record in between.
 * Of several callers in step one gets through each time, so the tries must outnumber them.
 * @throws {VersionConflict} after a hundred tries in a row: something writes without end
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
