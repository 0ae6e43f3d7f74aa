import { join } from 'node:path'
import t from 'tap'
import { client, demoKey, simulatorFor } from '../testing/simulator.ts'
import { failCommits } from './testing/fail-commits.ts'

const ACME = demoKey('org_acme')

const dataDir = t.testdir()

t.test('a failed commit is refused, and the next one succeeds', async (t) => {
  const errors: Error[] = []
  const simulator = await simulatorFor(t, {
    dataDir,
    report: (error) => errors.push(error as Error),
  })
  const acme = client(simulator, ACME)
  const create = async (): Promise<number> => (await acme('POST', '/v1/sessions', {})).status
  t.equal(await create(), 201)
  const succeed = failCommits(t, join(dataDir, 'records.sqlite'))
  t.strictSame([await create(), await create()], [500, 500])
  t.match(errors, [/FOREIGN KEY/, /FOREIGN KEY/])
  succeed()
})

t.test('the folder can be opened again: no acknowledged commit is missing', async (t) => {
  const acme = client(await simulatorFor(t, { dataDir }), ACME)
  const list = (await acme('GET', '/v1/sessions')).json<{ data: unknown[] }>()
  t.equal(list.data.length, 1)
})
