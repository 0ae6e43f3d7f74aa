import t from 'tap'
import { endDuringRequests, halfSent } from './testing/ended-by-signal.ts'
import { simulatorProcess } from './testing/process.ts'
import { demoKey, roomyWorld } from './testing/simulator.ts'

// SIGTERM: command.test.ts.

const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

t.test(
  'SIGINT during requests: they get their responses, their effects are stored, and the process exits cleanly',
  (t) => endDuringRequests(t, folder, 'SIGINT'),
)

t.test('a second signal ends it at once', async (t) => {
  const running = await simulatorProcess(t)
  await halfSent(running.ready.regions.us.base_url, demoKey('org_acme'))
  running.child.kill('SIGTERM')
  await running.stderr(/closing\n/)
  t.match(await running.kill('SIGTERM'), { code: 130, signal: null })
})
