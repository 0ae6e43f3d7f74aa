import t from 'tap'
import { callJson, newHome, startSimulator } from '../../process/simulator.ts'
import { callOnce } from '../../measure/recording.ts'
import { ProcessGroup } from '../../process/process-group.ts'
import { MOST_COPIES, addCopies, ofCopy } from './copies.ts'
import { seedHome } from './measure.ts'
import { weekly } from '../../../tools/testing/rounds.ts'

const ID = 'vs_0xpt1damv0c5sx7strr43g6e'

t.test('the ids of a copy are new, and as close together as the original ones', async (t) => {
  t.equal(ofCopy(ID, 1), 'vs_1xpt1damv0c5sx7strr43g6e')
  t.equal(ofCopy(ID, 32), 'vs_0ypt1damv0c5sx7strr43g6e')
  t.equal(ofCopy('vs_zzpt1damv0c5sx7strr43g6e', 33), 'vs_00pt1damv0c5sx7strr43g6e')
  const all = Array.from({ length: MOST_COPIES }, (_, i) => ofCopy(ID, i + 1))
  t.equal(new Set([ID, ...all]).size, MOST_COPIES + 1)
  const text = `{"id":"evt_0xpt1kjqpy8e1czfqe23jsgw","body":"{\\"sessionId\\":\\"${ID}\\"}","to":"whs_0xpt100wnnxgd69gsezzeh5s"}`
  t.equal(ofCopy(text, 1), text.replace('evt_0', 'evt_1').replace('vs_0', 'vs_1'))
  t.equal(ofCopy('a_2 step_1 vs_short', 1), 'a_2 step_1 vs_short')
})

t.test('a simulator serves copies like the original sessions', weekly, async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const options = { cores: { note: null }, nodeArgs: [], say: () => {}, step: () => {} }
  const { home, ids, sessions } = await seedHome(group, 6, options, 2)
  t.strictSame(
    [sessions, ids.length, new Set(ids).size],
    [6, 6, 6],
    'two created, and two copies of them',
  )
  const simulator = await startSimulator(group, { measured: 'copies', store: 'disk', home })
  const get = (path: string) => ({
    method: 'GET' as const,
    path,
    headers: { authorization: `Bearer ${simulator.key}` },
  })
  const listed = (await callJson(simulator.baseUrl, get('/v1/sessions?limit=100'))) as {
    data: { id: string }[]
  }
  t.strictSame(listed.data.map(({ id }) => id).sort(), [...ids].sort())
  for (const id of ids) {
    t.equal(
      (await callOnce(simulator.baseUrl, get(`/v1/sessions/${id}/idv-image/front`))).status,
      200,
    )
    const { data } = (await callJson(
      simulator.baseUrl,
      get(`/v1/webhook-events?session_id=${id}`),
    )) as { data: { session_id: string }[] }
    t.match(data, [{ session_id: id }])
  }
})

t.test('too many copies to identify are rejected', async (t) => {
  await t.rejects(
    addCopies('anywhere', MOST_COPIES + 1, () => {}),
    /at most 1023 copies/,
  )
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const { dataFolder } = await newHome(group)
  await t.rejects(
    addCopies(`${dataFolder}/none`, 1, () => {}),
    /unable to open/,
  )
})
