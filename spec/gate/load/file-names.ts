import { posix } from 'node:path'

/** Returns the file that a reference of another file names. References are URIs, in which `%20` is a space. */
export function fileNamedBy(file: string, path: string): string {
  let name = path
  try {
    name = decodeURIComponent(path)
  } catch {
    // A lone percent sign is itself.
  }
  return posix.join(posix.dirname(file), name)
}
