import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createSimulator } from '../../library/vskit.ts'
import { runCommand, simulatorProcess } from '../testing/process.ts'
import { refused } from '../testing/refused.ts'
import { demoKey } from '../testing/simulator.ts'
import { controlClient } from '../testing/control-client.ts'
import { AUTHORITY_FILE, authorityIn, newSimulatorAuthority } from './authority.ts'
import { checkDataFolder } from './data-folder.ts'

const SESSIONS = 60
const FREE_PORTS = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']

/** A folder with a snapshot and 60 acknowledged sessions, after `kill -9`. */
const killed = join(t.testdir({}), 'killed')
t.before(async () => {
  const running = await simulatorProcess(t, ['--data-dir', killed])
  await controlClient(running).call('POST', '/snapshots', { name: 'first' })
  const acme = running.client(demoKey('org_acme'))
  for (let n = 0; n < SESSIONS; n++) {
    const reply = await acme('POST', '/v1/sessions', {})
    if (reply.status !== 201) throw new Error(reply.text)
  }
  await running.kill('SIGKILL')
})

let copies = 0
/** Copies that folder and damages the copy. */
function damaged(act: (folder: string) => void): string {
  const folder = join(killed, '..', `copy-${copies++}`)
  cpSync(killed, folder, { recursive: true })
  act(folder)
  return folder
}

function flip(file: string, place: (bytes: Buffer) => number): void {
  const bytes = readFileSync(file)
  bytes[place(bytes)]! ^= 0xff
  writeFileSync(file, bytes)
}

/** Changes the lowest bit of the byte after the start of the first `text`. */
function flipBit(file: string, text: string, after: number): void {
  const bytes = readFileSync(file)
  bytes[bytes.indexOf(text) + after]! ^= 1
  writeFileSync(file, bytes)
}

function snapshotOf(folder: string): string {
  const snapshots = join(folder, 'snapshots')
  return join(
    snapshots,
    readdirSync(snapshots).find((name) => name.startsWith('snp_'))!,
  )
}

const remove = (name: string) => (folder: string) => rmSync(join(folder, name))
const empty = (name: string) => (folder: string) => truncateSync(join(folder, name))

t.test('a folder is intact after a crash', async (t) => {
  const folder = damaged(() => undefined)
  const before = readFileSync(join(folder, 'records.sqlite-wal'))
  t.strictSame(checkDataFolder(folder, { repair: false }), [])
  t.strictSame(readFileSync(join(folder, 'records.sqlite-wal')), before, 'the log is unchanged')
  const next = await simulatorProcess(t, ['--data-dir', folder])
  const sessions = await next.client(demoKey('org_acme'))('GET', '/v1/sessions?limit=100')
  t.equal(sessions.json<{ data: unknown[] }>().data.length, SESSIONS)
  t.match(await next.kill('SIGTERM'), { code: 0, stderr: /^SIGTERM: closing\n$/ })
  t.strictSame(checkDataFolder(folder, { repair: false }), [], 'a closed folder is intact')
})

