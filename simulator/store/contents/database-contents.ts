import type { Database } from '../postgres/database.ts'
import { DOCUMENTS, Damaged, type DocumentRow, LOST_BLOBS } from './damaged.ts'

const DECLARE = `DECLARE documents_read NO SCROLL CURSOR FOR ${DOCUMENTS}`
const FETCH = 'FETCH 500 FROM documents_read'
const CHANGED_BLOBS = "SELECT sha256 FROM blobs WHERE sha256 <> encode(sha256(bytes), 'hex')"
const ORGANIZATIONS = 'SELECT id, doc FROM organizations WHERE doc IS NOT NULL'

/** Checks everything that a database of the current schema holds, in one read-only transaction. */
export async function checkDatabaseContents(database: Database): Promise<readonly string[]> {
  return database.alone(async (client) => {
    const damaged = new Damaged()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(DECLARE)
    for (;;) {
      const { rows } = await client.query<DocumentRow>(FETCH)
      if (rows.length === 0) break
      for (const row of rows) damaged.row(row)
    }
    for (const { id, doc } of (await client.query<{ id: string; doc: string }>(ORGANIZATIONS)).rows)
      damaged.document('organization', id, doc)
    for (const { sha256 } of (await client.query<{ sha256: string }>(CHANGED_BLOBS)).rows)
      damaged.add(`bytes ${sha256}: they have another SHA-256`)
    for (const { sha256 } of (await client.query<{ sha256: string }>(LOST_BLOBS)).rows)
      damaged.add(`bytes ${sha256}: missing`)
    await client.query('COMMIT')
    return damaged.lines
  })
}
