import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Connection, dataOf } from './connection.ts'
import { refusal } from './errors.ts'
import { unreadable, unwritable } from './file-errors.ts'
import { bytesOf, parsed } from './http-client.ts'
import { openPrivate } from './private-file.ts'

/** Writes a snapshot into a file that only its owner can read. @throws {SimulatorError} when the simulator rejects the request */
export async function exportSnapshot(
  connection: Connection,
  id: string,
  file: string,
): Promise<void> {
  const url = `${connection.controlUrl}/snapshots/${encodeURIComponent(id)}/export`
  const answer = await connection.http.send(url, { method: 'GET' })
  if (answer.statusCode !== 200)
    throw refusal('GET', url, answer.statusCode!, parsed(String(await bytesOf(answer))))
  const handle = await openPrivate(file, 'w').catch((error: Error) => {
    answer.destroy()
    throw unwritable(file, error)
  })
  const output = handle.createWriteStream()
  let failure: Error | undefined
  output.on('error', (error) => (failure = unwritable(file, error)))
  await pipeline(answer, output).catch((error: Error) => {
    throw failure ?? error
  })
}

/**
 * Imports a snapshot file as the new state.
 * @returns the id under which it is kept
 * @throws {SimulatorError} when the file is not a snapshot, has another version, or is damaged
 */
export async function importSnapshot(connection: Connection, file: string): Promise<string> {
  await refuseUnreadable(file)
  const url = `${connection.controlUrl}/snapshot_imports`
  const answer = await connection.http.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: createReadStream(file),
  })
  const body = parsed(String(await bytesOf(answer)))
  const status = answer.statusCode!
  if (status !== 201) throw refusal('POST', url, status, body)
  const { id } = (body as { data: { id: string } }).data
  await dataOf(connection, 'POST', `/snapshots/${id}/restore`)
  return id
}

/** Reports a missing file or a folder before anything is sent. */
async function refuseUnreadable(file: string): Promise<void> {
  try {
    await using handle = await open(file)
    await handle.read(Buffer.alloc(1))
  } catch (error) {
    throw unreadable(file, error)
  }
}
