import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { controlFor, dataOf } from '../control/testing.ts'
import { client, demoKey, simulatorFor } from '../testing/simulator.ts'
import { Checkpoints } from './sqlite/checkpoint.ts'
import { failCommits } from './testing/fail-commits.ts'

const ACME = demoKey('org_acme')
/** Longer than the pause between two checks of the folder. */
const LOOK_MS = 200

const dataDir = t.testdir()

t.test('health reports failed writes until they succeed', async (t) => {
  const errors: Error[] = []
  const { simulator, control } = await controlFor(t, {
    dataDir,
    report: (error) => errors.push(error as Error),
  })
  const health = async (): Promise<object> => {
    const { status, problems } = dataOf<{ status: string; problems?: string[] }>(
      await control('GET', '/health'),
    )
    return { status, problems }
  }
  const acme = client(simulator, ACME)
  const create = async (): Promise<number> => (await acme('POST', '/v1/sessions', {})).status
  const newKey = async (): Promise<number> =>
    (await control('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' })).status
  const well = { status: 'ok', problems: undefined }
  t.equal(await create(), 201)
  t.strictSame(await health(), well)

  const [records, world] = ['records.sqlite', 'world.json'].map((name) => join(dataDir, name))
  const succeed = failCommits(t, records!)
  t.strictSame([await create(), await create()], [500, 500])
  const recordsProblem = `${records} cannot be written: FOREIGN KEY constraint failed.`
  t.strictSame(
    errors.map(({ message }) => message),
    [recordsProblem, recordsProblem],
  )
  t.strictSame(await health(), { status: 'failing', problems: [recordsProblem] })
  t.equal((await acme('GET', '/v1/sessions')).status, 200, 'reads are served')
  t.strictSame(await health(), { status: 'failing', problems: [recordsProblem] })

  // The world is written to a file of this name first.
  const obstacle = join(dataDir, '.world.json.tmp')
  mkdirSync(obstacle)
  t.equal(await newKey(), 500)
  const worldProblem = `${world} cannot be written: it is a folder. Name a file.`
  t.strictSame(await health(), { status: 'failing', problems: [recordsProblem, worldProblem] })

  rmdirSync(obstacle)
  t.strictSame(
    await health(),
    { status: 'failing', problems: [recordsProblem] },
    'the world is written again without a change',
  )
  // The disk is tried with a file of this name first.
  const probe = `${records}-probe`
  mkdirSync(probe)
  succeed()
  t.strictSame(await health(), { status: 'failing', problems: [recordsProblem] })
  rmdirSync(probe)
  t.strictSame(await health(), well, 'records can be written again, before any change')
  t.notOk(existsSync(probe))
  t.strictSame([await newKey(), await create()], [201, 201])
  t.strictSame(await health(), well)
})

t.test('the folder can be opened again: no acknowledged commit is missing', async (t) => {
  const acme = client(await simulatorFor(t, { dataDir }), ACME)
  const list = (await acme('GET', '/v1/sessions')).json<{ data: unknown[] }>()
  t.equal(list.data.length, 2)
})

t.test('a folder that is moved away gets no more writes until it is back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'moved-folder-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [data, elsewhere] = ['data', 'elsewhere'].map((name) => join(folder, name))
  const { simulator, control } = await controlFor(t, { dataDir: data!, report: () => undefined })
  const acme = client(simulator, ACME)
  const create = async (): Promise<number> => (await acme('POST', '/v1/sessions', {})).status
  const newKey = async (): Promise<number> =>
    (await control('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' })).status
  t.equal(await create(), 201)
  renameSync(data!, elsewhere!)
  await sleep(LOOK_MS)
  t.strictSame([await create(), await newKey()], [500, 500])
  t.equal((await control('POST', '/snapshots', {})).status, 500)
  t.match(dataOf(await control('GET', '/health')), {
    status: 'failing',
    problems: [/records\.sqlite cannot be written: .* moved or deleted .* start .* again/, /world/],
  })
  t.notOk(existsSync(data!), 'nothing creates the folder again')
  t.equal((await acme('GET', '/v1/sessions')).status, 200, 'reads are served')

  renameSync(elsewhere!, data!)
  t.match(dataOf(await control('GET', '/health')), { status: 'ok' })
  t.strictSame([await create(), await newKey()], [201, 201])
  t.equal((await control('POST', '/snapshots', {})).status, 201)
})

t.test('health reports a failed sync, whose log grows until the next start', async (t) => {
  const { control } = await controlFor(t, { dataDir })
  const problem = 'records.sqlite cannot be synced to the disk. Start the simulator again.'
  t.match(dataOf(await control('GET', '/health')), { status: 'ok' })
  t.intercept(Checkpoints.prototype, 'problem', { get: () => problem })
  t.match(dataOf(await control('GET', '/health')), { status: 'failing', problems: [problem] })
})
