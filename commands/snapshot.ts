import { Command } from 'commander'
import { type Connection, dataOf } from '../library/connection.ts'
import { ForeignServerError } from '../library/errors.ts'
import { checkReadable, exportSnapshot, importSnapshot } from '../library/snapshot-files.ts'
import { BY_SIGPIPE, isClosedPipe } from './closed-output.ts'
import {
  type RunningFlags,
  action,
  connectToHealthy,
  forRunningSimulator,
} from './running-simulator.ts'

interface Snapshot {
  id: string
  name: string | null
  created_at: string
  bytes: number
}

/** `vskit snapshot save | list | load | export | import`. */
export function snapshotCommand(): Command {
  const part = (name: string, description: string) =>
    forRunningSimulator(new Command(name).description(description))
  return new Command('snapshot')
    .description('Saves, restores, exports and imports the state of the running simulator.')
    .addCommand(
      part('save', 'Takes a snapshot of the state.')
        .argument('[name]', 'name of the snapshot')
        .action(action('snapshot save', save)),
    )
    .addCommand(
      part('list', 'Lists snapshots, newest first.').action(action('snapshot list', list)),
    )
    .addCommand(
      part('load', 'Restores a snapshot.')
        .argument('[snapshot]', 'id or name (default: the newest)')
        .action(action('snapshot load', load)),
    )
    .addCommand(
      part('export', 'Writes the current state, or a snapshot, to a file.')
        .argument('<file>')
        .option('--snapshot <id-or-name>', 'id or name of a snapshot')
        .action(action('snapshot export', toFile, exportExitCode)),
    )
    .addCommand(
      part('import', 'Imports and restores an exported state.')
        .argument('<file>')
        .action(action('snapshot import', fromFile)),
    )
}

async function save(name: string | undefined, flags: RunningFlags): Promise<void> {
  const body = name === undefined ? {} : { name }
  const kept = await dataOf<Snapshot>(await connectToHealthy(flags), 'POST', '/snapshots', body)
  console.log(flags.json ? JSON.stringify(kept) : kept.id)
}

async function list(flags: RunningFlags): Promise<void> {
  for (const one of await dataOf<Snapshot[]>(await connectToHealthy(flags), 'GET', '/snapshots'))
    console.log(
      flags.json
        ? JSON.stringify(one)
        : `${one.id}  ${one.created_at}  ${String(one.bytes).padStart(10)} bytes  ${one.name ?? ''}`.trimEnd(),
    )
}

async function load(named: string | undefined, flags: RunningFlags): Promise<void> {
  const connection = await connectToHealthy(flags)
  const { id } = await find(connection, named)
  const restored = await dataOf<object>(connection, 'POST', `/snapshots/${id}/restore`)
  console.log(flags.json ? JSON.stringify(restored) : `${id} is restored`)
}

async function toFile(file: string, flags: RunningFlags & { snapshot?: string }): Promise<void> {
  const connection = await connectToHealthy(flags)
  const kept =
    flags.snapshot === undefined
      ? await dataOf<Snapshot>(connection, 'POST', '/snapshots', {})
      : await find(connection, flags.snapshot)
  try {
    await exportSnapshot(connection, kept.id, file)
  } catch (error) {
    if (!isClosedPipe(error)) throw error
    process.exitCode = BY_SIGPIPE
    return
  } finally {
    // A snapshot taken only for the file is deleted afterwards, also when the file cannot be
    // written.
    if (flags.snapshot === undefined) await dataOf(connection, 'DELETE', `/snapshots/${kept.id}`)
  }
  console.log(
    flags.json
      ? JSON.stringify({ file, created_at: kept.created_at })
      : `${file} contains the state, including signing secrets and applicants' data: protect it like the database of a test system.`,
  )
}

/** Exit code 2: another server responded, so there is nothing to export. */
function exportExitCode(error: Error): number {
  return error instanceof ForeignServerError ? 2 : 1
}

async function fromFile(file: string, flags: RunningFlags): Promise<void> {
  await checkReadable(file)
  const connection = await connectToHealthy(flags)
  const id = await importSnapshot(connection, file)
  console.log(
    flags.json
      ? JSON.stringify({ id, file })
      : `Restored the state of ${file}; the snapshot is ${id}`,
  )
}

/**
 * Finds a snapshot by id or name: the newest match, or the newest of all without a name.
 * @throws {Error} that lists the known ones
 */
async function find(connection: Connection, named?: string): Promise<Snapshot> {
  const all = await dataOf<Snapshot[]>(connection, 'GET', '/snapshots')
  const found =
    named === undefined ? all[0] : all.find(({ id, name }) => id === named || name === named)
  if (found) return found
  const known = all.map(({ id, name }) => `\n  ${id} ${name ?? ''}`.trimEnd()).join('')
  throw new Error(
    all.length === 0
      ? 'there is no snapshot; take one with: vskit snapshot save'
      : `there is no snapshot '${named}'. Expected one of:${known}`,
  )
}
