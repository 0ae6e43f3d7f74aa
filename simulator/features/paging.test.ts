import t from 'tap'
import { startSimulator } from '../server.ts'
import { caller } from '../testing/contract.ts'
import { data, problems } from '../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

interface Page {
  data: { id: string }[]
  has_more: boolean
  next_cursor: string | null
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = caller(simulator, demoKey('org_acme'))
const globex = caller(simulator, demoKey('org_globex'))

/** Reads a list to its end; `between` runs after each page. */
async function pages(
  list: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Page[]> {
  const found: Page[] = []
  for (let cursor = ''; ;) {
    const page = (await acme('GET', `${list}${cursor}`)).json<Page>()
    found.push(page)
    await between()
    if (page.next_cursor === null) return found
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const idsOf = (found: Page[]): string[] => found.flatMap((page) => page.data.map(({ id }) => id))

const made: string[] = []
for (let i = 0; i < 250; i++)
  made.push(data<{ id: string }>(await acme('POST', '/v1/sessions', { metadata: { i } })).id)
made.reverse()

t.test(
  'END-010 paging returns 250 sessions once each, newest first, while others are created',
  async (t) => {
    for (const limit of [7, 37, 100]) {
      const fresh: string[] = []
      const found = await pages(`/v1/sessions?limit=${limit}`, async () => {
        fresh.unshift(data<{ id: string }>(await acme('POST', '/v1/sessions', {})).id)
        await globex('POST', '/v1/sessions', {})
      })
      t.strictSame(idsOf(found), made, `pages of ${limit}`)
      t.ok(found.slice(0, -1).every((page) => page.has_more && page.data.length === limit))
      t.match(found.at(-1), { has_more: false, next_cursor: null })
      made.unshift(...fresh)
    }
  },
)

t.test('the default page size is 20, the maximum 100', async (t) => {
  const first = (await acme('GET', '/v1/sessions')).json<Page>()
  t.strictSame(idsOf([first]), made.slice(0, 20))
  t.strictSame(
    idsOf([(await acme('GET', '/v1/sessions?limit=100')).json<Page>()]),
    made.slice(0, 100),
  )
  t.strictSame(idsOf([(await acme('GET', '/v1/sessions?limit=1')).json<Page>()]), made.slice(0, 1))
})

t.test('a full last page has no next page', async (t) => {
  for (let i = 0; i < 4; i++) await acme('POST', '/v1/applicants', { family_name: `Ek ${i}` })
  const found = await pages('/v1/applicants?limit=2')
  t.strictSame(
    found.map((page) => page.data.length),
    [2, 2],
  )
  t.equal(found[1]!.next_cursor, null)
})

t.test('deleting records between two pages skips no other record', async (t) => {
  const ids: string[] = []
  for (let i = 0; i < 30; i++) {
    ids.unshift(
      data<{ id: string }>(await acme('POST', '/v1/applicants', { family_name: 'Ek' })).id,
    )
  }
  // The last record of the page just read: the position of the cursor.
  let place = 9
  const found = await pages('/v1/applicants?limit=10', async () => {
    if (place < 30) await acme('DELETE', `/v1/applicants/${ids[place]}`)
    place += 10
  })
  t.strictSame(idsOf(found).slice(0, 30), ids)
})

t.test('an empty list has no next page', async (t) => {
  t.strictSame((await globex('GET', '/v1/applicants')).json(), {
    data: [],
    has_more: false,
    next_cursor: null,
  })
})

t.test('a cursor that this list has not returned is rejected', async (t) => {
  const cursorOf = async (list: string): Promise<string> =>
    (await acme('GET', `${list}?limit=1`)).json<Page>().next_cursor!
  const refused = async (query: string): Promise<string[]> =>
    problems(await acme('GET', `/v1/sessions?${query}`))
  t.strictSame(await refused(`cursor=${await cursorOf('/v1/sessions')}`), [])
  t.strictSame(
    await refused(`cursor=${await cursorOf('/v1/applicants')}`),
    ['custom cursor'],
    'a cursor of another list',
  )
  t.strictSame(
    await refused(
      `cursor=${(await globex('GET', '/v1/sessions?limit=1')).json<Page>().next_cursor}`,
    ),
    ['custom cursor'],
    'a cursor of another organization',
  )
  for (const cursor of [
    'x',
    '0',
    '-1',
    'null',
    'undefined',
    'p1',
    'cDE!',
    '%F0%9F%98%80',
    Buffer.from('p-1').toString('base64url'),
    Buffer.from('p1.5').toString('base64url'),
    Buffer.from("p1' OR 1=1").toString('base64url'),
    made[0]!,
  ]) {
    t.strictSame(await refused(`cursor=${cursor}`), ['custom cursor'], cursor)
  }
  t.strictSame(
    (await refused('limit=0&cursor=x')).sort(),
    ['custom cursor', 'too_small limit'],
    'VAL-001 beside another problem',
  )
  t.strictSame(await refused('cursor='), ['too_small cursor'])
  t.strictSame(await refused(`cursor=${'x'.repeat(513)}`), ['too_big cursor'])
  t.strictSame(await refused('cursor=a&cursor=b'), ['invalid_type cursor'])
})

t.test('a cursor reveals nothing, and works after a restart on the same data', async (t) => {
  const options = { dataDir: t.testdir(), world: roomyWorld(), adminPort: 0, usPort: 0, euPort: 0 }
  const before = await startSimulator(options)
  const call = caller(before, demoKey('org_acme'))
  for (let i = 0; i < 3; i++) await call('POST', '/v1/sessions', {})
  const first = (await call('GET', '/v1/sessions?limit=1')).json<Page>()
  const whole = (await call('GET', '/v1/sessions')).json<Page>()
  await before.close()
  t.match(first.next_cursor, /^[\w-]{22}$/)
  t.notMatch(Buffer.from(first.next_cursor!, 'base64url').toString('latin1'), /listSessions|:\d/)
  const after = await startSimulator(options)
  const rest = (
    await caller(after, demoKey('org_acme'))('GET', `/v1/sessions?cursor=${first.next_cursor}`)
  ).json<Page>()
  await after.close()
  t.strictSame(idsOf([first, rest]), idsOf([whole]))
})

t.test('invalid limits and unknown parameters are rejected', async (t) => {
  const refused = async (query: string): Promise<string[]> =>
    problems(await acme('GET', `/v1/sessions?${query}`))
  t.strictSame(await refused('limit=0'), ['too_small limit'])
  t.strictSame(await refused('limit=-5'), ['too_small limit'])
  t.strictSame(await refused('limit=101'), ['too_big limit'])
  for (const limit of ['', 'ten', '1.5', '1e1', '0x10', '%201', '9'.repeat(40)]) {
    t.strictSame(await refused(`limit=${limit}`), ['invalid_type limit'], limit)
  }
  t.strictSame(
    await refused('status=completed'),
    ['unrecognized_keys '],
    'an ignored filter would return too much',
  )
  t.strictSame(await refused('Limit=5'), ['unrecognized_keys '])
  t.strictSame(await refused('__proto__=5'), ['unrecognized_keys '])
})
