import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { UnusableCopy } from '../records.ts'

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

const FORMAT = 'vskit-snapshot'
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
  const world = JSON.parse(await readFile(join(folder, FILES.world), 'utf8')) as unknown
  const header: Header = { format: FORMAT, version: VERSION, name, created_at, world }
  to.write(`${JSON.stringify(header)}\n`)
  await pipeline(createReadStream(join(folder, FILES.records)), createGzip({ level: 1 }), to)
}

/**
 * Imports such a file as a stored snapshot without a name.
 * @throws {UnusableCopy} if the form or version differs, or the file is truncated
 */
export async function readSnapshotFile(
  from: Readable,
  folder: string,
): Promise<Pick<Header, 'name' | 'created_at'>> {
  const { header, rest } = await splitHeader(from)
  const { name, created_at, world } = readHeader(header)
  await writeFile(join(folder, FILES.world), JSON.stringify(world))
  try {
    await pipeline(rest, createGunzip(), createWriteStream(join(folder, FILES.records)))
  } catch (error) {
    throw new UnusableCopy(`its records are broken: ${(error as Error).message}`)
  }
  return { name, created_at }
}

async function splitHeader(
  from: Readable,
): Promise<{ header: Buffer; rest: AsyncGenerator<Buffer> }> {
  const chunks = from[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head: Buffer = Buffer.alloc(0)
  for (;;) {
    const { value, done } = await chunks.next()
    if (done || head.length > LONGEST_HEADER) throw new UnusableCopy('it is no snapshot file')
    head = Buffer.concat([head, value])
    const end = head.indexOf(LINE_END)
    if (end >= 0)
      return { header: head.subarray(0, end), rest: remaining(head.subarray(end + 1), chunks) }
  }
}

async function* remaining(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return
    yield value
  }
}

function readHeader(bytes: Buffer): Header {
  let header: Partial<Header>
  try {
    header = JSON.parse(bytes.toString()) as Partial<Header>
  } catch {
    throw new UnusableCopy('it is no snapshot file')
  }
  if (header.format !== FORMAT) throw new UnusableCopy('it is no snapshot file')
  if (header.version !== VERSION)
    throw new UnusableCopy(
      `it is a snapshot file of version ${String(header.version)}, and this simulator reads version ${VERSION}. Export it again with this version of vskit.`,
    )
  return header as Header
}
