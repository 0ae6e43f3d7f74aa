import { Command, InvalidArgumentError, Option } from 'commander'
import type { StoreAddress } from './postgres/address.ts'
import { databasesOfFlag } from './postgres/database-flag.ts'
import { SCHEMA } from './postgres/connections.ts'
import { Database } from './postgres/database.ts'
import { type FoundSchema, SCHEMA_VERSION, checkSchema, migrate } from './postgres/schema.ts'
import { damage } from './postgres/schema/damage.ts'

interface Flags {
  store: string
  json?: boolean
}

/** Result of both commands for a database. */
interface Found extends FoundSchema {
  store: string
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
    (look: (database: Database) => Promise<FoundSchema>) =>
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
        act(async (database) => {
          await migrate(database)
          return checkSchema(database)
        }),
      ),
    )
    .addCommand(
      part(
        'check',
        'Exit code 0: the schema is current. 1: it needs a migration. 2: it is damaged, newer, or unreachable.',
      ).action(act(checkSchema)),
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
  look: (database: Database) => Promise<FoundSchema>,
): Promise<Found> {
  const database = await Database.open(address, { report: () => undefined })
  try {
    const { version, missing } = await look(database)
    return { store: database.address.shown, version, needed: SCHEMA_VERSION, missing }
  } finally {
    await database.close()
  }
}

function exitCode({ version, needed, missing }: Found): number {
  if (missing.length > 0) return 2
  return version === needed ? 0 : 1
}

function line({ store, version, needed, missing }: Found): string {
  if (missing.length > 0) return `${store}: schema version ${version}. ${damage(missing, SCHEMA)}`
  if (version === needed) return `${store}: schema version ${version}, current`
  const state = version === 0 ? 'no schema' : `schema version ${version}`
  return `${store}: ${state}; this vskit needs ${needed} (vskit store migrate)`
}
