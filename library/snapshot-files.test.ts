import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { runVskit, startVskit } from '../commands/testing.ts'
import { operations } from '../spec/contract.ts'
import { APPLICANT, LEASE } from '../simulator/testing/signing.ts'
import type { SdkEnvelope } from '../spec/generated/wire.ts'
import { TRIGGERS } from './trigger.ts'
import type { TestOrganization } from './types/simulator.ts'
import { connectSimulator, createSimulator } from './vskit.ts'

const folder = t.testdir()
const file = `${folder}/state.vskit`

/** A read: an operation of the contract, or the name of a resource of the control API. */
interface Read {
  of: string
  url: string
  key?: string
}

t.test('an imported state answers every read with the same bytes in a fresh process', async (t) => {
  const simulator = await createSimulator({ clock: '2026-01-01T00:00:00Z' })
  const { us, eu } = simulator.regions
  const acme = await simulator.organization()
  const path = `/organizations/${acme.id}`
  await simulator.control.request('POST', `${path}/webhook_subscriptions`, {
    mode: 'test',
    url: 'https://hooks.example.invalid/',
  })
  const sessions: string[] = []
  for (const type of TRIGGERS)
    sessions.push(
      (await simulator.trigger(type as 'kyc.session.completed', { organization: acme.id })).id,
    )
  const [applicant] = await listed(acme, '/v1/applicants')
  const request = { type: 'access', applicant_id: applicant! }
  const { data: asked } = await acme.request<{ data: { id: string } }>(
    'POST',
    '/v1/data_subject_requests',
    request,
  )
  const page = await signingPage(acme, us.url)
  await simulator.settle()

  // Every read of the contract for every record, then the reads that only the control API has.
  const reads: Read[] = []
  for (const { method, operationId: of, path } of operations) {
    if (method !== 'get' || path.startsWith('/sdk/')) continue
    const [collection] = path.split('/{id}') as [string]
    const ids = !path.includes('{id}')
      ? ['', '?limit=2']
      : collection === '/v1/sessions'
        ? sessions
        : collection === '/v1/data_subject_requests'
          ? [asked.id]
          : await listed(acme, collection)
    for (const id of ids)
      for (const artifact of path.includes('{artifact}') ? ['portrait', 'front', 'selfie'] : [''])
        reads.push({
          of,
          url: path.includes('{id}')
            ? us.url + path.replace('{id}', id).replace('{artifact}', artifact)
            : us.url + path + id,
          key: acme.key,
        })
  }
  const documents: string[] = []
  for (const id of sessions) {
    const envelopes = await simulator.control.request<
      { id: string; documents: { id: string }[] }[]
    >('GET', `/sessions/${id}/envelopes`)
    for (const envelope of envelopes)
      for (const { id: document } of envelope.documents)
        documents.push(`/envelopes/${envelope.id}/documents/${document}`)
  }
  t.ok(documents.length >= 2, 'signed and declined documents')
  for (const shown of [
    '/world',
    '/events',
    '/deliveries',
    '/emails',
    '/activity',
    ...['usage', 'charges'].map((name) => `${path}/${name}`),
    ...['workflow_templates', 'applicants'].map((name) => `${path}/${name}?mode=test`),
    ...sessions.flatMap((id) => [`/sessions/${id}`, `/sessions/${id}/envelopes`]),
    ...documents,
  ])
    reads.push({ of: shown, url: simulator.control.url + shown })
  reads.push(...page)
  // Seal keys are created by their first read.
  await fetch(`${us.url}/.well-known/esign-keys`)
  // Reading an image writes to the activity log, so the file is exported afterwards.
  await simulator.exportSnapshot(file)
  t.equal(statSync(file).mode & 0o077, 0, 'readable for its owner only')
  const before = await digests(reads)
  const read = new Set(
    before.filter((line) => line.startsWith('200 ')).map((line) => line.split(' ')[1]),
  )
  for (const { method, operationId } of operations)
    if (method === 'get') t.ok(read.has(operationId), operationId)
  for (const { of } of reads) t.ok(read.has(of), `${of} is read`)
  await simulator.close()

  const portOf = (url: string): string => new URL(url).port
  const fresh = startVskit(
    t,
    [
      'simulator',
      '--json',
      `--admin-port=${portOf(simulator.control.url)}`,
      `--us-port=${portOf(us.url)}`,
      `--eu-port=${portOf(eu.url)}`,
    ],
    { cwd: folder },
  )
  await fresh.says(/\n/)
  const args = ['snapshot', 'import', file, '--control', simulator.control.url]
  t.match(await runVskit(t, args), { code: 0, stdout: /Restored the state of/ })
  t.strictSame(await digests(reads), before)
})

