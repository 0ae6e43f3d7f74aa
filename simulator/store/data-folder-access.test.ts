import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSimulator } from '../../library/vskit.ts'
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

t.test('a folder that another user owns is named with its flag', { skip: !isRoot }, async (t) => {
  const folder = t.testdir({ 'world.json': '{"version":1,"organizations":[]}' })
  chmodSync(folder, 0o700)
  const cli = new URL('../../cli.ts', import.meta.url).pathname
  for (const dataDir of [folder, join(folder, 'data')]) {
    const { stderr } = spawnSync(
      process.execPath,
      [cli, 'simulator', '--data-dir', dataDir],
      // Modules that the test runner loads may be unreadable for that user.
      { uid: 65534, gid: 65534, encoding: 'utf8', env: {} },
    )
    t.match(stderr, `vskit simulator: ${dataDir} `)
    t.match(stderr, /choose another (one|folder) with --data-dir/)
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

t.test('an unreadable part of a snapshot is refused, not repaired', async (t) => {
  const id = `snp_${'0'.repeat(24)}`
  for (const part of [id, `${id}/records.sqlite`]) {
    const folder = t.testdir({ snapshots: { [id]: { 'records.sqlite': '' } } })
    for (const path of ['', 'snapshots', `snapshots/${id}`]) chmodSync(join(folder, path), 0o777)
    chmodSync(join(folder, 'snapshots', part), 0)
    const refusal = refusalForOther(folder)
    chmodSync(join(folder, 'snapshots', part), 0o700)
    t.match(refusal, `${part} is unreadable for this process (EACCES). Make the folder`)
  }
})

/** Repairs the folder as a user that is not root, which no permission stops. @returns the error */
function refusalForOther(folder: string): string {
  const program = `import { checkDataFolder } from ${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)}
    try { checkDataFolder(${JSON.stringify(folder)}, { repair: true }) } catch (error) { console.log(error.message) }`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    ...(isRoot && { uid: 65534, gid: 65534 }),
    encoding: 'utf8',
    // Modules that the test runner loads may be unreadable for that user.
    env: {},
  })
}

t.test(
  'a relative folder stays the same, whatever its name and the working folder',
  { skip: process.platform === 'win32' && 'Windows allows no colon in names' },
  async (t) => {
    const before = process.cwd()
    const folder = t.testdir({ other: {} })
    t.teardown(() => process.chdir(before))
    process.chdir(folder)
    // SQLite takes this name for a URI.
    const simulator = await createSimulator({ dataDir: 'file:data' })
    process.chdir('other')
    await simulator.snapshot()
    await simulator.close()
    t.match(readdirSync(join(folder, 'file:data')).sort(), [
      'lock.sqlite',
      'records.sqlite',
      'records.sqlite-generation',
      'snapshots',
      'world.json',
    ])
    t.strictSame(readdirSync(folder).sort(), ['file:data', 'other'])
    t.strictSame(readdirSync(join(folder, 'other')), [])
  },
)
