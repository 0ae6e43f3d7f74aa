import type { Database } from '../postgres/database.ts'
import { Damaged } from './damaged.ts'

const DOCUMENTS = `DECLARE documents_read NO SCROLL CURSOR FOR
  SELECT kinds.name AS kind, id, body, scopes.name AS scope FROM documents
    LEFT JOIN names AS kinds ON kinds.no = kind LEFT JOIN names AS scopes ON scopes.no = scope`
const FETCH = 'FETCH 500 FROM documents_read'
const CHANGED_BLOBS = "SELECT sha256 FROM blobs WHERE sha256 <> encode(sha256(bytes), 'hex')"
const LOST_BLOBS = `SELECT DISTINCT sha256 FROM blob_refs
  WHERE NOT EXISTS (SELECT FROM blobs WHERE blobs.sha256 = blob_refs.sha256)`
const ORGANIZATIONS = 'SELECT id, doc FROM organizations WHERE doc IS NOT NULL'

/** Checks everything that a database of the current schema holds, in one read-only transaction. */
export async function checkDatabaseContents(database: Database): Promise<readonly string[]> {
  return database.alone(async (client) => {
    const damaged = new Damaged()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(DOCUMENTS)
    for (;;) {
      const { rows } = await client.query<{
        kind: string | null
        scope: string | null
        id: string
        body: string
      }>(FETCH)
      if (rows.length === 0) break
      for (const { kind, scope, id, body } of rows)
        damaged.document(scope === null ? null : kind, id, body)
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
