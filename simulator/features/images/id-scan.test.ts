import t from 'tap'
import { evidenceFor, specimenCount } from '../../../fixtures/evidence.ts'
import { pngFile } from '../../../fixtures/testing/png-file.ts'
import { document } from '../../../spec/contract.ts'
import { rateOf, refusalOf, verdict } from '../../http/testing.ts'
import { SchemaCompiler } from '../../http/schemas.ts'
import type { Change } from '../../store/records.ts'
import { type Reply, client, demoKey, simulatorFor } from '../../testing/simulator.ts'
import { type Form, formData, issuesOf, scannerFor } from '../../testing/scan.ts'

const front = evidenceFor('odette').images.front.bytes()
const isScan = new SchemaCompiler(document).compile({ $ref: '#/components/schemas/DocumentScan' })

/** The data of a successful scan. */
function scanned(reply: Reply): Record<string, unknown> {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.json<{ data: Record<string, unknown> }>().data
}

t.test(
  'END-016 END-018 SCN-015 a scan takes a form with a document and returns its fields',
  async (t) => {
    const { scan } = await scannerFor(t)
    for (const form of [{ front }, { front, back: front }, { front: pngFile(), back: pngFile() }]) {
      const data = scanned(await scan(form))
      t.ok(isScan(data), JSON.stringify(isScan.errors))
      t.equal(data.mode, 'test')
    }
  },
)

t.test('SCN-007 in test mode the extraction does not depend on the image', async (t) => {
  const { scan } = await scannerFor(t)
  const said = new Set<string>()
  for (let i = 0; i < specimenCount; i++)
    said.add((await scan({ front: evidenceFor(i).images.front.bytes() })).text)
  said.add((await scan({ front: evidenceFor(0).images.front_unreadable.bytes() })).text)
  said.add((await scan({ front: pngFile() })).text)
  t.equal(said.size, 1, 'seven people, a blurred picture and a black square')
})

t.test(
  'OUT-014 OUT-003 END-017 SCN-008 SCN-009 an expected outcome is accepted, and the default is pass',
  async (t) => {
    const { scan } = await scannerFor(t)
    const plain = await scan({ front })
    const pass = await scan({ front, expected_outcome: 'pass' })
    const review = await scan({ expected_outcome: 'review', front })
    t.strictSame(
      [plain, pass, review].map(({ status }) => status),
      [200, 200, 200],
    )
    t.equal(pass.text, plain.text)
    t.equal(review.text, plain.text)
  },
)

t.test(
  'SCN-010 SCN-011 SCN-012 SCN-016 fail and doc_quality return the same error with the mode',
  async (t) => {
    const { scan } = await scannerFor(t)
    const replies = []
    for (const expected_outcome of ['fail', 'doc_quality'])
      replies.push(await scan({ front, expected_outcome }))
    for (const reply of replies) {
      t.equal(verdict(reply), '422 document_unreadable')
      t.strictSame(refusalOf(reply).details, { mode: 'test' })
    }
    // Request id, date and remaining requests differ between any two responses.
    const OWN = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    const [failed, unreadable] = replies.map((reply) => ({
      text: reply.text.replace(refusalOf(reply).request_id, ''),
      headers: [...reply.headers].filter(([name]) => !OWN.includes(name)),
    }))
    t.strictSame(failed, unreadable)
  },
)

t.test('SCN-013 the audit trail distinguishes them and names no session', async (t) => {
  const { simulator, scan } = await scannerFor(t)
  for (const expected_outcome of ['pass', 'review', 'fail', 'doc_quality'])
    await scan({ front, expected_outcome })
  await scan({ front: 'no image' })
  await scan({ front }, 'live')
  const log = await client(
    simulator,
    undefined,
    'control',
  )('GET', '/control/v1/activity?organization=org_acme')
  const entries = log.json<{ data: Record<string, string | null>[] }>().data.toReversed()
  t.strictSame(
    entries.map(({ mode, action, outcome }) => [mode, action, outcome]),
    [
      ['test', 'kyc.idv.document_scanned', 'pass'],
      ['test', 'kyc.idv.document_scanned', 'review'],
      ['test', 'kyc.idv.document_scan_failed', 'fail'],
      ['test', 'kyc.idv.document_scan_failed', 'doc_quality'],
      ['live', 'kyc.idv.document_scanned', 'pass'],
    ],
    'each scan leaves one entry, a rejected upload none',
  )
  for (const { session_id, artifact } of entries)
    t.strictSame([session_id || null, artifact], [null, 'document'])
  t.equal(entries[0]!.actor, 'key_acme_test_main')
})

t.test('SCN-014 live mode rejects any expected outcome', async (t) => {
  const { scan } = await scannerFor(t)
  for (const value of ['pass', 'review', 'fail', 'doc_quality']) {
    const reply = await scan({ front, expected_outcome: value }, 'live')
    t.equal(verdict(reply), '422 validation_error', value)
    t.match(issuesOf(reply), [/^custom expected_outcome: Only test mode/], value)
  }
})

