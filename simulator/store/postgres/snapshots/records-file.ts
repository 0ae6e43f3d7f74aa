import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { UnusableCopy } from '../../records.ts'
import { checkCopy } from '../../sqlite/copying.ts'
import { migrate } from '../../sqlite/schema.ts'
import { newRecordsFile } from '../../sqlite/sqlite.ts'
import { Names as FileNames } from '../../sqlite/tables/names.ts'
import { inArrays } from '../../sqlite/tables/table.ts'
import type { Ask } from '../statement.ts'
import type { Names } from '../names.ts'
import { restored, storable } from '../storable.ts'
import { FILE_TABLES, type FileTable } from './file-tables.ts'

/** Copies the records of a schema into a new file, in the format of the embedded store. */
export async function recordsToFile(
  ask: Ask,
  schema: string,
  names: Names,
  file: string,
): Promise<void> {
  const db = newRecordsFile(file)
  try {
    const fileNames = new FileNames(db)
    db.exec('BEGIN')
    for (const table of FILE_TABLES) {
      const insert = db.prepare(table.insert)
      for await (const rows of fetched(ask, schema, table)) {
        await names.named(numbersIn(table, rows) as number[])
        const toFile = converter(table, {
          number: Number,
          name: (no) => fileNames.number(names.name(no as number)!),
          label: (name) => fileNames.number(name as string),
          escaped: (text) => restored(text as string),
        })
        for (const row of rows) insert.run(...(toFile(row) as SQLInputValue[]))
      }
    }
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

/** Copies the records of such a file into the tables of a schema. @throws {UnusableCopy} */
export async function recordsFromFile(
  file: string,
  ask: Ask,
  schema: string,
  names: Names,
): Promise<void> {
  checkCopy(file)
  const db = new DatabaseSync(file)
  try {
    migrate(db)
    const fileNames = new FileNames(db)
    for (const table of FILE_TABLES) {
      const statement = insertInto(schema, table)
      for (const rows of batches(db, table)) {
        await names.learn(numbersIn(table, rows).map((no) => nameOf(fileNames, no)))
        const toDatabase = converter(table, {
          name: (no) => names.number(nameOf(fileNames, no)),
          label: (no) => nameOf(fileNames, no),
          escaped: (text) => storable(text as string),
        })
        const converted = rows.map(toDatabase)
        await ask(
          statement,
          table.columns.map((_, i) => converted.map((row) => row[i])),
        )
      }
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
    throw new UnusableCopy(`its records are broken: ${(error as Error).message}`)
  } finally {
    db.close()
  }
}

type Conversions = Partial<Record<FileTable['columns'][number][2], (value: unknown) => unknown>>

/** Returns a function that converts a row; NULL stays NULL. */
function converter({ columns }: FileTable, by: Conversions): (row: unknown[]) => unknown[] {
  const each = columns.map(([, , meaning]) => by[meaning] ?? ((value: unknown) => value))
  return (row) => row.map((value, i) => (value === null ? null : each[i]!(value)))
}

/** Returns the numbers of names in some rows. */
function numbersIn({ columns }: FileTable, rows: unknown[][]): unknown[] {
  return columns.flatMap(([, , meaning], i) =>
    meaning === 'name' ? rows.map((row) => row[i]) : [],
  )
}

function nameOf(names: FileNames, no: unknown): string {
  const name = names.name(no as number) as string | undefined
  if (name === undefined) throw new UnusableCopy('its records are broken: a name is missing')
  return name
}

function insertInto(schema: string, { name, columns, constants = {} }: FileTable): string {
  const parameters = columns.map(([, type], i) => `$${i + 1}::${type}[]`)
  return `INSERT INTO ${schema}.${name} (${[...columns.map(([column]) => column), ...Object.keys(constants)].join()})
    SELECT ${['u.*', ...Object.values(constants)].join()} FROM unnest(${parameters.join()}) AS u`
}

function* batches(
  db: DatabaseSync,
  { select, together }: FileTable,
): Generator<unknown[][], void, undefined> {
  let rows: unknown[][] = []
  for (const row of inArrays(db.prepare(select)).iterate() as unknown as Iterable<unknown[]>) {
    rows.push(row)
    if (rows.length < together) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function* fetched(
  ask: Ask,
  schema: string,
  { name, columns, here, together }: FileTable,
): AsyncGenerator<unknown[][], void, undefined> {
  const from = `${schema}.${name}`
  const query = here?.(from) ?? `SELECT ${columns.map(([column]) => column).join()} FROM ${from}`
  await ask(`DECLARE fetched NO SCROLL CURSOR FOR ${query}`)
  for (;;) {
    const rows = await ask(`FETCH ${together} FROM fetched`)
    if (rows.length > 0) yield rows
    if (rows.length < together) break
  }
  await ask('CLOSE fetched')
}
