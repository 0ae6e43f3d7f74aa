import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const KEY = demoKey('org_acme')
const RESTORES = process.env.TEST_FULL === '1' ? 100 : 6

const server = await startPostgres()
t.teardown(() => server.stop())
let databases = 0

interface Replica {
  simulator: RunningSimulator
  call: Client
  /** Calls the control API. @throws {Error} if the response is an error */
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
}

async function replica(t: Test, options: ServerOptions = {}): Promise<Replica> {
  const simulator = await simulatorFor(t, {
    world: roomyWorld(),
    storeLimits: BUSY_LIMITS,
    ...options,
  })
  const ask = client(simulator, undefined, 'control')
  return {
    simulator,
    call: client(simulator, KEY),
    control: async <T>(method: string, path: string, body?: object) => {
      const reply = await ask(method, `/control/v1${path}`, body)
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
      return (reply.text === '' ? {} : reply.json<{ data: T }>().data) as T
    },
  }
}

async function pair(t: Test, options: ServerOptions = {}): Promise<[Replica, Replica]> {
  const store = await server.database(`snapshots_${++databases}`)
  return [await replica(t, { store, ...options }), await replica(t, { store, ...options })]
}

const take = async ({ control }: Replica): Promise<string> =>
  (await control<{ id: string }>('POST', '/snapshots')).id
const restore = ({ control }: Replica, id: string): Promise<unknown> =>
  control('POST', `/snapshots/${id}/restore`)

async function made(call: Client, path: string, body: object): Promise<string> {
  const reply = await call('POST', path, body)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json<{ data: { id: string } }>().data.id
}

const nameOf = async ({ call }: Replica, applicant: string): Promise<string> =>
  (await call('GET', `/v1/applicants/${applicant}`)).json<{ data: { family_name: string } }>().data
    .family_name
const rename = async ({ call }: Replica, applicant: string, family_name: string): Promise<void> => {
  const reply = await call('PATCH', `/v1/applicants/${applicant}`, { family_name })
  if (reply.status !== 200) throw new Error(reply.text)
}

/** Two states in which one document has the same version but different contents. */
async function twoStates(at: Replica): Promise<{ applicant: string; states: [string, string][] }> {
  const applicant = await made(at.call, '/v1/applicants', { family_name: 'None' })
  const before = await take(at)
  const states: [string, string][] = []
  for (const name of ['One', 'Two']) {
    await restore(at, before)
    await rename(at, applicant, name)
    states.push([await take(at), name])
  }
  return { applicant, states }
}

t.test('a state that one replica restores applies to the others at once', async (t) => {
  const [a, b] = await pair(t)
  const { applicant, states } = await twoStates(a)
  for (const [i, [id, name]] of [...states, ...states].entries()) {
    await restore([a, b][i % 2]!, id)
    t.equal(await nameOf(a, applicant), name)
    t.equal(await nameOf(b, applicant), name)
  }
  const key = { type: 'sk', mode: 'test', scopes: ['sessions:read'] }
  const late = await a.control<{ key: string }>('POST', '/organizations/org_acme/keys', key)
  await restore(b, states[0]![0])
  const refused = await client(a.simulator, late.key)('GET', '/v1/sessions')
  t.equal(refused.status, 401, 'a key that was created after the snapshot')
})

