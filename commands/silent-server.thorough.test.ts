import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import { runVskit } from './testing.ts'

const COMMANDS = [
  'clock show',
  'events list',
  'events resend evt_1',
  'health',
  'listen',
  'logs tail',
  'snapshot export new.vskit',
  'snapshot import state.vskit',
  'snapshot list',
  'snapshot load',
  'snapshot save',
  'trigger kyc.session.completed',
]

t.test('every command ends if a server accepts the connection and is silent', async (t) => {
  const server = createServer((socket) => socket.on('error', () => undefined).resume())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const control = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cwd = t.testdir({ 'state.vskit': '{}' })
  const env = { VSKIT_CONTROL_URL: control }
  const ended = await Promise.all(
    COMMANDS.map((command) => runVskit(t, command.split(' '), { cwd, env })),
  )
  for (const [i, { code, stderr }] of ended.entries()) {
    t.equal(code, 1, COMMANDS[i]!)
    t.match(stderr, /did not answer within 5 s\. Check that a simulator listens there/)
  }
})
