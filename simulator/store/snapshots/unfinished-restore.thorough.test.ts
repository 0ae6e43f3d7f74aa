import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { controlFor, dataOf, newSession } from '../../control/testing.ts'
import { client, demoKey } from '../../testing/simulator.ts'

const ACME = '/organizations/org_acme'
const dataDir = t.testdir()

t.test('writes after a restore whose world could not be stored are kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'unfinished-restore-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const { simulator, control } = await controlFor(t, { dataDir, report: () => undefined })
  const acme = client(simulator, demoKey('org_acme'))
  const kept = await newSession(acme)
  const { id } = dataOf<{ id: string }>(await control('POST', '/snapshots', {}))
  const replaced = await newSession(acme)
  await control('PATCH', ACME, { name: 'Other' })

  // The world is written to a file of this name first.
  const obstacle = join(dataDir, '.world.json.tmp')
  mkdirSync(obstacle)
  t.equal((await control('POST', `/snapshots/${id}/restore`)).status, 500)
  rmdirSync(obstacle)
  const late = await newSession(acme)
  const name = (reply: object): unknown => (reply as { name: string }).name
  const was = name(dataOf(await control('GET', ACME)))
  t.not(was, 'Other')

  /** Starts on a copy of the files, as after a crash. */
  const afterCrash = async (copy: string): Promise<object> => {
    const again = join(folder, copy)
    cpSync(dataDir, again, { recursive: true })
    rmSync(join(again, 'lock.sqlite'))
    const next = await controlFor(t, { dataDir: again })
    const call = client(next.simulator, demoKey('org_acme'))
    const found = []
    for (const session of [kept, replaced, late])
      found.push((await call('GET', `/v1/sessions/${session}`)).status)
    t.strictSame(found, [200, 404, 200], copy)
    t.strictSame(readdirSync(join(again, 'snapshots')), [id], copy)
    return dataOf(await next.control('GET', ACME))
  }
  t.equal(name(await afterCrash('before the world is stored')), was, 'the world is restored')
  t.equal((await control('PATCH', ACME, { name: 'Newer' })).status, 200)
  t.equal(name(await afterCrash('after the world is stored')), 'Newer')
})

t.test(
  'a restore that a full disk refuses leaves no mark: the next start checks the commits',
  { skip: existsSync('/dev/full') ? false : 'this system has no /dev/full' },
  async (t) => {
    const { control } = await controlFor(t, { dataDir, report: () => undefined })
    const { id } = dataOf<{ id: string }>(await control('POST', '/snapshots', {}))
    const mark = join(dataDir, 'snapshots', '.restoring')
    symlinkSync('/dev/full', mark)
    const reply = await control('POST', `/snapshots/${id}/restore`)
    t.equal(reply.status, 500)
    t.match(reply.text, /ENOSPC/)
    t.strictSame(readdirSync(join(dataDir, 'snapshots')), [id])
    dataOf(await control('POST', `/snapshots/${id}/restore`))
  },
)
