import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Connection, dataOf } from './connection.ts'
import { ForeignServerError, SimulatorError, refusal } from './errors.ts'
import { unreadable, unwritable } from './file-errors.ts'
import { bytesOf, endedEarly, parsed } from './http-client.ts'
import { replaceFile } from './replace-file.ts'
import { START } from '../simulator/store/snapshots/format.ts'

/**
 * Writes a snapshot into a file that only its owner can read. An existing file stays as it is until the snapshot is complete.
 * @throws {SimulatorError} when the simulator rejects the request, or the response is not a snapshot
 */
export async function exportSnapshot(
  connection: Connection,
  id: string,
  file: string,
): Promise<void> {
  const url = `${connection.controlUrl}/snapshots/${encodeURIComponent(id)}/export`
  const answer = await connection.http.send(url, { method: 'GET' })
  if (answer.statusCode !== 200)
    throw refusal('GET', url, answer.statusCode!, parsed(String(await bytesOf(answer))))
  try {
    await replaceFile(file, (output) =>
      pipeline(answer, (parts) => snapshotParts(parts, url), output),
    )
  } catch (error) {
    answer.destroy()
    throw error instanceof SimulatorError ? error : unwritable(file, error)
  }
}

/** Passes the parts of a response on. @throws {SimulatorError} when it is not a snapshot, or ends early */
async function* snapshotParts(parts: AsyncIterable<Buffer>, url: string): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  try {
    for await (const part of parts) {
      start = Buffer.concat([start, part.subarray(0, START.length - start.length)])
      if (!START.subarray(0, start.length).equals(start)) break
      yield part
    }
  } catch (error) {
    throw endedEarly(error as Error)
  }
  if (!start.equals(START)) throw new ForeignServerError('GET', url, 200)
}

/**
 * Imports a snapshot file as the new state.
 * @returns the id under which it is kept
 * @throws {SimulatorError} when the file is not a snapshot, has another version, or is damaged
 */
export async function importSnapshot(connection: Connection, file: string): Promise<string> {
  await checkReadable(file)
  const url = `${connection.controlUrl}/snapshot_imports`
  const answer = await connection.http.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: createReadStream(file),
  })
  const body = parsed(String(await bytesOf(answer)))
  const status = answer.statusCode!
  if (status !== 201) throw explained(refusal('POST', url, status, body), file)
  const { id } = (body as { data: { id: string } }).data
  await dataOf(connection, 'POST', `/snapshots/${id}/restore`)
  return id
}

/** Returns the reason why a simulator refuses a file, with the name of the file. */
function explained(error: SimulatorError, file: string): SimulatorError {
  if (error.code !== 'validation_error') return error
  const { status, body } = error
  const { issues } = (body as { error: { details: { issues: { message: string }[] } } }).error
    .details
  const reasons = issues.map(({ message }) => message).join('. ')
  return new SimulatorError(
    `${file} cannot be imported. ${reasons}. Name a file that vskit snapshot export wrote.`,
    { ...(status !== undefined && { status }), body, cause: error },
  )
}

/** @throws {Error} when the file is missing, a folder or not readable, so that nothing is sent for it */
export async function checkReadable(file: string): Promise<void> {
  try {
    await using handle = await open(file)
    await handle.read(Buffer.alloc(1))
  } catch (error) {
    throw unreadable(file, error)
  }
}
