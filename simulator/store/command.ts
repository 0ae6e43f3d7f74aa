import { Command, InvalidArgumentError, Option } from 'commander'
import type { StoreAddress } from './postgres/address.ts'
import { databasesOfFlag } from './postgres/database-flag.ts'
import { SCHEMA } from './postgres/connections.ts'
import { Database } from './postgres/database.ts'
import { type FoundSchema, SCHEMA_VERSION, checkSchema, migrate } from './postgres/schema.ts'
import { damage } from './postgres/schema/damage.ts'
import { damagedText } from './contents/damaged.ts'
import { checkDatabaseContents } from './contents/database-contents.ts'
import { checkFolderContents } from './contents/folder-contents.ts'

interface Flags {
  store?: string
  dataDir?: string
  json?: boolean
}

/** Result of both commands for a database. */
interface Found extends FoundSchema {
  store: string
  /** The version that this program needs. */
  needed: number
  /** Records whose content cannot be right; not looked for if the schema is not current. */
  damaged: readonly string[]
}

/** Defines `vskit store migrate | check`: the schema of a database that simulators share, and the check of a store. */
export function storeCommand(): Command {
  const part = (name: string, description: string): Command =>
    new Command(name).description(description).option('--json', 'print JSON')
  const act =
    (look: (database: Database) => Promise<Looked>) =>
    async (flags: Flags, called: Command): Promise<void> => {
      try {
        if (flags.dataDir !== undefined) {
          if (called.getOptionValueSource('store') === 'cli')
            throw new InvalidArgumentError('--store and --data-dir exclude each other')
          return checkFolder(flags.dataDir, flags.json)
        }
        const found = Object.entries(databasesOfFlag(urlOf(flags))).map(
          async ([region, address]: [string, StoreAddress]) =>
            [region, await withDatabase(address, look)] as const,
        )
        const all = Object.fromEntries(await Promise.all(found))
        if (flags.json) console.log(JSON.stringify(all.both ?? all))
        else for (const one of Object.values(all)) console.log(line(one))
        process.exitCode = Math.max(...Object.values(all).map(exitCode))
      } catch (error) {
        const name =
          error instanceof InvalidArgumentError ? 'error' : `vskit store ${called.name()}`
        called.error(`${name}: ${(error as Error).message}`, { exitCode: 2 })
      }
    }
  return new Command('store')
    .description('The schema of a PostgreSQL database that simulators share (--store).')
    .addCommand(
      part(
        'migrate',
        'Migrates the schema to the version of this vskit; a simulator also does so at its start.',
      )
        .addOption(databaseOption().makeOptionMandatory())
        .action(
          act(async (database) => {
            await migrate(database)
            return checkSchema(database)
          }),
        ),
    )
    .addCommand(
      part(
        'check',
        'Exit code 0: schema and records are in order. 1: it needs a migration. 2: it is damaged, newer, or unreachable.',
      )
        .addOption(databaseOption())
        .option('--data-dir <folder>', 'instead of --store: a data folder that no simulator uses')
        .action(act(check)),
    )
}

type Looked = FoundSchema & { damaged?: readonly string[] }

async function check(database: Database): Promise<Looked> {
  const found = await checkSchema(database)
  if (found.version !== SCHEMA_VERSION || found.missing.length > 0) return found
  return { ...found, damaged: await checkDatabaseContents(database) }
}

function checkFolder(folder: string, json: boolean | undefined): void {
  const damaged = checkFolderContents(folder)
  if (json) console.log(JSON.stringify({ data_dir: folder, damaged }))
  else console.log(`${folder}: ${damaged.length === 0 ? 'in order' : damagedText(damaged)}`)
  process.exitCode = damaged.length === 0 ? 0 : 2
}

function urlOf({ store }: Flags): string {
  if (store !== undefined) return store
  throw new InvalidArgumentError(
    "required option '--store <url>' not specified, nor --data-dir <folder>",
  )
}

/** An empty variable counts as not set, as for `vskit simulator`. */
function databaseOption(): Option {
  const option = new Option(
    '--store <url>',
    'the database: postgres://USER:PASSWORD@HOST/DATABASE, or one for each region: us=postgres://...,eu=postgres://...',
  )
  return process.env.VSKIT_STORE === '' ? option : option.env('VSKIT_STORE')
}

async function withDatabase(
  address: StoreAddress,
  look: (database: Database) => Promise<Looked>,
): Promise<Found> {
  const database = await Database.open(address, { report: () => undefined })
  try {
    const { version, missing, damaged = [] } = await look(database)
    return { store: database.address.shown, version, needed: SCHEMA_VERSION, missing, damaged }
  } finally {
    await database.close()
  }
}

function exitCode({ version, needed, missing, damaged }: Found): number {
  if (missing.length > 0 || damaged.length > 0) return 2
  return version === needed ? 0 : 1
}

function line({ store, version, needed, missing, damaged }: Found): string {
  if (damaged.length > 0) return `${store}: schema version ${version}. ${damagedText(damaged)}`
  if (missing.length > 0) return `${store}: schema version ${version}. ${damage(missing, SCHEMA)}`
  if (version === needed) return `${store}: schema version ${version}, current`
  const state = version === 0 ? 'no schema' : `schema version ${version}`
  return `${store}: ${state}; this vskit needs ${needed} (vskit store migrate)`
}
