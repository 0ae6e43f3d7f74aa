import pg from 'pg'
import t, { type Test } from 'tap'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { at, control, dataOf, emptyDatabase } from './testing.ts'

/** Rights of which each is revoked while a replica runs. */
const RIGHTS = [
  { right: 'USAGE ON SCHEMA vskit', refused: 'schema vskit', problem: undefined },
  { right: 'SELECT ON vskit.world', refused: 'table world', problem: undefined },
  {
    right: 'INSERT ON vskit.documents',
    refused: 'table documents',
    problem: 'INSERT on documents',
  },
  {
    right: 'EXECUTE ON ALL FUNCTIONS IN SCHEMA vskit',
    refused: 'function write',
    problem: 'EXECUTE on',
  },
  {
    right: 'ALL ON SEQUENCE vskit.places',
    refused: 'sequence places',
    problem: 'USAGE on places',
  },
]

/** Starts a replica whose role owns the database, as documented. `run` runs a statement as an administrator. */
async function replicaOfOwner(t: Test, report: (message: string) => void) {
  const url = new URL(await emptyDatabase(t))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const name = url.pathname.slice(1)
  const role = `owner_of_${name}`
  await client.query(`CREATE ROLE ${role} LOGIN; ALTER DATABASE ${name} OWNER TO ${role}`)
  url.username = role
  const simulator = await simulatorFor(t, {
    store: url.href,
    world: roomyWorld(),
    storeLimits: BUSY_LIMITS,
    report: (error) => report((error as Error).message),
  })
  t.teardown(() => client.end())
  return { simulator, name, role, run: (text: string) => client.query(text) }
}

t.test('a revoked right is named, nothing is stored, and service resumes with it', async (t) => {
  const reported: string[] = []
  const { simulator, name, role, run } = await replicaOfOwner(t, (message) =>
    reported.push(message),
  )
  const [call, admin] = [at(simulator), control(simulator)]
  const create = () => call('POST', '/v1/sessions', {})
  const health = async () => admin('GET', '/control/v1/health')
  t.equal((await create()).status, 201)
  let stored = 1
  for (const { right, refused, problem } of RIGHTS) {
    reported.length = 0
    await run(`REVOKE ${right} FROM ${role}, PUBLIC`)
    const { status, headers } = await create()
    t.equal(status, 503, right)
    t.equal(headers.get('retry-after'), '1')
    const says = `permission denied for ${refused}. Grant the right again to the role of the URL`
    t.ok(
      reported.some((message) => message.includes(says)),
      reported.join(),
    )
    t.notMatch(reported, [/was replaced/])
    const state = await health()
    if (problem === undefined) {
      t.equal(state.status, 503)
      t.match(state.text, says)
    } else {
      const { status: word, problems } = dataOf<{ status: string; problems: string[] }>(state)
      t.strictSame([word, problems.length], ['failing', 1])
      t.match(problems[0], `lacks rights in the schema vskit: ${problem}`)
      t.match(problems[0], `/${name}`)
    }

    await run(`GRANT ${right} TO ${role}`)
    t.match(dataOf(await health()), { status: 'ok' }, 'before any change')
    t.equal((await create()).status, 201)
    stored++
    const list = (await call('GET', '/v1/sessions')).json<{ data: unknown[] }>()
    t.equal(list.data.length, stored)
  }
})

t.test('a database that refuses new connections is named by a snapshot', async (t) => {
  const { simulator, name, role, run } = await replicaOfOwner(t, () => undefined)
  const take = () => control(simulator)('POST', '/control/v1/snapshots', {})
  await run(`REVOKE CONNECT ON DATABASE ${name} FROM ${role}, PUBLIC`)
  const refused = await take()
  t.equal(refused.status, 503)
  t.match(refused.text, `permission denied for database \\"${name}\\". Grant the right again`)
  await run(`GRANT CONNECT ON DATABASE ${name} TO ${role}`)
  t.equal((await take()).status, 201)
})