const cases: [what: string, act: (folder: string) => void, file: string, problem: RegExp][] = [
  [
    'the log is missing',
    remove('records.sqlite-wal'),
    'records.sqlite',
    /-wal is missing or damaged/,
  ],
  ['the log is empty', empty('records.sqlite-wal'), 'records.sqlite', /-wal is missing or damaged/],
  [
    'a byte in the middle of the log is flipped',
    (folder) => flip(join(folder, 'records.sqlite-wal'), (bytes) => bytes.length >> 1),
    'records.sqlite',
    /without the missing writes: at least \d+ commits of records/,
  ],
  [
    'a byte of the last entries of the log is flipped',
    (folder) => flip(join(folder, 'records.sqlite-wal'), (bytes) => bytes.length - 100),
    'records.sqlite',
    /without the missing writes: at least \d+ commits of records/,
  ],
  ['the records are missing', remove('records.sqlite'), 'records.sqlite', /missing/],
  ['the records are empty', empty('records.sqlite'), 'records.sqlite', /empty/],
  [
    'the header of the records is flipped',
    (folder) => {
      rmSync(join(folder, 'records.sqlite-wal'))
      flip(join(folder, 'records.sqlite'), () => 3)
    },
    'records.sqlite',
    /not a database/,
  ],
  [
    'the world is missing',
    remove('world.json'),
    'world.json',
    /missing, although records.sqlite exists/,
  ],
  ['the world is empty', empty('world.json'), 'world.json', /empty/],
  [
    'the world is cut',
    (folder) => truncateSync(join(folder, 'world.json'), 200),
    'world.json',
    /not JSON/,
  ],
  [
    'a bit of an id in the world is wrong',
    (folder) => flipBit(join(folder, 'world.json'), '"org_acme"', 5),
    'world.json',
    /its checksum does not fit/,
  ],
  [
    'a bit of the checksum of the world is wrong',
    (folder) => flipBit(join(folder, 'world.json'), '"checksum": "', 14),
    'world.json',
    /its checksum does not fit/,
  ],
  [
    'the marker is missing',
    remove('records.sqlite-generation'),
    'records.sqlite-generation',
    /missing/,
  ],
  [
    'the marker is damaged',
    (folder) => writeFileSync(join(folder, 'records.sqlite-generation'), '{"id":'),
    'records.sqlite-generation',
    /not JSON/,
  ],
  [
    'the world is of another folder',
    (folder) => {
      const file = join(folder, 'world.json')
      const world = JSON.parse(readFileSync(file, 'utf8')) as {
        data_folder: { generation: number }
      }
      const { generation } = world.data_folder
      writeFileSync(file, JSON.stringify({ ...world, data_folder: { id: 'another', generation } }))
    },
    'records.sqlite',
    /it belongs to data folder [0-9a-f]{32}, expected another/,
  ],
  [
    'a snapshot lacks its records',
    (folder) => rmSync(join(snapshotOf(folder), 'records.sqlite')),
    'snapshots/snp_',
    /missing/,
  ],
  [
    'a snapshot has empty records',
    (folder) => truncateSync(join(snapshotOf(folder), 'records.sqlite')),
    'snapshots/snp_',
    /empty/,
  ],
  [
    'the last page of the records of a snapshot is cut off',
    (folder) => {
      const file = join(snapshotOf(folder), 'records.sqlite')
      truncateSync(file, statSync(file).size - 100)
    },
    'snapshots/snp_',
    /its last page is cut off/,
  ],
  [
    'the description of a snapshot is of another one',
    (folder) => {
      const file = join(snapshotOf(folder), 'snapshot.json')
      const about = JSON.parse(readFileSync(file, 'utf8')) as object
      writeFileSync(
        file,
        JSON.stringify({ ...about, id: `snp_${'0'.repeat(24)}`, data_folder: undefined }),
      )
    },
    'snapshots/snp_',
    /it is of snp_0{24}/,
  ],
  [
    'a bit of the name of a snapshot is wrong',
    (folder) => flipBit(join(snapshotOf(folder), 'snapshot.json'), '"name": "', 9),
    'snapshots/snp_',
    /its checksum does not fit/,
  ],
  [
    'a bit of an id in the world of a snapshot is wrong',
    (folder) => flipBit(join(snapshotOf(folder), 'world.json'), '"org_acme"', 5),
    'snapshots/snp_',
    /its checksum does not fit/,
  ],
  [
    'the records of a snapshot are of another folder',
    (folder) => {
      const db = new DatabaseSync(join(snapshotOf(folder), 'records.sqlite'))
      db.exec("UPDATE store SET id = 'another'")
      db.close()
    },
    'snapshots/snp_',
    /another snapshot/,
  ],
  [
    'the certificate authority is half written',
    (folder) => {
      authorityIn(join(folder, AUTHORITY_FILE))
      truncateSync(join(folder, AUTHORITY_FILE), 300)
    },
    AUTHORITY_FILE,
    /no private key and certificate/,
  ],
  [
    'the certificate authority is of another key',
    (folder) =>
      writeFileSync(
        join(folder, AUTHORITY_FILE),
        newSimulatorAuthority().key + newSimulatorAuthority().cert,
      ),
    AUTHORITY_FILE,
    /not an authority of this private key/,
  ],
]

