import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import { type Client, client, demoKey, roomyWorld } from '../testing/simulator.ts'
import { receiverFor } from '../testing/receiver.ts'
import { BUSY_LIMITS } from '../store/testing/busy-limits.ts'
import { type PostgresServer, startPostgres } from '../store/testing/postgres-server.ts'
import { codeOf, controlFor, dataOf, newSession, problemsOf } from './testing.ts'

interface Snapshot {
  id: string
  name: string | null
  created_at: string
  bytes: number
}

const NOON = '2026-11-20T12:00:00Z'

function dataFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

let postgres: Promise<PostgresServer> | undefined
let databases = 0

async function database(): Promise<string> {
  if (!postgres) {
    postgres = startPostgres()
    t.teardown(async () => (await postgres)!.stop())
  }
  return (await postgres).database(`snapshots_${++databases}`)
}

/** `inBothModes`, and on a simulator with a database. */
function inEveryMode(name: string, body: (t: Test, options: ServerOptions) => Promise<void>): void {
  inBothModes(name, body)
  void t.test(`${name} (on PostgreSQL)`, async (t) =>
    body(t, { store: await database(), storeLimits: BUSY_LIMITS }),
  )
}

/** Runs a test body on a simulator with a data folder, and on one in memory. */
function inBothModes(name: string, body: (t: Test, options: ServerOptions) => Promise<void>): void {
  void t.test(`${name} (on disk)`, (t) => body(t, { dataDir: dataFolder(t) }))
  void t.test(`${name} (in memory)`, (t) => body(t, {}))
}

const take = async (control: Client, name?: string): Promise<Snapshot> =>
  dataOf<Snapshot>(await control('POST', '/snapshots', name === undefined ? undefined : { name }))
const restore = async (control: Client, { id }: Snapshot): Promise<void> => {
  dataOf(await control('POST', `/snapshots/${id}/restore`))
}

/** Returns everything visible of an organization, by its own key and by the control API. */
async function seen(
  call: Client,
  control: Client,
  session: string,
): Promise<Record<string, unknown>> {
  const text = async (client: Client, path: string) => (await client('GET', path)).text
  return {
    world: await text(control, '/world'),
    sessions: await text(call, '/v1/sessions?limit=2'),
    session: await text(control, `/sessions/${session}`),
    image: (await call('GET', `/v1/sessions/${session}/idv-image/portrait`)).bytes.toString(
      'base64',
    ),
    deliveries: await text(call, '/v1/webhook-events'),
    events: await text(control, '/events'),
    emails: await text(control, '/emails'),
    due: dataOf<{ next_job_at: string }>(await control('GET', '/health')).next_job_at,
  }
}

inEveryMode(
  'a snapshot restores records, world and clock, any number of times',
  async (t, options) => {
    const receiver = await receiverFor(t)
    const { simulator, control } = await controlFor(t, {
      ...options,
      world: roomyWorld(),
      loopbackReceivers: true,
    })
    await control('POST', '/clock/freeze', { at: NOON })
    await control('POST', '/organizations/org_acme/webhook_subscriptions', {
      mode: 'test',
      url: receiver.url,
    })
    const call = client(simulator, demoKey('org_acme'))
    const sessions = [await newSession(call), await newSession(call), await newSession(call)]
    await control('POST', `/sessions/${sessions[0]}/journey`, { action: 'submit' })
    await control('POST', '/settle')
    const revoked = dataOf<{ id: string; key: string }>(
      await control('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' }),
    )
    const before = await seen(call, control, sessions[0]!)
    const activity = dataOf<unknown[]>(await control('GET', '/activity'))
    const cursor = (await call('GET', '/v1/sessions?limit=2')).json<{ next_cursor: string }>()
      .next_cursor
    const snapshot = await take(control, 'signed up')
    t.match(snapshot, {
      id: /^snp_[0-9a-z]{24}$/,
      name: 'signed up',
      created_at: '2026-11-20T12:00:00.000Z',
    })

    for (let round = 0; round < 2; round++) {
      const made = dataOf<{ key: string }>(
        await control('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' }),
      )
      await control('POST', `/organizations/org_acme/keys/${revoked.id}/revoke`)
      await control('DELETE', '/organizations/org_nord')
      await control('PATCH', '/organizations/org_acme', { name: 'Other' })
      const late = await newSession(call)
      await control('POST', `/sessions/${sessions[1]}/journey`, { action: 'submit' })
      await control('POST', '/clock/advance', { seconds: 8 * 24 * 3600 })
      t.match(dataOf(await control('GET', `/sessions/${sessions[2]}`)), { status: 'expired' })
      t.equal(
        codeOf(await client(simulator, revoked.key)('GET', '/v1/sessions')),
        'invalid_api_key',
      )

      t.match(dataOf(await control('POST', `/snapshots/${snapshot.id}/restore`)), {
        id: snapshot.id,
        clock: { now: '2026-11-20T12:00:00.000Z', frozen: true },
        counts: { organizations: 4 },
      })
      t.strictSame(await seen(call, control, sessions[0]!), before)
      t.equal(
        codeOf(await client(simulator, made.key)('GET', '/v1/sessions')),
        'invalid_api_key',
        'a key created since is unknown',
      )
      t.equal(
        (await client(simulator, revoked.key)('GET', '/v1/sessions')).status,
        200,
        'a key revoked since is valid again',
      )
      t.equal((await call('GET', `/v1/sessions/${late}`)).status, 404)
      t.strictSame(
        (await call('GET', `/v1/sessions?cursor=${cursor}`))
          .json<{ data: { id: string }[] }>()
          .data.map(({ id }) => id),
        [sessions[0]],
        'cursors return the same pages',
      )
      t.strictSame(
        dataOf<unknown[]>(await control('GET', '/activity')).slice(-activity.length),
        activity,
      )
    }
    await control('POST', '/clock/advance', { seconds: 8 * 24 * 3600 })
    t.match(
      dataOf(await control('GET', `/sessions/${sessions[1]}`)),
      { status: 'expired' },
      'due jobs are as they were',
    )
    t.match(dataOf(await control('GET', `/sessions/${sessions[0]}`)), { status: 'completed' })
  },
)

