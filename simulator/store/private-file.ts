import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file for writing that only its owner can read. The mode of `open` applies to new files
 * only, so an existing file gets it before anything is written. A device keeps its mode.
 * @param flags 'w' empties an existing file, 'a' keeps its content
 */
export async function openPrivate(file: string, flags: 'a' | 'w'): Promise<FileHandle> {
  const handle = await open(file, flags, 0o600)
  try {
    if ((await handle.stat()).isFile()) await handle.chmod(0o600)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}