async function listed(acme: TestOrganization, path: string): Promise<string[]> {
  const { data } = await acme.request<{ data: { id: string }[] }>('GET', path)
  return data.map(({ id }) => id)
}

/** Starts to sign, and returns all that the applicant's page reads of it. */
async function signingPage(acme: TestOrganization, service: string): Promise<Read[]> {
  const steps = [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }]
  const { data: template } = await acme.request<{ data: { id: string } }>(
    'POST',
    '/v1/workflow-templates',
    { name: 'Tenancy', steps },
  )
  const { email: _, ...applicant } = APPLICANT
  const { id } = await acme.createSession({ workflow_template_id: template.id, applicant })
  const { browserToken: key } = await acme.request<{ browserToken: string }>(
    'POST',
    `/v1/sessions/${id}/browser_token`,
  )
  const session = `${service}/sdk/v1/sessions/me`
  const envelope = `${session}/steps/lease/envelope`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(envelope, { headers })
  const { data } = (await answer.json()) as { data: SdkEnvelope }
  const { version, hash } = data.disclosure
  const body = JSON.stringify({ version, hash })
  await fetch(`${envelope}/consent`, { method: 'POST', headers, body })
  return [
    { of: 'retrieveSdkSession', url: session, key },
    { of: 'retrieveSdkEnvelope', url: envelope, key },
    ...data.documents.map((document) => ({
      of: 'downloadSdkDocument',
      url: `${envelope}/documents/${document.documentId}`,
      key,
    })),
  ]
}

t.test('an invalid snapshot file is rejected, repeatedly and at once', async (t) => {
  const simulator = await createSimulator()
  const good = readFileSync(file)
  const lineEnd = good.indexOf('\n')
  const { world, ...about } = JSON.parse(good.toString('utf8', 0, lineEnd)) as { world: object }
  const records = good.subarray(lineEnd + 1)
  const madeOf = (header: object, rest: Buffer) =>
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), rest])
  const flipped = Buffer.from(good)
  flipped[lineEnd + (records.length >> 1)]! ^= 0xff
  // Exceeds the buffers of client and kernel, so the response comes before the upload ends.
  const long = Buffer.alloc(5_000_000, 'A')
  const refused: [what: string, bytes: Buffer, words: RegExp][] = [
    ['no bytes', Buffer.alloc(0), /it is not a snapshot file/],
    ['text', Buffer.from('hello'), /it is not a snapshot file/],
    ['a line of text, and more', Buffer.concat([Buffer.from('x\n'), long]), /not a snapshot file/],
    ['null', Buffer.from('null\n'), /it is not a snapshot file/],
    ['half a header', good.subarray(0, lineEnd >> 1), /it is not a snapshot file/],
    [
      'another version',
      madeOf({ ...about, world, version: 2 }, records),
      /version 2, .* version 1/,
    ],
    ['the same, long', madeOf({ ...about, world, version: 2 }, long), /of version 2, expected/],
    [
      'another time',
      madeOf({ ...about, created_at: 'banana', world }, records),
      /its time was changed/,
    ],
    ['another name', madeOf({ ...about, name: { a: 1 }, world }, records), /its name or its time/],
    ['no world', madeOf(about, records), /its world cannot be used: .*\n.*received null/],
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
  // The second round reuses a connection on which a request was rejected.
  for (let round = 0; round < 2; round++)
    for (const [what, bytes, message] of refused) {
      writeFileSync(broken, bytes)
      await t.rejects(simulator.importSnapshot(broken), { status: 422, message }, what)
    }
  t.strictSame(await simulator.control.request('GET', '/snapshots'), [], 'no snapshot is kept')

  const args = ['snapshot', 'import', broken, '--control', simulator.control.url]
  t.match(await runVskit(t, args), { code: 2, stderr: /its records are broken/ })
  await t.resolves(simulator.importSnapshot(file), 'then a valid file is accepted')
  await simulator.close()
})

