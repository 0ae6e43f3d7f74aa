import pg from 'pg'
import t from 'tap'
import { checkedControl, codeOf, dataOf } from '../control/testing.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { emptyDatabase } from './testing.ts'

const ACME = '/organizations/org_acme'

t.test('a change of the world that the database refuses does not exist', async (t) => {
  const store = await emptyDatabase(t)
  const database = new pg.Client({ connectionString: store })
  await database.connect()
  t.teardown(() => database.end())
  const simulator = await simulatorFor(t, {
    store,
    world: roomyWorld(),
    storeLimits: BUSY_LIMITS,
    report: () => undefined,
  })
  const control = checkedControl(simulator)
  const state = (): Promise<unknown[]> =>
    Promise.all(['/world', '/clock'].map(async (path) => dataOf(await control('GET', path))))
  dataOf(await control('POST', '/clock/freeze', { at: '2030-01-01T00:00:00.000Z' }))
  const before = await state()
  await database.query(`SET search_path = vskit;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF version ON world EXECUTE FUNCTION refuse()`)
  for (const [method, path, body] of [
    ['POST', '/organizations', { name: 'New', region: 'us' }],
    ['PATCH', ACME, { name: 'Renamed' }],
    ['DELETE', ACME],
    ['POST', `${ACME}/keys`, { type: 'sk', mode: 'test' }],
    ['POST', '/clock/set', { at: '2031-01-01T00:00:00.000Z' }],
    ['POST', '/clock/advance', { seconds: 60 }],
    ['POST', '/reset', { world: true }],
  ] as const) {
    const reply = await control(method, path, body)
    t.strictSame([reply.status, codeOf(reply)], [500, 'internal_error'], `${method} ${path}`)
    t.strictSame(await state(), before, `after ${method} ${path}`)
  }
  await database.query('DROP TRIGGER refuse ON world')
  t.equal((await control('PATCH', ACME, { name: 'Renamed' })).status, 200)
})
