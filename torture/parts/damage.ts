import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SimulatorProcess } from '../../simulator/testing/process.ts'
import { Backend, Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'
import type { Run } from '../run.ts'

const SESSIONS = 30

interface Base {
  folder: string
  organization: string
  key: string
  ids: string[]
}

const FILES = ['records.sqlite', 'records.sqlite-wal', 'records.sqlite-generation', 'world.json']
type Damage = (data: string, random: Random) => void

function flip(path: string, random: Random): void {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return
  bytes[random.below(bytes.length)]! ^= 1 << random.below(8)
  writeFileSync(path, bytes)
}

function overwrite(path: string, random: Random): void {
  const file = openSync(path, 'r+')
  writeSync(file, random.bytes(512), 0, 512, random.below(Math.max(1, statSync(path).size - 512)))
  closeSync(file)
}

/** Twenty kinds: each file missing, empty, cut, and with wrong bytes; then pairs. */
const KINDS: [string, Damage][] = [
  ...FILES.flatMap((name): [string, Damage][] => [
    [`${name} is missing`, (data) => rmSync(join(data, name))],
    [`${name} is empty`, (data) => truncateSync(join(data, name))],
    [
      `${name} is cut`,
      (data, random) =>
        truncateSync(join(data, name), random.below(statSync(join(data, name)).size)),
    ],
    [`${name} has a wrong bit`, (data, random) => flip(join(data, name), random)],
    [`${name} has 512 wrong bytes`, (data, random) => overwrite(join(data, name), random)],
  ]),
  [
    'the log and the marker are missing',
    (data) => {
      rmSync(join(data, 'records.sqlite-wal'))
      rmSync(join(data, 'records.sqlite-generation'))
    },
  ],
  [
    'records and world are missing',
    (data) => {
      rmSync(join(data, 'records.sqlite'))
      rmSync(join(data, 'world.json'))
    },
  ],
]

export const damage: Part = {
  name: 'damage',
  promise:
    'Damaged, missing and read-only files and a full disk are refused or repaired, never ignored.',
  cases: 200,
  share: 1.5,
  quick: false,
  stores: ['folder'],
  async run(run) {
    const base = await prepare(run)
    const outcomes: Record<string, number> = { refused: 0, repaired: 0, whole: 0 }
    await twoProcesses(run, base)
    await onMount(run, base)
    await run.inLanes(2, async (no) => {
      const random = run.random(no)
      const [what, act] = KINDS[no % KINDS.length]!
      const folder = await run.folder()
      cpSync(base.folder, folder, { recursive: true })
      act(join(folder, 'data'), random)
      const first = await attempt(run, folder, [])
      if (typeof first === 'string') {
        outcomes.refused!++
        run.expect(
          first.includes('--repair') && !/\n {4}at /.test(first),
          no,
          () => `${what}: refused without instructions: ${first}`,
        )
        const second = await attempt(run, folder, ['--repair'])
        if (typeof second === 'string') run.fail(no, `${what}: not repaired: ${second}`)
        else {
          outcomes.repaired!++
          await second.kill('SIGTERM')
        }
        return
      }
      const clients = new Clients(first)
      const backend = new Backend(clients.us, base.organization, base.key)
      for (const id of base.ids) {
        const { status, text } = await backend.ask('GET', `/v1/sessions/${id}`)
        run.expect(
          status === 200,
          no,
          () => `${what}: starts without a word, and ${id} is answered ${status} ${text}`,
        )
        if (status !== 200) break
      }
      clients.close()
      outcomes.whole!++
      await first.kill('SIGTERM')
    })
    Object.assign(run.figures, outcomes)
  },
}

async function prepare(run: Run): Promise<Base> {
  const folder = await run.folder()
  const running = await run.simulator({ folder })
  const clients = new Clients(running)
  const { organization, key, api } = await clients.organization()
  const backend = new Backend(api, organization, key)
  const ids: string[] = []
  for (let i = 0; i < SESSIONS; i++)
    ids.push((await backend.data<{ id: string }>('POST', '/v1/sessions', { metadata: { i } })).id)
  clients.close()
  await running.kill('SIGKILL')
  return { folder, organization, key, ids }
}

/** Starts a simulator on the folder, or returns the reason for its refusal. */
async function attempt(
  run: Run,
  folder: string,
  flags: string[],
): Promise<SimulatorProcess | string> {
  try {
    return await run.simulator({ folder, flags, stderr: /^/ })
  } catch (error) {
    return (error as Error).message
  }
}

async function twoProcesses(run: Run, base: Base): Promise<void> {
  const folder = await run.folder()
  cpSync(base.folder, folder, { recursive: true })
  const first = await run.simulator({ folder })
  const second = await attempt(run, folder, [])
  run.expect(
    typeof second === 'string' && /another process|in use|uses/.test(second),
    -1,
    () => `a second process on the folder: ${typeof second === 'string' ? second : 'started'}`,
  )
  if (typeof second !== 'string') await second.kill('SIGTERM')
  await first.kill('SIGTERM')
}

/** Uses a separate small file system, if this process may mount one. */
async function onMount(run: Run, base: Base): Promise<void> {
  const folder = await run.folder()
  const mount = (options: string): boolean =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
  if (!mount('size=6m')) {
    run.figures['disk full'] = 'not run: this user may not mount'
    return
  }
  const unmount = async (): Promise<void> => void spawnSync('umount', ['-l', folder])
  run.teardown(unmount)
  cpSync(base.folder, folder, { recursive: true })
  const running = await run.simulator({ folder, stderr: /^/ })
  const clients = new Clients(running)
  const backend = new Backend(clients.us, base.organization, base.key)
  const acknowledged: string[] = [...base.ids]
  let refusal = ''
  for (let i = 0; i < 5000 && refusal === ''; i++) {
    const body = { metadata: { text: 'x'.repeat(2000) } }
    const { status, text } = await backend.ask('POST', '/v1/sessions', body)
    if (status === 201) acknowledged.push((JSON.parse(text) as { data: { id: string } }).data.id)
    else refusal = `${status} ${text}`
  }
  run.expect(/^5\d\d .*"code"/.test(refusal), -1, () => `disk full: ${refusal || 'never refused'}`)
  const lost: string[] = []
  const check = async (caller: Backend, when: string): Promise<void> => {
    for (const id of acknowledged) {
      const { status } = await caller.ask('GET', `/v1/sessions/${id}`)
      if (status !== 200) lost.push(`${id} is answered ${status} ${when}`)
    }
  }
  await check(backend, 'on a full disk')
  const health = async (): Promise<string> =>
    JSON.stringify(await clients.controlClient('GET', '/health'))
  const full = await health()
  spawnSync('mount', ['-o', 'remount,size=60m', folder])
  const { status } = await backend.ask('POST', '/v1/sessions', {})
  const freed = await health()
  run.expect(
    /"failing".*the disk is full/.test(full) && status === 201 && freed.includes('"ok"'),
    -1,
    () => `health on a full disk: ${full}; with space: ${freed}`,
  )
  await running.kill('SIGKILL')
  clients.close()
  const again = await run.simulator({ folder, stderr: /^/ })
  const after = new Clients(again)
  await check(new Backend(after.us, base.organization, base.key), 'after a restart with space')
  for (const problem of lost.slice(0, 3)) run.fail(-1, `disk full: ${problem}`)
  after.close()
  await again.kill('SIGTERM')
  run.figures['acknowledged until the disk was full'] = acknowledged.length
  spawnSync('mount', ['-o', 'remount,ro', folder])
  spawnSync('rm', ['-f', join(folder, 'given-world.json')])
  const readOnly = await readOnlyStart(run, folder, base.folder)
  run.expect(
    /read-only|EROFS|readonly/i.test(readOnly) && !/\n {4}at /.test(readOnly),
    -1,
    () => `a read-only folder: ${readOnly}`,
  )
}

/** The world file must be outside the folder. */
async function readOnlyStart(run: Run, folder: string, elsewhere: string): Promise<string> {
  try {
    const flags = ['--data-dir', join(folder, 'data')]
    const running = await run.simulator({ folder: elsewhere, flags, stderr: /^/ })
    await running.kill('SIGTERM')
    return `started; files: ${readdirSync(join(folder, 'data')).join(', ')}`
  } catch (error) {
    return (error as Error).message
  }
}
