import { Command, InvalidArgumentError, Option } from 'commander'
import type { StoreAddress } from './postgres/address.ts'
import { databasesOfFlag } from './postgres/database-flag.ts'
import { Database } from './postgres/database.ts'
import { SCHEMA_VERSION, checkSchema, migrate } from './postgres/schema.ts'

interface Flags {
  store: string
  json?: boolean
}

/** Result of both commands for a database. */
interface Found {
  store: string
  /** Schema version of the database; 0 if it is empty. */
  version: number
  /** The version that this program needs. */
  needed: number
}

/** Defines `vskit store migrate | check`: the schema of a database that simulators share. */
export function storeCommand(): Command {
  const part = (name: string, description: string): Command =>
    new Command(name)
      .description(description)
      .addOption(databaseOption())
      .option('--json', 'print JSON')
  const act =
    (look: (database: Database) => Promise<number>, exitCode: (found: Found) => number) =>
    async (flags: Flags, called: Command): Promise<void> => {
      try {
        const found = Object.entries(databasesOfFlag(flags.store)).map(
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
      ).action(
        act(
          async (database) => {
            await migrate(database)
            return SCHEMA_VERSION
          },
          () => 0,
        ),
      ),
    )
    .addCommand(
      part(
        'check',
        'Exit code 0: the schema is current. 1: it needs a migration. 2: it is newer, or unreachable.',
      ).action(act(checkSchema, ({ version, needed }) => (version === needed ? 0 : 1))),
    )
}

/** An empty variable counts as not set, as for `vskit simulator`. */
function databaseOption(): Option {
  const option = new Option(
    '--store <url>',
    'the database: postgres://USER:PASSWORD@HOST/DATABASE, or one for each region: us=postgres://...,eu=postgres://...',
  )
  return (process.env.VSKIT_STORE === '' ? option : option.env('VSKIT_STORE')).makeOptionMandatory()
}

async function withDatabase(
  address: StoreAddress,
  look: (database: Database) => Promise<number>,
): Promise<Found> {
  const database = await Database.open(address, { report: () => undefined })
  try {
    const version = await look(database)
    return { store: database.address.shown, version, needed: SCHEMA_VERSION }
  } finally {
    await database.close()
  }
}

function line({ store, version, needed }: Found): string {
  if (version === needed) return `${store}: schema version ${version}, current`
  const state = version === 0 ? 'no schema' : `schema version ${version}`
  return `${store}: ${state}; this vskit needs ${needed} (vskit store migrate)`
}
