import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type ServerOptions, startSimulator } from '../server.ts'
import { refused } from '../testing/refused.ts'
import { lockDirectory } from './lock.ts'
import { simulatorFor } from '../testing/simulator.ts'

/** The open files of a folder, of this process. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`)
      return file.startsWith(folder) ? [file] : []
    } catch {
      // The descriptor of the folder itself.
      return []
    }
  })
}

t.test(
  'a start that fails closes the files of its data folder',
  { skip: process.platform !== 'linux' && 'only Linux lists the open files of a process' },
  async (t) => {
    const dataDir = t.testdir()
    const start = (options: ServerOptions = {}) => simulatorFor(t, { dataDir, ...options })
    await t.rejects(start({ allowReceivers: ['10.0.0.0/99'] }), /10\.0\.0\.0\/99/)
    t.strictSame(openFiles(dataDir), [])
    writeFileSync(join(dataDir, 'snapshots'), '')
    await t.rejects(start(), { code: 'ENOTDIR' })
    t.strictSame(openFiles(dataDir), [])
  },
)

/** Options of a start that fails when it listens, after it has opened its store. */
async function portTaken(t: Test): Promise<ServerOptions> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => server.close())
  return { euPort: (server.address() as AddressInfo).port }
}

/** Names and content of the files of a folder. */
function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    files
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')]),
  )
}

t.test('a failed start leaves no new data folder', async (t) => {
  const folder = t.testdir()
  for (const [options, says] of [
    [await portTaken(t), /Port \d+ on 127\.0\.0\.1 is taken/],
    [{ allowReceivers: ['10.0.0.0/99'] }, /10\.0\.0\.0\/99/],
    [{ https: true, ...(await portTaken(t)) }, /is taken/],
  ] as const) {
    const dataDir = join(folder, 'made', 'on', 'the way')
    await t.rejects(simulatorFor(t, { dataDir, ...options }), says)
    t.strictSame(readdirSync(folder), [])
  }
})

t.test('a failed start removes only its own files from a folder that existed', async (t) => {
  const taken = await portTaken(t)
  const empty = t.testdir({ empty: {}, others: { 'notes.txt': 'mine', snapshot: 'mine' } })
  for (const name of ['empty', 'others']) {
    const dataDir = join(empty, name)
    const before = filesOf(dataDir)
    await t.rejects(simulatorFor(t, { dataDir, ...taken }), /is taken/)
    t.strictSame(filesOf(dataDir), before)
  }
  const used = join(empty, 'empty')
  await (await startSimulator({ dataDir: used, adminPort: 0, usPort: 0, euPort: 0 })).close()
  const names = Object.keys(filesOf(used))
  await t.rejects(simulatorFor(t, { dataDir: used, ...taken }), /is taken/)
  const after = Object.keys(filesOf(used))
  t.strictSame(
    names.filter((name) => !after.includes(name)),
    [],
    'a folder with data keeps all files',
  )
  t.ok(after.includes('world.json'))
})

t.test('a start that finds the folder locked removes nothing', async (t) => {
  const dataDir = join(t.testdir(), 'new')
  const first = lockDirectory(dataDir)
  t.throws(() => lockDirectory(dataDir), /in use by another simulator/)
  t.ok(existsSync(join(dataDir, 'lock.sqlite')))
  // Data that came after the lock is of this process.
  writeFileSync(join(dataDir, 'notes.txt'), '')
  first.abandon()
  t.strictSame(readdirSync(dataDir), ['notes.txt'])
})

t.test('a start that cannot write --ca-file leaves neither file nor folder', async (t) => {
  const folder = t.testdir({ kept: {} })
  const dataDir = join(folder, 'new')
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0', '--https']
  for (const file of [join(folder, 'none', 'ca.pem'), join(folder, 'kept')]) {
    const { code, stderr } = await refused([...ports, '--data-dir', dataDir, '--ca-file', file])
    t.equal(code, 1)
    t.match(stderr, file)
    t.strictSame(readdirSync(folder), ['kept'])
  }
})