inEveryMode('they are listed, deleted, and found by their ids only', async (t, options) => {
  const { simulator, control } = await controlFor(t, options)
  const listed = async () => dataOf<Snapshot[]>(await control('GET', '/snapshots'))
  t.strictSame(await listed(), [])
  const [one, two] = [await take(control), await take(control, '../../world.json')]
  t.equal(one.name, null)
  t.strictSame((await listed()).map(({ id }) => id).sort(), [one.id, two.id].sort())
  t.ok(one.bytes > 10_000)
  const none = [
    '..',
    '../snapshots',
    two.name!,
    `../snapshots/${one.id}`,
    `${one.id}/.`,
    `.unfinished-${one.id}`,
    'snp_',
    '.restoring',
    one.id.toUpperCase(),
    `snp_${'0'.repeat(24)}`,
    `${one.id}%00`,
  ]
  const ask = client(simulator, undefined, 'control')
  for (const id of none.map((id) => (id.includes('%') ? id : encodeURIComponent(id)))) {
    for (const [method, path] of [
      ['POST', `${id}/restore`],
      ['DELETE', id],
    ] as const) {
      const reply = await ask(method, `/control/v1/snapshots/${path}`)
      t.ok(reply.status === 404 || reply.status === 405, `${method} ${path}: ${reply.status}`)
    }
  }
  for (const body of [{ name: '' }, { name: 'x'.repeat(101) }, { name: 7 }, { nam: 'x' }]) {
    t.equal((await control('POST', '/snapshots', body)).status, 422)
  }
  t.equal((await control('DELETE', `/snapshots/${one.id}`)).status, 204)
  t.equal(codeOf(await control('POST', `/snapshots/${one.id}/restore`)), 'resource_not_found')
  t.strictSame(await listed(), [two])
})

t.test(
  'a snapshot that cannot be restored is rejected with a reason, and nothing changes',
  async (t) => {
    const dataDir = dataFolder(t)
    const { simulator, control } = await controlFor(t, { dataDir })
    const call = client(simulator, demoKey('org_acme'))
    const [older, broken] = [await take(control), await take(control)]
    const session = await newSession(call)
    const file = (snapshot: Snapshot, name: string): string =>
      join(dataDir, 'snapshots', snapshot.id, name)
    const records = new DatabaseSync(file(older, 'records.sqlite'))
    records.exec('PRAGMA user_version = 1')
    records.close()
    writeFileSync(file(broken, 'world.json'), '{"version":')
    for (const [snapshot, words] of [
      [older, /records of version 1, expected version/],
      [broken, /world cannot be used/],
    ] as const) {
      const reply = await control('POST', `/snapshots/${snapshot.id}/restore`)
      t.strictSame(problemsOf(reply), ['custom snapshot_id'])
      t.match(reply.text, words)
    }
    t.equal((await call('GET', `/v1/sessions/${session}`)).status, 200)
    t.strictSame(readdirSync(join(dataDir, 'snapshots')).sort(), [older.id, broken.id].sort())
  },
)

t.test('a snapshot that was damaged meanwhile does not hide the others', async (t) => {
  const dataDir = dataFolder(t)
  const { control } = await controlFor(t, { dataDir })
  const [whole, damaged] = [await take(control), await take(control)]
  writeFileSync(join(dataDir, 'snapshots', damaged.id, 'snapshot.json'), '{')
  t.strictSame(dataOf<Snapshot[]>(await control('GET', '/snapshots')), [whole])
})

