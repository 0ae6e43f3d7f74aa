import { createHash } from 'node:crypto'

interface Stored {
  data_folder?: { checksum?: string }
}

/**
 * Returns the text of a world file. Its `data_folder` has the SHA-256 of all other values, by which
 * a wrong bit on the disk is found.
 */
export function withChecksum(world: unknown): string {
  const { data_folder: folder } = world as Stored
  const written = folder
    ? { ...(world as Stored), data_folder: { ...folder, checksum: checksumOf(world as Stored) } }
    : world
  return JSON.stringify(written, null, 2)
}

/** Whether a value was changed since the file was written. Files of older versions have no checksum. */
export function isChanged(world: unknown): boolean {
  const checksum = (world as Stored | null)?.data_folder?.checksum
  return checksum !== undefined && checksum !== checksumOf(world as Stored)
}

/** Removes the checksum, which the next write computes again. */
export function withoutChecksum<T>(world: T): T {
  delete (world as Stored | null)?.data_folder?.checksum
  return world
}

function checksumOf({ data_folder: folder, ...others }: Stored): string {
  const { checksum: _, ...identity } = folder ?? {}
  return createHash('sha256')
    .update(JSON.stringify([identity, others]))
    .digest('hex')
}
