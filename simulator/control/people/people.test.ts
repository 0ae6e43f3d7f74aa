import t from 'tap'
import { client, demoKey, roomyWorld } from '../../testing/simulator.ts'
import { codeOf, controlFor, dataOf, problemsOf } from '../testing.ts'

interface Person {
  id: string
  family_name: string
}

const { simulator, control } = await controlFor(t, { world: roomyWorld() })
const acme = client(simulator, demoKey('org_acme'))
const path = '/organizations/org_acme'
const people = async (query = ''): Promise<Person[]> =>
  dataOf(await control('GET', `${path}/applicants?mode=test${query}`))
const requests = async (query = ''): Promise<{ id: string }[]> =>
  dataOf(await control('GET', `${path}/data_subject_requests?mode=test${query}`))
const newPerson = async (family_name: string): Promise<string> =>
  dataOf<Person>(await acme('POST', '/v1/applicants', { family_name, email: 'a@example.com' })).id

const okafor = await newPerson('Okafor')
const marsh = await newPerson('Marsh')

t.test('applicants of one mode are listed as the public API lists them', async (t) => {
  const listed = (await acme('GET', '/v1/applicants')).json<{ data: Person[] }>().data
  t.strictSame(await people(), listed)
  t.strictSame(
    listed.map(({ id }) => id),
    [marsh, okafor],
  )
  const first = await control('GET', `${path}/applicants?mode=test&limit=1`)
  const { next_cursor: cursor } = first.json<{ next_cursor: string }>()
  t.match(await people(`&limit=1&cursor=${cursor}`), [{ id: okafor }])
  t.strictSame(dataOf(await control('GET', `${path}/applicants?mode=live`)), [])
  t.match(dataOf(await control('GET', `${path}/applicants/${okafor}?mode=test`)), {
    id: okafor,
    family_name: 'Okafor',
  })
})

t.test('q finds prefixes of words of ids, names and addresses', async (t) => {
  const ids = async (q: string): Promise<string[]> =>
    (await people(`&q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  t.strictSame(await ids('OKAF'), [okafor])
  t.strictSame(await ids(marsh), [marsh])
  t.strictSame(await ids('a example'), [marsh, okafor], 'newest first')
  t.strictSame(await ids('okafor nobody'), [])
  t.strictSame(await ids(' '), [marsh, okafor], 'a blank q does not filter')
  const renamed = await acme('PATCH', `/v1/applicants/${marsh}`, { family_name: 'Quayle' })
  t.equal(renamed.status, 200)
  t.strictSame([await ids('marsh'), await ids('quayle')], [[], [marsh]])
  await acme('PATCH', `/v1/applicants/${marsh}`, { family_name: 'Marsh' })
  const first = await control('GET', `${path}/applicants?mode=test&q=example&limit=1`)
  const { next_cursor: cursor } = first.json<{ next_cursor: string }>()
  t.match(await people(`&q=example&limit=1&cursor=${cursor}`), [{ id: okafor }])
})

t.test('an applicant of another mode or organization is not found', async (t) => {
  for (const where of [
    `${path}/applicants/${okafor}?mode=live`,
    `/organizations/org_globex/applicants/${okafor}?mode=test`,
    `${path}/applicants/nobody?mode=test`,
  ])
    t.equal(codeOf(await control('GET', where)), 'resource_not_found', where)
  t.strictSame(problemsOf(await control('GET', `${path}/applicants/${okafor}`)), [
    'invalid_type mode',
  ])
})

t.test('data subject requests are opened, executed and listed, newest first', async (t) => {
  const open = async (type: string, applicant_id: string): Promise<{ id: string }> =>
    dataOf(await control('POST', `${path}/data_subject_requests?mode=test`, { type, applicant_id }))
  const access = await open('access', okafor)
  const erasure = await open('erasure', marsh)
  await control('POST', '/settle')
  t.match(await requests(), [
    { id: erasure.id, type: 'erasure', applicant_id: marsh, status: 'completed' },
    { id: access.id, type: 'access', applicant_id: okafor, status: 'completed' },
  ])
  t.match(await requests(`&applicant_id=${okafor}`), [{ id: access.id }])
  t.equal((await requests(`&applicant_id=${okafor}`)).length, 1)
  t.match(
    dataOf(await acme('GET', `/v1/data_subject_requests/${erasure.id}`)),
    { id: erasure.id, status: 'completed' },
    'a key of that mode sees it',
  )
  t.strictSame(
    problemsOf(
      await control('POST', `${path}/data_subject_requests?mode=live`, {
        type: 'erasure',
        applicant_id: okafor,
      }),
    ),
    ['custom applicant_id'],
  )
})

t.test('a deleted applicant is not in the list', async (t) => {
  t.equal((await control('DELETE', `${path}/applicants/${okafor}?mode=test`)).status, 204)
  t.notOk((await people()).some(({ id }) => id === okafor))
  t.strictSame(await people('&q=okafor'), [])
  t.equal(
    codeOf(await control('DELETE', `${path}/applicants/${okafor}?mode=test`)),
    'resource_not_found',
  )
})
