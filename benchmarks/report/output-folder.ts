import { rmdirSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, and demands that files can be created in it. With its option `recursive`, `mkdir` reports ENOENT on a read-only file system, and
 * does not return below /proc.
 * @returns the folders that did not exist, the outermost first
 */
export async function makeFolder(folder: string): Promise<string[]> {
  const made: string[] = []
  await make(folder, made)
  await access(`${folder}/.`, constants.W_OK)
  return made
}

async function make(folder: string, made: string[]): Promise<void> {
  try {
    await mkdir(folder)
    made.push(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(folder)
    if (code === 'ENOENT' && parent !== folder) {
      await make(parent, made)
      await mkdir(folder)
      made.push(folder)
    } else if (code !== 'EEXIST') throw error
  }
}

/** Removes folders of `makeFolder` that are still empty, as after a run that ended without results. */
export function removeEmpty(made: readonly string[]): void {
  for (const folder of made.toReversed())
    try {
      rmdirSync(folder)
    } catch {
      // It contains results.
      return
    }
}
