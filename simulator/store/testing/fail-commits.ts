import { DatabaseSync } from 'node:sqlite'
import type { Test } from 'tap'

/**
 * Makes all commits but those of activity alone fail, like a full disk: a constraint is checked at
 * the commit.
 * @returns ends it
 */
export function failCommits(t: Test, file: string): () => void {
  const db = new DatabaseSync(file)
  t.teardown(() => db.close())
  db.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail AFTER UPDATE ON store BEGIN INSERT INTO child VALUES (1); END`)
  return () => db.exec('DROP TRIGGER fail; DROP TABLE child; DROP TABLE parent')
}
