import type { StoreAddress } from './address.ts'
import { Database } from './database.ts'
import type { Limits } from './limits.ts'
import { PostgresRecords } from './postgres-records.ts'
import { migrate } from './schema.ts'

/** Opens the records of a PostgreSQL database, and migrates it. The caller closes both. */
export async function openPostgres(
  address: StoreAddress,
  report: (error: unknown) => void,
  limits?: Limits,
): Promise<{ database: Database; records: PostgresRecords }> {
  const database = await Database.open(address, { report, ...(limits && { limits }) })
  try {
    await migrate(database)
    return { database, records: new PostgresRecords(database, () => 0) }
  } catch (error) {
    await database.close()
    throw error
  }
}
