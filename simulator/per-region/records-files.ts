import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { DISPATCH } from '../features/webhooks/events.ts'
import { migrate } from '../store/sqlite/schema.ts'
import { SPAN } from '../store/sqlite/tables/activity.ts'
import type { Region } from '../world/world.ts'

/** A name of one file, with its number in the other. */
const number = (column: string): string =>
  `(SELECT n.no FROM names n JOIN added.names a USING (name) WHERE a.no = ${column})`

/** How far the places of added documents move: behind those of the file. */
const BEHIND = '(SELECT coalesce(max(seq), 0) FROM main.documents)'
/** The body of a document. A delivery holds the place for the log entry of its first attempt. */
const BODY = `CASE (SELECT name FROM added.names WHERE no = kind) WHEN '${DISPATCH}'
      THEN json_set(body, '$.place', body ->> '$.place' + ${BEHIND}) ELSE body END`

/** The tables of a records file; scopes, kinds, lanes and actions get the numbers of the file. */
const ADDING = `
  INSERT OR IGNORE INTO names (name) SELECT name FROM added.names ORDER BY no;
  INSERT INTO documents (seq, scope, kind, id, version, key1, key2, body)
    SELECT seq + ${BEHIND}, ${number('scope')}, ${number('kind')},
      id, version, key1, key2, ${BODY} FROM added.documents ORDER BY seq;
  INSERT OR IGNORE INTO blobs (sha256, bytes) SELECT sha256, bytes FROM added.blobs;
  INSERT INTO blob_refs (scope, sha256, count) SELECT ${number('scope')}, sha256, count FROM added.blob_refs;
  INSERT INTO jobs (no, id, lane, due, kind, scope, ref)
    SELECT no + (SELECT coalesce(max(no), 0) FROM main.jobs), id, ${number('lane')}, due, ${number('kind')},
      ${number('scope')}, ref FROM added.jobs ORDER BY no;
  INSERT INTO activity (place, at, session, what)
    SELECT ${number(`place / ${SPAN}`)} * ${SPAN} + place % ${SPAN}, at, session, ${number('what')} FROM added.activity;
  INSERT INTO meters (scope, meter, count) SELECT ${number('scope')}, ${number('meter')}, count FROM added.meters;`

/** Adds the records of another file. The two have no scope in common. */
export function addRecords(file: string, added: string): void {
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA synchronous = OFF')
    db.prepare('ATTACH ? AS added').run(added)
    db.exec(`BEGIN; ${ADDING} COMMIT`)
  } finally {
    db.close()
  }
}

/** Copies the records of one region into a new file. The file has a version that this vskit can migrate. */
export async function copyRegion(file: string, region: Region, to: string): Promise<void> {
  await copyFile(file, to)
  const db = new DatabaseSync(to)
  try {
    db.exec('PRAGMA synchronous = OFF')
    migrate(db)
    const others = `(SELECT no FROM names WHERE name NOT GLOB '${region}/*')`
    db.exec(`BEGIN;
      ${['documents', 'blob_refs', 'jobs', 'meters'].map((table) => `DELETE FROM ${table} WHERE scope IN ${others};`).join('\n')}
      DELETE FROM activity WHERE place / ${SPAN} IN ${others};
      DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_refs);
      COMMIT`)
  } finally {
    db.close()
  }
}
