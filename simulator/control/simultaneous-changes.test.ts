import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { RunningSimulator } from '../server.ts'
import { signingFor } from '../testing/signing.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const CALLERS = 40
const KEY = demoKey('org_acme')
/** All callers read before the first one has written, as with a database on another machine. */
const WRITE_MS = 20

/** Counts the writes, and delays each. */
function slowWrites({ ports: { records } }: RunningSimulator): { writes: number } {
  const write = records.write.bind(records)
  const counted = { writes: 0 }
  records.write = async (changes) => {
    counted.writes++
    await sleep(WRITE_MS)
    return write(changes)
  }
  return counted
}

t.test('simultaneous changes of one record write at most twice each', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const counted = slowWrites(simulator)
  const api = client(simulator, KEY)
  const control = client(simulator, undefined, 'control')
  const made = async (path: string, body: object): Promise<string> =>
    (await api('POST', path, body)).json<{ data: { id: string } }>().data.id
  const changed = async (
    what: string,
    most: number,
    change: (i: number) => ReturnType<typeof api>,
    allowed = [200],
  ): Promise<void> => {
    counted.writes = 0
    const replies = await Promise.all(Array.from({ length: CALLERS }, (_, i) => change(i)))
    const refused = replies.filter(({ status }) => !allowed.includes(status))
    t.strictSame(
      refused.map(({ text }) => text),
      [],
      what,
    )
    t.ok(counted.writes <= most, `${what}: ${counted.writes} writes`)
  }

  const open = await made('/v1/sessions', {})
  await changed('screening facts', 2 * CALLERS, () =>
    control('POST', `/control/v1/sessions/${open}/screening_facts`, { findings: [] }),
  )
  await changed('sealing faults', 2 * CALLERS, (times) =>
    control('POST', '/control/v1/organizations/org_acme/sealing_faults', { mode: 'test', times }),
  )

  const applicant_id = await made('/v1/applicants', { family_name: 'Ek' })
  const sessions: string[] = []
  for (let i = 0; i < CALLERS; i++) sessions.push(await made('/v1/sessions', { applicant_id }))
  await changed('client tokens of an applicant', 2 * CALLERS + 2, (i) =>
    api('POST', `/v1/sessions/${sessions[i]}/client_token`),
  )
  await control('POST', `/control/v1/sessions/${sessions[0]}/journey`, { action: 'submit' })
  await changed('images of a session', 2 * CALLERS, () =>
    control('POST', `/control/v1/sessions/${sessions[0]}/delete_images`),
  )
  // One begins the erasure, and one batch completes it. Requests that arrive later find no applicant.
  const remove = () => api('DELETE', `/v1/applicants/${applicant_id}`)
  await changed('deletion of an applicant', 2, remove, [204, 404])
})

t.test('simultaneous calls seal an envelope once, and a failing sealing once each', async (t) => {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const acme = signingFor(simulator)
  const control = client(simulator, undefined, 'control')
  const fail = (times: number) =>
    control('POST', '/control/v1/organizations/org_acme/sealing_faults', { mode: 'test', times })
  await fail(CALLERS)
  const { id } = await acme.signed(await acme.workflow())
  const envelope = (await acme.console(id)).id
  const counted = slowWrites(simulator)
  const sealed = async (): Promise<number[]> => {
    counted.writes = 0
    const replies = await Promise.all(
      Array.from({ length: CALLERS - 1 }, () =>
        control('POST', `/control/v1/envelopes/${envelope}/seal`),
      ),
    )
    return replies.map(({ status }) => status).toSorted()
  }
  t.strictSame([...new Set(await sealed())], [200])
  t.equal(counted.writes, CALLERS - 1)
  const later: number[] = Array.from({ length: CALLERS - 2 }, () => 409)
  t.strictSame(await sealed(), [200, ...later])
  t.equal(counted.writes, 1)
})