t.test("a file that cannot be written is only the caller's error", async (t) => {
  const logged = t.capture(console, 'error')
  await using simulator = await createSimulator()
  await t.rejects(simulator.exportSnapshot(`${folder}/none/x`), {
    code: 'ENOENT',
    message: `${folder}/none/x cannot be written: its folder does not exist. Create the folder, or name another file.`,
  })
  // The control API handles this request after the first has ended.
  writeFileSync(`${folder}/again`, '', { mode: 0o644 })
  await simulator.exportSnapshot(`${folder}/again`)
  t.equal(statSync(`${folder}/again`).mode & 0o777, 0o600, 'an existing file becomes private')
  await simulator.close()
  t.strictSame(logged(), [])
})

t.test('a response that is not JSON comes from another server', async (t) => {
  for (const status of [200, 502]) {
    const page = createServer((request, response) => {
      // To connect, the client calls these three.
      if (request.url!.includes('/feed'))
        response
          .writeHead(200, { 'content-type': 'application/x-ndjson' })
          .write('{"kind":"ping"}\n')
      else if (/(health|journal)$/.test(request.url!))
        response.end(JSON.stringify({ data: { regions: { us: {}, eu: {} } } }))
      else request.resume().on('end', () => response.writeHead(status).end('<p>Bad gateway'))
    })
    await once(page.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => {
      page.close()
      page.closeAllConnections()
    })
    const control = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const foreign = { name: 'SimulatorError', message: /is not the control API of a simulator/ }
    const remote = await connectSimulator({ control })
    await t.rejects(remote.importSnapshot(file), foreign, `import ${status}`)
    await t.rejects(remote.exportSnapshot(`${folder}/page`, 'snp_1'), foreign, `export ${status}`)
    await remote.close()
  }
})

/**
 * Returns status, operation, address and body digest of each response; of an error, whose body
 * names its request, the code.
 */
async function digests(reads: Read[]): Promise<string[]> {
  const lines: string[] = []
  for (const { of, url, key } of reads) {
    const answer = await fetch(
      url,
      key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    const what = answer.ok
      ? createHash('sha256').update(bytes).digest('hex')
      : (JSON.parse(bytes.toString()) as { error: { code: string } }).error.code
    lines.push(`${answer.status} ${of} ${url} ${what}`)
  }
  return lines
}

t.test('a reset of the world also restores its limit for an address', async (t) => {
  const demo = readFileSync(new URL('../fixtures/world/demo.json', import.meta.url), 'utf8')
  const limited = { ...(JSON.parse(demo) as object), ip_limit: 2 }
  const other = await createSimulator({ world: limited, budgets: 'contract' })
  await other.exportSnapshot(file)
  await other.close()
  const simulator = await createSimulator({ budgets: 'contract' })
  t.teardown(() => simulator.close())
  const limit = async () =>
    (await simulator.control.request<{ ip_limit?: number }>('GET', '/world')).ip_limit
  const before = await limit()
  await simulator.importSnapshot(file)
  t.equal(await limit(), 2)
  await simulator.reset({ world: true })
  t.equal(await limit(), before)
})
