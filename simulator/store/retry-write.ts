import { rm, writeFile } from 'node:fs/promises'
import type { Records } from './records.ts'

/**
 * More than one transaction needs: blocks that a failed transaction has allocated on a full disk can
 * hold a small one.
 */
const PROBE_BYTES = 1024 * 1024

/**
 * Writes to the disk of the records, and then to the records, without changing them. After a failed
 * write it shows whether the next one would succeed.
 * @param file of the records
 * @throws {Error} if one of the two cannot be written
 */
export async function retryWrite(file: string, records: Pick<Records, 'write'>): Promise<void> {
  const probe = `${file}-probe`
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
  } finally {
    await rm(probe, { force: true })
  }
  // No job has this id; the commit counts a generation.
  await records.write([{ type: 'unschedule', id: '' }])
}
