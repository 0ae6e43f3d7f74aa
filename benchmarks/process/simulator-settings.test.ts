import { join } from 'node:path'
import t from 'tap'
import { ProcessGroup } from './process-group.ts'
import { startSimulator } from './simulator.ts'

/** Stands for the simulator: its ready line has the variables that it received. */
const FAKE = `
const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VSKIT_'))
const control = JSON.stringify(Object.fromEntries(settings))
console.log(JSON.stringify({ control, regions: { us: { base_url: 'http://127.0.0.1:9' } } }))
setInterval(() => {}, 1000)`

t.test('the simulator ends with the benchmark, and gets no settings of the user', async (t) => {
  const group = new ProcessGroup()
  process.env.VSKIT_STORE = 'postgres://vskit:secret@127.0.0.1/vskit'
  t.teardown(() => {
    delete process.env.VSKIT_STORE
    return group.end()
  })
  const { control } = await startSimulator(group, {
    measured: 'start',
    store: 'disk',
    command: join(t.testdir({ 'fake.cjs': FAKE }), 'fake.cjs'),
  })
  t.strictSame(JSON.parse(control), { VSKIT_STOP_WITH_PARENT: '1' })
})
