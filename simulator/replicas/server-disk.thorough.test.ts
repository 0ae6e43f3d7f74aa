import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { dataOf } from '../control/testing.ts'
import { startPostgres } from '../store/testing/postgres-server.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const disk = mkdtempSync(join(tmpdir(), 'vskit-server-disk-'))
const mounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=1777', 'tmpfs', disk]).status === 0
t.teardown(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})
/** Free space at which the tables no longer grow, but the log of the server still does. */
const FREE = 2_000_000

t.test(
  'health is failing while the disk of the database server is full',
  { skip: mounted ? false : 'this user may not mount' },
  async (t) => {
    const { TMPDIR } = process.env
    process.env.TMPDIR = disk
    const server = await startPostgres()
    t.teardown(() => server.stop())
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    const store = await server.database('full')
    const simulator = await simulatorFor(t, { store, world: roomyWorld(), report: () => undefined })
    const acme = client(simulator, demoKey('org_acme'))
    const control = client(simulator, undefined, 'control')
    const health = async (): Promise<{ status: string; problems?: string[] }> =>
      dataOf(await control('GET', '/control/v1/health'))
    const kept: string[] = []
    const create = async (): Promise<number> => {
      // PostgreSQL would compress a repeated text.
      const texts = Array.from({ length: 5 }, (_, no) => [
        `t${no}`,
        randomBytes(1500).toString('base64'),
      ])
      const reply = await acme('POST', '/v1/sessions', { metadata: Object.fromEntries(texts) })
      if (reply.status === 201) kept.push(dataOf<{ id: string }>(reply).id)
      return reply.status
    }
    t.equal(await create(), 201)
    t.equal((await health()).status, 'ok')

    const { bavail, bsize } = statfsSync(disk)
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(bavail * bsize - FREE))
    let status = 201
    for (let tries = 0; status === 201 && tries < 2000; tries++) status = await create()
    t.equal(status, 500)
    const { status: state, problems } = await health()
    t.equal(state, 'failing')
    t.equal(problems?.length, 1)
    t.match(problems, [
      /^postgres:.*\/full cannot be written: the disk of the database server is full/,
    ])

    truncateSync(filler)
    t.match(await health(), { status: 'ok' }, 'before any change')
    t.equal(await create(), 201)
    for (const id of kept) t.equal((await acme('GET', `/v1/sessions/${id}`)).status, 200)
  },
)
