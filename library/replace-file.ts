import { randomUUID } from 'node:crypto'
import { readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { openPrivate } from '../simulator/store/private-file.ts'

/**
 * Writes a file that only its owner can read: another file first, which is renamed when it is complete. A device, such as
 * /dev/stdout, is written directly.
 */
export async function replaceFile(
  file: string,
  write: (output: Writable) => Promise<void>,
): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => true,
  )
  // The target of a symbolic link is replaced, not the link.
  const target = isFile ? await targetOf(file) : file
  const unfinished = isFile ? `${target}.${randomUUID()}.unfinished` : target
  try {
    {
      await using handle = await openPrivate(unfinished, 'w')
      await write(handle.createWriteStream())
    }
    if (isFile) await rename(unfinished, target)
  } catch (error) {
    if (isFile) await rm(unfinished, { force: true })
    throw error
  }
}

/** Returns the path that a write to a file creates or changes: a symbolic link may name a file that does not exist yet. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const link = await readlink(file).catch(() => undefined)
  return link === undefined ? file : targetOf(resolve(await realpath(dirname(file)), link))
}
