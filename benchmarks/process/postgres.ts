import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readStat, threadSeconds } from '../measure/cpu-time.ts'
import type { ProcessGroup, Started } from './process-group.ts'

/** A PostgreSQL database for the replicas of a run. */
export interface Postgres {
  url: string
  /** Version and settings that its cost depends on. */
  about: string
  /** CPU time of all processes of the server since its start, in seconds. */
  cpuSeconds(): number
  /** Removes what the replicas have stored in a user's database. */
  clean(): Promise<void>
}

/** As an operator would run it: each commit reaches the disk before it is confirmed. */
const SETTINGS = ['fsync=on', 'shared_buffers=128MB', 'max_connections=200']
const SCHEMA = 'vskit'

/**
 * Uses the database at this URL, or starts a server for the run.
 * @throws {Error} that says what is missing
 */
export async function openPostgres(
  group: ProcessGroup,
  url: string | undefined,
): Promise<{ postgres: Postgres; process: Started | undefined }> {
  const process = url === undefined ? startServer(group) : undefined
  const address = url ?? (await process!.firstLine())
  return { postgres: await describe(address), process }
}

/** The checkout has the helper of the tests; the package holds no server. */
function startServer(group: ProcessGroup): Started {
  const script = group.script('../simulator/store/testing/postgres-process')
  if (!existsSync(script))
    throw new Error(
      'replicas needs an empty database of a PostgreSQL server on this machine: --database postgres://USER:PASSWORD@127.0.0.1/DATABASE',
    )
  return group.start('PostgreSQL', [script, ...SETTINGS])
}

async function describe(url: string): Promise<Postgres> {
  const client = await connected(url)
  try {
    const { rows } = await client.query<{ pid: number; held: boolean; about: string }>(
      `SELECT pg_backend_pid() AS pid, to_regnamespace('${SCHEMA}') IS NOT NULL AS held,
        'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync') ||
        ', shared_buffers ' || current_setting('shared_buffers') AS about`,
    )
    const { pid, held, about } = rows[0]!
    if (held)
      throw new Error(
        `The database holds data of a simulator (schema ${SCHEMA}). Pass an empty database.`,
      )
    const postmaster = parentOf(pid)
    return {
      url,
      about,
      cpuSeconds: () => serverSeconds(postmaster),
      clean: async () => {
        const cleaner = await connected(url)
        await cleaner.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
        await cleaner.end()
      },
    }
  } finally {
    await client.end()
  }
}

const EXPECTED = 'Expected --database postgres://USER:PASSWORD@127.0.0.1/DATABASE'

/** @throws {Error} that says what to do, without the URL, which may contain a password */
async function connected(url: string) {
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`${EXPECTED}, got something else.`)
  const { default: pg } = await import('pg').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error('replicas needs the package pg. Install it: npm install pg@8', { cause })
  })
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
  } catch (cause) {
    throw new Error(
      `The database cannot be reached: ${(cause as Error).message}. Check host, port, database, user and password, and that the server runs.`,
      { cause },
    )
  }
  return client
}

/** @throws {Error} if the server's processes cannot be seen */
function parentOf(backend: number): number {
  const command = textOf(`/proc/${backend}/cmdline`)
  if (!command.startsWith('postgres'))
    throw new Error(
      "The server's processes are not in /proc: it must run on this machine, on Linux, and not in a separate container.",
    )
  return parentIn(textOf(`/proc/${backend}/stat`))
}

/** The second field after the name, which may contain spaces and brackets. */
function parentIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Sums the postmaster, its children, and those that have ended. */
export function serverSeconds(postmaster: number): number {
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? textOf(`/proc/${name}/stat`) : ''
    return stat !== '' && parentIn(stat) === postmaster ? [Number(name)] : []
  })
  const alive = [postmaster, ...children].reduce((sum, pid) => sum + (threadSeconds(pid) ?? 0), 0)
  return alive + endedChildren(textOf(`/proc/${postmaster}/stat`))
}

/** The 14th and 15th field after the name, which `readStat` would find as the 12th and 13th. */
function endedChildren(stat: string): number {
  const name = stat.lastIndexOf(')') + 2
  const fields = stat.slice(name).split(' ')
  return readStat(`) ${[...fields.slice(0, 11), fields[13], fields[14]].join(' ')}`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
