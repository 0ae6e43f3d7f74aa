import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A vskit build in a folder. */
export interface Build {
  /** Command that starts it. */
  command: string
  /** Display name. */
  name: string
}

/**
 * Finds the vskit build of a folder: a checkout, an unpacked package, or an installation.
 * @throws {Error} that lists the searched places
 */
export async function findBuild(folder: string): Promise<Build> {
  for (const root of [folder, join(folder, 'node_modules', 'vskit')]) {
    const manifest = await manifestOf(root)
    if (manifest?.name === 'vskit') {
      return {
        command: join(root, 'bin', 'vskit.cjs'),
        name: `vskit ${manifest.version} in ${folder}`,
      }
    }
  }
  throw new Error(
    `--against ${folder}: there is no vskit; name a checkout, an unpacked package, or a folder with node_modules/vskit`,
  )
}

async function manifestOf(root: string): Promise<{ name?: string; version?: string } | undefined> {
  try {
    return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object
  } catch {
    return undefined
  }
}