t.test('a snapshot that cannot be written is reported, and leaves no files', async (t) => {
  const dataDir = dataFolder(t)
  const { simulator, control } = await controlFor(t, { dataDir })
  writeFileSync(join(dataDir, 'snapshots'), 'a file where the folder would be')
  const reply = await control('POST', '/snapshots')
  t.equal(reply.status, 500)
  t.match(
    reply.text,
    /No snapshot could be taken: .*Its files were removed, and nothing else has changed/,
  )
  t.equal(readFileSync(join(dataDir, 'snapshots'), 'utf8'), 'a file where the folder would be')
  await newSession(client(simulator, demoKey('org_acme')))
})

inEveryMode(
  'calls in progress finish first, and none writes into the restored data',
  async (t, options) => {
    const { simulator, control } = await controlFor(t, { ...options, world: roomyWorld() })
    const call = client(simulator, demoKey('org_acme'))
    const kept = await newSession(call)
    const snapshot = await take(control)
    const end = { reached: false }
    const told = new Set<string>()
    const caller = async (): Promise<void> => {
      while (!end.reached) {
        const reply = await call('POST', '/v1/sessions', {})
        // The database may count it while the snapshot is restored.
        if (options.store !== undefined && reply.status === 503) continue
        if (reply.status !== 201) throw new Error(reply.text)
        const { id } = dataOf<{ id: string }>(reply)
        const submitted = await control('POST', `/sessions/${id}/journey`, { action: 'submit' })
        if (submitted.status === 200) told.add(id)
        else if (submitted.status !== 404) throw new Error(submitted.text)
      }
    }
    const callers = Promise.all([caller(), caller(), caller(), caller()])
    for (let round = 0; round < 3; round++) {
      const count = told.size
      while (told.size < count + 5)
        await Promise.race([callers, new Promise((resolve) => setImmediate(resolve))])
      await Promise.all([restore(control, snapshot), restore(control, snapshot)])
    }
    end.reached = true
    await callers
    await restore(control, snapshot)
    const ids = (await call('GET', '/v1/sessions?limit=100'))
      .json<{ data: { id: string }[] }>()
      .data.map(({ id }) => id)
    t.strictSame(ids, [kept])
    t.strictSame(
      dataOf<unknown[]>(await control('GET', '/events')),
      [],
      'each session has its event, or neither is there',
    )
  },
)

inEveryMode(
  'a delivery in progress is aborted without a record, and sent again',
  async (t, options) => {
    const receiver = await receiverFor(t, () => undefined)
    const { simulator, control } = await controlFor(t, { ...options, loopbackReceivers: true })
    await control('POST', '/organizations/org_acme/webhook_subscriptions', {
      mode: 'test',
      url: receiver.url,
    })
    const call = client(simulator, demoKey('org_acme'))
    const session = await newSession(call)
    const none = await take(control)
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    await receiver.until(1)
    const waiting = await take(control)
    await restore(control, none)
    t.strictSame(dataOf<unknown[]>(await control('GET', '/deliveries')), [])
    t.strictSame(dataOf<unknown[]>(await control('GET', '/events')), [])
    receiver.behaviour = 200
    await restore(control, waiting)
    const [first, again] = await receiver.until(2)
    t.equal(again!.body, first!.body, 'the interrupted event is sent again')
    await control('POST', '/settle')
    t.match(dataOf<unknown[]>(await control('GET', '/deliveries')), [
      { status: 'delivered', attempt: 1 },
    ])
    t.equal(dataOf<unknown[]>(await control('GET', '/deliveries')).length, 1)
  },
)

inBothModes('a restore does not wait for the deliveries of an advance', async (t, options) => {
  const receiver = await receiverFor(t, () => undefined)
  const { simulator, control } = await controlFor(t, { ...options, loopbackReceivers: true })
  await control('POST', '/organizations/org_acme/webhook_subscriptions', {
    mode: 'test',
    url: receiver.url,
  })
  const call = client(simulator, demoKey('org_acme'))
  const session = await newSession(call)
  const before = await take(control)
  await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
  await receiver.until(1)
  const advanced = control('POST', '/clock/advance', { seconds: 86_400 })
  const started = performance.now()
  await restore(control, before)
  // Each of eight attempts has a time-out of 15 s.
  t.ok(performance.now() - started < 10_000)
  t.equal((await advanced).status, 200)
  t.match(dataOf(await control('GET', `/sessions/${session}`)), { status: 'created' })
  t.strictSame(dataOf<unknown[]>(await control('GET', '/deliveries')), [])
})

