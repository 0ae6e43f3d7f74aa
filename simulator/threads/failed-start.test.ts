import t from 'tap'
import { TaskThread } from './task-thread.ts'

t.test('every task fails while no thread can be started', async (t) => {
  // Like a process without free file descriptors: the constructor of the worker throws.
  const thread = new TaskThread({ script: new URL('http://localhost/'), purpose: 'testing' })
  t.teardown(() => thread.close())
  const bounds = { deadline: 60_000 }
  await t.rejects(thread.run('task', [], bounds), { code: 'ERR_INVALID_URL_SCHEME' })
  const later = await Promise.allSettled([
    thread.run('task', [], bounds),
    thread.run('task', [], bounds),
  ])
  t.match(later, [{ status: 'rejected' }, { status: 'rejected' }])
})
