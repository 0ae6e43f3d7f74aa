import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { openPostgres } from '../../store/postgres/postgres.ts'
import type { Database } from '../../store/postgres/database.ts'
import { Names } from '../../store/postgres/names.ts'
import { storeAddress } from '../../store/postgres/address.ts'
import { BUSY_LIMITS } from '../../store/testing/busy-limits.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import { Lanes } from './lanes.ts'
import { emptyDatabase, until } from '../testing.ts'

const LANES = ['one', 'two']

interface Member {
  lanes: Lanes
  database: Database
  reported: unknown[]
}

/** Starts the lanes of a replica that has no jobs. */
async function member(t: Test, store: string, everyBeat?: (lanes: Lanes) => void): Promise<Member> {
  const reported: unknown[] = []
  const { database } = await openPostgres(storeAddress(store), t.error, BUSY_LIMITS)
  const lanes: Lanes = new Lanes(database, new Names(database), {
    seeded: false,
    about: 'test',
    report: (error) => reported.push(error),
    everyBeat: async () => everyBeat?.(lanes),
  })
  t.teardown(async () => {
    await lanes.leave()
    await database.close()
  })
  await lanes.join()
  const scheduler = {
    wake: () => undefined,
    still: (_interrupt: () => void, task: () => Promise<unknown>) => task(),
  }
  await lanes.start(scheduler as unknown as Scheduler)
  return { lanes, database, reported }
}

/**
 * Makes the server wait before it releases lanes, after the start of the statement and before it
 * holds a lock.
 */
async function delayGiving(database: Database, act: string): Promise<void> {
  await database.write({
    text: `CREATE FUNCTION delay_giving() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() LIKE 'UPDATE lanes%SET owner = NULL%' THEN ${act} END IF;
      RETURN NULL; END $$`,
  })
  await database.write({
    text: 'CREATE TRIGGER delay_giving BEFORE UPDATE ON lanes FOR EACH STATEMENT EXECUTE FUNCTION delay_giving()',
  })
}

const isGiving = (database: Database): Promise<boolean> =>
  database
    .read({ text: `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'` })
    .then((rows) => rows.length > 0)

/** Returns the lanes that a replica considers its own, but the database does not. */
async function wronglyHeld({ lanes, database }: Member): Promise<string[]> {
  const rows = await database.read<[string, number | null]>({
    text: 'SELECT n.name, l.owner FROM lanes l JOIN names n ON n.no = l.lane',
  })
  return rows.flatMap(([lane, owner]) =>
    owner !== lanes.slot && lanes.may(lane) ? [`${lane} of ${owner}`] : [],
  )
}

async function claimed({ lanes }: Member): Promise<void> {
  for (const lane of LANES) lanes.wake(lane, undefined)
  await until(async () => LANES.every((lane) => lanes.may(lane)), 'the lanes are claimed')
}

t.test('a lane that is claimed during its release is not owned', async (t) => {
  const store = await emptyDatabase(t)
  const first = await member(t, store)
  await claimed(first)
  const second = await member(t, store)
  await delayGiving(first.database, 'PERFORM pg_sleep(0.7);')
  const seen = new AbortController()
  const given = (async () => {
    while (!seen.signal.aborted) await first.lanes.beat()
  })()
  await until(() => isGiving(second.database), 'a lane is released')
  seen.abort()
  // A job was scheduled: the response is older than the release and says that the lane is owned.
  for (const lane of LANES) first.lanes.wake(lane, undefined)
  for (const until = Date.now() + 1500; Date.now() < until; await sleep(20)) {
    const giving = await isGiving(second.database)
    const wrong = await wronglyHeld(first)
    if (!giving) t.strictSame(wrong, [])
  }
  await given
  await until(async () => {
    await Promise.all([first.lanes.beat(), second.lanes.beat()])
    return LANES.every((lane) => first.lanes.may(lane) || second.lanes.may(lane))
  }, 'each lane has an owner again')
})

t.test('a lane that another replica takes to move the clock is not owned', async (t) => {
  const store = await emptyDatabase(t)
  const first = await member(t, store)
  await claimed(first)
  await delayGiving(first.database, 'PERFORM pg_sleep(0.7);')
  first.lanes.yieldTo(first.lanes.slot + 1)
  await until(() => isGiving(first.database), 'the lanes are released')
  for (const lane of LANES) first.lanes.wake(lane, undefined)
  await until(async () => !(await isGiving(first.database)), 'they are released')
  t.strictSame(await wronglyHeld(first), [])
})

t.test(
  'a replica that failed to release its lanes for a move of the clock tries again',
  async (t) => {
    const store = await emptyDatabase(t)
    let mover: Member | undefined
    const first = await member(t, store, (lanes) => lanes.yieldTo(mover?.lanes.slot ?? null))
    await claimed(first)
    const other = await member(t, store)
    // The first statement fails.
    await other.database.write({ text: 'CREATE SEQUENCE tries' })
    await delayGiving(
      other.database,
      `IF nextval('tries') = 1 THEN RAISE EXCEPTION 'not now'; END IF;`,
    )
    mover = other
    await other.lanes.alone(async () => {
      for (const lane of LANES) t.notOk(first.lanes.may(lane))
    })
    t.match(first.reported, [{ message: 'not now' }])
  },
)

t.test('after a failover, lanes and slots of the former server mean nothing', async (t) => {
  const store = await emptyDatabase(t)
  const one = await member(t, store)
  const { lanes, database } = one
  await database.write({ text: "INSERT INTO names (name) VALUES ('one'), ('two')" })
  await database.write({ text: 'INSERT INTO lanes (lane, fence) SELECT no, 7 FROM names' })
  await lanes.beat()
  t.ok(lanes.may('one') && lanes.may('two'))
  const before = lanes.slot
  // As on a promoted standby: earlier fences, and the slot was given to another replica.
  await database.write({ text: "UPDATE replicas SET about = 'another'" })
  await database.write({ text: 'UPDATE lanes SET fence = 3, owner = NULL' })
  await lanes.renew()
  t.not(lanes.slot, before)
  await until(async () => lanes.may('one') || lanes.may('two'), 'the lanes are taken')
  t.strictSame(await wronglyHeld(one), [])
})
