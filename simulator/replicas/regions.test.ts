import t from 'tap'
import { storeAddress } from '../store/postgres/address.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import type { Region, WorldFile } from '../world/world.ts'
import { emptyDatabase, openDatabase } from './testing.ts'

const worldOf = (region: Region): WorldFile => {
  const world = roomyWorld()
  return { ...world, organizations: world.organizations.filter((one) => one.region === region) }
}

t.test('a group of replicas per region keeps each region in its own database', async (t) => {
  const start = async (region: Region) => {
    const store = await emptyDatabase(t)
    const options = { store, world: worldOf(region), storeLimits: BUSY_LIMITS }
    return {
      store,
      simulator: await simulatorFor(t, options),
      database: await openDatabase(t, store),
    }
  }
  const [us, eu] = [await start('us'), await start('eu')]
  const keys = { us: demoKey('org_acme'), eu: demoKey('org_umbra') }
  const sessions: string[] = []
  for (const [region, { simulator }] of Object.entries({ us, eu }) as ['us' | 'eu', typeof us][]) {
    const made = await client(simulator, keys[region], region)('POST', '/v1/sessions', {})
    t.equal(made.status, 201, made.text)
    sessions.push(made.json<{ data: { id: string } }>().data.id)
  }
  const strange = await client(eu.simulator, keys.us, 'eu')('GET', `/v1/sessions/${sessions[0]}`)
  t.match(strange.json(), { error: { code: 'region_mismatch' } })
  const hidden = await client(eu.simulator, keys.eu, 'eu')('GET', `/v1/sessions/${sessions[0]}`)
  t.equal(hidden.status, 404)
  for (const [{ database }, region] of [
    [us, 'us'],
    [eu, 'eu'],
  ] as const) {
    const scopes = await database.read<[string]>({
      text: 'SELECT DISTINCT n.name FROM documents d JOIN names n ON n.no = d.scope',
    })
    t.ok(scopes.length > 0)
    t.strictSame(
      scopes.filter(([scope]) => !scope.startsWith(`${region}/`)),
      [],
    )
    const docs = await database.read<[string]>({ text: 'SELECT doc FROM organizations' })
    t.ok(docs.length > 0)
    t.ok(docs.every(([doc]) => (JSON.parse(doc) as { region: string }).region === region))
  }
})

t.test('two databases for one process are refused, without their credentials', async (t) => {
  const both = 'us=postgres://vskit:secret@a/vskit,eu=postgres://vskit:secret@b/vskit'
  t.throws(() => storeAddress(both), /replicas for each region with separate --store and --world/)
  const problem = await simulatorFor(t, { store: both }).catch(({ message }: Error) => message)
  t.match(problem, /takes one database/)
  t.notMatch(problem, /secret/)
})
