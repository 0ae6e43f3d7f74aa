import { VersionConflict } from './records.ts'

/**
 * Runs a read-change-write again when somebody else has written the record in between.
 * @throws {VersionConflict} after ten tries in a row: something writes without end
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof VersionConflict) || tries >= 10) throw error
    }
  }
}
