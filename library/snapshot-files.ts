import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Connection, dataOf } from './connection.ts'
import { refusal } from './errors.ts'

/** Writes a snapshot into a file. @throws {SimulatorError} when it is refused */
export async function exportSnapshot(
  connection: Connection,
  id: string,
  file: string,
): Promise<void> {
  const url = `${connection.controlUrl}/snapshots/${encodeURIComponent(id)}/export`
  const answer = await fetch(url)
  if (!answer.ok) throw refusal('GET', url, answer.status, await answer.json())
  await pipeline(Readable.fromWeb(answer.body!), createWriteStream(file))
}

/**
 * Reads a snapshot file and makes it the state.
 * @returns the id under which it is kept
 * @throws {SimulatorError} when it is refused: no snapshot file, one of another version, or a broken one
 */
export async function importSnapshot(connection: Connection, file: string): Promise<string> {
  // A file that is not there is told before anything is sent.
  await (await open(file)).close()
  const url = `${connection.controlUrl}/snapshot_imports`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const body = (await answer.json()) as { data: { id: string } }
  if (!answer.ok) throw refusal('POST', url, answer.status, body)
  await dataOf(connection, 'POST', `/snapshots/${body.data.id}/restore`)
  return body.data.id
}
