import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkDataFolder } from './data-folder.ts'

const isRoot = process.getuid?.() === 0

t.test('a file of another user that cannot be made private', { skip: !isRoot }, async (t) => {
  const folder = t.testdir({ 'world.json': '{"version":1,"organizations":[]}' })
  chmodSync(folder, 0o777)
  chmodSync(join(folder, 'world.json'), 0o666)
  process.seteuid!(65534)
  try {
    t.throws(
      () => checkDataFolder(folder, { repair: false }),
      /world\.json contains secrets, and this user cannot make it private \(EPERM\)\. Start the simulator as the owner/,
    )
  } finally {
    process.seteuid!(0)
  }
})

t.test('unreadable snapshots are refused, not repaired', { skip: isRoot }, async (t) => {
  const folder = t.testdir({ snapshots: {} })
  chmodSync(join(folder, 'snapshots'), 0)
  t.teardown(() => chmodSync(join(folder, 'snapshots'), 0o700))
  t.throws(
    () => checkDataFolder(folder, { repair: true }),
    /snapshots is read-only for this process/,
  )
})
