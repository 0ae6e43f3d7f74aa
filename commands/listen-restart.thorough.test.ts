import { writeFileSync } from 'node:fs'
import t from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { startVskit, until } from './testing.ts'

// `vskit listen` and a simulator that ends and returns. Other tests of the command: listen.test.ts.

t.test('it reconnects to a simulator that returns', async (t) => {
  const first = await createSimulator()
  const port = Number(new URL(first.control.url).port)
  const command = startVskit(t, ['listen', '--control', new URL(first.control.url).origin])
  await command.says(/Ctrl-C/)
  await first.close()
  await using second = await createSimulator({ ports: { control: port } })
  const listOf = () =>
    second.control.request<unknown[]>('GET', '/organizations/org_acme/webhook_subscriptions')
  await until(async () => (await listOf()).length === 1, 'it is subscribed again')
})

t.test('a restarted simulator has another certificate authority', async (t) => {
  const caFile = `${t.testdir()}/ca.pem`
  const first = await createSimulator({ https: true })
  const port = Number(new URL(first.control.url).port)
  writeFileSync(caFile, first.ca!)
  const args = ['listen', '--control', new URL(first.control.url).origin, '--json']
  const renewed = startVskit(t, [...args, '--ca-file', caFile])
  // Trusts the authority of the first simulator only.
  const stale = startVskit(t, args, { env: { NODE_EXTRA_CA_CERTS: caFile } })
  await Promise.all([renewed, stale].map((command) => command.says(/ready/)))
  await first.close()
  await Promise.all([renewed, stale].map((command) => command.says(/No simulator answers/)))
  await using second = await createSimulator({ https: true, ports: { control: port } })
  await renewed.says(/reconnect_failed.*is not trusted/)
  writeFileSync(caFile, second.ca!)
  await renewed.says(/"kind":"connected"/)
  t.match(await stale.ended, {
    code: 1,
    stderr: /is not trusted: .* with --ca-file .* start 'vskit listen' again/,
  })
})

t.test('a restarted simulator serves HTTPS, then HTTP again', async (t) => {
  const folder = t.testdir({ of: {}, other: {} })
  const cwd = `${folder}/of`
  const first = await createSimulator()
  const port = new URL(first.control.url).port
  const args = ['listen', '--control', `http://127.0.0.1:${port}`, '--json']
  const inFolder = startVskit(t, args, { cwd })
  // Without .vskit/simulator.json, the new address is not known.
  const elsewhere = startVskit(t, args, { cwd: `${folder}/other` })
  await Promise.all([inFolder, elsewhere].map((command) => command.says(/ready/)))
  await first.close()
  const ports = ['--admin-port', port, '--us-port', '0', '--eu-port', '0']
  const second = startVskit(t, ['simulator', '--https', ...ports], { cwd })
  await inFolder.says(/"kind":"connected"/)
  t.match(await elsewhere.ended, {
    code: 1,
    stderr: `now serves HTTPS. Start 'vskit listen' again with --control https://127.0.0.1:${port} --ca-file FILE`,
  })
  await second.kill('SIGTERM')
  startVskit(t, ['simulator', ...ports], { cwd })
  await inFolder.says(/"kind":"connected"[^]*"kind":"connected"/)
})
