import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { client, demoKey, simulatorFor } from '../testing/simulator.ts'

const ACME = demoKey('org_acme')

/**
 * Makes commits of new documents fail, like a full disk: a constraint is checked at the commit.
 * @returns ends it
 */
function failCommits(t: Test, dataDir: string): () => void {
  const db = new DatabaseSync(join(dataDir, 'records.sqlite'))
  t.teardown(() => db.close())
  db.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail AFTER INSERT ON documents BEGIN INSERT INTO child VALUES (1); END`)
  return () => db.exec('DROP TRIGGER fail; DROP TABLE child; DROP TABLE parent')
}

const dataDir = t.testdir()

t.test('a failed commit is refused, and the next one succeeds', async (t) => {
  const errors: Error[] = []
  const simulator = await simulatorFor(t, {
    dataDir,
    report: (error) => errors.push(error as Error),
  })
  const acme = client(simulator, ACME)
  const create = async (): Promise<number> => (await acme('POST', '/v1/sessions', {})).status
  t.equal(await create(), 201)
  const succeed = failCommits(t, dataDir)
  t.strictSame([await create(), await create()], [500, 500])
  t.match(errors, [/FOREIGN KEY/, /FOREIGN KEY/])
  succeed()
})

t.test('the folder can be opened again: no acknowledged commit is missing', async (t) => {
  const acme = client(await simulatorFor(t, { dataDir }), ACME)
  const list = (await acme('GET', '/v1/sessions')).json<{ data: unknown[] }>()
  t.equal(list.data.length, 1)
})
