import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Connection, dataOf } from './connection.ts'
import { ForeignServerError, SimulatorError, refusal } from './errors.ts'
import { unreadable, unwritable } from './file-errors.ts'
import { bytesOf, endedEarly, parsed } from './http-client.ts'
import { openPrivate } from './private-file.ts'
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

/** Writes another file, and renames it when it is complete. A device, such as /dev/stdout, is written directly. */
async function replaceFile(
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
  if (status !== 201) throw refusal('POST', url, status, body)
  const { id } = (body as { data: { id: string } }).data
  await dataOf(connection, 'POST', `/snapshots/${id}/restore`)
  return id
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
