import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { iso } from '../../time/clock.ts'
import type { WorldFile } from '../../world/world.ts'
import { UnusableCopy } from '../records.ts'
import { isChanged, withChecksum, withoutChecksum } from '../world-checksum.ts'
import { FORMAT } from './format.ts'

/** File names of a stored snapshot. */
export const FILES = { about: 'snapshot.json', world: 'world.json', records: 'records.sqlite' }

/** The first line of a snapshot file; the compressed records follow. */
interface Header {
  format: typeof FORMAT
  version: typeof VERSION
  name: string | null
  created_at: string
  world: unknown
}

const VERSION = 1
/**
 * Maximum header length in bytes. A world is far smaller; a longer first line is not a snapshot.
 */
const LONGEST_HEADER = 64 * 1024 * 1024
const LINE_END = 0x0a

/** Exports a stored snapshot as one file: a line of JSON, then the records. */
export async function writeSnapshotFile(folder: string, to: Writable): Promise<void> {
  const { name, created_at } = JSON.parse(
    await readFile(join(folder, FILES.about), 'utf8'),
  ) as Header
  const world = worldFrom(await readFile(join(folder, FILES.world), 'utf8'))
  const header: Header = { format: FORMAT, version: VERSION, name, created_at, world }
  to.write(`${JSON.stringify(header)}\n`)
  await pipeline(createReadStream(join(folder, FILES.records)), createGzip({ level: 1 }), to)
}

/**
 * Imports such a file as a stored snapshot without a name. When it fails, `from` is left open and no longer read: a request
 * that is destroyed could not be answered.
 * @param checkWorld throws if the world cannot be used
 * @throws {UnusableCopy} if the form or version differs, or the file is truncated
 */
export async function readSnapshotFile(
  from: Readable,
  folder: string,
  checkWorld: (world: unknown) => void,
): Promise<Pick<Header, 'name' | 'created_at'>> {
  const body = detached(from)
  try {
    const { name, created_at, world } = readHeader(await takeHeader(body))
    if (!isName(name) || !isTime(created_at))
      throw new UnusableCopy('its name or its time was changed: export it again')
    try {
      checkWorld(world)
    } catch (error) {
      throw new UnusableCopy(`its world cannot be used: ${(error as Error).message}`)
    }
    await writeFile(join(folder, FILES.world), withChecksum(world))
    try {
      await pipeline(body, createGunzip(), createWriteStream(join(folder, FILES.records)))
    } catch (error) {
      throw new UnusableCopy(`its records are broken: ${(error as Error).message}`)
    }
    return { name, created_at }
  } finally {
    body.destroy()
  }
}

/** Parses the world of a stored snapshot. @throws {UnusableCopy} */
export function worldFrom(text: string): WorldFile {
  try {
    const world = JSON.parse(text) as WorldFile
    if (isChanged(world)) throw new Error('its checksum does not fit')
    if (world.version === 1) return withoutChecksum(world)
    throw new Error(`version ${String(world.version)}, expected version 1`)
  } catch (error) {
    throw new UnusableCopy(`its world cannot be used: ${(error as Error).message}`)
  }
}

/** The schema of snapshot names in the control API. */
function isName(name: unknown): boolean {
  return name === null || (typeof name === 'string' && name.length >= 1 && name.length <= 100)
}

function isTime(time: unknown): boolean {
  return (
    typeof time === 'string' && !Number.isNaN(Date.parse(time)) && iso(Date.parse(time)) === time
  )
}

/** A stream of the same bytes that can be destroyed alone. */
function detached(from: Readable): PassThrough {
  const copy = new PassThrough()
  const fail = (): void => {
    copy.destroy(new Error('the file ended early'))
  }
  from.once('error', fail).once('aborted', fail)
  copy.once('close', () => from.off('error', fail).off('aborted', fail))
  return from.pipe(copy)
}

/** Reads the first line; the bytes after it stay in the stream. */
async function takeHeader(body: PassThrough): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  // Not destroyed at the end of the loop: the records are read next.
  for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const end = part.indexOf(LINE_END)
    parts.push(end < 0 ? part : part.subarray(0, end))
    if (end >= 0) {
      body.unshift(part.subarray(end + 1))
      return Buffer.concat(parts)
    }
    length += part.length
    if (length > LONGEST_HEADER) break
  }
  throw new UnusableCopy('it is not a snapshot file')
}

function readHeader(bytes: Buffer): Header {
  let header: Partial<Header> | null
  try {
    header = JSON.parse(bytes.toString()) as Partial<Header> | null
  } catch {
    throw new UnusableCopy('it is not a snapshot file')
  }
  if (header?.format !== FORMAT) throw new UnusableCopy('it is not a snapshot file')
  if (header.version !== VERSION)
    throw new UnusableCopy(
      `it is a snapshot file of version ${String(header.version)}, expected version ${VERSION}. Export it again with this version of vskit.`,
    )
  return header as Header
}
