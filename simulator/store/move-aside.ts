import { existsSync, renameSync } from 'node:fs'

/** The new name of a moved file, as messages show it. */
export const MOVED_NAME = '*.damaged-TIME'

/** Renames a damaged file, and the logs of a database, so that a repair deletes no data. */
export function moveAside(file: string): void {
  const name = `${file}.damaged-${Date.now()}`
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(file + end)) renameSync(file + end, name + end)
}
