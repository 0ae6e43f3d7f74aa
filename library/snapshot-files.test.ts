import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { runVskit, startVskit } from '../commands/testing.ts'
import { operations } from '../spec/contract.ts'
import { TRIGGERS } from './trigger.ts'
import { createSimulator } from './vskit.ts'

const folder = t.testdir()
const file = `${folder}/state.vskit`

t.test('a state that was exported reads the same, byte for byte, in a fresh process', async (t) => {
  const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
  const { us, eu } = simulator.regions
  const key = simulator.key()
  const subscription = await simulator.control.request<{ id: string }>(
    'POST',
    '/organizations/org_acme/webhook_subscriptions',
    { mode: 'test', url: 'https://hooks.example.invalid/' },
  )
  const sessions: string[] = []
  for (const type of TRIGGERS)
    sessions.push((await simulator.trigger(type as 'kyc.session.completed')).id)
  await simulator.settle()

  // Every read of the contract, for every session where it wants one; then what only the control API shows.
  const idsOf = (path: string): string[] =>
    path.startsWith('/v1/sessions/') ? sessions : [subscription.id]
  const reads = operations
    .filter(({ method, path }) => method === 'get' && !path.startsWith('/sdk'))
    .flatMap(({ path }) =>
      path.includes('{id}')
        ? idsOf(path).flatMap((id) =>
            ['portrait', 'front', 'selfie'].map((image) =>
              path.replace('{id}', id).replace('{artifact}', image),
            ),
          )
        : [path, `${path}?limit=2`],
    )
  const shown = [
    '/world',
    '/events',
    '/deliveries',
    '/emails',
    '/activity',
    '/organizations/org_acme/usage',
    '/organizations/org_acme/charges',
    ...sessions.flatMap((id) => [`/sessions/${id}`, `/sessions/${id}/envelopes`]),
  ].map((path) => `${simulator.control.url}${path}`)
  const urls = [...new Set(reads.map((path) => us.url + path)), ...shown]
  // Seal keys are made when they are first asked for.
  await fetch(`${us.url}/.well-known/esign-keys`)
  // Reads of images are in the activity log, so the file is made before them.
  await simulator.exportSnapshot(file)
  const before = await digests(urls, key)
  t.ok(before.filter((line) => line.startsWith('200 ')).length > 40, 'there is much to read')
  await simulator.close()

  const portOf = (url: string): string => new URL(url).port
  const fresh = startVskit(t, [
    'simulator',
    '--json',
    `--admin-port=${portOf(simulator.control.url)}`,
    `--us-port=${portOf(us.url)}`,
    `--eu-port=${portOf(eu.url)}`,
  ])
  await fresh.says(/\n/)
  const args = ['snapshot', 'import', file, '--control', simulator.control.url]
  t.match(await runVskit(t, args), { code: 0, stdout: /The state is that of/ })
  t.strictSame(await digests(urls, key), before)
})

t.test('what is no snapshot of this version is refused, each time and at once', async (t) => {
  const simulator = await createSimulator()
  const good = readFileSync(file)
  const lineEnd = good.indexOf('\n')
  const { world, ...about } = JSON.parse(good.toString('utf8', 0, lineEnd)) as { world: object }
  const records = good.subarray(lineEnd + 1)
  const madeOf = (header: object, rest: Buffer) =>
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), rest])
  const flipped = Buffer.from(good)
  flipped[lineEnd + (records.length >> 1)]! ^= 0xff
  // More than the client and the kernel hold: it is refused before it has arrived.
  const long = Buffer.alloc(5_000_000, 'A')
  const refused: [what: string, bytes: Buffer, words: RegExp][] = [
    ['no bytes', Buffer.alloc(0), /it is no snapshot file/],
    ['text', Buffer.from('hello'), /it is no snapshot file/],
    ['a line of text, and more', Buffer.concat([Buffer.from('x\n'), long]), /no snapshot file/],
    ['null', Buffer.from('null\n'), /it is no snapshot file/],
    ['half a header', good.subarray(0, lineEnd >> 1), /it is no snapshot file/],
    [
      'another version',
      madeOf({ ...about, world, version: 2 }, records),
      /version 2, .* version 1/,
    ],
    ['the same, long', madeOf({ ...about, world, version: 2 }, long), /of version 2, and/],
    [
      'another time',
      madeOf({ ...about, created_at: 'banana', world }, records),
      /its time was changed/,
    ],
    ['another name', madeOf({ ...about, name: { a: 1 }, world }, records), /its name or its time/],
    ['no world', madeOf(about, records), /its world can't be used: .*\n.*received null/],
    [
      'another world',
      madeOf({ ...about, world: { ...world, version: 9, organizations: [{}] } }, records),
      /organizations\.0\.keys: Required/,
    ],
    ['no records', good.subarray(0, lineEnd + 1), /its records are broken: unexpected end/],
    ['half of the records', good.subarray(0, lineEnd + (records.length >> 1)), /are broken: /],
    ['a wrong bit', flipped, /its records are broken: /],
    ['other records', madeOf({ ...about, world }, long), /its records are broken: /],
    ['more than the records', Buffer.concat([good, long]), /its records are broken: /],
  ]
  const broken = `${folder}/broken.vskit`
  // The second time on a connection that has carried a refusal.
  for (let round = 0; round < 2; round++)
    for (const [what, bytes, message] of refused) {
      writeFileSync(broken, bytes)
      await t.rejects(simulator.importSnapshot(broken), { status: 422, message }, what)
    }
  t.strictSame(await simulator.control.request('GET', '/snapshots'), [], 'nothing of them is kept')

  const args = ['snapshot', 'import', broken, '--control', simulator.control.url]
  t.match(await runVskit(t, args), { code: 1, stderr: /its records are broken/ })
  await t.resolves(simulator.importSnapshot(file), 'and the next good one is taken')
  await simulator.close()
})

t.test('a file that cannot be written is an error of the caller alone', async (t) => {
  const logged = t.capture(console, 'error')
  await using simulator = await createSimulator()
  await t.rejects(simulator.exportSnapshot(`${folder}/none/x`), { code: 'ENOENT' })
  // The next one on the same control API is answered after the first has ended.
  await simulator.exportSnapshot(`${folder}/again`)
  await simulator.close()
  t.strictSame(logged(), [])
})

/** Status and digest of the body of each answer; a refusal names its request, so of that the code. */
async function digests(urls: string[], key: string): Promise<string[]> {
  const lines: string[] = []
  for (const url of urls) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const what = answer.ok
      ? createHash('sha256').update(bytes).digest('hex')
      : (JSON.parse(bytes.toString()) as { error: { code: string } }).error.code
    lines.push(`${answer.status} ${new URL(url).pathname}${new URL(url).search} ${what}`)
  }
  return lines
}
