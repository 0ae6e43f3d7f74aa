import { DatabaseSync } from 'node:sqlite'
import type { Test } from 'tap'

/**
 * Makes commits of new documents fail, like a full disk: a constraint is checked at the commit.
 * @returns ends it
 */
export function failCommits(t: Test, file: string): () => void {
  const db = new DatabaseSync(file)
  t.teardown(() => db.close())
  db.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail AFTER INSERT ON documents BEGIN INSERT INTO child VALUES (1); END`)
  return () => db.exec('DROP TRIGGER fail; DROP TABLE child; DROP TABLE parent')
}
