import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { simulatorProcess } from './testing/process.ts'
import { refused } from './testing/refused.ts'
import { demoKey, roomyWorld } from './testing/simulator.ts'

const FREE = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

t.test('--repair moves a world of an older version with an invalid entry', async (t) => {
  const data = `${folder}/wrong-bit`
  const first = await simulatorProcess(t, ['--data-dir', data])
  await first.kill('SIGTERM')
  const stored = JSON.parse(readFileSync(`${data}/world.json`, 'utf8')) as {
    data_folder: { checksum?: string }
  }
  // Older versions wrote no checksum.
  delete stored.data_folder.checksum
  const world = JSON.stringify(stored)
  // A wrong bit in UTF-8 makes the file no valid text, but it is still JSON.
  const broken = Buffer.from(world)
  broken[world.indexOf('"key_sha256":"') + 20]! |= 0x80
  writeFileSync(`${data}/world.json`, broken)
  const { code, stderr } = await refused([...FREE, '--data-dir', data])
  t.equal(code, 1)
  t.match(stderr, /key_sha256: Expected text.*--repair/s)
  const repaired = await simulatorProcess(t, ['--data-dir', data, '--repair'])
  const { stderr: said } = await repaired.kill('SIGTERM')
  t.match(said, /^Repaired .*world\.json is not a valid world file:.*Repair: renames it to/s)
  t.ok(readdirSync(data).some((name) => name.startsWith('world.json.damaged-')))
})

t.test(
  'a default workflow with characters that no font has is rejected, in a given and in a stored world',
  async (t) => {
    const world = roomyWorld()
    const document = {
      id: 'lease',
      title: 'Lease',
      documentClass: 'rental_or_lease_agreement',
      carveOutsAcknowledged: true,
      body: 'The flat \u{10330} is let.',
    }
    world.organizations[0]!.default_workflow = {
      steps: [{ id: 'lease', type: 'esign', config: { documents: [document] } }],
    }
    const file = `${folder}/undrawable.json`
    writeFileSync(file, JSON.stringify(world))
    mkdirSync(`${folder}/undrawable`)
    writeFileSync(`${folder}/undrawable/world.json`, JSON.stringify(world))
    for (const [exitCode, ...flags] of [
      [2, '--world', file],
      [1, '--data-dir', `${folder}/undrawable`],
    ] as const) {
      const { code, stderr } = await refused([...FREE, ...flags])
      t.equal(code, exitCode)
      t.match(stderr, /has text that no font of the PDFs can draw; replace it:/)
      t.match(stderr, /default_workflow\.steps\.0\.config\.documents\.0\.body.*U\+10330/)
    }
  },
)

t.test('a full disk at the end is one line, and loses nothing', async (t) => {
  const data = `${folder}/full`
  const mark = `${folder}/disk-is-full`
  // Files cannot be written from the moment at which the mark exists.
  const preload = `data:text/javascript,${encodeURIComponent(`
    import { existsSync } from 'node:fs'
    import promises from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { writeFile } = promises
    promises.writeFile = async (...given) => {
      if (!existsSync(${JSON.stringify(mark)})) return writeFile(...given)
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    syncBuiltinESMExports()`)}`
  const full = await simulatorProcess(t, ['--data-dir', data], { preload })
  const key = demoKey('org_acme')
  const made = await full.client(key)('POST', '/v1/sessions', {})
  const { id } = made.json<{ data: { id: string } }>().data
  writeFileSync(mark, '')
  const { code, stderr } = await full.kill('SIGTERM')
  t.equal(code, 1)
  t.equal(
    stderr,
    `SIGTERM: closing\n${data}/world.json cannot be written: the disk is full. Free some space, or name a file on another disk. ` +
      'Acknowledged writes are stored.\n',
  )
  rmSync(mark)
  const again = await simulatorProcess(t, ['--data-dir', data])
  t.equal((await again.client(key)('GET', `/v1/sessions/${id}`)).status, 200)
})
