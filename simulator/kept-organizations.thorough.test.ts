import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startVskit } from '../commands/testing.ts'
import { type PostgresServer, startPostgres } from './store/testing/postgres-server.ts'
import { roomyWorld } from './testing/simulator.ts'

let server: PostgresServer | undefined
t.teardown(() => server?.stop())

t.test('a start names the flags that do not change stored organizations', async (t) => {
  const cwd = t.testdir()
  const world = join(cwd, 'world.json')
  const { organizations, ...rest } = roomyWorld()
  writeFileSync(world, JSON.stringify({ ...rest, organizations: organizations.slice(0, 1) }))
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0', '--data-dir', 'data']
  const started = async (...flags: string[]): Promise<string> => {
    const simulator = startVskit(t, ['simulator', ...ports, ...flags], { cwd })
    const output = await simulator.says(flags.includes('--json') ? /\n/ : /Ctrl-C/)
    await simulator.kill('SIGTERM')
    return output
  }
  const noticeOf = async (...flags: string[]): Promise<string | undefined> =>
    (JSON.parse(await started('--json', ...flags)) as { notice?: string }).notice
  t.equal(await noticeOf('--budgets', 'roomy', '--world', world), undefined, 'a new folder')
  t.equal(await noticeOf(), undefined, 'without the flags')
  const says = '--world and --budgets roomy: no effect on 4 organizations that data already has.'
  t.match(await noticeOf('--budgets', 'roomy', '--world', world), says)
  t.match(
    await started('--budgets', 'roomy'),
    /notice +--budgets roomy: no effect on 4 organizations that data/,
  )
})

t.test('a start on a database names them too', async (t) => {
  server = await startPostgres()
  const stores = [await server.database('us'), await server.database('eu')]
  const cwd = t.testdir()
  const world = join(cwd, 'world.json')
  const { organizations, ...rest } = roomyWorld()
  writeFileSync(world, JSON.stringify({ ...rest, organizations: organizations.slice(0, 1) }))
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0', '--json']
  const noticeOf = async (store: string, ...flags: string[]): Promise<string | undefined> => {
    const simulator = startVskit(t, ['simulator', ...ports, '--store', store, ...flags], { cwd })
    const ready = JSON.parse(await simulator.says(/\n/)) as { notice?: string }
    await simulator.kill('SIGTERM')
    return ready.notice
  }
  const both = `us=${stores[0]},eu=${stores[1]}`
  t.equal(await noticeOf(both, '--budgets', 'roomy'), undefined, 'two new databases')
  t.equal(await noticeOf(both), undefined, 'without the flags')
  const remedy =
    'that the database already has. Change them through the control API, or choose another database.'
  t.equal(await noticeOf(both, '--world', world), `--world: no effect on 1 organization ${remedy}`)
  const all = `${organizations.length} organizations ${remedy}`
  t.equal(await noticeOf(both, '--budgets', 'roomy'), `--budgets roomy: no effect on ${all}`)
})
