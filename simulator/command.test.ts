import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import demoWorld from '../fixtures/world/demo.json' with { type: 'json' }
import { endDuringRequests } from './testing/ended-by-signal.ts'
import { simulatorProcess, startCommand } from './testing/process.ts'
import { refused } from './testing/refused.ts'
import { roomyWorld } from './testing/simulator.ts'

const FREE = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

t.test('--json prints one line with the URLs and the keys', async (t) => {
  const running = await simulatorProcess(t)
  const { ready } = running
  const url = /^http:\/\/127\.0\.0\.1:\d+$/
  t.match(ready, { console: url, regions: { us: { base_url: url }, eu: { base_url: url } } })
  t.strictSame(ready, {
    control: `${ready.console}/control/v1`,
    console: ready.console,
    regions: ready.regions,
    keys: demoWorld.organizations.flatMap(({ id, region, keys }) =>
      keys.map(({ key, mode, type, scopes }) => ({
        key,
        organization: id,
        region,
        mode,
        type,
        scopes,
      })),
    ),
  })
  for (const { key, region, type, scopes } of ready.keys) {
    const { status } = await running.client(key, region)('GET', '/v1/sessions')
    t.equal(status, type === 'pk' || !scopes.includes('sessions:read') ? 403 : 200, key)
  }
  t.equal((await fetch(`${ready.control}/health`)).status, 200)
  const { stdout, stderr, code } = await running.kill('SIGTERM')
  t.equal(stdout.split('\n').length, 2, 'one line, and its end')
  t.equal(stderr, 'SIGTERM: closing\n')
  t.equal(code, 0)
})

t.test('without --json the banner shows the URLs and each key', async (t) => {
  for (const [flags, records, webhooks] of [
    [[], 'in memory (--data-dir', 'to public addresses only'],
    [
      ['--data-dir', `${folder}/table`, '--loopback-receivers'],
      `${folder}/table`,
      'also to receivers on this machine',
    ],
  ] as const) {
    const running = await startCommand(t, [...FREE, ...flags], /Ctrl-C ends it\.\n/)
    const { stdout, code } = await running.kill('SIGINT')
    t.equal(code, 0)
    const line = (start: string): string =>
      stdout.split('\n').find((candidate) => candidate.trimStart().startsWith(start)) ?? ''
    t.match(line('region us'), /http:\/\/127\.0\.0\.1:\d+$/)
    t.match(line('region eu'), /http:\/\/127\.0\.0\.1:\d+$/)
    t.match(line('control'), /http:\/\/127\.0\.0\.1:\d+\/control\/v1$/)
    t.ok(line('records').includes(records))
    t.ok(line('webhooks').includes(webhooks))
    for (const { id, keys } of demoWorld.organizations) {
      for (const { key, mode, type } of keys) {
        t.match(
          stdout.split('\n').find((candidate) => candidate.includes(key)),
          new RegExp(`^\\s+${id}\\s+(us|eu)\\s+${mode}\\s+${type}\\s`),
        )
      }
    }
  }
})

t.test(
  'a data folder that cannot be created is reported with its path and the reason',
  async (t) => {
    // Node's recursive mkdir never returns for the first.
    for (const [dataDir, why] of [
      ['/proc/vskit', /ENOENT|EACCES|EROFS|ENOTSUP/],
      [`${folder}/world.json/data`, /a part of its path is a file \(ENOTDIR\)/],
      [`${folder}/world.json`, /it is a file/],
    ] as const) {
      const { code, stderr } = await refused([...FREE, '--data-dir', dataDir])
      t.equal(code, 1)
      t.match(stderr, `vskit simulator: ${dataDir} cannot be used as a data folder: `)
      t.match(stderr, why)
      t.match(stderr, /[Cc]hoose another one with --data-dir\.\n$/)
    }
  },
)

t.test('a port in use is reported with its number and a remedy', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  for (const flag of ['--admin-port', '--us-port', '--eu-port']) {
    const { code, stdout, stderr } = await refused([...FREE, flag, String(port)])
    t.equal(code, 1, flag)
    t.equal(stdout, '')
    t.equal(
      stderr.trim(),
      `vskit simulator: Port ${port} on 127.0.0.1 is taken. Choose another with ${flag} (0 takes a free one).`,
    )
  }
})

t.test(
  'SIGTERM during requests: they get their responses, their effects are stored, and the process exits cleanly',
  (t) => endDuringRequests(t, folder, 'SIGTERM'),
)