for (const [what, act, file, problem] of cases) {
  t.test(`${what}: the start is refused with the file and the remedy, then repaired`, async (t) => {
    const folder = damaged(act)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const refusal = ((): string => {
      try {
        checkDataFolder(folder, { repair: false })
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })()
    t.match(refusal, `${folder} is damaged:\n  ${file}`)
    t.match(refusal, problem)
    t.match(refusal, /restore the whole folder from a backup\. .* start once with --repair:\n/)
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    t.ok(
      files.every((name) => left.includes(name)),
      'no file is moved or deleted',
    )
    const dropped = checkDataFolder(folder, { repair: true })
    t.match(dropped, [new RegExp(`^${file.replaceAll('.', '\\.')}.* Repair: `)])
  })
}

t.test('a missing last checkpoint is detected after a clean close too', async (t) => {
  const folder = damaged(() => undefined)
  const older = join(folder, '..', 'older.sqlite')
  copyFileSync(join(folder, 'records.sqlite'), older)
  const next = await simulatorProcess(t, ['--data-dir', folder])
  await next.kill('SIGTERM')
  copyFileSync(older, join(folder, 'records.sqlite'))
  t.throws(() => checkDataFolder(folder, { repair: false }), /older copy/)
})

t.test('the command refuses a damaged folder, and starts on it with --repair', async (t) => {
  const folder = damaged(remove('records.sqlite'))
  const { code, stderr, stdout } = await runCommand([...FREE_PORTS, '--data-dir', folder])
  t.equal(code, 1)
  t.match(stderr, /vskit simulator: .* is damaged:\n {2}records\.sqlite: missing/)
  t.equal(stdout, '')
  const next = await simulatorProcess(t, ['--data-dir', folder, '--repair'])
  const sessions = await next.client(demoKey('org_acme'))('GET', '/v1/sessions')
  t.strictSame(sessions.json()['data'], [])
  const { stderr: said } = await next.kill('SIGTERM')
  t.match(said, /^Repaired records\.sqlite: missing\. Repair: starts without records\n/)
  const again = await simulatorProcess(t, ['--data-dir', folder])
  t.match(await again.kill('SIGTERM'), { stderr: /^SIGTERM: closing\n$/ }, 'once is enough')
})

t.test('the first log and the marker are missing: refused', async (t) => {
  const folder = join(t.testdir({}), 'data')
  const running = await simulatorProcess(t, ['--data-dir', folder])
  const { status } = await running.client(demoKey('org_acme'))('POST', '/v1/sessions', {})
  t.equal(status, 201)
  await running.kill('SIGKILL')
  remove('records.sqlite-wal')(folder)
  remove('records.sqlite-generation')(folder)
  t.throws(
    () => checkDataFolder(folder, { repair: false }),
    /records\.sqlite-generation: missing, so it is unknown whether/,
  )
})

t.test('a damaged or missing world is replaced by that of --world with --repair', async (t) => {
  const folder = damaged(empty('world.json'))
  // Letters that some fonts lack: the check of them must not read the damaged file.
  writeFileSync(join(folder, 'world.json'), '{"name": "\u4e16"')
  const next = await simulatorProcess(t, ['--data-dir', folder, '--repair'])
  const sessions = await next.client(demoKey('org_acme'))('GET', '/v1/sessions?limit=100')
  t.equal(sessions.json<{ data: unknown[] }>().data.length, SESSIONS)
  await next.kill('SIGKILL')
  t.strictSame(checkDataFolder(folder, { repair: false }), [])
})

t.test('a new folder and one with a hand-written world are intact', async (t) => {
  const folder = t.testdir({})
  t.strictSame(checkDataFolder(join(folder, 'none'), { repair: false }), [])
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own', 'world.json'), '{"version":1,"organizations":[]}')
  t.strictSame(checkDataFolder(join(folder, 'own'), { repair: false }), [])
  t.notOk(existsSync(join(folder, 'none')))
})

t.test('a damaged lock file is not reported as a folder in use', async (t) => {
  const folder = t.testdir({ 'lock.sqlite': 'text, not a database'.repeat(50) })
  const { code, stderr } = await refused([...FREE_PORTS, '--data-dir', folder])
  t.equal(code, 1)
  t.match(stderr, /lock\.sqlite cannot be locked: file is not a database\. .* delete the file/)
  t.notMatch(stderr, 'in use')
})

t.test('other users can read no secret in a shared folder, new or old', async (t) => {
  const data = join(t.testdir({}), 'shared')
  mkdirSync(data, { mode: 0o755 })
  for (const round of ['new', 'old']) {
    const simulator = await createSimulator({ dataDir: data })
    await simulator.snapshot()
    t.strictSame(readable(data), [], round)
    await simulator.close()
    t.strictSame(readable(data), [], `${round}, after its end`)
    for (const name of ['world.json', 'records.sqlite']) chmodSync(join(data, name), 0o644)
  }
})

/** Files that other users can read, except the lock, which holds no data; a folder that they cannot enter has none. */
function readable(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('lock.') && statSync(join(folder, name)).mode & 0o077)
    .flatMap((one) =>
      one.isDirectory()
        ? readable(join(folder, one.name)).map((name) => join(one.name, name))
        : one.name,
    )
}
