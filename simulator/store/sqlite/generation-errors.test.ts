import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { controlFor, dataOf } from '../../control/testing.ts'
import { client, demoKey } from '../../testing/simulator.ts'

/** Makes writes at a position of a file fail, as on a broken disk. @returns ends it */
function failWrites(t: Test): () => void {
  const { writeSync } = fs
  const restore = (): void => {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
  fs.writeSync = () => {
    throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' })
  }
  syncBuiltinESMExports()
  t.teardown(restore)
  return restore
}

const folder = t.testdir()

for (const durable of [false, true]) {
  const dataDir = join(folder, String(durable))

  t.test(`a commit that cannot be counted is acknowledged, durable: ${durable}`, async (t) => {
    const errors: string[] = []
    const report = (error: unknown) => errors.push((error as Error).message)
    const { simulator, control } = await controlFor(t, { dataDir, durable, report })
    const acme = client(simulator, demoKey('org_acme'))
    const create = () => acme('POST', '/v1/sessions', {})
    const count = async () => (await acme('GET', '/v1/sessions')).json<{ data: [] }>().data.length
    t.equal((await create()).status, 201)

    const succeed = failWrites(t)
    t.equal((await create()).status, 201, 'it is stored')
    t.equal((await create()).status, 201)
    t.equal(await count(), 3)
    t.equal((await control('POST', '/reset', { organization: 'org_globex' })).status, 200)
    const file = join(dataDir, 'records.sqlite-generation')
    const problem = `${file} cannot be written: the disk reports an error. Check the disk.`
    t.match(dataOf(await control('GET', '/health')), { status: 'failing', problems: [problem] })
    t.strictSame(errors, [`${problem} Writes are stored, but a later loss may stay unnoticed.`])

    succeed()
    t.match(dataOf(await control('GET', '/health')), { status: 'ok' }, 'before any change')
    const { generation } = JSON.parse(readFileSync(file, 'utf8')) as { generation: number }
    const db = new DatabaseSync(join(dataDir, 'records.sqlite'), { readOnly: true })
    t.teardown(() => db.close())
    t.strictSame({ ...db.prepare('SELECT generation FROM store').get() }, { generation })
    t.equal((await create()).status, 201)
  })

  t.test(`the folder can be opened again, durable: ${durable}`, async (t) => {
    const { simulator } = await controlFor(t, { dataDir })
    const list = await client(simulator, demoKey('org_acme'))('GET', '/v1/sessions')
    t.equal(list.json<{ data: [] }>().data.length, 4)
  })
}
