import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | undefined

/**
 * Returns the working folder of the commands that tests start, removed when this process ends. A
 * simulator writes its address into its working folder (`.vskit`), which must not be the checkout.
 */
export function workingFolder(): string {
  if (folder === undefined) {
    const created = mkdtempSync(join(tmpdir(), 'vskit-test-'))
    process.once('exit', () => rmSync(created, { recursive: true, force: true }))
    folder = created
  }
  return folder
}