t.test('a request that began before a restore is refused and writes nothing', async (t) => {
  const [a, b] = await pair(t)
  const state = await take(a)
  const asked = request(`${a.simulator.base_urls.us}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  })
  const answered = new Promise<{ status: number; retryAfter: string | undefined }>((resolve) =>
    asked.on('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] })
    }),
  )
  // It is admitted when its headers arrive, and waits for the rest of its body.
  asked.write('{"metadata":')
  await sleep(200)
  await restore(b, state)
  asked.end('{}}')
  t.strictSame(await answered, { status: 503, retryAfter: '1' })
  t.strictSame((await a.call('GET', '/v1/sessions')).json<{ data: unknown[] }>().data, [])
})

t.test(`${RESTORES} restores under load mix no states`, async (t) => {
  const reported: Error[] = []
  const replicas = await pair(t, { report: (error) => reported.push(error as Error) })
  const { applicant, states } = await twoStates(replicas[0])
  const run = { ended: false, served: 0, refused: 0 }
  const odd: string[] = []
  const caller = async (call: Client): Promise<void> => {
    for (let i = 0; !run.ended; i++) {
      const reply =
        i % 2 === 0
          ? await call('PATCH', `/v1/applicants/${applicant}`, { email: `a${i}@b.example` })
          : await call('POST', '/v1/sessions', { applicant_id: applicant })
      if (reply.status < 300) run.served++
      else if (reply.status === 503) run.refused++
      // On a machine with other work, an answer of the database may take too long: the outcome is unknown.
      else if (reply.status === 500 && reported.some(({ name }) => name === 'OutcomeUnknown'))
        run.refused++
      else odd.push(`${reply.status} ${reply.text}`)
    }
  }
  const callers = [...replicas, ...replicas].map(({ call }) => caller(call))
  for (let i = 0; i < RESTORES; i++) {
    const [id, name] = states[i % 2]!
    for (let back = false; !back;)
      back = await restore(replicas[(i >> 1) % 2]!, id).then(
        () => true,
        (error: Error) => {
          if (!error.message.includes(': 503 ')) throw error
          return false
        },
      )
    for (const one of replicas) {
      const found = await nameOf(one, applicant)
      if (found !== name) odd.push(`after a restore of ${name}: ${found}`)
    }
    const { served } = run
    while (run.served < served + 5) await sleep(5)
  }
  run.ended = true
  await Promise.all(callers)
  t.strictSame(odd, [])
  t.strictSame(
    reported.filter(({ name }) => name !== 'StoreUnavailable' && name !== 'OutcomeUnknown'),
    [],
  )
  t.ok(run.served > RESTORES, `${run.served} served, ${run.refused} refused`)
  const [id] = states[0]!
  await restore(replicas[0], id)
  for (const { call } of replicas) {
    t.strictSame((await call('GET', '/v1/sessions')).json<{ data: unknown[] }>().data, [])
    const { text } = await call('GET', `/v1/applicants/${applicant}`)
    t.notMatch(text, /@b\.example/, 'no write of an earlier request')
  }
})

t.test('a snapshot file can be moved between the stores in both directions', async (t) => {
  const [shared] = await pair(t)
  const own = await replica(t)
  const over = async (from: Replica, to: Replica): Promise<void> => {
    const [source, target] = [from, to].map((one) => `${one.simulator.control_url}/control/v1`)
    const file = await fetch(`${source}/snapshots/${await take(from)}/export`)
    const reply = await fetch(`${target}/snapshot_imports`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: await file.arrayBuffer(),
    })
    await restore(to, ((await reply.json()) as { data: { id: string } }).data.id)
  }
  const session = await made(own.call, '/v1/sessions', { metadata: { text: 'a\u0000b' } })
  await own.control('POST', `/sessions/${session}/journey`, { action: 'submit' })
  await own.control('POST', '/clock/freeze', { at: '2031-01-01T00:00:00.000Z' })
  const seen = async ({ call, control }: Replica): Promise<unknown[]> => [
    (await call('GET', `/v1/sessions/${session}`)).text,
    (await call('GET', `/v1/sessions/${session}/idv-image/portrait`)).bytes.toString('base64'),
    await control('GET', '/world'),
    await control('GET', '/events'),
  ]
  const due = async ({ control }: Replica): Promise<unknown> => [
    (await control<{ next_job_at: string }>('GET', '/health')).next_job_at,
    await control('GET', '/organizations/org_acme/usage'),
  ]
  const [before, dueBefore] = [await seen(own), await due(own)]
  await over(own, shared)
  t.strictSame(await due(shared), dueBefore)
  t.strictSame(await seen(shared), before)
  const late = await made(shared.call, '/v1/sessions', {})
  const list = await shared.call('GET', '/v1/sessions')
  t.match(list.json(), { data: [{ id: late }, { id: session }] }, 'positions continue')
  await over(shared, own)
  t.equal((await own.call('GET', `/v1/sessions/${late}`)).status, 200)
  t.strictSame(await seen(own), before)
})