t.test(
  'SCN-015 SCN-016 live mode reads the specimen documents and returns mode live',
  async (t) => {
    const { scan } = await scannerFor(t)
    for (let i = 0; i < specimenCount; i++) {
      const { identity, images } = evidenceFor(i)
      const data = scanned(await scan({ front: images.front.bytes() }, 'live'))
      t.ok(isScan(data), JSON.stringify(isScan.errors))
      const { document_number, family_name } = identity
      t.match(data, { mode: 'live', document_number, family_name }, identity.id)
      for (const kind of ['front_unreadable', 'selfie'] as const) {
        const refused = await scan({ front: images[kind].bytes() }, 'live')
        t.equal(verdict(refused), '422 document_unreadable', `${identity.id}, ${kind}`)
        t.strictSame(refusalOf(refused).details, { mode: 'live' })
      }
    }
    const answers = new Set<string>()
    for (let width = 1; width <= 30; width++) {
      // Noise, since a picture of one colour is not a document.
      const pixels = Buffer.from(
        Array.from(
          { length: 4 * (201 + width) },
          (_, i) => i % (201 + width) && (i * i * width) & 255,
        ),
      )
      const image = pngFile({ width: 200 + width, pixels })
      const { text } = await scan({ front: image }, 'live')
      t.equal(
        (await scan({ front: image }, 'live')).text,
        text,
        'the same bytes give the same document',
      )
      answers.add(text)
    }
    t.ok(answers.size > 1, 'other bytes give other documents')
  },
)

t.test('problems of the form are reported before the outcome applies', async (t) => {
  const { scan } = await scannerFor(t)
  for (const expected_outcome of ['pass', 'fail', 'doc_quality']) {
    const reply = await scan({ front: front.subarray(0, 500), expected_outcome })
    t.equal(verdict(reply), '422 validation_error', expected_outcome)
  }
  t.equal(verdict(await scan({ front, expected_outcome: 'fail' })), '422 document_unreadable')
})

t.test('END-019 SCN-005 a scan leaves only its entry in the audit trail', async (t) => {
  const { simulator, scan } = await scannerFor(t)
  const { records } = simulator.ports
  const written: Change[] = []
  const write = records.write.bind(records)
  records.write = (changes) => {
    written.push(...changes)
    return write(changes)
  }
  for (const mode of ['test', 'live'] as const) {
    for (const form of [{ front, back: front }, { front: 'x' }]) await scan(form, mode)
  }
  await scan({ front, expected_outcome: 'fail' })
  t.strictSame(
    written.map(({ type }) => type),
    ['activity', 'activity', 'activity'],
  )
  const text = JSON.stringify(written)
  for (let i = 0; i < specimenCount; i++) {
    const { family_name, document_number } = evidenceFor(i).identity
    t.notOk(text.includes(family_name) || text.includes(document_number), 'nobody is named')
  }
  t.equal(await records.blob(evidenceFor('odette').images.front.sha256), undefined)
  for (const mode of ['test', 'live'] as const) {
    const sessions = await client(simulator, demoKey('org_acme', mode))('GET', '/v1/sessions')
    t.strictSame(sessions.json<{ data: unknown[] }>().data, [])
  }
})

t.test('SCN-018 every scan counts against idv:create, with any result', async (t) => {
  const simulator = await simulatorFor(t)
  simulator.ports.clock.freeze()
  const key = demoKey('org_acme')
  const post = (form: Form): Promise<Response> =>
    fetch(`${simulator.base_urls.us}/v1/id-verification`, {
      method: 'POST',
      body: formData(form),
      headers: { authorization: `Bearer ${key}` },
    })
  const left: number[] = []
  for (const form of [{ front }, { front, expected_outcome: 'fail' }, { front: 'x' }]) {
    left.push(rateOf((await post(form)).headers)!.remaining)
  }
  t.strictSame(left, [59, 58, 57])
  const list = await client(simulator, key)('GET', '/v1/sessions')
  t.equal(rateOf(list.headers)!.remaining, 299, 'and against no other class')
  for (let i = 0; i < 57; i++) await post({ front: 'x' })
  const { error } = (await (await post({ front })).json()) as {
    error: { code: string; details: object }
  }
  t.match(error, { code: 'rate_limit_exceeded', details: { route_class: 'idv:create' } })
  t.notOk('mode' in error.details, 'SCN-017')
})

t.test('ERR-028 SCN-016 a blank picture is an unreadable document in live mode', async (t) => {
  const { scan } = await scannerFor(t)
  for (const image of [
    pngFile(),
    pngFile({ width: 1, height: 1 }),
    pngFile({ width: 600, height: 400 }),
  ]) {
    const refused = await scan({ front: image }, 'live')
    t.equal(verdict(refused), '422 document_unreadable')
    t.strictSame(refusalOf(refused).details, { mode: 'live' })
    t.equal((await scan({ front: image })).status, 200, 'test mode ignores the image')
  }
})
