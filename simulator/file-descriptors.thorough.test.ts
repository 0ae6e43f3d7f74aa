import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { runCommand, simulatorProcess } from './testing/process.ts'
import { demoKey, isCutOff } from './testing/simulator.ts'
import { data } from './testing/control-client.ts'

const CONNECTIONS = 200

t.test('the simulator survives connections that use all file descriptors', async (t) => {
  const running = await simulatorProcess(t, [], { fileDescriptors: 64 })
  const { hostname, port } = new URL(running.ready.regions.us.base_url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const key = demoKey('org_acme')
  /** Uses the one connection that existed before the others. */
  const call = async (method: string, path: string, body?: object) => {
    const sent = request({ agent, hostname, port, method, path })
    sent.setHeader('authorization', `Bearer ${key}`)
    if (body) sent.setHeader('content-type', 'application/json')
    sent.end(body && JSON.stringify(body))
    const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) =>
      sent.once('response', (answer) => resolve([answer])).once('error', reject),
    )
    return { status: response.statusCode, text: await text(response) }
  }
  // Both from the start, when modules are already loaded, and repeated while some connections are
  // refused.
  const sockets = new Set<Socket>()
  const fill = (): void => {
    for (let i = sockets.size; i < CONNECTIONS; i++) {
      const socket = connect(Number(port), hostname)
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
  }
  const open = await call('POST', '/v1/sessions', {})
  t.equal(open.status, 201)
  const { id } = (JSON.parse(open.text) as { data: { id: string } }).data
  for (let i = 0; i < 10; i++) {
    fill()
    await sleep(100)
  }
  const phone = await call('POST', '/v1/applicants', {
    family_name: 'Ek',
    given_names: [],
    phone: '+14155550132',
  })
  t.equal(phone.status, 201, phone.text)
  const report = await call('GET', `/v1/sessions/${id}/report.pdf`)
  t.ok(
    [200, 500].includes(report.status!),
    'the drawing thread cannot start now, or is running already',
  )
  for (const socket of sockets) socket.destroy()
  const acme = running.client(key)
  /** Undefined while the simulator can take no connection. */
  const again = async (): Promise<number | undefined> => {
    try {
      return (await acme('GET', `/v1/sessions/${id}/report.pdf`)).status
    } catch (error) {
      if (!isCutOff(error)) throw error
      return undefined
    }
  }
  for (let i = 0; i < 50 && (await again()) !== 200; i++) await sleep(100)
  t.equal(await again(), 200, 'once they are gone')
  t.ok(data<unknown[]>(await acme('GET', '/v1/sessions')).length > 0)
  const { code } = await running.kill('SIGTERM')
  t.equal(code, 0)
})

t.test('a limit that is too low to start is named', async (t) => {
  for (const fileDescriptors of [40, 63])
    t.strictSame(await runCommand(['--data-dir', t.testdir()], { fileDescriptors }), {
      code: 1,
      signal: null,
      stdout: '',
      stderr:
        `vskit simulator: This process may have ${fileDescriptors} open files. The simulator needs at least 64, ` +
        'and one for each connection. Raise the limit (ulimit -n 1024), then start again.\n',
    })
})