inBothModes('a restore does not wait for an import whose client is slow', async (t, options) => {
  const { simulator, control } = await controlFor(t, options)
  const before = await take(control)
  const { bytes } = await control('GET', `/snapshots/${before.id}/export`)
  const upload = request(`${simulator.control_url}/control/v1/snapshot_imports`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': bytes.length },
  })
  t.teardown(() => upload.destroy())
  const half = bytes.length >> 1
  upload.write(bytes.subarray(0, half))
  await sleep(300)
  const started = performance.now()
  await restore(control, before)
  t.ok(performance.now() - started < 10_000)
  upload.end(bytes.subarray(half))
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  t.equal(response.statusCode, 201)
  response.resume()
  t.equal(dataOf<unknown[]>(await control('GET', '/snapshots')).length, 2)
})

t.test(
  'a restore resets budgets, removes faults and journal, and continues random numbers',
  async (t) => {
    const { simulator, control } = await controlFor(t, { seed: 'snapshots' })
    await control('POST', '/clock/freeze', { at: NOON })
    await control('PATCH', '/organizations/org_acme', { budgets: { session_create: 3 } })
    const call = client(simulator, demoKey('org_acme'))
    const snapshot = await take(control)
    await control('PUT', '/journal', { enabled: true })
    const one = await newSession(call)
    t.equal(dataOf<unknown[]>(await control('GET', '/requests')).length, 1)
    await control('POST', '/faults', {
      organization: 'org_acme',
      operation: 'createSession',
      effect: { reset: 'after' },
    })
    await restore(control, snapshot)
    t.strictSame(dataOf<unknown[]>(await control('GET', '/requests')), [])
    const reply = await call('POST', '/v1/sessions', {})
    t.not(dataOf<{ id: string }>(reply).id, one, 'no id is issued twice')
    t.equal(
      Number(reply.headers.get('x-ratelimit-remaining')),
      Number(reply.headers.get('x-ratelimit-limit')) - 1,
    )
  },
)

t.test('deleting a snapshot does not damage a file that is linked elsewhere', async (t) => {
  const dataDir = dataFolder(t)
  const { control } = await controlFor(t, { dataDir })
  const recordsOf = ({ id }: Snapshot): string => join(dataDir, 'snapshots', id, 'records.sqlite')
  const linked = await take(control)
  const { size } = statSync(recordsOf(linked))
  const archived = join(dataDir, 'archived.sqlite')
  linkSync(recordsOf(linked), archived)
  t.equal((await control('DELETE', `/snapshots/${linked.id}`)).status, 204)
  t.strictSame(readdirSync(join(dataDir, 'snapshots')), [])
  t.equal(statSync(archived).size, size)
})

t.test('a temporary folder is deleted with the simulator', async (t) => {
  const temporary = (): string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('vskit-snapshots-'))
  const before = temporary()
  let made: string[] = []
  await t.test('while it runs', async (t) => {
    const { control } = await controlFor(t)
    await take(control)
    made = temporary().filter((name) => !before.includes(name))
    t.ok(made.length > 0)
  })
  // Another simulator may have made one at the same time.
  t.ok(made.some((name) => !temporary().includes(name)))
})

t.test('the next start keeps them and deletes incomplete ones', async (t) => {
  const dataDir = dataFolder(t)
  const folder = join(dataDir, 'snapshots')
  let whole!: Snapshot
  let [kept, late] = ['', '']
  const status = async (simulator: RunningSimulator, session: string): Promise<number> =>
    (await client(simulator, demoKey('org_acme'))('GET', `/v1/sessions/${session}`)).status

  await t.test('the first', async (t) => {
    const { simulator, control } = await controlFor(t, { dataDir })
    const call = client(simulator, demoKey('org_acme'))
    kept = await newSession(call)
    whole = await take(control, 'whole')
    late = await newSession(call)
  })
  const unfinished = join(folder, `.unfinished-snp_${'0'.repeat(24)}`)
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'records.sqlite'), 'half of it')

  await t.test('the second', async (t) => {
    const { simulator, control } = await controlFor(t, { dataDir })
    t.strictSame(readdirSync(folder), [whole.id])
    t.strictSame(dataOf<Snapshot[]>(await control('GET', '/snapshots')), [whole])
    t.strictSame([await status(simulator, kept), await status(simulator, late)], [200, 200])
    await control('PATCH', '/organizations/org_acme', { name: 'Other' })
  })
  // The state that a process leaves when it ends during a restore.
  writeFileSync(join(folder, '.restoring'), whole.id)

  await t.test('the third', async (t) => {
    const { simulator, control } = await controlFor(t, { dataDir })
    t.strictSame(
      [await status(simulator, kept), await status(simulator, late)],
      [200, 404],
      'an interrupted restore is completed at the next start',
    )
    t.notMatch((await control('GET', '/world')).text, /"Other"/)
    t.strictSame(readdirSync(folder), [whole.id])
  })
})
